import { expect, test } from 'vitest';
import { kept, keptPage } from './kept';

test('a document becomes a title, texts and rows, without where they lie and without links', () => {
  const heads = '| what | where | why | for how long |\n|---|---|---|---|';
  const text = 'Of `--public` servers,\nsee [there](x.md).';
  const page = keptPage(
    `# Kept\n\n${text}\n\n${heads}\n| **name** | \`people\` | to be known | for ever |\n`,
  );
  expect(page.title).toBe('Kept');
  expect(page.parts).toEqual([
    {
      kind: 'text',
      spans: [
        { kind: 'plain', text: 'Of --public servers, see ' },
        { kind: 'plain', text: 'there' },
        { kind: 'plain', text: '.' },
      ],
    },
    {
      kind: 'table',
      rows: [
        {
          what: [{ kind: 'strong', text: 'name' }],
          why: [{ kind: 'plain', text: 'to be known' }],
          long: [{ kind: 'plain', text: 'for ever' }],
        },
      ],
    },
  ]);
  expect(() => keptPage('# Kept\n\n| a |\n|---|\n| b |\n')).toThrow('no row of four');
});

test('the document itself says of everything why and for how long', () => {
  const { title, parts } = kept();
  expect(title).toMatch(/kept about a person/);
  const rows = parts.flatMap((it) => (it.kind === 'table' ? it.rows : []));
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) for (const cell of Object.values(row)) expect(cell.length).toBeGreaterThan(0);
});
