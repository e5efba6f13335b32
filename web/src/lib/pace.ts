// How long seats have, in words: the choices of a new battle, and any pace at all.
import type { Late, Pace } from '../wire';
import { texts } from '../texts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Time = Omit<Pace, 'late'>;

/** What a new battle offers. */
export const PACES: { id: string; time: Time | null; live: boolean }[] = [
  { id: 'none', time: null, live: false },
  { id: '15+15', time: { bank: 15 * MINUTE, increment: 15 }, live: true },
  { id: '30+30', time: { bank: 30 * MINUTE, increment: 30 }, live: true },
  { id: '1m', time: { decision: MINUTE }, live: true },
  { id: '3m', time: { decision: 3 * MINUTE }, live: true },
  { id: '1d', time: { decision: DAY, bank: 3 * DAY, holidays: 7 }, live: false },
  { id: '3d', time: { decision: 3 * DAY, bank: 6 * DAY, holidays: 14 }, live: false },
];

export const LATES: Late[] = ['draft', 'captain', 'lost'];

export function paceOf(id: string, late: Late): Pace | undefined {
  const time = PACES.find((it) => it.id === id)?.time;
  return time ? { ...time, late } : undefined;
}

/** 45 seconds, 3 minutes, 2 hours, 1 day. */
export function spanWords(seconds: number): string {
  const t = texts.pace;
  if (seconds >= DAY && seconds % DAY === 0) return t.days(seconds / DAY);
  if (seconds >= HOUR && seconds % HOUR === 0) return t.hours(seconds / HOUR);
  if (seconds >= MINUTE && seconds % MINUTE === 0) return t.minutes(seconds / MINUTE);
  return t.seconds(seconds);
}

/** A whole pace: "15 minutes each, and 15 seconds more with each decision". */
export function paceWords(pace: Time | null | undefined): string {
  const t = texts.pace;
  if (!pace) return t.none;
  const { decision = 0, bank = 0, increment = 0 } = pace;
  const more = increment > 0 ? t.increment(spanWords(increment)) : '';
  if (decision === 0) return t.battle(spanWords(bank)) + more;
  return t.decision(spanWords(decision)) + (bank > 0 ? t.bank(spanWords(bank)) : '') + more;
}

/** What becomes of whoever runs out of time, for those who are still to agree to it; nothing without a clock. */
export function lateWords(pace: Pace | null | undefined): string {
  return pace ? texts.pace.ifLate[pace.late] : '';
}

/** How long ago, in the largest unit that fits: "4 minutes". */
export function agoWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.floor(milliseconds / 1000));
  for (const unit of [DAY, HOUR, MINUTE]) if (seconds >= unit) return spanWords(seconds - (seconds % unit));
  return spanWords(seconds);
}

/** From here on a clock warns: the last tenth of a decision's own time, or half a minute. */
export function isLow(left: number, pace: Pace | undefined): boolean {
  const whole = (pace?.decision ?? 0) * 1000;
  return left < Math.max(30_000, whole / 10);
}
