// What is asked to sound. Off until somebody switches it on; the synthesiser is
// fetched when the first sound is wanted.
import type { Heard, SoundName } from '../../board/effects';
import { settings } from '../settings.svelte';

/** Whatever makes the sounds; tests bring their own. */
export interface Sink {
  /** `power` and `volume` from 0 to 1. */
  play: (sound: SoundName, power: number, volume: number) => void;
}

let sink: Promise<Sink> | null = null;

/** Sends all sounds elsewhere; null goes back to the loudspeaker. */
export function soundTo(other: Sink | null): void {
  sink = other ? Promise.resolve(other) : null;
}

export function sound(name: SoundName, power = 0.5): void {
  if (!settings.sound || settings.volume <= 0) return;
  sink ??= import('./synth').then((it) => it.synthesiser());
  // Without a loudspeaker a battle goes on in silence.
  void sink.then((it) => it.play(name, power, settings.volume)).catch(() => {});
}

/** What a cue of the playback sounds like. */
export function hear(it: Heard): void {
  sound(it.sound, it.power);
}
