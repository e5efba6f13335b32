// One poster of the home page, as the board draws it: `window.poster` shows it in the size that is asked for.
import { mount, unmount } from 'svelte';
import '../src/app.css';
import { api } from '../src/lib/api';
import { applyTheme, settings } from '../src/lib/settings.svelte';
import Preview from '../src/ui/Preview.svelte';

let shown: Record<string, unknown> | null = null;

async function poster(game: string, theme: 'dark' | 'light', width: number, height: number): Promise<void> {
  if (shown) await unmount(shown);
  settings.theme = theme;
  applyTheme();
  const target = document.getElementById('picture')!;
  target.style.width = `${width}px`;
  target.style.height = `${height}px`;
  const page = await api.scenario(game, 'intro');
  shown = mount(Preview, { target, props: { game, page, poster: true } });
}

Object.assign(window, { poster });
