// Ships and groups in the list of fleets, and what is under the pointer in words.
import { distance } from '../../../board/geometry';
import type { FleetSide } from '../../types';
import { orderOf, plotMenu } from '../compose';
import { wingShape } from '../counters';
import { statusText } from '../model';
import type { Vessel } from '../model';
import { owesOrder } from '../scene';
import type { FullThrustSession } from '../session.svelte';
import { words } from '../texts';
import type { Group, Marker, View } from '../types';
import { enduranceOf, fullOf, isBoats, postName, wingId, wingKind, wingTag } from '../wings';

export function wingRow(
  session: FullThrustSession,
  view: View,
  it: Group,
  index: number,
): FleetSide['ships'][number] {
  const owes =
    session.writable && !session.playing && !!session.menu?.wings?.some((other) => other.group === index);
  return {
    id: wingId(index),
    tag: wingTag(view, index),
    name: wingKind(it),
    kind: wingKind(it),
    hull: wingShape({
      side: it.side,
      boats: isBoats(it),
      left: it.left,
      full: fullOf(view, index),
      cef: it.cef,
      ace: false,
      done: false,
    }).hull,
    bars: [
      {
        share: it.left / Math.max(1, fullOf(view, index)),
        text: words.wings.left(it.left, fullOf(view, index)),
        term: 'craft',
      },
      {
        share: Math.min(1, it.cef / Math.max(1, enduranceOf(view, index))),
        text: words.wings.cef(it.cef),
        term: 'cef',
      },
    ],
    troubles: [],
    status: 'active',
    statusText: words.wings.posts[postName(it)] ?? '',
    own: session.seat !== null && it.owner === session.seat,
    owes,
    order:
      session.kind === 'wings' && !session.playing && session.draft.wing?.group === index
        ? words.wingOrders.ordered
        : '',
  };
}

export function shipRow(session: FullThrustSession, view: View, it: Vessel): FleetSide['ships'][number] {
  const plot =
    session.steers && !session.playing && plotMenu(session.menu, it.index)
      ? orderOf(session.draft, it.index).plot
      : '';
  const fire =
    session.kind === 'fire' && !session.playing && session.draft.fire?.ship === it.index
      ? session.draft.fire
      : null;
  const targets = fire ? [...new Set(fire.shots.map((shot) => session.all[shot.target]?.tag ?? ''))] : [];
  const spent = session.kind === 'fire' && it.active && it.state.fired ? words.fired : '';
  const launch =
    session.kind === 'launch' && !session.playing && session.draft.launch?.ship === it.index
      ? words.launch.count(session.draft.launch.launches.length)
      : '';
  const guards =
    session.kind === 'defence' && !session.playing
      ? session.draft.defend.filter((guard) => guard.ship === it.index && guard.boats === undefined)
      : [];
  const defends =
    guards.length > 0
      ? words.aimed([...new Set(guards.map((guard) => session.threatTag(guard)))].join(' '))
      : '';
  const out = it.display.icons.filter((icon) => icon.mark === 'damaged' || icon.mark === 'gone');
  return {
    id: it.id,
    tag: it.tag,
    name: it.name,
    kind: it.kind,
    hull: it.shape.hull,
    bars: it.unknown
      ? [{ share: 1, text: it.kind, term: 'bogey' }]
      : [
          {
            share: it.hull ? it.hullLeft / it.hull : 0,
            text: words.hullLeft(it.hullLeft, it.hull),
            term: 'hull',
          },
          ...(it.armour > 0
            ? [
                {
                  share: it.armourLeft / it.armour,
                  text: words.armourLeft(it.armourLeft, it.armour),
                  term: 'armour',
                },
              ]
            : []),
        ],
    troubles:
      out.length > 0
        ? [{ mark: `${out.length}×`, term: 'out', meaning: out.map((icon) => icon.name).join(', ') }]
        : [],
    status: it.manned
      ? 'active'
      : it.state.status === 'waiting' || (typeof it.state.status !== 'string' && 'carried' in it.state.status)
        ? 'waiting'
        : 'gone',
    statusText: statusText(it.state.status),
    own: session.seat !== null && it.owner === session.seat,
    owes:
      session.writable &&
      !session.playing &&
      owesOrder({ view, menu: session.menu, draft: session.draft }, it),
    order: plot || (targets.length > 0 ? words.aimed(targets.join(' ')) : spent) || launch || defends,
    picked: session.squadron.length > 1 && session.squadron.includes(it.index),
  };
}

/** What is under the pointer, in a line. */
export function explained(session: FullThrustSession): string {
  const flying = session.marker(session.hovered);
  if (flying) return explainMarker(session, flying);
  const group = session.group(session.hovered);
  if (group && session.shown)
    return [
      `${wingTag(session.shown, group.index)} ${wingKind(group.it)}`,
      words.wings.left(group.it.left, fullOf(session.shown, group.index)),
      words.wings.cef(group.it.cef),
    ].join(' · ');
  const ship = session.vessel(session.hovered);
  if (!ship || !session.shown) return '';
  const t = words.explain;
  const { velocity, facing, at } = session.motionShown(ship);
  const shape = ship.unknown
    ? [ship.kind]
    : [t.hull(ship.hullLeft, ship.hull), ...(ship.armour > 0 ? [t.armour(ship.armourLeft)] : [])];
  const parts = [`${ship.tag} ${ship.name}`, ...shape, t.velocity(velocity), t.course(facing)];
  const mine = session.vessel(session.selected);
  if (mine && mine !== ship && mine.active)
    parts.push(`${distance(mine.state.motion.at, at).toFixed(1)} MU ${t.from(mine.tag)}`);
  return parts.join(' · ');
}

function explainMarker(session: FullThrustSession, it: Marker): string {
  const t = words.markers;
  const by = session.all[it.ship];
  const target = it.target === undefined ? undefined : session.all[it.target];
  return [
    `${t.tag(it.number)} ${t.kind(it.what)}`,
    by ? t.from(by.tag) : '',
    target ? t.at(`${target.tag} ${target.name}`) : '',
    it.stopped > 0 ? t.stopped(it.stopped) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
