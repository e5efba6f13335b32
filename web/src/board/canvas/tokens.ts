// Ships: base by side, silhouette by class, a damage ring that breaks, a label
// where there is room. Far away only the silhouette is left.
import type { Frame } from '../renderer';
import { drawnLength } from '../state';
import type { Ghost, Shape, Token, Tone } from '../types';
import { furniture } from './ground';
import type { Context } from './ground';
import { isIn, screenX, screenY } from './lens';
import type { Lens } from './lens';
import { drawFires, drawSmoke, drawWreckage } from './wrecks';

/** From so many ships on the screen on, bodies are copied and not drawn. */
const MANY = 40;

const paths = new Map<string, Path2D>();

/** Path data becomes a path once. */
function pathOf(data: string): Path2D {
  let path = paths.get(data);
  if (!path) {
    path = new Path2D(data);
    paths.set(data, path);
  }
  return path;
}

const SIDES: Tone[] = ['side-0', 'side-1', 'side-2', 'side-3'];

export function toneOf(side: number): Tone {
  return SIDES[side] ?? 'neutral';
}

/** Corners of the base: round, angular, triangular, square, so that sides
 * differ without colour. */
const CORNERS = [0, 6, 3, 4];

/** The place on the base's outline at a share of the way round, from the top. */
function onBase(side: number, r: number, t: number): [number, number] {
  const corners = CORNERS[side] ?? 0;
  const turn = t * Math.PI * 2;
  if (corners === 0) return [Math.sin(turn) * r, -Math.cos(turn) * r];
  const wide = corners === 3 ? r * 1.3 : corners === 4 ? r * 1.2 : r * 1.07;
  const shift = corners === 4 ? 0.5 : 0;
  const at = t * corners + shift;
  const k = Math.floor(at);
  const part = at - k;
  const corner = (n: number): [number, number] => {
    const angle = ((n - shift) / corners) * Math.PI * 2;
    return [Math.sin(angle) * wide, -Math.cos(angle) * wide];
  };
  const [ax, ay] = corner(k);
  const [bx, by] = corner(k + 1);
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}

/** A stretch of the base's outline. */
function stretch(ctx: Context, side: number, r: number, from: number, to: number): void {
  const corners = CORNERS[side] ?? 0;
  if (corners === 0) {
    ctx.arc(0, 0, r, from * Math.PI * 2 - Math.PI / 2, to * Math.PI * 2 - Math.PI / 2);
    return;
  }
  ctx.moveTo(...onBase(side, r, from));
  const shift = corners === 4 ? 0.5 : 0;
  for (let k = Math.floor(from * corners + shift) + 1; k < to * corners + shift - 1e-9; k++)
    ctx.lineTo(...onBase(side, r, (k - shift) / corners));
  ctx.lineTo(...onBase(side, r, to));
}

function base(ctx: Context, side: number, r: number): void {
  ctx.beginPath();
  stretch(ctx, side, r, 0, 1);
  ctx.closePath();
}

function silhouette(
  ctx: Context,
  frame: Frame,
  shape: Shape,
  long: number,
  colour: string,
  solid: boolean,
): void {
  const half = long / 2;
  ctx.save();
  ctx.scale(half, half);
  const hull = pathOf(shape.hull);
  if (solid) {
    ctx.fillStyle = colour;
    ctx.fill(hull);
    if (shape.detail && long > 24) {
      ctx.strokeStyle = frame.palette.sea;
      ctx.lineWidth = 1.3 / half;
      ctx.stroke(pathOf(shape.detail));
    }
    ctx.strokeStyle = frame.palette.sea;
    ctx.lineWidth = 1 / half;
    ctx.stroke(hull);
  } else {
    ctx.fillStyle = frame.palette.sea;
    ctx.fill(hull);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.6 / half;
    ctx.stroke(hull);
  }
  ctx.restore();
}

