// The text of a chapter taken apart: paragraphs and lists, with strong words and links.

export type Span = { kind: 'plain' | 'strong'; text: string } | { kind: 'link'; text: string; to: string };

export type Block = { kind: 'paragraph'; spans: Span[] } | { kind: 'list'; items: Span[][] };

/** What stands in one line. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  for (const it of text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)) {
    if (it === '') continue;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(it);
    if (link) spans.push({ kind: 'link', text: link[1]!, to: link[2]! });
    else if (it.startsWith('**')) spans.push({ kind: 'strong', text: it.slice(2, -2) });
    else spans.push({ kind: 'plain', text: it });
  }
  return spans;
}

export function blocksOf(text: string): Block[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part): Block => {
      const lines = part.split('\n').map((it) => it.trim());
      if (lines.every((it) => it.startsWith('- ')))
        return { kind: 'list', items: lines.map((it) => spansOf(it.slice(2))) };
      return { kind: 'paragraph', spans: spansOf(lines.join(' ')) };
    });
}

/** Where a link of a chapter leads on the screen. */
export function addressOf(game: string, to: string): string {
  const [kind, id = ''] = to.split(':');
  if (kind === 'rule') return `#/rules/${game}/${id}`;
  if (kind === 'chapter') return `#/howto/${game}/${id}`;
  if (kind === 'play') return `#/new/${game}/${id}`;
  return kind === 'yard' ? '#/yard' : `#/rules/${game}`;
}
