// What is there before anybody flies: bodies with their gravity and radiation, lanes, stations, goals.
import type { Looking } from '../scene';
import { along } from '../../../board/geometry';
import type { Point, Scene } from '../../../board/types';
import { ahead, tone } from '../model';
import { words } from '../texts';
import type { View } from '../types';

// drawn: as many as look like a belt.
const ROCKS = 260;

export function heavens(view: View, system: number, scene: Scene, close: boolean): void {
  const star = view.map.systems[system];
  if (!star) return;
  const homes = system === 0 ? view.map.homes : [[], []];
  star.wells.forEach((well, n) => {
    const radiation = star.radiation[n] ?? 0;
    if (radiation > 0) {
      scene.discs.push({ at: well.at, radius: radiation, tone: 'harm' });
      // Triangles that point inwards, as the book draws radiation.
      // turned: eighths of a turn.
      for (let k = 0; close && k < 8; k++)
        scene.links.push({
          // turned: an eighth of a turn.
          from: along(well.at, k * 45, radiation),
          // turned: as above.
          to: along(well.at, k * 45, radiation - 0.01),
          tone: 'harm',
          width: 1,
          faint: true,
          end: 'arrow',
        });
    }
    scene.rings.push({ at: well.at, radius: well.influence, tone: 'muted' });
    scene.discs.push({
      at: well.at,
      radius: n === 0 ? 0.9 : 0.5,
      tone: n === 0 ? 'text' : 'neutral',
      solid: true,
      look: n === 0 ? 'star' : 'world',
      label: star.names[n],
    });
    scene.spots.push({ id: `body-${n}`, at: well.at, tone: 'muted', kind: 'dot', size: 2 });
    homes.forEach((list, side) => {
      if (list.includes(n)) scene.rings.push({ at: well.at, radius: 0.8, tone: tone(side), strong: true });
    });
  });
  if (star.belt) {
    const [inner, outer] = star.belt;
    // Rocks strewn evenly, always the same ones.
    for (let k = 0; k < ROCKS; k++) {
      const radius = Math.sqrt(inner * inner + (outer * outer - inner * inner) * strewn(k * 2));
      scene.spots.push({
        at: along({ x: 0, y: 0 }, strewn(k * 2 + 1) * 360, radius),
        tone: 'muted',
        kind: 'dot',
        size: 0.8 + (k % 3) * 0.4,
      });
    }
    scene.rings.push(
      { at: { x: 0, y: 0 }, radius: inner, tone: 'muted', label: words.asteroids },
      { at: { x: 0, y: 0 }, radius: outer, tone: 'muted' },
    );
  }
}

/** A number from 0 to 1, as if drawn. */
function strewn(k: number): number {
  // drawn: numbers that look like chance.
  const x = Math.sin(k * 12.9898 + 4.1) * 43758.5453;
  return x - Math.floor(x);
}

export function lanes(view: View, system: number, scene: Scene, named: boolean): void {
  for (const lane of view.map.lanes) {
    lane.ends.forEach((end, k) => {
      if (end.system !== system || typeof end.gate === 'string') return;
      const name = named ? words.laneTo(lane.ends[1 - k]?.name ?? '') : undefined;
      if ('marks' in end.gate) {
        const { marks } = end.gate;
        marks.forEach((at, n) =>
          scene.spots.push({ at, tone: 'muted', kind: 'plus', size: 5, label: n === 1 ? name : undefined }),
        );
        scene.links.push({
          from: marks[0],
          to: marks[2],
          tone: 'muted',
          dash: true,
          faint: true,
          width: 1,
          start: 'bar',
          end: 'bar',
        });
      } else {
        const { mark, dir } = end.gate.star;
        scene.links.push({
          from: { x: 0, y: 0 },
          // drawn: LU.
          to: ahead(mark, dir, 3),
          tone: 'muted',
          dash: true,
          faint: true,
          width: 1,
          end: 'arrow',
        });
        scene.spots.push({ at: mark, tone: 'muted', kind: 'plus', size: 6, label: name });
      }
    });
  }
}

export function stations(view: View, system: number, scene: Scene): void {
  view.map.stations.forEach((it, n) => {
    if (it.system !== system) return;
    const slot = view.slots[n];
    const blocked = it.blocked && view.day >= it.blocked[0] && view.day <= it.blocked[1];
    // A circle on four legs; filled while it can still refit a ship.
    scene.spots.push({ at: it.at, tone: tone(it.side), kind: 'plus', size: 9 });
    scene.spots.push({
      id: `station-${n}`,
      at: it.at,
      tone: tone(it.side),
      kind: slot === 'spent' ? 'cross' : 'ring',
      size: 5,
      label: it.name,
      strong: slot === 'free' || slot === undefined,
    });
    if (blocked || (typeof slot === 'object' && slot !== null))
      scene.spots.push({ at: it.at, tone: blocked ? 'harm' : tone(it.side), kind: 'ring', size: 9 });
  });
}

export function goals(it: Looking, scene: Scene): void {
  if (it.system !== 0) return;
  const { view } = it;
  const station = (n: number | null | undefined) =>
    n === null || n === undefined ? undefined : view.map.stations[n]?.at;
  for (const goal of view.goals) {
    const { kind } = goal;
    if (kind === 'attrition' || goal.settled !== null) continue;
    const mark = (at: Point | undefined) =>
      at && scene.spots.push({ at, tone: tone(goal.side), kind: 'ring', size: 12 });
    if ('blockade' in kind) mark(station(kind.blockade.station));
    else if ('transport' in kind) mark(station(kind.transport.to));
    else if ('board' in kind) mark(station(kind.board.station));
    else {
      const stops = [
        view.map.systems[0]?.wells[kind.patrol.home]?.at,
        station(kind.patrol.hostile),
        station(kind.patrol.friendly),
      ];
      mark(stops[(kind.patrol.leg + 1) % 3]);
      for (const track of [kind.patrol.track, ...kind.patrol.flying.map((leg) => leg.track)])
        if (track.length > 1) scene.paths.push({ points: track, tone: tone(goal.side), kind: 'hint' });
    }
  }
}
