// A hash router: the address says which screen, and what is on it.

export interface Route {
  name: string;
  parts: string[];
}

export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .map((it) => {
      try {
        return decodeURIComponent(it);
      } catch {
        return it;
      }
    });
  return { name: parts[0] ?? 'home', parts: parts.slice(1) };
}

class Router {
  route = $state<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));

  constructor() {
    if (typeof window === 'undefined') return;
    window.addEventListener('hashchange', () => {
      this.route = parseRoute(location.hash);
    });
  }

  go(...parts: string[]): void {
    location.hash = `#/${parts.map(encodeURIComponent).join('/')}`;
  }

  /** Goes without leaving the present address behind, as after a secret link. */
  replace(...parts: string[]): void {
    history.replaceState(null, '', `#/${parts.map(encodeURIComponent).join('/')}`);
    this.route = parseRoute(location.hash);
  }
}

export const router = new Router();
