// Things that are counted, and missiles by name.
import { count } from '../../lib/count';
import type { Warhead } from './types';

export const ships = (n: number) => count(n, 'ship');
export const wings = (n: number) => count(n, 'group');

export function warhead(it: Warhead): string {
  if (it === 'salvo') return 'missile salvo';
  if (it === 'heavy') return 'heavy missile';
  if ('spread' in it) return count(it.spread, 'missile');
  if ('antimatter' in it) return it.antimatter.fused ? 'antimatter missile, fused' : 'antimatter missile';
  if ('rockets' in it) return count(it.rockets, 'rocket');
  return `plasma bolt, class ${it.bolt}`;
}
