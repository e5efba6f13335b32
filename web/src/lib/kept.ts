// What is kept of people, taken out of docs/kept.md: one text for whoever runs a server and for everybody on it.
import source from '../../../docs/kept.md?raw';
import { spansOf } from '../shown/prose';
import type { Span } from '../shown/prose';

/** One thing that is kept. In which table of the database it lies is nothing for a page. */
export interface KeptRow {
  what: Span[];
  why: Span[];
  long: Span[];
}
export type KeptPart = { kind: 'text'; spans: Span[] } | { kind: 'table'; rows: KeptRow[] };
export interface KeptPage {
  title: string;
  parts: KeptPart[];
}

/** Links of the document lead to others of its folder, which are not here: their words stay. */
const said = (text: string): Span[] =>
  spansOf(text.replaceAll('`', '').trim()).map((it) =>
    it.kind === 'link' ? { kind: 'plain', text: it.text } : it,
  );

function rowOf(line: string): KeptRow {
  const cells = line
    .split('|')
    .slice(1, -1)
    .map((it) => said(it));
  const [what, , why, long] = cells;
  if (cells.length !== 4 || !what || !why || !long) throw new Error(`docs/kept.md: no row of four: ${line}`);
  return { what, why, long };
}

export function keptPage(text: string): KeptPage {
  const [heading = '', ...blocks] = text.trim().split(/\n\s*\n/);
  const parts = blocks.map((block): KeptPart => {
    if (!block.startsWith('|')) return { kind: 'text', spans: said(block.replaceAll('\n', ' ')) };
    // The first two lines are the heads of the columns.
    return { kind: 'table', rows: block.split('\n').slice(2).map(rowOf) };
  });
  return { title: heading.replace(/^# /, ''), parts };
}

export const kept = (): KeptPage => keptPage(source);
