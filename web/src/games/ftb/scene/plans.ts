// What is being decided: vectors, torpedoes, targets, places.
import { placeOfId, systemOfId } from './ids';
import type { Looking } from '../scene';
import { softHull } from '../../../board/geometry';
import type { Point, Scene, Tone } from '../../../board/types';
import {
  circleOf,
  deployOf,
  endOf,
  guideOf,
  helmOf,
  orderChoice,
  plotChoice,
  siteOf,
  tankerOf,
  torpedoChoice,
} from '../compose';
import { attackLine, coverLines, nearestOn } from './craft';
import {
  ahead,
  atLength,
  harbourName,
  harbourPlace,
  headingOf,
  hueOf,
  number,
  orderTarget,
  sameTarget,
  slice,
  targetId,
  targetPlace,
  tone,
  vessels,
} from '../model';
import type { Vessel } from '../model';
import { TORPEDO } from '../silhouettes';
import { words } from '../texts';
import type { Attack, Circle, HelmMenu, PlotChoice, TargetChoice, TorpedoChoice } from '../types';

export function helm(it: Looking, scene: Scene, menu: HelmMenu): void {
  const { view, draft } = it;
  const ship = vessels(view)[menu.ship];
  const now = helmOf(draft);
  if (!ship || !now) return;
  const order = orderChoice(menu, now);
  const choice = plotChoice(menu, now, it.seen);
  const hue = tone(ship.hull.side);
  if (menu.coast && choice !== menu.coast)
    scene.paths.push({ points: menu.coast.path, tone: hue, kind: 'hint' });
  if (order && order.plots.length > 0) {
    // The temporary end point and the circle of acceleration round it.
    scene.spots.push({ at: menu.centre, tone: hue, kind: 'plus', size: 6 });
    if (order.accel > 0)
      scene.rings.push({
        at: menu.centre,
        radius: order.accel,
        tone: order.fatal ? 'harm' : hue,
        label: number(order.accel),
        strong: true,
      });
    if (it.reach) reach(scene, order.plots, circleOf(menu, order), hue);
    if (it.open) {
      order.plots.forEach((plot, k) => {
        // Ends that mean something; any other place in the circle can be clicked, too.
        const kind =
          plot.harbours.length > 0
            ? 'square'
            : plot.lanes.length > 0
              ? 'plus'
              : plot.targets.length > 0
                ? 'ring'
                : null;
        if (plot !== choice && kind)
          scene.spots.push({
            id: `plot-${k}`,
            at: plot.to,
            tone: plot.crash || plot.off_map ? 'warn' : hue,
            kind,
            size: 3,
          });
      });
    }
  }
  if (it.aiming) scene.spots.push({ at: it.aiming, tone: hue, kind: 'plus', size: 9 });
  if (choice) plotted(it, scene, ship, choice, it.open && !!order && order.plots.length > 0);
  else if (now.plot) {
    // One's own vector: what gravity does to it is not known beforehand.
    const length = Math.hypot(now.plot.course.x, now.plot.course.y) || 1;
    const to = ahead(
      menu.from,
      { x: now.plot.course.x / length, y: now.plot.course.y / length },
      now.plot.speed,
    );
    scene.links.push({ from: menu.from, to, tone: 'warn', dash: true, end: 'arrow' });
    scene.ghosts.push({
      id: 'plan',
      at: to,
      heading: headingOf(now.plot.course),
      side: ship.side,
      shape: ship.shape,
      kind: 'chosen',
      owner: ship.id,
      drag: it.open,
      warn: true,
    });
  }
  if (now.declare) {
    scene.marks.push({
      at: harbourPlace(view, ship.hull.system, now.declare),
      tone: hue,
      kind: 'offer',
      label: harbourName(view, ship.hull.system, now.declare),
    });
  }
  const circle = order && order.torpedoes.length > 0 ? circleOf(menu, order) : null;
  if (circle && order && it.reach) reach(scene, order.torpedoes, circle, hue);
  if (circle)
    scene.rings.push({
      ...circle,
      tone: hue,
      label: number(Math.round(circle.radius * 10) / 10),
      strong: true,
    });
  if (order && order.torpedoes.length > 0)
    launch(it, scene, ship, order.torpedoes, torpedoChoice(order.torpedoes, now.torpedo, it.seen));
}

/** The circle, or what gravity makes of it. */
function reach(
  scene: Scene,
  ends: { to: Point; path: Point[] }[],
  circle: { at: Point; radius: number } | null,
  hue: Tone,
): void {
  if (circle && ends.every((end) => end.path.length < 3))
    scene.discs.push({ at: circle.at, radius: circle.radius, tone: hue });
  else
    scene.regions.push({
      points: softHull(
        ends.map((end) => end.to),
        0.25,
      ),
      tone: hue,
      kind: 'reach',
    });
}

