// The Canvas2D renderer: draws a frame from back to front, only what is seen.
import type { Frame, Renderer, Theatre } from '../renderer';
import { drawCells } from './hexes';
import { focus, freshLens } from './lens';
import { drawCompass, drawGround, drawScale, drawTerrain } from './ground';
import { drawOver, drawUnder } from './overlays';
import { drawShips, forgetWords } from './tokens';

export function canvasRenderer(canvas: HTMLCanvasElement): Renderer {
  const ctx = canvas.getContext('2d', { alpha: false });
  if (!ctx) throw new Error('this browser draws no canvas');
  let ratio = 1;
  let theatre: Theatre | null = null;
  const lens = freshLens();
  return {
    resize(width, height, pixels) {
      ratio = pixels;
      canvas.width = Math.round(width * pixels);
      canvas.height = Math.round(height * pixels);
    },
    perform(acts) {
      theatre = acts;
    },
    draw(frame: Frame) {
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.globalAlpha = 1;
      focus(lens, frame.state);
      drawGround(ctx, frame, lens);
      drawTerrain(ctx, frame);
      drawCells(ctx, frame, lens);
      drawUnder(ctx, frame, lens);
      theatre?.drawEffectsUnder(ctx, frame, lens);
      drawShips(ctx, frame, lens, ratio);
      theatre?.drawEffectsOver(ctx, frame, lens);
      drawOver(ctx, frame, lens);
      if (frame.bare || frame.poster) return;
      drawScale(ctx, frame);
      drawCompass(ctx, frame);
    },
    refresh: forgetWords,
    dispose() {
      canvas.width = 0;
    },
  };
}
