// The synthesiser: every sound is made of a few oscillators and filtered noise.
// No files, nothing to fetch, nothing that repeats itself quite alike.
import type { SoundName } from '../../board/effects';
import type { Sink } from './sound.svelte';

/** A sound of the same kind is not begun again within so many seconds. */
const APART = 0.045;
/** All sounds together never get louder than this. */
const LOUDEST = 0.5;

interface Desk {
  audio: AudioContext;
  noise: AudioBuffer;
  out: AudioNode;
  /** When the sound begins, and how loud it is. */
  at: number;
  loud: number;
}

export function synthesiser(): Sink {
  const audio = new AudioContext();
  const master = audio.createGain();
  const limiter = audio.createDynamicsCompressor();
  master.connect(limiter).connect(audio.destination);
  const noise = audio.createBuffer(1, audio.sampleRate * 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1;
  const last = new Map<SoundName, number>();
  return {
    play(name, power, volume) {
      // A page may sound only after somebody has touched it.
      if (audio.state === 'suspended') void audio.resume();
      const now = audio.currentTime;
      if (now - (last.get(name) ?? -1) < APART) return;
      last.set(name, now);
      master.gain.setValueAtTime(volume * LOUDEST, now);
      SOUNDS[name]({ audio, noise, out: master, at: now + 0.01, loud: 0.35 + 0.65 * power });
    },
  };
}

/** A tone that slides from one pitch to another and dies away. */
function tone(
  desk: Desk,
  type: OscillatorType,
  from: number,
  to: number,
  length: number,
  loud: number,
  late = 0,
  attack = 0.006,
): void {
  const { audio, out } = desk;
  const at = desk.at + late;
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(Math.max(1, to), at + length);
  source.connect(shaped(desk, at, length, loud, attack)).connect(out);
  source.start(at);
  source.stop(at + length + 0.05);
}

/** Noise through a filter that slides. */
function hiss(
  desk: Desk,
  type: BiquadFilterType,
  from: number,
  to: number,
  length: number,
  loud: number,
  late = 0,
  attack = 0.004,
  sharp = 1,
): void {
  const { audio, noise, out } = desk;
  const at = desk.at + late;
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = type;
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(Math.max(20, to), at + length);
  source
    .connect(filter)
    .connect(shaped(desk, at, length, loud, attack))
    .connect(out);
  source.start(at, Math.random());
  source.stop(at + length + 0.05);
}

function shaped({ audio, loud }: Desk, at: number, length: number, level: number, attack: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, level * loud), at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  return gain;
}

const SOUNDS: Record<SoundName, (desk: Desk) => void> = {
  'fire-beam': (it) => {
    tone(it, 'sawtooth', 760, 240, 0.42, 0.16, 0, 0.02);
    tone(it, 'sawtooth', 768, 236, 0.42, 0.14, 0, 0.02);
    hiss(it, 'bandpass', 2600, 900, 0.4, 0.14, 0, 0.02, 3);
  },
  'fire-lance': (it) => {
    tone(it, 'triangle', 2100, 1150, 0.34, 0.16, 0, 0.01);
    tone(it, 'sine', 1050, 570, 0.36, 0.14, 0, 0.01);
  },
  'fire-gun': (it) => {
    for (let k = 0; k < 5; k++) {
      const late = k * 0.055 + Math.random() * 0.012;
      hiss(it, 'lowpass', 1700, 260, 0.16, 0.5 - k * 0.05, late);
      tone(it, 'sine', 130, 48, 0.16, 0.5, late);
    }
  },
  'fire-torpedo': (it) => {
    tone(it, 'sine', 210, 64, 0.7, 0.55, 0, 0.03);
    hiss(it, 'bandpass', 320, 1100, 0.7, 0.2, 0, 0.12, 1.5);
  },
  'fire-missile': (it) => {
    hiss(it, 'bandpass', 500, 2100, 0.75, 0.42, 0, 0.05, 1.2);
    tone(it, 'sine', 150, 80, 0.2, 0.35);
  },
  'fire-fighters': (it) => {
    for (let k = 0; k < 3; k++) {
      tone(it, 'sawtooth', 540 + k * 70, 190, 0.34, 0.1, k * 0.13, 0.08);
      hiss(it, 'bandpass', 1500, 600, 0.3, 0.1, k * 0.13, 0.1, 2);
    }
  },
  'fire-spray': (it) => {
    for (let k = 0; k < 8; k++)
      hiss(it, 'highpass', 2400, 1800, 0.045, 0.26, k * 0.042 + Math.random() * 0.01);
  },
  'fire-wave': (it) => {
    tone(it, 'sine', 58, 250, 0.36, 0.4, 0, 0.2);
    hiss(it, 'lowpass', 500, 2400, 0.36, 0.2, 0, 0.25);
    hiss(it, 'lowpass', 2600, 200, 1.1, 0.5, 0.34);
    tone(it, 'sawtooth', 92, 60, 1, 0.3, 0.34);
  },
  'hit-shield': (it) => {
    tone(it, 'sine', 690, 640, 0.6, 0.3, 0, 0.004);
    tone(it, 'sine', 1033, 960, 0.45, 0.18, 0, 0.004);
    hiss(it, 'bandpass', 3200, 1400, 0.18, 0.12, 0, 0.004, 4);
  },
  'hit-hull': (it) => {
    hiss(it, 'lowpass', 900, 140, 0.34, 0.6);
    tone(it, 'sine', 105, 40, 0.36, 0.7);
    hiss(it, 'bandpass', 2400, 900, 0.09, 0.2, 0, 0.002, 5);
  },
  blast: (it) => {
    hiss(it, 'lowpass', 1300, 110, 0.9, 0.7);
    tone(it, 'sine', 84, 30, 0.8, 0.8);
  },
  kill: (it) => {
    hiss(it, 'lowpass', 2200, 70, 2.1, 0.85, 0, 0.01);
    tone(it, 'sine', 76, 24, 1.9, 1, 0, 0.01);
    hiss(it, 'lowpass', 500, 80, 1.6, 0.5, 0.28, 0.05);
    for (let k = 0; k < 7; k++)
      hiss(it, 'bandpass', 2600, 1200, 0.06, 0.18, 0.35 + k * 0.16 + Math.random() * 0.1, 0.003, 6);
  },
  lock: (it) => {
    tone(it, 'square', 1480, 1480, 0.07, 0.08);
    tone(it, 'square', 1480, 1480, 0.07, 0.08, 0.11);
    tone(it, 'square', 1976, 1976, 0.16, 0.08, 0.22);
  },
  card: (it) => {
    hiss(it, 'bandpass', 1400, 3600, 0.13, 0.22, 0, 0.05, 1.5);
    hiss(it, 'bandpass', 2200, 1600, 0.03, 0.3, 0.13, 0.002, 2);
  },
  dice: (it) => {
    for (let k = 0; k < 5; k++)
      hiss(
        it,
        'bandpass',
        2300 + Math.random() * 900,
        1700,
        0.028,
        0.34,
        k * 0.075 + Math.random() * 0.02,
        0.001,
        5,
      );
  },
  seal: (it) => {
    tone(it, 'sine', 240, 120, 0.18, 0.5);
    hiss(it, 'lowpass', 1500, 300, 0.06, 0.3);
    tone(it, 'sine', 480, 470, 0.22, 0.12, 0.05, 0.01);
  },
  turn: (it) => {
    tone(it, 'sine', 523.25, 523.25, 0.6, 0.16, 0, 0.04);
    tone(it, 'sine', 659.25, 659.25, 0.75, 0.14, 0.14, 0.04);
  },
};