function plotted(it: Looking, scene: Scene, ship: Vessel, choice: PlotChoice, free: boolean): void {
  const { view } = it;
  const doomed = choice.crash || choice.off_map;
  const hue = tone(ship.hull.side);
  scene.paths.push({ points: choice.path, tone: doomed ? 'warn' : hue, kind: 'plan' });
  choice.path
    .slice(1, -1)
    .forEach((bend) => scene.spots.push({ at: bend, tone: hue, kind: 'ring', size: 4 }));
  const [a, b] = [choice.path[choice.path.length - 2], choice.path[choice.path.length - 1]];
  scene.ghosts.push({
    id: 'plan',
    at: choice.to,
    heading: a && b ? headingOf({ x: b.x - a.x, y: b.y - a.y }) : headingOf(ship.hull.dir),
    side: ship.side,
    shape: ship.shape,
    kind: 'chosen',
    owner: ship.id,
    label: `${choice.plot.speed}`,
    drag: free,
    warn: doomed,
  });
  for (const target of choice.targets) {
    const at = targetPlace(view, target);
    if (at)
      scene.links.push({
        from: nearestOn(choice.path, at),
        to: at,
        tone: 'harm',
        width: 1,
        dash: true,
        faint: true,
        end: 'arrow',
      });
  }
  for (const { at, what } of choice.way) {
    const harm = typeof what === 'object' && 'radiation' in what;
    const warn = what === 'asteroids' || (typeof what === 'object' && 'leave' in what);
    scene.spots.push({
      at,
      tone: harm ? 'harm' : warn ? 'warn' : 'text',
      kind: harm || warn ? 'cross' : 'diamond',
      size: 5,
    });
  }
  coverLines(it, scene, choice.path, choice.cover);
  for (const fuse of choice.fuses) {
    const at = view.ships[fuse]?.hull.torpedo?.at;
    if (at) scene.links.push({ from: at, to: choice.to, tone: 'harm', width: 1.5, end: 'cross' });
  }
}

/** Where the torpedo may go, and what it would come near to after that. */
function launch(
  it: Looking,
  scene: Scene,
  ship: Vessel,
  list: TorpedoChoice[],
  choice: TorpedoChoice | null,
): void {
  const hue = tone(ship.hull.side);
  if (it.open) {
    list.forEach((plot, k) => {
      if (plot !== choice && plot.reaches.length > 0)
        scene.spots.push({
          id: `torpedo-${k}`,
          at: plot.to,
          tone: plot.lost ? 'warn' : hue,
          kind: 'ring',
          size: 3,
        });
    });
  }
  if (!choice) return;
  scene.paths.push({ points: choice.path, tone: choice.lost ? 'warn' : hue, kind: 'plan' });
  scene.ghosts.push({
    id: 'torpedo',
    at: choice.to,
    heading: headingOf(choice.plot.course),
    side: ship.side,
    shape: TORPEDO,
    kind: 'chosen',
    owner: ship.id,
    label: `${choice.plot.speed}`,
    drag: it.open,
    warn: choice.lost,
  });
  for (const target of choice.reaches) {
    const at = targetPlace(it.view, target);
    if (!at) continue;
    scene.links.push({
      from: choice.to,
      to: at,
      tone: 'harm',
      width: 1,
      dash: true,
      faint: true,
      end: 'arrow',
    });
    scene.marks.push({ at, tone: 'neutral', kind: 'offer' });
  }
}

export function guide(it: Looking, scene: Scene): void {
  const menu = it.menu!.guide!;
  const now = guideOf(it.draft);
  const ship = vessels(it.view)[menu.ship];
  if (!ship) return;
  if (menu.plots.length > 0) launch(it, scene, ship, menu.plots, torpedoChoice(menu.plots, now));
  if (!now?.plot) scene.paths.push({ points: menu.path, tone: tone(ship.hull.side), kind: 'plan' });
  targets(it, scene, menu.path, menu.targets, now?.attack ? [now.attack] : [], menu.ship);
}

