// An older view catches up with the newest one, event by event.
import { turned } from '../flight';
import { vessels } from '../model';
import type { GameEvent, Group, ShipState, View } from '../types';

const union = (a: number[], b: number[] | undefined) => [...new Set([...a, ...(b ?? [])])];

/** The view after an event, as far as the table shows it. The server's view is the truth. */
export function applied(view: View, event: GameEvent): View {
  const ship = (index: number, change: (it: ShipState) => Partial<ShipState>): View => ({
    ...view,
    ships: view.ships.map((it, i) => (i === index ? { ...it, ...change(it) } : it)),
  });
  const { deploy, phase, movement, fire, damage, checks, blasts, repairs, victory, cloaks, sweeps } = event;
  if (deploy?.placed) {
    const { at, facing, velocity } = deploy.placed;
    return ship(deploy.placed.ship, (it) => ({
      status: 'active',
      motion: { ...it.motion, at, facing, velocity },
    }));
  }
  if (phase?.entered) return { ...view, phase: phase.entered.phase };
  if (phase?.turn_began)
    return {
      ...view,
      turn: phase.turn_began.turn,
      ships: view.ships.map((it) => ({ ...it, fired: false, used: [] })),
    };
  const rank = phase?.initiative ?? phase?.arranged;
  if (rank) return { ...view, initiative: rank.order };
  if (event.orders?.strained) {
    const { hits } = event.orders.strained;
    return ship(event.orders.strained.ship, (it) => ({ drive_hits: Math.min(2, it.drive_hits + hits) }));
  }
  if (movement?.moved) {
    const { to, roll, active, turrets } = movement.moved;
    return ship(movement.moved.ship, (it) => ({
      motion: to,
      rolled: it.rolled !== !!roll,
      active: !!active,
      turrets: it.turrets.map((arc, n) => turrets?.find((other) => other[0] === n)?.[1] ?? arc),
    }));
  }
  if (movement?.left) {
    const { edge, back } = movement.left;
    return ship(movement.left.ship, () => ({ status: { left: { edge, back } } }));
  }
  if (movement?.returned) {
    const { at, facing } = movement.returned;
    return ship(movement.returned.ship, (it) => ({ status: 'active', motion: { ...it.motion, at, facing } }));
  }
  if (movement?.worn) {
    const { hits } = movement.worn;
    return ship(movement.worn.ship, (it) => ({ drive_hits: Math.min(2, it.drive_hits + hits) }));
  }
  if (fire?.spinal_fired) {
    const { weapon } = fire.spinal_fired;
    return ship(fire.spinal_fired.ship, (it) => ({ used: union(it.used, [weapon]) }));
  }
  if (fire?.chosen) return ship(fire.chosen.ship, () => ({ fired: true }));
  if (fire?.fired) {
    const { weapons, target, tally } = fire.fired;
    const shot = ship(fire.fired.ship, (it) => ({ used: union(it.used, weapons) }));
    return tally.kills?.length
      ? applied2(shot, target, (it) => ({ doomed: union(it.doomed, tally.kills) }))
      : shot;
  }
  if (damage?.struck) {
    const { armour, hull } = damage.struck;
    return ship(damage.struck.ship, (it) => ({ armour, hull_lost: it.hull_lost + hull }));
  }
  if (damage?.destroyed) return ship(damage.destroyed.ship, () => ({ status: 'destroyed' }));
  if (damage?.fire_ended) {
    return damage.fire_ended.killed.reduce(
      (now, [index, icons]) => applied2(now, index, (it) => ({ gone: union(it.gone, icons), doomed: [] })),
      view,
    );
  }
  if (damage?.emp_tested) {
    const { icon, failed } = damage.emp_tested;
    return ship(damage.emp_tested.ship, (it) =>
      failed > 0 ? knocked(view, damage.emp_tested!.ship, it, icon, failed) : {},
    );
  }
  if (damage?.core_chosen) {
    const { choice } = damage.core_chosen;
    return ship(damage.core_chosen.ship, (it) =>
      choice === 'dump'
        ? { core: { ...it.core, dumped: true } }
        : choice === 'abandon'
          ? { status: 'hulk' }
          : {},
    );
  }
  if (damage?.core_rolled?.blown) return ship(damage.core_rolled.ship, () => ({ status: 'destroyed' }));
  if (damage?.suffocated) return ship(damage.suffocated.ship, () => ({ status: 'hulk' }));
  if (checks?.checked) {
    const { damaged, gone, drive, row } = checks.checked;
    return ship(checks.checked.ship, (it) => ({
      rows_checked: row,
      damaged: union(it.damaged, damaged),
      gone: union(it.gone, gone),
      drive_hits: Math.min(2, it.drive_hits + drive),
    }));
  }
  if (checks?.hangars_checked) {
    const { damaged } = checks.hangars_checked;
    return ship(checks.hangars_checked.ship, (it) => ({ damaged: union(it.damaged, damaged) }));
  }
  if (checks?.hangar_tested) {
    const { points } = checks.hangar_tested;
    return ship(checks.hangar_tested.ship, (it) => ({ hull_lost: it.hull_lost + points }));
  }
  if (checks?.colours_tested?.struck) return ship(checks.colours_tested.ship, () => ({ status: 'struck' }));
  if (checks?.course_tested) {
    const { way } = checks.course_tested;
    if (way !== null)
      return ship(checks.course_tested.ship, (it) => ({
        motion: { ...it.motion, facing: turned(it.motion.facing, way <= 3 ? 1 : -1) },
      }));
  }
  if (blasts?.detonated) return ship(blasts.detonated.ship, () => ({ status: 'destroyed' }));
  if (repairs?.regenerated) {
    const { layer, healed, dead } = repairs.regenerated;
    return ship(repairs.regenerated.ship, (it) => ({
      armour: it.armour.map((one, k) =>
        k === layer
          ? { ...one, regenerative: one.regenerative + healed, hurt: Math.max(0, one.hurt - healed - dead) }
          : one,
      ),
    }));
  }
  if (repairs?.worked?.repaired) {
    const { icon } = repairs.worked;
    const drive = vessels(view)[repairs.worked.ship]?.display.icons[icon]?.symbol === 'drive';
    return ship(repairs.worked.ship, (it) =>
      drive
        ? { drive_hits: Math.max(0, it.drive_hits - 1) }
        : { damaged: it.damaged.filter((other) => other !== icon) },
    );
  }
  if (cloaks?.switched) {
    const { off } = cloaks.switched;
    return ship(cloaks.switched.ship, () => ({ off }));
  }
  if (cloaks?.cloaked) return ship(cloaks.cloaked.ship, () => ({ cloaked: true }));
  if (cloaks?.uncloaked) return ship(cloaks.uncloaked.ship, () => ({ cloaked: false }));
  if (cloaks?.vanished) return ship(cloaks.vanished.ship, () => ({ status: 'cloaked' }));
  if (cloaks?.appeared) {
    const { to, rolled, turrets } = cloaks.appeared;
    return ship(cloaks.appeared.ship, () => ({ status: 'active', motion: to, rolled, turrets }));
  }
  if (sweeps?.readied) {
    const { ready } = sweeps.readied;
    return ship(sweeps.readied.ship, () => ({ ready }));
  }
  if (sweeps?.nova_fired) return { ...view, novas: [...(view.novas ?? []), sweeps.nova_fired.nova] };
  const { ordnance, defence } = event;
  if (ordnance?.placed) {
    const { weapon, marker } = ordnance.placed;
    return {
      ...ship(marker.ship, (it) => ({ used: union(it.used, [weapon]) })),
      markers: [...(view.markers ?? []), marker],
    };
  }
  if (ordnance?.rockets) {
    const { weapon, marker } = ordnance.rockets;
    return {
      ...ship(ordnance.rockets.ship, (it) => ({
        used: union(it.used, [weapon]),
        spent: union(it.spent, [weapon]),
      })),
      markers: [...(view.markers ?? []), ...(marker ? [marker] : [])],
    };
  }
  if (ordnance?.homed) {
    const { marker, target } = ordnance.homed;
    return { ...view, markers: view.markers?.map((it) => (it.number === marker ? { ...it, target } : it)) };
  }
  if (ordnance?.lost)
    return { ...view, markers: view.markers?.filter((it) => it.number !== ordnance.lost!.marker) };
  if (defence?.defended) {
    const { marker, stopped } = defence.defended;
    return {
      ...view,
      markers: view.markers?.map((it) =>
        it.number === marker ? { ...it, stopped: it.stopped + stopped } : it,
      ),
    };
  }
  if (defence?.hit)
    return { ...view, markers: view.markers?.filter((it) => it.number !== defence.hit!.marker) };
  const { hangars, wings } = event;
  if (hangars?.launched) {
    const { ship: from, groups } = hangars.launched;
    const at = view.ships[from]?.motion;
    return wing(view, groups, (it) => ({
      post: 'flying',
      at: at?.at ?? it.at,
      facing: at?.facing ?? it.facing,
      deeds: { ...it.deeds, launched: true },
    }));
  }
  if (hangars?.landed) {
    const { group, ship: on, bays } = hangars.landed;
    return wing(view, [group], () => ({ post: { aboard: { ship: on, bays, ready: 0 } } }));
  }
  if (hangars?.perished) {
    const { group, craft } = hangars.perished;
    return wing(view, [group], (it) => lost(it, craft));
  }
  if (hangars?.released) return wing(view, [hangars.released.group], () => ({ post: 'flying' }));
  if (hangars?.merged) {
    const { from, into } = hangars.merged;
    const more = view.groups?.[from]?.left ?? 0;
    return wing(
      wing(view, [into], (it) => ({ left: it.left + more })),
      [from],
      () => ({ left: 0, post: 'destroyed' }),
    );
  }
  if (wings?.flew) {
    const { group, to, facing, contact, cost } = wings.flew;
    return wing(view, [group], (it) => ({
      at: to,
      facing,
      post: 'flying',
      cef: Math.max(0, it.cef - cost),
      deeds: { ...it.deeds, moved: true, contact },
    }));
  }
  if (wings?.screened) {
    const { group, ship: of, cost } = wings.screened;
    return wing(view, [group], (it) => ({
      post: { screening: { ship: of } },
      cef: Math.max(0, it.cef - cost),
      deeds: { ...it.deeds, moved: true },
    }));
  }
  if (wings?.guarded) {
    const { group, of, cost } = wings.guarded;
    return wing(view, [group], (it) => ({
      post: { guarding: { group: of } },
      cef: Math.max(0, it.cef - cost),
      deeds: { ...it.deeds, moved: true },
    }));
  }
  if (wings?.pursued) {
    const { group, ship: of } = wings.pursued;
    return wing(view, [group], (it) => ({
      post: { pursuing: { ship: of } },
      deeds: { ...it.deeds, moved: true },
    }));
  }
  if (wings?.carried) {
    const { group, to, facing } = wings.carried;
    return wing(view, [group], () => ({ at: to, facing }));
  }
  if (wings?.left) return wing(view, [wings.left.group], () => ({ post: 'away' }));
  if (event.scramble?.tried) {
    const { ship: from, out = [] } = event.scramble.tried;
    const at = view.ships[from]?.motion;
    return wing(
      view,
      out.map((it) => it[0]),
      (it) => ({ post: 'flying', at: at?.at ?? it.at, deeds: { ...it.deeds, launched: true } }),
    );
  }
  const { attacks, dogfights, runs, evasion, gunboats } = event;
  if (attacks?.declared)
    return attacks.declared.attacks.reduce(
      (now, { group, target }) => wing(now, [group], (it) => ({ deeds: { ...it.deeds, target } })),
      view,
    );
  if (event.craft_launch?.launched) {
    const { group, markers, cef } = event.craft_launch.launched;
    return {
      ...wing(view, [group], (it) => ({ cef: Math.max(0, it.cef - cef) })),
      markers: [...(view.markers ?? []), ...markers],
    };
  }
  const paid = dogfights?.fought ?? dogfights?.intercepted ?? runs?.ran ?? gunboats?.fired;
  if (paid) {
    const stopped = dogfights?.intercepted;
    const now = wing(view, [paid.group], (it) => ({ cef: Math.max(0, it.cef - paid.cef) }));
    return stopped
      ? {
          ...now,
          markers: now.markers?.map((it) =>
            it.number === stopped.marker ? { ...it, stopped: it.stopped + stopped.kills } : it,
          ),
        }
      : now;
  }
  const fallen = dogfights?.fell?.lost ?? gunboats?.sank?.lost;
  if (fallen)
    return fallen.reduce((now, [group, craft]) => wing(now, [group], (it) => lost(it, craft)), view);
  const downed =
    event.group_defence?.repelled ??
    event.group_defence?.blasted ??
    event.group_defence?.raked ??
    event.group_defence?.rocketed ??
    event.opening?.scourged;
  if (downed) {
    const { group, killed } = downed;
    return wing(view, [group], (it) => lost(it, killed));
  }
  if (evasion?.fired) {
    const { group, killed, weapons } = evasion.fired;
    return wing(
      ship(evasion.fired.ship, (it) => ({ used: union(it.used, weapons) })),
      [group],
      (it) => lost(it, killed),
    );
  }
  if (evasion?.evaded)
    return wing(view, [evasion.evaded.group], (it) => ({
      cef: Math.max(0, it.cef - 1),
      deeds: { ...it.deeds, evaded: true },
    }));
  if (hangars?.wrecked) {
    const { group, craft } = hangars.wrecked;
    return wing(view, [group], (it) => lost(it, craft));
  }
  if (hangars?.armed) {
    const { group, role } = hangars.armed.arming;
    return wing(view, [group], () => ({ role }));
  }
  const { ftl, links, disengage } = event;
  if (ftl?.arrived) {
    const { to, fate } = ftl.arrived;
    return ship(ftl.arrived.ship, () =>
      fate === 'never' || fate === 'lost' ? { status: 'destroyed' } : { status: 'active', motion: to },
    );
  }
  if (ftl?.departed) {
    const { to, fate } = ftl.departed;
    return ship(ftl.departed.ship, () => ({
      motion: to,
      ...(fate === 'stays' ? {} : { status: fate === 'lost' ? 'destroyed' : 'jumped' }),
    }));
  }
  if (links?.linked) {
    const { link } = links.linked;
    return ship(links.linked.ship, () => ({ link }));
  }
  if (links?.parted) return ship(links.parted.ship, () => ({ link: undefined }));
  if (event.riders?.detached) {
    const { to } = event.riders.detached;
    return ship(event.riders.detached.ship, () => ({ status: 'active', motion: to }));
  }
  if (event.riders?.settled) {
    const { status, to } = event.riders.settled;
    return ship(event.riders.settled.ship, () => ({ status, motion: to }));
  }
  if (event.gates?.came) {
    const { to } = event.gates.came;
    return ship(event.gates.came.ship, () => ({ status: 'active', motion: to }));
  }
  if (event.gates?.activated) {
    const { from } = event.gates.activated;
    return ship(event.gates.activated.gate, () => ({ open_from: from }));
  }
  if (event.gates?.deactivated) return ship(event.gates.deactivated.gate, () => ({ open_from: undefined }));
  if (event.riders?.stowed) {
    const { by } = event.riders.stowed;
    return ship(event.riders.stowed.ship, () => ({ status: { carried: { by } }, link: undefined }));
  }
  if (disengage?.chased)
    return disengage.chased.places.reduce(
      (now, [index, motion]) => applied2(now, index, () => ({ status: 'active', motion })),
      view,
    );
  if (event.planets?.crashed) return ship(event.planets.crashed.ship, () => ({ status: 'destroyed' }));
  if (event.planets?.entered) {
    const { fate } = event.planets.entered;
    return ship(event.planets.entered.ship, () => ({
      status: fate === 'landed' || fate === 'crash_landed' ? 'landed' : 'destroyed',
    }));
  }
  if (event.rounds?.came_round) {
    const { at } = event.rounds.came_round;
    return ship(event.rounds.came_round.ship, (it) => ({ status: 'active', motion: { ...it.motion, at } }));
  }
  const { mines, opening, clearing } = event;
  if (mines?.laid) return { ...view, mines: [...(view.mines ?? []), mines.laid.mine] };
  const cleared =
    mines?.went_off?.mine ??
    clearing?.mine_cleared?.mine ??
    (mines?.swept && mines.swept.die > 2 ? mines.swept.mine : undefined);
  if (cleared !== undefined) return { ...view, mines: view.mines?.filter((it) => it.number !== cleared) };
  if (opening?.barrage) return { ...view, flak: [...(view.flak ?? []), opening.barrage.flak] };
  if (opening?.flew_on) {
    const { marker, at } = opening.flew_on;
    return {
      ...view,
      markers: view.markers?.map((it) => (it.number === marker ? { ...it, at, flies: undefined } : it)),
    };
  }
  if (opening?.peppered) {
    const { marker, stopped } = opening.peppered;
    return {
      ...view,
      markers: view.markers?.map((it) =>
        it.number === marker ? { ...it, stopped: it.stopped + stopped } : it,
      ),
    };
  }
  if (clearing?.burnt)
    return { ...view, markers: view.markers?.filter((it) => it.number !== clearing.burnt!.marker) };
  if (event.boarding?.raided) {
    const { icons } = event.boarding.raided;
    return ship(event.boarding.raided.ship, (it) => ({ gone: union(it.gone, icons) }));
  }
  if (event.boarding?.fought) {
    const { boxes, captured } = event.boarding.fought;
    return ship(event.boarding.fought.ship, (it) => ({
      hull_lost: it.hull_lost + boxes,
      ...(captured === undefined ? {} : { status: { captured: {} } }),
    }));
  }
  if (event.sensors?.revealed) {
    const { ship: index, design, name, display } = event.sensors.revealed;
    return identified(view, index, design, name, display);
  }
  const { terrain } = event;
  if (terrain?.drifted) {
    const { body, to } = terrain.drifted;
    return { ...view, bodies: view.bodies?.map((it, k) => (k === body ? { ...it, at: to } : it)) };
  }
  if (terrain?.dispersed)
    return {
      ...view,
      bodies: view.bodies?.map((it, k) => (k === terrain.dispersed!.body ? { ...it, gone: true } : it)),
    };
  if (terrain?.wreck_tested?.debris)
    return { ...view, bodies: [...(view.bodies ?? []), terrain.wreck_tested.debris] };
  if (terrain?.risked?.crashed) return ship(terrain.risked.ship, () => ({ status: 'destroyed' }));
  if (terrain?.dazzled) {
    const { damaged } = terrain.dazzled;
    return ship(terrain.dazzled.ship, (it) => ({ damaged: union(it.damaged, damaged) }));
  }
  if (isCleared(event)) return { ...view, markers: [] };
  if (victory?.scored) return { ...view, points: victory.scored.points };
  return view;
}

