// What an event changed of a view, as the server tells it: a JSON Patch (RFC 6902)
// of add, replace and remove. What is not touched keeps its identity, so that
// whatever is derived from it need not be made again.
import type { Change, Line } from '../wire';

/** A line of the log, as far as the view is concerned. */
export type Changed = Pick<Line, 'changes'>;

/** The view after these changes. The view itself stays as it is. */
export function patched<T>(view: T, changes: Change[] | undefined): T {
  let now: unknown = view;
  for (const change of changes ?? []) now = changed(now, stepsOf(change.path), 0, change);
  return now as T;
}

/** The view after these lines of the log. */
export function played<T>(view: T, lines: Changed[]): T {
  return lines.reduce((now, it) => patched(now, it.changes), view);
}

/** The view before each of these lines, and after the last. */
export function stepwise<T>(view: T, lines: Changed[]): T[] {
  const all = [view];
  for (const it of lines) all.push(patched(all[all.length - 1]!, it.changes));
  return all;
}

function stepsOf(path: string): string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw new Error(`the path ${path} does not begin with a slash`);
  return path
    .slice(1)
    .split('/')
    .map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function changed(here: unknown, steps: string[], depth: number, change: Change): unknown {
  if (depth === steps.length) {
    if (change.op === 'remove') throw new Error('a patch cannot remove the whole view');
    return change.value;
  }
  const step = steps[depth]!;
  const last = depth === steps.length - 1;
  const missing = () =>
    new Error(`${change.op} ${change.path}: there is no ${steps.slice(0, depth + 1).join('/')}`);
  if (Array.isArray(here)) {
    const inserts = last && change.op === 'add';
    const at = inserts && step === '-' ? here.length : /^(0|[1-9]\d*)$/.test(step) ? Number(step) : NaN;
    if (!(at < here.length + (inserts ? 1 : 0))) throw missing();
    const next: unknown[] = here.slice();
    if (inserts) next.splice(at, 0, change.value);
    else if (last && change.op === 'remove') next.splice(at, 1);
    else next[at] = changed(here[at], steps, depth + 1, change);
    return next;
  }
  if (typeof here !== 'object' || here === null) throw missing();
  const known = Object.hasOwn(here, step);
  if (!known && !(last && change.op === 'add')) throw missing();
  const next: Record<string, unknown> = { ...here };
  if (last && change.op === 'remove') delete next[step];
  else next[step] = changed(next[step], steps, depth + 1, change);
  return next;
}
