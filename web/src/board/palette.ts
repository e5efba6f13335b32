// The theme's colours, read from its tokens once for the canvas.
import type { Palette } from './renderer';
import type { Tone } from './types';

const TONES: Tone[] = ['side-0', 'side-1', 'side-2', 'side-3', 'neutral', 'harm', 'warn', 'text', 'muted'];

export function paletteOf(root: HTMLElement): Palette {
  const css = getComputedStyle(root);
  const of = (name: string) => css.getPropertyValue(`--${name}`).trim();
  const tones = Object.fromEntries(TONES.map((it) => [it, of(it)])) as Record<Tone, string>;
  return {
    ground: of('ground'),
    sea: of('sea'),
    panel: of('panel'),
    line: of('line'),
    gridFine: of('grid-fine'),
    gridCoarse: of('grid-coarse'),
    edge: of('edge'),
    gas: of('gas'),
    rock: of('rock'),
    font: of('sans'),
    mono: of('mono'),
    tones,
    theme: `${of('sea')} ${tones['side-0']}`,
  };
}