/** All markers are off the table: a bare word among the events. */
function isCleared(event: GameEvent): boolean {
  return (event.defence as unknown) === 'cleared';
}

function wing(view: View, groups: number[], change: (it: Group) => Partial<Group>): View {
  return {
    ...view,
    groups: view.groups?.map((it, k) => (groups.includes(k) ? { ...it, ...change(it) } : it)),
  };
}

function lost(it: Group, craft: number): Partial<Group> {
  const left = Math.max(0, it.left - craft);
  return left > 0 ? { left } : { left, post: 'destroyed' };
}

/** A contact is a ship now, by its class and name. */
function identified(
  view: View,
  index: number,
  design: string | undefined,
  name: string,
  display: ShipState | undefined,
): View {
  let at = index;
  const sides = view.field.scenario.sides.map((side) => {
    const here = at;
    at -= side.ships.length;
    return here < 0 || here >= side.ships.length
      ? side
      : {
          ...side,
          ships: side.ships.map((berth, k) =>
            k === here ? { ...berth, design: design ?? berth.design, name } : berth,
          ),
        };
  });
  return {
    ...view,
    field: { ...view.field, scenario: { ...view.field.scenario, sides } },
    ships: view.ships.map((it, k) => (k === index ? { ...(display ?? it), bogey: false } : it)),
  };
}

function applied2(view: View, index: number, change: (it: ShipState) => Partial<ShipState>): View {
  return { ...view, ships: view.ships.map((it, i) => (i === index ? { ...it, ...change(it) } : it)) };
}

function knocked(view: View, index: number, it: ShipState, icon: number, failed: number): Partial<ShipState> {
  const drive = vessels(view)[index]?.display.icons[icon]?.symbol === 'drive';
  return drive ? { drive_hits: Math.min(2, it.drive_hits + failed) } : { damaged: union(it.damaged, [icon]) };
}
