// What events look like: cues that move ships together, draw shots from gun to
// target and let their figures linger, while the shown view catches up.
import { onPath } from '../../board/geometry';
import { ease } from '../../board/camera';
import type { Kill, Volley, Weapon } from '../../board/effects';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Tone } from '../../board/types';
import { played, stepwise } from '../../lib/patch';
import type { Line } from '../../wire';
import { alike, dying, firing, headingOn, sixes, trail } from '../shared/playback';
import type { Stage } from '../shared/playback';
import { vessels } from './model';
import { words } from './texts';
import type { Weapon as WeaponName } from './wire';
import type { GameEvent, View } from './types';

/** Lines that happen at the same time belong together. */
export function grouped(lines: Line[]): Line[][] {
  return alike(lines, (line) => {
    const event = line.event as GameEvent;
    if (event.movement) return 'move';
    if (event.deploy?.deployed) return 'deploy';
    if (dead(event) !== null) return 'dead';
    if (event.fire?.marked) return 'marked';
    if (event.repairs) return 'repairs';
    if (event.phase?.burned || event.phase?.exploded) return 'start';
    return null;
  });
}

const MOVE = 1500;
const FIGURE = 1100;

/** The ship that an event destroys. */
function dead({ fire, phase }: GameEvent): number | null {
  const it = fire?.marked ?? phase?.burned ?? phase?.exploded;
  return it?.destroyed ? it.ship : null;
}

/** So many shots are told one firer after the other; more are one great salvo. */
const FEW = 7;
/** And then a little faster. */
const QUICKLY = 1.3;

function byFirer(group: Line[]): Line[][] {
  const shots = group.map((it) => (it.event as GameEvent).fire);
  if (group.length > FEW || shots.some((it) => !it || it.marked)) return [group];
  return alike(group, (line) => {
    const { aimed, fired } = (line.event as GameEvent).fire!;
    return String((aimed ?? fired)?.by);
  });
}

export function cuesFor(lines: Line[], stage: Stage<View>): Cue[] {
  return grouped(lines)
    .flatMap(byFirer)
    .map((group) => {
      const events = group.map((it) => it.event as GameEvent);
      const finish = () => stage.show(played(stage.view(), group));
      const first = events[0]!;
      const upTo = group[group.length - 1]!.n;
      if (first.movement) return { ...movement(events, stage, finish), upTo };
      if (dead(first) !== null) return Object.assign(death(events, stage, finish), { upTo });
      if (first.fire && !first.fire.marked) return Object.assign(fire(events, stage, finish), { upTo });
      if (first.fire?.marked || first.repairs || first.phase?.burned || first.phase?.exploded) {
        return { ...figures(group, stage), upTo };
      }
      const length = first.deploy?.deployed ? 700 : first.victory ? 600 : 120;
      return { length, show: () => {}, begin: finish, upTo, final: !!first.victory };
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
        const flown = trail(start.path, k);
        now.paths.push({ points: flown, tone: toneOf(start.side), kind: 'past' });
        now.effects.push({ kind: 'wake', t, points: flown, tone: toneOf(start.side), manner: 'drive' });
      });
    },
    end: finish,
    places: () => starts.flatMap((it) => it.path),
    weight: 'wide',
  };
}

function toneOf(side: number): Tone {
  return `side-${side}` as Tone;
}

/** Guns fire whole broadsides, the lighter ones quick and thin; mass drivers throw one heavy ball. */
const LOOKS: Record<WeaponName, Weapon> = {
  primaries: 'gun',
  secondaries: 'spray',
  mass_drivers: 'torpedo',
  particle_cannons: 'beam',
};

function fire(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  return firing(
    () => {
      const all = vessels(stage.view());
      return events.map((event): Volley | null => {
        const { aimed, fired } = event.fire ?? {};
        const shot = aimed ?? fired;
        const by = all[shot?.by ?? -1];
        const at = all[shot?.at ?? -1];
        if (!shot || !by || !at) return null;
        const boxes = fired ? words.boxesFigure(fired.hull, fired.weapons) : '';
        const crit = fired?.critical && !fired.critical.wasted ? ` ${fired.critical.location}` : '';
        const hit = aimed ? aimed.hit : boxes !== '' || crit !== '';
        const missed = aimed ? words.miss : words.noDamage;
        return {
          weapon: LOOKS[fired?.weapon ?? 'mass_drivers'],
          from: by.state.at,
          to: at.state.at,
          by: by.id,
          whom: at.id,
          tone: toneOf(by.side),
          hit,
          struck: 'hull',
          power: fired ? Math.min(1, fired.strength / 18) : 0.6,
          guns: fired ? 2 + Math.round(fired.strength / 3) : 1,
          dice: sixes(fired ? fired.dice : [aimed!.die]),
          said: {
            text: hit ? (aimed ? words.hit : `${boxes}${crit}`) : missed,
            tone: hit ? 'harm' : 'muted',
          },
        };
      });
    },
    finish,
    events.length > 2 ? 1 : QUICKLY,
  );
}

function death(events: GameEvent[], stage: Stage<View>, finish: () => void): Cue {
  return dying(() => {
    const all = vessels(stage.view());
    return events.flatMap((event): Kill[] => {
      const ship = all[dead(event) ?? -1];
      return ship
        ? [{ whom: ship.id, at: ship.state.at, said: { text: words.destroyed, tone: 'harm' } }]
        : [];
    });
  }, finish);
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
