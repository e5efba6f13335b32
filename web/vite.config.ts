// How the client is built: one page, hashed files, nothing inline.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { inside } from './inside';

const server = process.env.FLAGBRIDGE_SERVER ?? 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte(), inside()],
  build: {
    target: 'es2022',
    // The page's security policy allows no data: fonts and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/health': server },
    fs: { allow: ['..'] },
  },
});
