// A live connection to one match for one seat: comes back by itself with the
// number of the last event seen, with growing pauses.
import type { Push, Update } from '../wire';
import { account } from './account.svelte';
import { upgrade } from './upgrade.svelte';

export type LiveStatus = 'connecting' | 'open' | 'lost';

export interface Live {
  close(): void;
}

export interface LiveHandlers {
  update: (update: Update) => void;
  status: (status: LiveStatus) => void;
  refused: (message: string) => void;
  /** Which event to ask for first. */
  from: () => number;
}

/** Who has looked at something else for so long is away, and told elsewhere what happens here: in milliseconds. */
const LONG_HIDDEN = 10 * 60_000;

export function openLive(match: string, secret: string, handlers: LiveHandlers): Live {
  let socket: WebSocket | null = null;
  let closed = false;
  let pause = 500;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let resting = false;

  const connect = () => {
    handlers.status('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    socket = new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(match)}/live`);
    socket.onopen = () => {
      socket?.send(JSON.stringify({ secret, from: handlers.from() }));
    };
    socket.onmessage = (message) => {
      let push: Push;
      try {
        push = JSON.parse(String(message.data)) as Push;
      } catch {
        return;
      }
      if (push.type === 'error') {
        handlers.refused(push.message);
        return;
      }
      pause = 500;
      handlers.status('open');
      upgrade.noticed(push.build);
      handlers.update(push);
    };
    const mine = socket;
    socket.onclose = () => {
      if (closed || socket !== mine) return;
      handlers.status('lost');
      if (resting) return;
      timer = setTimeout(connect, pause);
      pause = Math.min(8000, pause * 2);
    };
  };
  // A connection that a vanished network left behind may take minutes to break.
  const away = () => handlers.status('lost');
  const back = () => {
    clearTimeout(timer);
    pause = 500;
    const old = socket;
    connect();
    old?.close();
  };
  // Guests can be told nothing elsewhere: their table stays as it is.
  const looked = () => {
    clearTimeout(rest);
    if (document.hidden && account.person) {
      rest = setTimeout(() => {
        resting = true;
        socket?.close();
      }, LONG_HIDDEN);
    } else if (resting) {
      resting = false;
      back();
    }
  };
  document.addEventListener('visibilitychange', looked);
  window.addEventListener('offline', away);
  window.addEventListener('online', back);
  connect();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(rest);
      document.removeEventListener('visibilitychange', looked);
      window.removeEventListener('offline', away);
      window.removeEventListener('online', back);
      socket?.close();
    },
  };
}
