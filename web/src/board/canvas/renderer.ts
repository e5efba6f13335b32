// The Canvas2D renderer: draws a frame from back to front, only what is seen.
import type { Frame, Renderer } from '../renderer';
import { drawCompass, drawGround, drawScale, drawTerrain } from './ground';
import { drawOver, drawUnder } from './overlays';
import { drawShips } from './tokens';

export function canvasRenderer(canvas: HTMLCanvasElement): Renderer {
  const ctx = canvas.getContext('2d', { alpha: false });
  if (!ctx) throw new Error('this browser draws no canvas');
  let ratio = 1;
  return {
    resize(width, height, pixels) {
      ratio = pixels;
      canvas.width = Math.round(width * pixels);
      canvas.height = Math.round(height * pixels);
    },
    draw(frame: Frame) {
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.globalAlpha = 1;
      drawGround(ctx, frame);
      drawTerrain(ctx, frame);
      drawUnder(ctx, frame);
      drawShips(ctx, frame);
      drawOver(ctx, frame);
      if (frame.bare || frame.poster) return;
      drawScale(ctx, frame);
      drawCompass(ctx, frame);
    },
    dispose() {
      canvas.width = 0;
    },
  };
}
