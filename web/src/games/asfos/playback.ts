// What events look like: cues that move ships together, draw shots from gun to
// target and let their figures linger, while the shown view catches up.
import { onPath } from '../../board/geometry';
import { ease } from '../../board/camera';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import { played, stepwise } from '../../lib/patch';
import type { Line } from '../../wire';
import { alike, headingOn, trail } from '../shared/playback';
import type { Stage } from '../shared/playback';
import { vessels } from './model';
import { words } from './texts';
import type { GameEvent, View } from './types';

/** Lines that happen at the same time belong together. */
export function grouped(lines: Line[]): Line[][] {
  return alike(lines, (line) => {
    const event = line.event as GameEvent;
    if (event.movement) return 'move';
    if (event.deploy?.deployed) return 'deploy';
    if (event.fire?.marked) return 'marked';
    if (event.fire) return 'fire';
    if (event.repairs) return 'repairs';
    if (event.phase?.burned || event.phase?.exploded) return 'start';
    return null;
  });
}

const MOVE = 1500;
const SHOT = 1300;
const BETWEEN = 420;
const FIGURE = 1100;

export function cuesFor(lines: Line[], stage: Stage<View>): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(played(stage.view(), group));
    const first = events[0]!;
    const upTo = group[group.length - 1]!.n;
    if (first.movement) return { ...movement(events, stage, finish), upTo };
    if (first.fire && !first.fire.marked) return { ...fire(events, stage, finish), upTo };
    if (first.fire?.marked || first.repairs || first.phase?.burned || first.phase?.exploded) {
      return { ...figures(group, stage), upTo };
    }
    const length = first.deploy?.deployed ? 700 : first.victory ? 600 : 120;
    return { length, show: () => {}, begin: finish, upTo };
  });
}

function movement(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  const moves = events.flatMap((it) => (it.movement?.moved ? [it.movement.moved] : []));
  let starts: { path: Point[]; from: number; side: number }[] = [];
  return {
    length: moves.length > 0 ? MOVE : 300,
    begin: () => {
      const all = vessels(stage.view());
      starts = moves.map((it) => ({
        path: [all[it.ship]?.state.at ?? it.to, ...it.via, it.to],
        from: all[it.ship]?.state.heading ?? it.heading,
        side: all[it.ship]?.side ?? 0,
      }));
    },
    show: (t, now) => {
      moves.forEach((it, i) => {
        const start = starts[i];
        if (!start) return;
        const k = ease(t);
        const { at, leg } = onPath(start.path, k);
        now.poses.set(String(it.ship), {
          at,
          heading: headingOn(start.path, leg, start.from, it.heading, k),
        });
        now.paths.push({ points: trail(start.path, k), tone: toneOf(start.side), kind: 'past' });
      });
    },
    end: finish,
  };
}

function toneOf(side: number): Tone {
  return `side-${side}` as Tone;
}

function fire(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  const length = (events.length - 1) * BETWEEN + SHOT;
  return {
    length,
    show: (t, now) => {
      const all = vessels(stage.view());
      events.forEach((event, i) => {
        const into = t * length - i * BETWEEN;
        if (into < 0 || into > SHOT) return;
        const k = into / SHOT;
        const { aimed, fired } = event.fire ?? {};
        const by = all[(aimed ?? fired)?.by ?? -1];
        const at = all[(aimed ?? fired)?.at ?? -1];
        if (!by || !at) return;
        const kind =
          aimed || fired?.weapon === 'mass_drivers'
            ? 'shell'
            : fired?.weapon === 'secondaries'
              ? 'burst'
              : 'beam';
        const width = fired ? 1.2 + Math.min(3, fired.strength / 6) : 1.5;
        now.shots.push({
          from: by.state.at,
          to: at.state.at,
          tone: toneOf(by.side),
          kind,
          progress: Math.min(1, k * 1.6),
          width,
        });
        if (k < 0.3) return;
        const age = (k - 0.3) / 0.7;
        if (aimed)
          now.figures.push({
            at: at.state.at,
            text: aimed.hit ? words.hit : words.miss,
            tone: aimed.hit ? 'harm' : 'muted',
            age,
          });
        else if (fired) {
          const boxes = words.boxesFigure(fired.hull, fired.weapons);
          const crit = fired.critical && !fired.critical.wasted ? ` ${fired.critical.location}` : '';
          now.figures.push({
            at: at.state.at,
            text: boxes ? `${boxes}${crit}` : words.noDamage,
            tone: boxes ? 'harm' : 'muted',
            age,
          });
        }
      });
    },
    end: finish,
  };
}

/** What is said at a ship about an event, which took the view from one to the next. */
function said(
  event: GameEvent,
  before: View,
  after: View,
): { ship: number; text: string; tone: Tone } | null {
  const { marked } = event.fire ?? {};
  if (marked) {
    const parts = [
      marked.hull ? words.hullFigure(marked.hull) : '',
      marked.weapons ? words.gunsFigure(marked.weapons) : '',
      ...marked.criticals,
    ];
    return {
      ship: marked.ship,
      text: marked.destroyed ? words.destroyed : parts.filter(Boolean).join(' '),
      tone: 'harm',
    };
  }
  const { attempted } = event.repairs ?? {};
  if (attempted) {
    const text = attempted.repaired ? words.repaired(attempted.location) : words.stillOut(attempted.location);
    return { ship: attempted.ship, text, tone: attempted.repaired ? 'text' : 'muted' };
  }
  const hurt = event.phase?.burned ?? event.phase?.exploded;
  if (!hurt) return null;
  const left = (view: View) => view.ships[hurt.ship]?.display.hull_left ?? 0;
  return {
    ship: hurt.ship,
    text: hurt.destroyed ? words.destroyed : words.hullFigure(left(before) - left(after)),
    tone: 'harm',
  };
}

function figures(group: Line[], stage: Stage<View>): Cue {
  let shown: { at: Point; text: string; tone: Tone }[] = [];
  return {
    length: FIGURE,
    begin: () => {
      const all = vessels(stage.view());
      const views = stepwise(stage.view(), group);
      shown = group.flatMap((line, k) => {
        const it = said(line.event as GameEvent, views[k]!, views[k + 1]!);
        const at = all[it?.ship ?? -1]?.state.at;
        return it && at ? [{ at, text: it.text, tone: it.tone }] : [];
      });
      stage.show(views[group.length]!);
    },
    show: (t, now: Moment) => {
      for (const it of shown) now.figures.push({ ...it, age: t });
    },
  };
}
