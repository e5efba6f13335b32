// Ships as the list of fleets and the line above the map tell them.
import { distance } from '../../../board/geometry';
import type { FleetBar, FleetSide, Trouble } from '../../types';
import { helmOf } from '../compose';
import { number, orderTarget, placeOf, placeText, sideName, targetTag } from '../model';
import type { Vessel } from '../model';
import { idTarget } from '../scene/ids';
import { words } from '../texts';
import type { View } from '../types';
import type { FtbSession } from '../session.svelte';

/** What the pointer lies on, in one line. */
export function explained(session: FtbSession): string {
  const view = session.shown;
  const id = session.hovered;
  if (!view || id === null) return '';
  if (id.startsWith('station-')) {
    const n = Number(id.slice(8));
    const station = view.map.stations[n];
    if (!station) return '';
    const slot = view.slots[n];
    return [
      `${station.name}, ${sideName(view, station.side)}`,
      slot === 'spent'
        ? words.spent(station.name)
        : typeof slot === 'object'
          ? words.reserved(station.name)
          : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }
  if (id.startsWith('body-')) {
    const n = Number(id.slice(5));
    const system = view.map.systems[session.system];
    const well = system?.wells[n];
    if (!system || !well) return '';
    const radiation = system.radiation[n] ?? 0;
    const homes =
      session.system === 0
        ? view.map.homes.flatMap((list, side) =>
            list.includes(n) ? [words.homeOf(sideName(view, side))] : [],
          )
        : [];
    return [
      system.names[n],
      words.gravity(number(well.influence)),
      radiation > 0 ? words.radiation(number(radiation)) : '',
      ...homes,
    ]
      .filter(Boolean)
      .join(' · ');
  }
  const target = idTarget(id);
  if ('tanker' in target) {
    const place = view.tankers[target.tanker]?.at;
    const facts =
      place && 'deployed' in place
        ? [words.sheet.tankerGiven(place.deployed.given), words.sheet.tankerAttacks(place.deployed.attacks)]
        : [];
    return [targetTag(view, target), sideName(view, view.tankers[target.tanker]?.side ?? 2), ...facts].join(
      ' · ',
    );
  }
  if ('torpedo' in target)
    return [
      targetTag(view, target),
      `${words.sheet.speed} ${view.ships[target.torpedo]?.hull.torpedo?.speed ?? 0}`,
    ].join(' · ');
  const ship = session.vessel(id);
  if (!ship) return '';
  const parts = [`${ship.tag} ${words.classes[ship.hull.class]}`, placeText(view, ship)];
  if (ship.onMap)
    parts.push(
      `${words.sheet.speed} ${ship.hull.speed}`,
      ship.hull.tracked ? words.sheet.tracked : words.sheet.untracked,
    );
  if (ship.own)
    parts.push(words.shieldsLeft(ship.own.shields, ship.data.shields), words.heatMark(ship.own.heat));
  const mine = session.vessel(session.selected);
  if (mine && mine !== ship && mine.onMap && ship.onMap && mine.hull.system === ship.hull.system)
    parts.push(
      `${distance(placeOf(view, mine.index), placeOf(view, ship.index)).toFixed(1)} LU ← ${mine.tag}`,
    );
  return parts.join(' · ');
}

/** A ship in the list of fleets. */
export function shipRow(session: FtbSession, view: View, it: Vessel): FleetSide['ships'][number] {
  const { own, data, hull } = it;
  const bars: FleetBar[] = own
    ? [
        {
          share: it.gone ? 0 : own.damage ? 0.5 : 1,
          text: it.gone ? words.hullGone : own.damage ? words.hullHurt : words.hullWhole,
          term: 'record',
        },
        {
          share: data.shields ? own.shields / data.shields : 0,
          text: words.shieldsLeft(own.shields, data.shields),
          term: 'shields',
        },
        {
          share: data.fuel ? Math.min(1, own.fuel / data.fuel) : 0,
          text: words.fuelLeft(own.fuel, data.fuel),
          term: 'fuel',
        },
      ]
    : [
        {
          share: it.gone ? 0 : Math.max(0.25, 1 - hull.hits / (data.shields + 2)),
          text: it.gone ? words.hullGone : words.hullUnknown(hull.hits),
          term: 'rings',
        },
      ];
  const troubles: Trouble[] = [];
  if (hull.tracked) troubles.push({ mark: '◇', meaning: words.sheet.tracked });
  if (own && own.heat > 0)
    troubles.push({
      mark: `H${own.heat}`,
      term: 'heat',
      meaning: `${words.heatMark(own.heat)}. ${words.sheet.overheats(data.overheat)}`,
    });
  if (own?.damage) {
    const { system, offline } = own.damage;
    const state = offline ? words.sheet.offline : words.sheet.repaired;
    troubles.push({
      mark: words.systemMarks[system],
      term: system,
      meaning: `${words.systems[system]}: ${state}`,
    });
  }
  const waiting = !it.onMap && !it.gone;
  const { free } = session;
  return {
    id: it.id,
    tag: it.tag,
    name: words.classes[hull.class],
    kind: it.onMap && hull.place === 'free' ? `${words.sheet.speed} ${hull.speed}` : placeText(view, it),
    hull: it.shape.hull,
    bars,
    troubles,
    status: it.gone ? 'gone' : waiting ? 'waiting' : 'active',
    statusText: placeText(view, it),
    own: session.seat !== null && hull.side === session.seat,
    owes: free && session.able().includes(it.id),
    order:
      free &&
      session.draft !== null &&
      (session.menu?.ship === it.index || orderTarget(session.draft) === it.id)
        ? orderMark(session)
        : hull.activated && !it.gone
          ? '✓'
          : '',
  };
}

function orderMark(session: FtbSession): string {
  const helm = helmOf(session.draft);
  return helm ? words.kindMarks[helm.order] : '→';
}
