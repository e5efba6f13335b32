// A fleet or a design that lies on a shelf of the server comes into this
// browser's shipyard.
import type { ShelfKind } from '../wire';
import { fromFile } from './fleet';
import { isFields } from './types';
import type { Ship } from './types';
import { words } from './texts';
import { yard } from './yard.svelte';

export function takeIn(kind: ShelfKind, game: string, body: unknown): void {
  const fleet = kind === 'fleet' ? fromFile(body) : null;
  if (fleet) yard.makeFleet(game, fleet);
  else if (kind === 'design' && isFields(body)) yard.make(game, body as Ship);
  else throw new Error(words.take.broken);
}