export function targets(
  it: Looking,
  scene: Scene,
  path: Point[],
  list: TargetChoice[],
  attacks: Attack[],
  ship: number,
): void {
  const side = it.view.ships[ship]?.hull.side ?? 0;
  if (path.length > 1) scene.paths.push({ points: path, tone: tone(side), kind: 'plan' });
  for (const choice of list) {
    const at = targetPlace(it.view, choice.target);
    if (!at) continue;
    const attack = attacks.find((other) => sameTarget(other.target, choice.target));
    const pointed = it.hovered === targetId(choice.target);
    if (attack || pointed)
      scene.paths.push({
        points: slice(path, choice.window[0], choice.window[1]),
        tone: 'harm',
        kind: 'plan',
      });
    scene.marks.push({
      at,
      tone: attack ? 'harm' : 'neutral',
      kind: attack ? 'target' : 'offer',
      label: 'ship' in choice.target ? undefined : choice.name,
    });
    if (!attack) {
      scene.links.push({
        from: atLength(path, choice.nearest),
        to: at,
        tone: 'muted',
        width: 1,
        dash: true,
        faint: true,
      });
      continue;
    }
    attackLine(it.view, scene, path, attack, 'harm', choice.nearest);
    scene.spots.push({
      id: `aim-${targetId(choice.target)}`,
      at: atLength(path, attack.at ?? choice.nearest),
      tone: 'harm',
      kind: 'ring',
      size: 7,
      strong: true,
      drag: it.open,
    });
  }
}

export function setup(it: Looking, scene: Scene): void {
  const { menu, draft, view } = it;
  if (!menu) return;
  const site = siteOf(draft);
  const own = it.view.stage;
  if (menu.zone && it.system === 0) {
    const { within, clear, outer, edge } = menu.zone;
    zone(scene, within, clear, tone(it.seat ?? 0));
    const star = { x: 0, y: 0 };
    if (outer !== null)
      scene.rings.push({ at: star, radius: outer, tone: 'warn', strong: true, label: number(outer) });
    if (edge !== null) scene.rings.push({ at: star, radius: edge, tone: 'muted', strong: true });
  }
  if (site && menu.phase === 'stations' && it.system === 0) {
    const side = typeof own === 'object' && 'stations' in own ? own.stations.side : 0;
    scene.spots.push({
      id: 'site',
      at: site,
      tone: tone(side),
      kind: 'square',
      size: 8,
      strong: true,
      drag: it.open,
    });
  }
  const deploy = deployOf(draft);
  const ship = deploy ? vessels(view)[deploy.ship] : null;
  if (deploy && ship && ship.hull.system === it.system) {
    const end = endOf(deploy);
    scene.links.push({
      from: deploy.at,
      to: end,
      tone: tone(ship.hull.side),
      start: 'dot',
      end: 'none',
      width: 2,
      label: String(deploy.plot.speed),
    });
    scene.spots.push({
      id: 'start',
      at: deploy.at,
      tone: tone(ship.hull.side),
      kind: 'ring',
      size: 8,
      strong: true,
      drag: it.open,
    });
    scene.ghosts.push({
      id: 'end',
      at: end,
      heading: headingOf(deploy.plot.course),
      side: hueOf(ship.hull.side),
      shape: ship.shape,
      kind: 'chosen',
      owner: ship.id,
      label: ship.tag,
      drag: it.open,
    });
  }
  const ready = [menu.tanker, ...menu.tanker_elsewhere].find((tanker) => tanker?.system === it.system);
  if (ready) {
    const picked = tankerOf(draft);
    const side = view.tankers[ready.tanker]?.side ?? 0;
    if (picked && picked.system === it.system) {
      zone(scene, [], ready.clear, tone(side));
      scene.spots.push(
        { at: picked.at, tone: tone(side), kind: 'ring', size: 11 },
        {
          id: 'tanker-site',
          at: picked.at,
          tone: tone(side),
          kind: 'plus',
          size: 9,
          strong: true,
          drag: it.open,
          label: words.tanker(ready.tanker + 1),
        },
      );
    }
  }
}

/** Where something may be placed: in one of these, outside all of those. */
function zone(scene: Scene, within: Circle[], clear: Circle[], hue: Tone): void {
  for (const it of within) scene.discs.push({ at: it.at, radius: it.radius, tone: hue });
  for (const it of clear) scene.discs.push({ at: it.at, radius: it.radius, tone: 'harm' });
}

/** Few choices that name a ship or a station: marks on them. */
export function choices(it: Looking, scene: Scene): void {
  if (!it.open || !it.menu || it.menu.helm || it.menu.aim || it.menu.guide) return;
  const chosen = it.draft ? orderTarget(it.draft) : null;
  for (const { order } of it.menu.choices) {
    const id = orderTarget(order);
    const at = id === null ? null : placeOfId(it.view, id);
    if (id === null || !at || systemOfId(it.view, id) !== it.system) continue;
    scene.marks.push({
      at,
      tone: id === chosen ? 'text' : 'muted',
      kind: id === chosen ? 'target' : 'offer',
    });
  }
}