/** The damage ring is the base's own outline: one part a box, broken where boxes are gone. */
function ring(ctx: Context, frame: Frame, token: Token, r: number, colour: string): void {
  const n = token.boxes;
  if (n === 0) return;
  const gap = n > 1 ? Math.min(0.022, 0.22 / n) : 0;
  const alpha = token.dim ? 0.45 : 1;
  for (const gone of [true, false]) {
    ctx.beginPath();
    for (let k = 0; k < n; k++) {
      if (k >= n - token.lost !== gone) continue;
      const [x, y] = onBase(token.side, r, k / n + gap);
      ctx.moveTo(x, y);
      stretch(ctx, token.side, r, k / n + gap, (k + 1) / n - gap);
    }
    ctx.strokeStyle = gone ? frame.palette.tones.harm : colour;
    ctx.globalAlpha = (gone ? 0.4 : 0.95) * alpha;
    ctx.lineWidth = gone ? 1 : 2;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/** Base, ring, bow mark and silhouette about the origin; or what the game paints. */
function drawBody(
  ctx: Context,
  frame: Frame,
  token: Token,
  long: number,
  near: boolean,
  chosen: boolean,
): void {
  const { palette } = frame;
  const colour = palette.tones[toneOf(token.side)];
  const { paint } = token.shape;
  if (paint) {
    paint.draw(ctx, {
      long,
      heading: token.heading,
      palette,
      colour,
      chosen,
      dim: !!token.dim,
      ghost: false,
      far: long < FAR,
    });
    ctx.globalAlpha = 1;
    return;
  }
  const r = long * 0.56;
  if (near) {
    base(ctx, token.side, r + 1);
    ctx.fillStyle = palette.panel;
    ctx.globalAlpha = token.dim ? 0.4 : 0.78;
    ctx.fill();
    ctx.fillStyle = colour;
    ctx.globalAlpha = chosen ? 0.3 : 0.14;
    ctx.fill();
    ctx.globalAlpha = 1;
    ring(ctx, frame, token, r + 1, colour);
  }
  ctx.rotate((token.heading * Math.PI) / 180);
  if (near) {
    // A bow mark outside the ring: heading must be unmistakable.
    ctx.fillStyle = colour;
    ctx.globalAlpha = token.dim ? 0.5 : 1;
    ctx.beginPath();
    ctx.moveTo(0, -r - 8);
    ctx.lineTo(3.6, -r - 2.5);
    ctx.lineTo(-3.6, -r - 2.5);
    ctx.fill();
  }
  ctx.globalAlpha = token.dim ? 0.55 : 1;
  silhouette(ctx, frame, token.shape, long, colour, true);
  ctx.globalAlpha = 1;
}

/** A body painted once, to be copied. */
interface Sprite {
  body: HTMLCanvasElement;
  /** Pixels long it was painted, and the side of its canvas on the screen. */
  size: number;
  wide: number;
}

const sprites = new Map<string, Sprite>();
/** Together they may hold so many pixels; then all are let go. */
const MOST_PIXELS = 12e6;
let pixels = 0;
/** Sizes come in steps of this ratio, so that a zoom does not paint everything anew. */
const SIZE_STEP = Math.log(1.25);
/** A painted counter shorter than this shows no numbers. */
const FAR = 28;

/** What a token was last drawn with, so that the next frame need not look it up by words. */
interface Worn {
  sprite: Sprite;
  step: number;
  near: boolean;
  chosen: boolean;
  theme: string;
  ratio: number;
}

let worn = new WeakMap<Token, Worn>();

/** While the zoom stands still sprites have just the right size: a copy that
 * need not be scaled costs a third. So many are painted in one frame, no more. */
const MOST_NEW = 40;
let standing = false;
let lastScale = 0;
let painted = 0;

function spriteOf(
  frame: Frame,
  token: Token,
  long: number,
  near: boolean,
  chosen: boolean,
  ratio: number,
): Sprite {
  const stepped = Math.ceil(Math.log(long) / SIZE_STEP - 1e-9);
  if (standing) {
    // Whole pixels are told apart from steps by their sign.
    const exact = found(frame, token, -Math.round(long), near, chosen, ratio, painted < MOST_NEW);
    if (exact) return exact;
  }
  // In the midst of a zoom yesterday's picture, scaled, does for another frame.
  const last = worn.get(token);
  const usable =
    last &&
    last.near === near &&
    last.chosen === chosen &&
    last.theme === frame.palette.theme &&
    last.ratio === ratio;
  return found(frame, token, stepped, near, chosen, ratio, !usable || painted < MOST_NEW) ?? last!.sprite;
}

function found(
  frame: Frame,
  token: Token,
  step: number,
  near: boolean,
  chosen: boolean,
  ratio: number,
  may: boolean,
): Sprite | null {
  const theme = frame.palette.theme;
  const last = worn.get(token);
  if (
    last &&
    last.step === step &&
    last.near === near &&
    last.chosen === chosen &&
    last.theme === theme &&
    last.ratio === ratio
  )
    return last.sprite;
  const heading = Math.round(token.heading / 3) * 3;
  const { shape } = token;
  const looks = [shape.paint?.key ?? shape.hull, token.side, step, heading, token.boxes, token.lost];
  const key = [...looks, near, chosen, token.dim, theme, ratio].join('|');
  let sprite = sprites.get(key);
  if (!sprite) {
    if (!may) return null;
    painted += 1;
    const size = step < 0 ? -step : Math.round(Math.exp(step * SIZE_STEP));
    // Base, ring and bow mark reach out; a bare silhouette does not.
    const wide = near || shape.paint ? Math.ceil(size * 1.3 + 22) : Math.ceil(size * 1.05 + 4);
    const side = Math.ceil(wide * ratio);
    if (pixels + side * side > MOST_PIXELS) {
      sprites.clear();
      worn = new WeakMap();
      pixels = 0;
    }
    const body = document.createElement('canvas');
    body.width = body.height = side;
    pixels += side * side;
    const ctx = body.getContext('2d')!;
    ctx.setTransform(ratio, 0, 0, ratio, side / 2, side / 2);
    drawBody(ctx, frame, { ...token, heading }, size, near, chosen);
    sprite = { body, size, wide: side / ratio };
    sprites.set(key, sprite);
  }
  worn.set(token, { sprite, step, near, chosen, theme, ratio });
  return sprite;
}

/** The outline for choosing and hovering, about the origin. */
function outline(ctx: Context, token: { shape: Shape; side: number; heading: number }, long: number): void {
  const { shape } = token;
  if (!shape.outline) {
    base(ctx, token.side, long * 0.56 + 6);
    ctx.stroke();
    return;
  }
  const half = long / 2 + 4;
  const { lineWidth } = ctx;
  ctx.rotate((token.heading * Math.PI) / 180);
  ctx.scale(half, half);
  ctx.lineWidth = lineWidth / half;
  ctx.stroke(pathOf(shape.outline));
}

function drawToken(
  ctx: Context,
  frame: Frame,
  lens: Lens,
  token: Token,
  many: boolean,
  near: boolean,
  ratio: number,
): void {
  const { state, palette } = frame;
  const x = screenX(lens, token.at.x);
  const y = screenY(lens, token.at.y);
  const long = drawnLength(token.shape, lens.scale);
  const chosen = state.selected === token.id;
  const hovered = state.hover === token.id;
  if (many) {
    const { body, size, wide } = spriteOf(frame, token, long, near, chosen, ratio);
    const k = Math.abs(long - size) < 0.51 ? 1 : long / size;
    const side = wide * k;
    ctx.drawImage(
      body,
      Math.round((x - side / 2) * ratio) / ratio,
      Math.round((y - side / 2) * ratio) / ratio,
      side,
      side,
    );
  } else {
    ctx.save();
    ctx.translate(x, y);
    drawBody(ctx, frame, token, long, near, chosen);
    ctx.restore();
  }
  if (!chosen && !hovered && !token.picked) return;
  ctx.save();
  ctx.translate(x, y);
  ctx.strokeStyle = palette.tones.text;
  ctx.globalAlpha = chosen || token.picked ? 1 : 0.55;
  ctx.lineWidth = 1.5;
  if (token.picked && !chosen) ctx.setLineDash([4, 3]);
  outline(ctx, token, long);
  ctx.restore();
}

/** Where each ship is going, all of one colour in one stroke. */
function drawVectors(ctx: Context, frame: Frame, lens: Lens, tokens: Token[]): void {
  for (let side = 0; side <= SIDES.length; side++) {
    for (let dim = 0; dim < 2; dim++) {
      let any = false;
      for (const token of tokens) {
        const tip = token.vector;
        if (!tip || token.wreck || (token.dim ? 1 : 0) !== dim || Math.min(token.side, SIDES.length) !== side)
          continue;
        if (!any) ctx.beginPath();
        any = true;
        const [ax, ay, bx, by] = [
          screenX(lens, token.at.x),
          screenY(lens, token.at.y),
          screenX(lens, tip.x),
          screenY(lens, tip.y),
        ];
        ctx.moveTo(ax, ay);
        ctx.lineTo(bx, by);
        // Among very many, heads would only be specks.
        if (tokens.length > 3 * MANY) continue;
        const angle = Math.atan2(by - ay, bx - ax);
        ctx.moveTo(bx - Math.cos(angle - 0.5) * 6, by - Math.sin(angle - 0.5) * 6);
        ctx.lineTo(bx, by);
        ctx.lineTo(bx - Math.cos(angle + 0.5) * 6, by - Math.sin(angle + 0.5) * 6);
      }
      if (!any) continue;
      ctx.strokeStyle = frame.palette.tones[toneOf(side)];
      ctx.globalAlpha = dim ? 0.2 : 0.55;
      ctx.lineWidth = tokens.length > 3 * MANY ? 1 : 1.25;
      ctx.stroke();
    }
  }
  ctx.globalAlpha = 1;
}

function drawWrecks(ctx: Context, frame: Frame, lens: Lens, tokens: Token[]): void {
  let any = false;
  for (const token of tokens) {
    if (!token.wreck) continue;
    if (frame.state.fresh.has(token.id)) {
      drawWreckage(ctx, frame, lens, token, frame.palette.tones[toneOf(token.side)]);
      continue;
    }
    if (token.cleared) continue;
    if (!any) ctx.beginPath();
    any = true;
    const x = screenX(lens, token.at.x);
    const y = screenY(lens, token.at.y);
    ctx.moveTo(x - 5, y - 5);
    ctx.lineTo(x + 5, y + 5);
    ctx.moveTo(x + 5, y - 5);
    ctx.lineTo(x - 5, y + 5);
  }
  if (!any) return;
  ctx.strokeStyle = frame.palette.tones.muted;
  ctx.globalAlpha = 0.5;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Small marks at the rings: what a ship still owes, and what is out of order. */
function drawMarks(ctx: Context, frame: Frame, lens: Lens, tokens: Token[]): void {
  const dots = (
    colour: string,
    size: number,
    count: (token: Token) => number,
    side: number,
    down: number,
  ) => {
    let any = false;
    for (const token of tokens) {
      const n = token.wreck ? 0 : count(token);
      if (n === 0) continue;
      if (!any) ctx.beginPath();
      any = true;
      const r = drawnLength(token.shape, lens.scale) * 0.56 * 0.8 + 4;
      const x = screenX(lens, token.at.x) + side * r;
      const y = screenY(lens, token.at.y) - r;
      for (let k = 0; k < n; k++) {
        ctx.moveTo(x + size, y + k * down);
        ctx.arc(x, y + k * down, size, 0, Math.PI * 2);
      }
    }
    if (!any) return;
    ctx.fillStyle = colour;
    ctx.fill();
  };
  dots(frame.palette.tones.warn, 3.5, (it) => (it.owes ? 1 : 0), 1, 0);
  dots(frame.palette.tones.harm, 2.6, (it) => it.trouble ?? 0, -1, 7);
}

interface Word {
  picture: HTMLCanvasElement | null;
  wide: number;
}

const words = new Map<string, Word>();
const WORD_HEIGHT = 14;

/** A name, painted once on a piece of the sea. */
function word(frame: Frame, label: string, colour: string, ratio: number): Word {
  const key = `${label}|${colour}|${frame.palette.sea}|${ratio}`;
  let found = words.get(key);
  if (found) return found;
  if (words.size > 4000) words.clear();
  const picture = document.createElement('canvas');
  const ctx = picture.getContext('2d')!;
  const font = `600 11.5px ${frame.palette.mono}`;
  ctx.font = font;
  const wide = Math.ceil(ctx.measureText(label).width) + 6;
  picture.width = Math.ceil(wide * ratio);
  picture.height = Math.ceil(WORD_HEIGHT * ratio);
  ctx.scale(ratio, ratio);
  ctx.globalAlpha = 0.7;
  ctx.fillStyle = frame.palette.sea;
  ctx.fillRect(0, 0, wide, WORD_HEIGHT);
  ctx.globalAlpha = 1;
  ctx.font = font;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colour;
  ctx.fillText(label, wide / 2, WORD_HEIGHT / 2 + 0.5);
  found = { picture, wide };
  words.set(key, found);
  return found;
}

/** Fonts that come late make all names wrong. */
export function forgetWords(): void {
  words.clear();
}

/** Which parts of the screen have a name on them already, in squares of some pixels. */
const SQUARE = 5;
let taken = new Uint8Array(0);
let across = 0;
let down = 0;

function clearTaken(width: number, height: number): void {
  across = Math.ceil(width / SQUARE) + 1;
  down = Math.ceil(height / SQUARE) + 1;
  if (taken.length < across * down) taken = new Uint8Array(across * down);
  else taken.fill(0, 0, across * down);
}

function take(x: number, y: number, wide: number, high: number): boolean {
  const left = Math.floor(x / SQUARE);
  const top = Math.floor(y / SQUARE);
  const right = Math.floor((x + wide) / SQUARE);
  const bottom = Math.floor((y + high) / SQUARE);
  if (left < 0 || top < 0 || right >= across || bottom >= down) return false;
  for (let row = top; row <= bottom; row++)
    for (let k = left; k <= right; k++) if (taken[row * across + k]) return false;
  for (let row = top; row <= bottom; row++) taken.fill(1, row * across + left, row * across + right + 1);
  return true;
}

/** Names give way to what is said of targets and plans. */
function keepClear({ scene }: Frame, lens: Lens): void {
  for (const it of scene.marks) {
    if (it.label) take(screenX(lens, it.at.x) - 14, screenY(lens, it.at.y) - 42, 28, 16);
  }
  for (const it of scene.ghosts) {
    if (it.label && it.kind === 'chosen')
      take(
        screenX(lens, it.at.x) + drawnLength(it.shape, lens.scale) * 0.56 + 6,
        screenY(lens, it.at.y) - 9,
        8 + 7 * it.label.length,
        18,
      );
  }
}

/** Names go below, above, right or left of the ship, wherever no other is; close to it where nothing is round it. */
function drawLabel(
  ctx: Context,
  frame: Frame,
  lens: Lens,
  token: Token,
  ratio: number,
  ringed: boolean,
): void {
  if (token.wreck || token.label === '') return;
  const { palette, state } = frame;
  const colour = token.id === state.selected ? palette.tones.text : palette.tones[toneOf(token.side)];
  const { picture, wide } = word(frame, token.label, colour, ratio);
  if (!picture) return;
  const x = screenX(lens, token.at.x);
  const y = screenY(lens, token.at.y);
  const long = drawnLength(token.shape, lens.scale);
  if ((token.shape.paint?.named ?? Infinity) <= long) return;
  const named = token.shape.paint?.named !== undefined;
  const r = named ? long * 0.52 : ringed ? long * 0.56 + 8 : long * 0.45;
  for (let n = 0; n < 4; n++) {
    const left = n < 2 ? x - wide / 2 : n === 2 ? x + r : x - r - wide;
    const top = (n === 0 ? y + r + 6 : n === 1 ? y - r - 6 : y) - WORD_HEIGHT / 2;
    if (!take(left, top, wide, WORD_HEIGHT)) continue;
    if (token.dim) ctx.globalAlpha = 0.6;
    ctx.drawImage(
      picture,
      Math.round(left * ratio) / ratio,
      Math.round(top * ratio) / ratio,
      picture.width / ratio,
      picture.height / ratio,
    );
    ctx.globalAlpha = 1;
    return;
  }
}

function drawGhost(ctx: Context, frame: Frame, lens: Lens, ghost: Ghost): void {
  const { state, palette } = frame;
  const at = { x: screenX(lens, ghost.at.x), y: screenY(lens, ghost.at.y) };
  const colour = ghost.warn ? palette.tones.warn : palette.tones[toneOf(ghost.side)];
  ctx.save();
  ctx.translate(at.x, at.y);
  const hovered = state.hover === ghost.id;
  if (ghost.kind === 'offered') {
    ctx.rotate((ghost.heading * Math.PI) / 180);
    ctx.fillStyle = palette.sea;
    ctx.strokeStyle = colour;
    ctx.globalAlpha = hovered ? 1 : 0.75;
    ctx.lineWidth = hovered ? 2 : 1.25;
    const s = hovered ? 1.35 : 1;
    ctx.beginPath();
    ctx.moveTo(0, -7.5 * s);
    ctx.lineTo(4.5 * s, 5 * s);
    ctx.lineTo(0, 2.5 * s);
    ctx.lineTo(-4.5 * s, 5 * s);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  } else if (ghost.shape.paint) {
    const long = drawnLength(ghost.shape, lens.scale);
    ghost.shape.paint.draw(ctx, {
      long,
      heading: ghost.heading,
      palette,
      colour,
      chosen: hovered,
      dim: false,
      ghost: true,
      far: long < FAR,
    });
  } else {
    const long = drawnLength(ghost.shape, lens.scale);
    base(ctx, ghost.side, long * 0.56 + 2);
    ctx.fillStyle = palette.sea;
    ctx.globalAlpha = 0.55;
    ctx.fill();
    ctx.setLineDash([3, 3]);
    ctx.strokeStyle = hovered ? palette.tones.text : colour;
    ctx.lineWidth = hovered ? 1.75 : 1.25;
    ctx.globalAlpha = 0.95;
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.rotate((ghost.heading * Math.PI) / 180);
    silhouette(ctx, frame, ghost.shape, long, colour, false);
  }
  ctx.restore();
  if (ghost.label && (ghost.kind === 'chosen' || hovered)) {
    const r = ghost.kind === 'offered' ? 10 : drawnLength(ghost.shape, lens.scale) * 0.56 + 6;
    ctx.font = `11.5px ${palette.mono}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    const wide = ctx.measureText(ghost.label).width + 8;
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = palette.panel;
    ctx.fillRect(at.x + r, at.y - 9, wide, 18);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colour;
    ctx.fillText(ghost.label, at.x + r + 4, at.y + 0.5);
  }
  ctx.globalAlpha = 1;
}

/** So many ships are named however small they are drawn. */
const FEW = 40;

/** What is seen in this frame; kept, so that no frame makes a list anew. */
const visible: Token[] = [];

export function drawShips(ctx: Context, frame: Frame, lens: Lens, ratio: number): void {
  const { scene, state } = frame;
  visible.length = 0;
  standing = lens.scale === lastScale;
  lastScale = lens.scale;
  painted = 0;
  let chosen: Token | null = null;
  let hovered: Token | null = null;
  const dying = new Set(scene.effects.flatMap((it) => (it.kind === 'break' ? [it.whom] : [])));
  for (const token of scene.tokens) {
    if (!isIn(lens, token.at, token.shape.length) || dying.has(token.id)) continue;
    visible.push(token);
    if (token.id === state.selected) chosen = token;
    else if (token.id === state.hover) hovered = token;
  }
  const many = visible.length > MANY;
  const near = lens.scale > scene.detail && !frame.bare;
  drawWrecks(ctx, frame, lens, visible);
  if (!frame.bare) drawSmoke(ctx, frame, lens, visible);
  if (near) drawVectors(ctx, frame, lens, visible);
  // The chosen ship last, so that it is never under another.
  for (const token of visible)
    if (!token.wreck && token !== chosen && token !== hovered)
      drawToken(ctx, frame, lens, token, many, near, ratio);
  if (hovered && !hovered.wreck) drawToken(ctx, frame, lens, hovered, many, near, ratio);
  if (chosen && !chosen.wreck) drawToken(ctx, frame, lens, chosen, many, near, ratio);
  if (!frame.bare) drawFires(ctx, frame, lens, visible);
  if (near) drawMarks(ctx, frame, lens, visible);
  let pointed: Ghost | null = null;
  for (const ghost of scene.ghosts) {
    if (ghost.id === state.hover) pointed = ghost;
    else if (isIn(lens, ghost.at, ghost.shape.length)) drawGhost(ctx, frame, lens, ghost);
  }
  if (pointed) drawGhost(ctx, frame, lens, pointed);
  // From afar a few ships still have their names, as far as there is room; many would be a crowd.
  const few = !frame.bare && !frame.poster && visible.length <= FEW;
  if (!near && !few) return;
  clearTaken(state.view.width, state.view.height);
  for (const it of furniture(frame)) take(it.left, it.top, it.right - it.left, it.bottom - it.top);
  keepClear(frame, lens);
  if (chosen) drawLabel(ctx, frame, lens, chosen, ratio, true);
  if (hovered) drawLabel(ctx, frame, lens, hovered, ratio, true);
  for (const token of visible)
    if (token !== chosen && token !== hovered)
      drawLabel(ctx, frame, lens, token, ratio, near || !!token.picked);
}
