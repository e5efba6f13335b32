// What a figure over a ship says about an event.
import type { Tone } from '../../../board/types';
import { vessels } from '../model';
import { words } from '../texts';
import type { GameEvent, Tally, View } from '../types';

export function pointsOf(tally: Tally): number {
  const sum = (all: number[] | undefined) => (all ?? []).reduce((a, b) => a + b, 0);
  const { normal, penetrating, deeper, direct = 0, sap, ap } = tally;
  return normal + penetrating + sum(deeper) + direct + sum(sap) + sum(ap);
}

/** What point defence and those that came through it did; nothing where markers are only taken off. */
export function defenceOf({ defence }: GameEvent): Exclude<GameEvent['defence'], 'cleared'> {
  return defence === 'cleared' ? undefined : defence;
}

interface Said {
  ship: number;
  text: string;
  tone: Tone;
}

/** What a figure over a ship says about an event that took one view to the other, if anything. */
export function said(event: GameEvent, view: View, after: View): Said | null {
  const all = vessels(view);
  const t = words.figures;
  const names = (ship: number, icons: number[]) =>
    [...new Set(icons.map((icon) => all[ship]?.display.icons[icon]?.short ?? words.icon(icon)))].join(', ');
  const { damage, checks, blasts, repairs, movement, orders, fire, cloaks, sweeps, bases } = event;
  if (damage?.struck) {
    const { ship, hull } = damage.struck;
    const armour = (at: View) =>
      at.ships[ship]?.armour.reduce((sum, it) => sum + it.standard + it.regenerative, 0) ?? 0;
    const lost = armour(view) - armour(after);
    const text = [lost > 0 ? t.armour(lost) : '', hull > 0 ? t.hull(hull) : ''].filter(Boolean).join(', ');
    return text ? { ship, text, tone: 'harm' } : null;
  }
  if (damage?.destroyed) return { ship: damage.destroyed.ship, text: t.destroyed, tone: 'harm' };
  if (damage?.emp_tested) {
    const { ship, icon, failed } = damage.emp_tested;
    return {
      ship,
      text: failed > 0 ? t.knocked(names(ship, [icon])) : t.bears(names(ship, [icon])),
      tone: failed > 0 ? 'harm' : 'muted',
    };
  }
  if (damage?.core_chosen && damage.core_chosen.choice !== 'hold')
    return { ship: damage.core_chosen.ship, text: t[damage.core_chosen.choice], tone: 'warn' };
  if (damage?.core_rolled)
    return {
      ship: damage.core_rolled.ship,
      text: damage.core_rolled.blown ? t.blown : t.coreHolds,
      tone: damage.core_rolled.blown ? 'harm' : 'text',
    };
  if (damage?.breached) return { ship: damage.breached.ship, text: t.caught, tone: 'harm' };
  if (damage?.suffocated) return { ship: damage.suffocated.ship, text: t.suffocated, tone: 'harm' };
  if (checks?.checked) {
    const { ship, damaged, gone, drive } = checks.checked;
    const engine = vessels(view)[ship]?.display.icons.find((it) => it.symbol === 'drive')?.id;
    const out = names(ship, [...damaged, ...gone, ...(drive > 0 && engine !== undefined ? [engine] : [])]);
    return { ship, text: out ? t.lost(out) : t.holds, tone: out ? 'harm' : 'muted' };
  }
  if (checks?.hangar_tested && checks.hangar_tested.points > 0)
    return { ship: checks.hangar_tested.ship, text: t.hull(checks.hangar_tested.points), tone: 'harm' };
  if (checks?.bridge_hit) return { ship: checks.bridge_hit.ship, text: t.bridge, tone: 'harm' };
  if (checks?.life_support_hit) return { ship: checks.life_support_hit.ship, text: t.air, tone: 'harm' };
  if (checks?.colours_tested?.struck)
    return { ship: checks.colours_tested.ship, text: t.struck, tone: 'warn' };
  if (checks?.course_tested && checks.course_tested.way !== null)
    return { ship: checks.course_tested.ship, text: t.course, tone: 'warn' };
  if (blasts?.detonated) return { ship: blasts.detonated.ship, text: t.destroyed, tone: 'harm' };
  if (blasts?.charge_tested && blasts.charge_tested.dice.length > 0)
    return { ship: blasts.charge_tested.ship, text: t.caught, tone: 'harm' };
  if (blasts?.rack_exploded)
    return { ship: blasts.rack_exploded.ship, text: t.hull(blasts.rack_exploded.die), tone: 'harm' };
  if (blasts?.caught) return { ship: blasts.caught.ship, text: t.caught, tone: 'harm' };
  if (repairs?.regenerated && repairs.regenerated.healed > 0)
    return { ship: repairs.regenerated.ship, text: t.healed(repairs.regenerated.healed), tone: 'text' };
  if (repairs?.worked) {
    const { ship, icon, repaired } = repairs.worked;
    return {
      ship,
      text: repaired ? t.repaired(names(ship, [icon])) : t.still(names(ship, [icon])),
      tone: repaired ? 'text' : 'muted',
    };
  }
  if (orders?.strained)
    return {
      ship: orders.strained.ship,
      text: orders.strained.works ? t.strainedOk : t.strainedFail,
      tone: orders.strained.works ? 'text' : 'warn',
    };
  if (movement?.worn) return { ship: movement.worn.ship, text: t.worn, tone: 'harm' };
  const turned = fire?.reflected ?? fire?.scorched;
  if (turned) return { ship: turned.target, text: t.reflected, tone: 'warn' };
  if (cloaks?.cloaked) return { ship: cloaks.cloaked.ship, text: t.cloaks, tone: 'text' };
  if (cloaks?.uncloaked) return { ship: cloaks.uncloaked.ship, text: t.uncloaks, tone: 'text' };
  if (cloaks?.vanished) return { ship: cloaks.vanished.ship, text: t.vanishes, tone: 'text' };
  if (cloaks?.appeared) return { ship: cloaks.appeared.ship, text: t.appears, tone: 'text' };
  if (sweeps?.readied && sweeps.readied.ready.length > 0)
    return { ship: sweeps.readied.ship, text: t.readied, tone: 'warn' };
  if (sweeps?.nova_fired) return { ship: sweeps.nova_fired.nova.ship, text: t.nova, tone: 'warn' };
  if (sweeps?.swept) return { ship: sweeps.swept.ship, text: t.nova, tone: 'harm' };
  if (sweeps?.wave_fired) return { ship: sweeps.wave_fired.ship, text: t.wave, tone: 'warn' };
  if (sweeps?.washed) return { ship: sweeps.washed.ship, text: t.wave, tone: 'harm' };
  if (sweeps?.charged)
    return { ship: sweeps.charged.ship, text: t.charged(sweeps.charged.die), tone: 'text' };
  if (sweeps?.burst) return { ship: sweeps.burst.ship, text: t.hull(sweeps.burst.points), tone: 'harm' };
  const strayed = defenceOf(event)?.strayed;
  if (strayed) return { ship: strayed.ship, text: t.grazed, tone: 'harm' };
  if (event.scramble?.tried) {
    const { ship, mishap, out = [] } = event.scramble.tried;
    return {
      ship,
      text: mishap === undefined ? t.scrambles(out.length) : t.mishap,
      tone: mishap === undefined ? 'text' : 'harm',
    };
  }
  const { hangars } = event;
  if (hangars?.launched)
    return { ship: hangars.launched.ship, text: t.launches(hangars.launched.groups.length), tone: 'text' };
  if (hangars?.landed) return { ship: hangars.landed.ship, text: t.lands, tone: 'text' };
  const home = hangars?.perished ? view.groups?.[hangars.perished.group]?.home : undefined;
  if (hangars?.perished && home !== undefined)
    return { ship: home, text: t.perished(hangars.perished.craft), tone: 'harm' };
  if (hangars?.escaped)
    return { ship: hangars.escaped.ship, text: t.escapes(hangars.escaped.groups.length), tone: 'warn' };
  if (event.runs?.boarded) return { ship: event.runs.boarded.ship, text: t.crosses, tone: 'warn' };
  if (event.evasion?.locked) return { ship: event.evasion.locked.ship, text: t.blind, tone: 'warn' };
  const { ftl, links, ramming } = event;
  if (ftl?.warmed_up) return { ship: ftl.warmed_up.ship, text: t.warms, tone: 'text' };
  if (ftl?.arrived) return { ship: ftl.arrived.ship, text: t.comesOut, tone: 'warn' };
  if (ftl?.departed)
    return {
      ship: ftl.departed.ship,
      text: ftl.departed.fate === 'stays' ? t.stays : ftl.departed.fate === 'lost' ? t.destroyed : t.jumps,
      tone: ftl.departed.fate === 'lost' ? 'harm' : 'text',
    };
  if (links?.linked) return { ship: links.linked.ship, text: t.holds_[links.linked.link.hold], tone: 'text' };
  if (links?.parted)
    return {
      ship: links.parted.ship,
      text: links.parted.broken ? t.tears : t.letsGo,
      tone: links.parted.broken ? 'warn' : 'text',
    };
  if (event.riders?.detached) return { ship: event.riders.detached.ship, text: t.parts, tone: 'text' };
  if (event.riders?.stowed) return { ship: event.riders.stowed.by, text: t.stows, tone: 'text' };
  const { gates } = event;
  if (gates?.activated)
    return { ship: gates.activated.gate, text: t.gateOpens(gates.activated.from), tone: 'text' };
  if (gates?.deactivated) return { ship: gates.deactivated.gate, text: t.gateShuts, tone: 'text' };
  if (gates?.came) return { ship: gates.came.ship, text: t.comesThrough, tone: 'warn' };
  if (gates?.approached) return { ship: gates.approached.ship, text: t.inGate, tone: 'text' };
  if (gates?.passed) return { ship: gates.passed.ship, text: t.goesThrough, tone: 'text' };
  if (ramming?.missed) return { ship: ramming.missed.ship, text: t.ramsNobody, tone: 'muted' };
  if (ramming?.tried)
    return {
      ship: ramming.tried.target,
      text: ramming.tried.impact ? t.rammed : t.ramEvaded,
      tone: ramming.tried.impact ? 'harm' : 'text',
    };
  const { planets, rounds } = event;
  if (planets?.orbiting) return { ship: planets.orbiting.ship, text: t.orbits, tone: 'text' };
  if (planets?.left_orbit) return { ship: planets.left_orbit.ship, text: t.leavesOrbit, tone: 'text' };
  if (planets?.crashed) return { ship: planets.crashed.ship, text: t.crashes, tone: 'harm' };
  if (planets?.entered)
    return {
      ship: planets.entered.ship,
      text: t.landfall[planets.entered.fate],
      tone: planets.entered.fate === 'landed' ? 'text' : 'harm',
    };
  if (rounds?.came_round) return { ship: rounds.came_round.ship, text: t.back, tone: 'text' };
  if (event.mines?.went_off) return { ship: event.mines.went_off.ship, text: t.mine, tone: 'harm' };
  if (event.mines?.swept) {
    const { ship, mine } = event.mines.swept;
    const lies = after.mines?.some((it) => it.number === mine);
    return { ship, text: lies ? t.mine : t.swept, tone: lies ? 'warn' : 'text' };
  }
  // What it does, if anything, the next line says.
  if (event.opening?.grazed) return { ship: event.opening.grazed.ship, text: t.flak, tone: 'muted' };
  const { boarding } = event;
  if (boarding?.crossed) return { ship: boarding.crossed.target, text: t.crosses, tone: 'warn' };
  if (boarding?.fought)
    return {
      ship: boarding.fought.ship,
      text: boarding.fought.captured !== undefined ? t.taken : t.boarded(boarding.fought.boxes),
      tone: 'harm',
    };
  if (boarding?.raided && boarding.raided.icons.length > 0)
    return {
      ship: boarding.raided.ship,
      text: t.raided(names(boarding.raided.ship, boarding.raided.icons)),
      tone: 'harm',
    };
  const { sensors } = event;
  if (sensors?.revealed)
    return {
      ship: sensors.revealed.ship,
      text: t.identified(sensors.revealed.name || (sensors.revealed.design ?? '')),
      tone: 'warn',
    };
  if (sensors?.swept) return { ship: sensors.swept.ship, text: t.sweeps, tone: 'text' };
  if (sensors?.scanned && !sensors.scanned.found)
    return { ship: sensors.scanned.target, text: t.unclear, tone: 'muted' };
  const { terrain } = event;
  if (terrain?.risked)
    return {
      ship: terrain.risked.ship,
      text: terrain.risked.crashed ? t.crashes : t.avoids,
      tone: terrain.risked.crashed ? 'harm' : 'text',
    };
  if (terrain?.battered) return { ship: terrain.battered.ship, text: t.battered, tone: 'harm' };
  if (terrain?.scoured)
    return {
      ship: terrain.scoured.ship,
      text: t.scoured(terrain.scoured.points),
      tone: terrain.scoured.points > 0 ? 'harm' : 'muted',
    };
  if (terrain?.locked) return { ship: terrain.locked.ship, text: t.blind, tone: 'warn' };
  if (terrain?.dazzled)
    return {
      ship: terrain.dazzled.ship,
      text: t.dazzled,
      tone: terrain.dazzled.damaged.length > 0 ? 'harm' : 'muted',
    };
  if (terrain?.wreck_tested?.debris)
    return { ship: terrain.wreck_tested.ship, text: t.breaksUp, tone: 'harm' };
  if (bases?.fell_behind) return { ship: bases.fell_behind.ship, text: t.behind, tone: 'harm' };
  return null;
}
