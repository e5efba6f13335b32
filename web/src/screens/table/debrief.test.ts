import { expect, it } from 'vitest';
import type { MatchInfo } from '../../wire';
import { asksOthers, seatsOf, seatsToPlayOn, stepped, swapped } from './debrief.svelte';

const info = (...players: string[]) =>
  ({ seats: players.map((player, seat) => ({ seat, name: String(seat), player })) }) as MatchInfo;

it('seats the same players again', () => {
  expect(seatsOf(info('human', 'captain'), [0])).toEqual([
    { kind: 'me' },
    { kind: 'computer', level: 'captain' },
  ]);
  expect(seatsOf(info('human', 'human'), [1])).toEqual([{ kind: 'friend' }, { kind: 'me' }]);
});

it('knows who would have to be asked', () => {
  expect(asksOthers(seatsOf(info('human', 'human'), [0]))).toBe(true);
  expect(asksOthers(seatsOf(info('human', 'human'), [0, 1]))).toBe(false);
  expect(asksOthers(seatsOf(info('human', 'captain'), [0]))).toBe(false);
});

it('moves everybody on by a seat', () => {
  expect(swapped(seatsOf(info('human', 'cadet'), [0]))).toEqual([
    { kind: 'computer', level: 'cadet' },
    { kind: 'me' },
  ]);
});

it('asks nobody else to play on', () => {
  expect(seatsToPlayOn(info('human', 'human'), [0])).toEqual([
    { kind: 'me' },
    { kind: 'computer', level: 'captain' },
  ]);
  // Whoever looked on plays the first seat.
  expect(seatsToPlayOn(info('admiral', 'cadet'), [])[0]).toEqual({ kind: 'me' });
});

it('knows who is a step stronger or weaker', () => {
  const against = (...players: string[]) => seatsOf(info('human', ...players), [0]);
  const cadet = { level: 'cadet', seats: [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }] };
  expect(stepped(against('captain'), -1)).toEqual(cadet);
  expect(stepped(against('captain'), 1)?.level).toBe('admiral');
  expect(stepped(against('cadet'), -1)).toBeNull();
  expect(stepped(against('admiral'), 1)).toBeNull();
  expect(stepped(against('step-3'), 1)).toBeNull();
  expect(stepped(against('human'), 1)).toBeNull();
  expect(stepped(against('cadet', 'captain'), 1)).toBeNull();
});
