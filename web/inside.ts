// What a built client says of itself: the licences of the packages that are in it (licences.txt), and the names of its
// parts, for the service worker (offline.json).
import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the package that a module comes from. */
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** What may be in it. A package under another licence is thought about before it is put in. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1'];

function textOf(folder: string): string {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (!ALLOWED.includes(license))
    throw new Error(`${name} ${version} is under ${license}: see web/inside.ts`);
  const file = fs.readdirSync(folder).find((it) => /^licen[cs]e/i.test(it));
  if (!file) throw new Error(`${name} ${version} (${license}) comes without the text of its licence`);
  const line = '-'.repeat(80);
  const text = fs.readFileSync(path.join(folder, file), 'utf8').replace(/\r/g, '').trim();
  return `\n${line}\n${name} ${version} (${license}), in the client\n${line}\n\n${text}\n`;
}

export function inside(): Plugin {
  return {
    name: 'inside',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      // What is imported, and what style sheets name: fonts.
      const files = Object.values(bundle).flatMap((it) => (it.type === 'asset' ? it.originalFileNames : []));
      const from = [...this.getModuleIds(), ...files.map((it) => path.resolve(it))];
      const folders = from.flatMap((id) => PACKAGE.exec(id.replace(/^\0/, ''))?.[1] ?? []);
      const source = [...new Set(folders)].sort().map(textOf).join('');
      const parts = Object.keys(bundle).filter((it) => it.startsWith('assets/') && !it.endsWith('.map'));
      const names = JSON.stringify(parts.sort().map((it) => `/${it}`));
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
      this.emitFile({ type: 'asset', fileName: 'offline.json', source: names });
    },
  };
}
