// What begins with one line of the log: who does what to whom, with which dice.
import type { CardDie, CardKind, Throw, Tone } from '../../../board/card';
import type { Line } from '../../../wire';
import { chance } from '../../shared/cards';
import { iconName, vessels } from '../model';
import type { Vessel } from '../model';
import { defenceOf, pointsOf } from '../playback/said';
import { words } from '../texts';
import type { GameEvent, Tally, View } from '../types';
import type { Attack } from '../wire';

export type Who = { ship: number } | { group: number } | { marker: number };

export interface Blow {
  kind: CardKind;
  title: string;
  weapon: string;
  by: Who | null;
  at: Who | null;
  /** Damage may come to both. */
  both?: boolean;
  /** Lines of damage after it belong to it; they do if left out. */
  harms?: boolean;
  throws: Throw[];
  result: string;
  tone: Tone;
}

const t = words.card;

/** As the map and the log call it. */
export const titleOf = (it: Vessel): string => `${it.tag} ${it.name}`;

export function nameOf(view: View, ship: number): string {
  const it = vessels(view)[ship];
  return it ? titleOf(it) : '';
}

const plain = (dice: number[] = []): CardDie[] => dice.map((face) => ({ face }));
const again = (dice: number[] = []): CardDie[] => dice.map((face) => ({ face, after: true }));

/** Dice of which each must show a number. */
const atLeast = (dice: number[], needs: number): CardDie[] =>
  dice.map((face) => ({ face, counts: face >= needs }));

function thrown(label: string, needs: string, dice: CardDie[], result: string): Throw[] {
  return dice.length > 0 ? [{ label, needs, dice, result }] : [];
}

/** The names of some systems, those alike counted. */
function named(view: View, ship: number, icons: number[]): string {
  const it = vessels(view)[ship];
  const names = new Map<string, number>();
  for (const icon of icons) {
    const name = iconName(it, icon);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return [...names].map(([name, n]) => (n > 1 ? t.times(n, name) : name)).join(', ');
}

/** What the dice of an attack are looked at for, in words. */
function needsOf(attacks: Attack[] = []): string {
  const kinds = attacks.map(({ profile }) =>
    typeof profile === 'string' ? profile : (Object.keys(profile)[0] ?? ''),
  );
  const said = [...new Set(kinds)].map((it) => t.profiles[it] ?? '');
  const shells = attacks.flatMap(({ profile }) =>
    typeof profile === 'object' && 'projectile' in profile
      ? [profile.projectile.needs]
      : typeof profile === 'object' && 'fusion' in profile
        ? [profile.fusion.needs]
        : [],
  );
  const minded = attacks.filter(
    ({ profile }) => typeof profile === 'object' && 'beams' in profile && profile.beams.screens !== 'none',
  );
  const screens = Math.max(0, ...minded.map((it) => it.screens.all));
  return [...said, ...[...new Set(shells)].map((it) => t.needs(it)), screens > 0 ? t.screens(screens) : '']
    .filter(Boolean)
    .join('; ');
}

/** Dice of an attack: where every weapon had to hit with one die it is known which did. */
function attackDice(dice: number[], attacks: Attack[] = []): CardDie[] {
  const needs = attacks.map(({ profile }) =>
    typeof profile === 'object' && 'projectile' in profile ? profile.projectile.needs : null,
  );
  if (needs.length !== dice.length || needs.some((it) => it === null)) return plain(dice);
  return dice.map((face, k) => ({ face, counts: face >= needs[k]! }));
}

interface Rolled {
  dice: number[];
  again?: number[];
  damage?: number[];
  tally: Tally;
}

function volley(line: Line, it: Rolled, attacks?: Attack[]): Pick<Blow, 'throws' | 'result' | 'tone'> {
  const points = pointsOf(it.tally);
  const { emp } = it.tally;
  const result = emp > 0 ? t.emp(emp) : t.points(points);
  const { share, mean } = chance(line);
  return {
    throws: [
      ...thrown(
        [t.roll, share].filter(Boolean).join(': '),
        needsOf(attacks),
        [...attackDice(it.dice, attacks), ...again(it.again)],
        [t.points(points), mean ? t.inBrackets(mean) : ''].filter(Boolean).join(' '),
      ),
      ...thrown(t.damageDice, '', plain(it.damage), ''),
    ],
    result: points + emp > 0 ? result : t.missed,
    tone: points + emp > 0 ? 'harm' : 'plain',
  };
}

function kills(
  dice: number[] | undefined,
  more: number[] | undefined,
  killed: number,
): Pick<Blow, 'throws' | 'result' | 'tone'> {
  return {
    throws: thrown(t.atCraft, t.craftNeeds, [...plain(dice), ...again(more)], t.shotDown(killed)),
    result: t.shotDown(killed),
    tone: killed > 0 ? 'harm' : 'plain',
  };
}

type Maker = (event: GameEvent, view: View, line: Line, after: View) => Blow | null;

const shooting: Maker = ({ fire, gunboats, runs, sweeps, blasts, damage }, view, line) => {
  const none = { by: null, throws: [] };
  if (fire?.fired) {
    const it = fire.fired;
    return {
      kind: 'shot',
      title: t.fires,
      weapon: named(view, it.ship, it.weapons),
      by: { ship: it.ship },
      at: { ship: it.target },
      ...volley(line, it, it.attacks),
    };
  }
  if (gunboats?.fired) {
    const it = gunboats.fired;
    return {
      kind: 'dogfight',
      title: t.boatsFire,
      weapon: t.boatGuns,
      by: { group: it.group },
      at: { ship: it.ship },
      ...volley(line, it),
    };
  }
  if (runs?.ran) {
    const it = runs.ran;
    return {
      kind: 'dogfight',
      title: t.run,
      weapon: it.ordnance ? t.ordnance : t.fighterGuns,
      by: { group: it.group },
      at: { ship: it.ship },
      ...volley(line, it),
    };
  }
  const wide = sweeps?.swept ?? sweeps?.washed;
  if (wide)
    return {
      kind: 'blast',
      title: sweeps?.swept ? t.nova : t.wave,
      weapon: sweeps?.swept ? t.novaCannon : t.waveGun,
      by: { ship: 'nova' in wide ? wide.nova.ship : wide.from },
      at: { ship: wide.ship },
      throws: thrown(t.damageDice, t.each, plain(wide.dice), ''),
      result: t.caughtIn,
      tone: 'harm',
    };
  if (sweeps?.burst)
    return {
      ...none,
      kind: 'blast',
      title: t.gunBursts,
      weapon: named(view, sweeps.burst.ship, [sweeps.burst.weapon]),
      at: { ship: sweeps.burst.ship },
      result: t.points(sweeps.burst.points),
      tone: 'harm',
    };
  if (sweeps?.charged)
    return {
      ...none,
      kind: 'check',
      title: t.charges,
      weapon: named(view, sweeps.charged.ship, [sweeps.charged.weapon]),
      at: { ship: sweeps.charged.ship },
      harms: false,
      throws: thrown(t.charge, '', plain([sweeps.charged.die]), ''),
      result: t.charged(sweeps.charged.die),
      tone: 'plain',
    };
  const caught = blasts?.caught ?? damage?.breached;
  if (caught)
    return {
      kind: 'blast',
      title: t.blast,
      weapon: t.explosion,
      by: { ship: caught.from },
      at: { ship: caught.ship },
      throws: thrown(t.damageDice, t.each, plain(caught.dice), ''),
      result: t.caughtIn,
      tone: 'harm',
    };
  if (blasts?.engulfed) {
    const it = blasts.engulfed;
    return {
      kind: 'blast',
      title: t.blast,
      weapon: t.explosion,
      by: { ship: it.from },
      at: { group: it.group },
      ...kills(it.dice, undefined, it.killed),
    };
  }
  if (blasts?.detonated)
    return {
      ...none,
      kind: 'blast',
      title: t.detonates,
      weapon: t.charges_(blasts.detonated.charges),
      at: { ship: blasts.detonated.ship },
      result: t.detonated,
      tone: 'harm',
    };
  if (blasts?.charge_tested)
    return {
      ...none,
      kind: 'check',
      title: t.chargeTest,
      weapon: named(view, blasts.charge_tested.ship, [blasts.charge_tested.icon]),
      at: { ship: blasts.charge_tested.ship },
      throws: [
        ...thrown(t.mayBlow, '', plain([blasts.charge_tested.die]), ''),
        ...thrown(t.damageDice, t.each, plain(blasts.charge_tested.dice), ''),
      ],
      result: blasts.charge_tested.dice.length > 0 ? t.caughtIn : t.holds,
      tone: blasts.charge_tested.dice.length > 0 ? 'harm' : 'good',
    };
  if (blasts?.rack_exploded)
    return {
      ...none,
      kind: 'blast',
      title: t.rack,
      weapon: named(view, blasts.rack_exploded.ship, [blasts.rack_exploded.icon]),
      at: { ship: blasts.rack_exploded.ship },
      throws: thrown(t.damageDice, t.each, plain([blasts.rack_exploded.die]), ''),
      result: t.caughtIn,
      tone: 'harm',
    };
  return null;
};

const ordnance: Maker = (event, view) => {
  const { ordnance: o, mines, opening } = event;
  const defence = defenceOf(event);
  if (o?.rockets) {
    const it = o.rockets;
    const hits = it.dice.filter((die) => die >= it.needs).length;
    return {
      kind: 'missile',
      title: t.rockets,
      weapon: named(view, it.ship, [it.weapon]),
      by: { ship: it.ship },
      at: { ship: it.target },
      harms: false,
      throws: thrown(t.toHit, t.needs(it.needs), atLeast(it.dice, it.needs), ''),
      result: it.marker ? t.onTheirWay : t.missed,
      tone: it.marker && hits > 0 ? 'harm' : 'plain',
    };
  }
  if (o?.homed)
    return {
      kind: 'missile',
      title: t.homes,
      weapon: t.homing,
      by: { marker: o.homed.marker },
      at: { ship: o.homed.target },
      harms: false,
      throws: o.homed.die === null ? [] : thrown(t.whichOne, '', plain([o.homed.die]), ''),
      result: t.homesOn(nameOf(view, o.homed.target)),
      tone: 'plain',
    };
  if (defence?.defended) {
    const it = defence.defended;
    const [guard] = it.guards;
    return {
      kind: 'missile',
      title: t.defence,
      weapon: t.guns(it.guards.length),
      by: guard ? (guard.boats !== undefined ? { group: guard.boats } : { ship: guard.ship }) : null,
      at: { marker: it.marker },
      harms: false,
      throws: thrown(
        t.atMissiles,
        t.craftNeeds,
        [...plain(it.dice), ...again(it.again)],
        t.stopped(it.stopped),
      ),
      result: t.stopped(it.stopped),
      tone: it.stopped > 0 ? 'good' : 'plain',
    };
  }
  const struck = defence?.hit ?? defence?.burst;
  if (struck) {
    const on = defence?.hit?.on_target ?? null;
    return {
      kind: 'missile',
      title: defence?.hit ? t.missileHits : t.missileBursts,
      weapon: t.warhead,
      by: { marker: struck.marker },
      at: { ship: struck.ship },
      throws: thrown(
        on === null ? t.damageDice : t.onTarget(on),
        struck.off > 0 ? t.less(struck.off) : t.each,
        plain(struck.dice),
        '',
      ),
      result: struck.dice.length > 0 ? t.strikes : t.allStopped,
      tone: struck.dice.length > 0 ? 'harm' : 'plain',
    };
  }
  if (defence?.strayed)
    return {
      kind: 'shot',
      title: t.strays,
      weapon: t.guns(1),
      by: { ship: defence.strayed.guard.ship },
      at: { ship: defence.strayed.ship },
      throws: [],
      result: t.grazed,
      tone: 'harm',
    };
  if (mines?.went_off) {
    const { dice, again: more, tally, ship } = mines.went_off;
    return {
      kind: 'blast',
      title: t.mine,
      weapon: t.mineWeapon,
      by: null,
      at: { ship },
      throws: thrown(t.damageDice, '', [...plain(dice), ...again(more)], t.points(pointsOf(tally))),
      result: t.points(pointsOf(tally)),
      tone: 'harm',
    };
  }
  const flak = opening?.peppered ?? opening?.scourged;
  if (flak) {
    const n = 'stopped' in flak ? flak.stopped : flak.killed;
    return {
      kind: 'shot',
      title: t.flak,
      weapon: t.flakShell,
      by: null,
      at: 'stopped' in flak ? { marker: flak.marker } : { group: flak.group },
      harms: false,
      throws: thrown(t.atMissiles, t.craftNeeds, [...plain(flak.dice), ...again(flak.again)], t.stopped(n)),
      result: t.stopped(n),
      tone: n > 0 ? 'harm' : 'plain',
    };
  }
  if (opening?.grazed)
    return {
      kind: 'shot',
      title: t.flak,
      weapon: t.flakShell,
      by: null,
      at: { ship: opening.grazed.ship },
      throws: thrown(t.roll, '', plain([opening.grazed.die]), ''),
      result: t.grazed,
      tone: 'plain',
    };
  return null;
};

const sweeping: Maker = ({ mines }, _view, _line, after) => {
  if (!mines?.swept) return null;
  const { mine, ship, die } = mines.swept;
  const lies = !!after.mines?.some((it) => it.number === mine);
  return {
    kind: 'check',
    title: t.sweeps,
    weapon: t.sweeper,
    by: null,
    at: { ship },
    harms: false,
    throws: thrown(t.toSweep, '', [{ face: die, counts: !lies }], lies ? t.stays : t.cleared),
    result: lies ? t.mineStays : t.mineCleared,
    tone: lies ? 'plain' : 'good',
  };
};

const craft: Maker = ({ dogfights, group_defence: guard, evasion }, view) => {
  if (dogfights?.fought) {
    const it = dogfights.fought;
    const killed = it.kills.reduce((a, b) => a + b, 0);
    return {
      kind: 'dogfight',
      title: t.dogfight,
      weapon: t.fighterGuns,
      by: { group: it.group },
      at: it.at[0] === undefined ? null : { group: it.at[0] },
      ...kills(it.dice, it.again, killed),
    };
  }
  if (dogfights?.intercepted) {
    const it = dogfights.intercepted;
    return {
      kind: 'dogfight',
      title: t.intercepts,
      weapon: t.fighterGuns,
      by: { group: it.group },
      at: { marker: it.marker },
      ...kills(it.dice, it.again, it.kills),
    };
  }
  if (dogfights?.wavered)
    return {
      kind: 'check',
      title: t.nerve,
      weapon: t.nerveWhy,
      by: null,
      at: { group: dogfights.wavered.group },
      harms: false,
      throws: thrown(t.nerveDie, '', [{ face: dogfights.wavered.die, counts: dogfights.wavered.held }], ''),
      result: dogfights.wavered.held ? t.pressesOn : t.breaksOff,
      tone: dogfights.wavered.held ? 'good' : 'plain',
    };
  if (guard?.repelled) {
    const it = guard.repelled;
    const [first] = it.guards;
    return {
      kind: 'dogfight',
      title: t.repels,
      weapon: t.guns(it.guards.length),
      by: first ? (first.boats !== undefined ? { group: first.boats } : { ship: first.ship }) : null,
      at: { group: it.group },
      ...kills(it.dice, it.again, it.killed),
    };
  }
  if (guard?.blasted)
    return {
      kind: 'blast',
      title: t.blast,
      weapon: t.warhead,
      by: { marker: guard.blasted.marker },
      at: { group: guard.blasted.group },
      ...kills(guard.blasted.dice, undefined, guard.blasted.killed),
    };
  if (guard?.raked)
    return {
      kind: 'dogfight',
      title: t.rakes,
      weapon: t.guns(1),
      by: { ship: guard.raked.ship },
      at: { group: guard.raked.group },
      ...kills(guard.raked.dice, guard.raked.again, guard.raked.killed),
    };
  if (evasion?.fired) {
    const it = evasion.fired;
    return {
      kind: 'dogfight',
      title: t.atEvading,
      weapon: named(view, it.ship, it.weapons),
      by: { ship: it.ship },
      at: { group: it.group },
      ...kills(it.dice, it.again, it.killed),
    };
  }
  if (evasion?.locked)
    return {
      kind: 'check',
      title: t.lockOn,
      weapon: t.fireControl,
      by: { ship: evasion.locked.ship },
      at: { group: evasion.locked.group },
      harms: false,
      throws: thrown(t.toLock, '', plain([evasion.locked.die]), ''),
      result: (evasion.locked.lost ?? []).length > 0 ? t.noLock : t.locked,
      tone: 'plain',
    };
  return null;
};

const close: Maker = ({ ramming, boarding, beaming }, view) => {
  if (ramming?.tried) {
    const it = ramming.tried;
    const throws = [
      ...thrown(t.dares, t.daresNeeds, it.dare === undefined ? [] : plain([it.dare]), ''),
      ...thrown(
        t.race(it.thrust[0], it.thrust[1]),
        t.raceNeeds,
        (it.race ?? []).map((face, k) => ({ face, label: k === 0 ? t.rammer : t.target })),
        '',
      ),
      ...thrown(
        t.impact,
        t.impactNeeds,
        (it.impact ?? []).map((face, k) => ({ face, label: k === 0 ? t.rammer : t.target })),
        '',
      ),
    ];
    return {
      kind: 'ram',
      title: t.rams,
      weapon: t.ram,
      by: { ship: it.ship },
      at: { ship: it.target },
      both: true,
      throws,
      result: it.impact ? t.collide(it.damage[0], it.damage[1]) : t.avoided,
      tone: it.impact ? 'harm' : 'plain',
    };
  }
  if (boarding?.fought) {
    const it = boarding.fought;
    const killed = it.killed.length;
    return {
      kind: 'boarding',
      title: t.boarding,
      weapon: t.boardingWeapon,
      by: null,
      at: { ship: it.ship },
      throws: [
        ...thrown(
          t.defenders,
          '',
          plain([...it.teams.map((one) => one[2]), ...it.marines.map((one) => one[1])]),
          t.killed(killed),
        ),
        ...thrown(
          t.boarders,
          '',
          plain(it.boarders.map((one) => one[1])),
          t.killed(it.fallen.length + (it.friends ?? []).length),
        ),
      ],
      result: it.captured !== undefined ? t.captured(nameOf(view, it.ship)) : t.fightGoesOn(it.boxes),
      tone: 'harm',
    };
  }
  if (boarding?.raided)
    return {
      kind: 'boarding',
      title: t.raid,
      weapon: t.boardingWeapon,
      by: null,
      at: { ship: boarding.raided.ship },
      throws: [],
      result:
        boarding.raided.icons.length > 0
          ? t.wrecks(named(view, boarding.raided.ship, boarding.raided.icons))
          : t.nothingDone,
      tone: boarding.raided.icons.length > 0 ? 'harm' : 'plain',
    };
  if (boarding?.parties_checked)
    return {
      kind: 'boarding',
      title: t.parties,
      weapon: t.boardingWeapon,
      by: null,
      at: { ship: boarding.parties_checked.ship },
      harms: false,
      throws: thrown(t.roll, '', plain(boarding.parties_checked.rolls.map((it) => it[1])), ''),
      result: t.killed(boarding.parties_checked.killed.length),
      tone: 'plain',
    };
  const beam = beaming?.beamed ?? beaming?.raid;
  if (beam)
    return {
      kind: 'boarding',
      title: beaming?.beamed ? t.beams : t.beamRaid,
      weapon: named(view, beam.ship, [beam.weapon]),
      by: { ship: beam.ship },
      at: { ship: beam.target },
      throws: thrown(t.roll, '', plain(beam.dice), t.through(beam.hits)),
      result: t.through(beam.hits),
      tone: beam.hits > 0 ? 'harm' : 'plain',
    };
  if (beaming?.landed)
    return {
      kind: 'boarding',
      title: t.lands,
      weapon: t.boardingWeapon,
      by: null,
      at: { ship: beaming.landed.ship },
      harms: false,
      throws: thrown(t.roll, '', plain(beaming.landed.rolls.map((it) => it[1])), ''),
      result: t.aboard(beaming.landed.landed.length),
      tone: beaming.landed.landed.length > 0 ? 'harm' : 'plain',
    };
  return null;
};

const checks: Maker = ({ checks: c, damage, repairs, orders, scramble }, view, line) => {
  const none = { by: null };
  const row = c?.checked ?? c?.hangars_checked;
  if (row) {
    const out = [...row.damaged, ...(c?.checked?.gone ?? [])];
    const drive = (c?.checked?.drive ?? 0) > 0;
    const lost = new Set(out);
    return {
      ...none,
      kind: 'check',
      title: t.threshold,
      weapon: t.rowLost(row.row),
      at: { ship: row.ship },
      throws: thrown(
        t.thresholdDice,
        t.thresholdNeeds,
        row.rolls.map(([icon, face]) => ({
          face,
          counts: lost.has(icon) || (drive && isDrive(view, row.ship, icon)),
        })),
        '',
      ),
      result:
        out.length > 0 || drive
          ? t.breaks(out.length + (drive && !hasDrive(view, row.ship, out) ? 1 : 0))
          : t.nothingLost,
      tone: out.length > 0 || drive ? 'harm' : 'good',
    };
  }
  if (c?.hangar_tested)
    return {
      ...none,
      kind: 'check',
      title: t.hangar,
      weapon: named(view, c.hangar_tested.ship, [c.hangar_tested.icon]),
      at: { ship: c.hangar_tested.ship },
      throws: [
        ...thrown(t.mayBlow, '', plain([c.hangar_tested.die]), ''),
        ...thrown(
          t.damageDice,
          t.each,
          plain(c.hangar_tested.damage === null ? [] : [c.hangar_tested.damage]),
          '',
        ),
      ],
      result: c.hangar_tested.points > 0 ? t.points(c.hangar_tested.points) : t.holds,
      tone: c.hangar_tested.points > 0 ? 'harm' : 'good',
    };
  const core = c?.bridge_hit ?? c?.life_support_hit;
  if (core)
    return {
      ...none,
      kind: 'check',
      title: c?.bridge_hit ? t.bridge : t.air,
      weapon: t.coreSystem,
      at: { ship: core.ship },
      harms: false,
      throws: thrown(t.howLong, t.turnsNeeds, plain([core.die]), t.turns(core.die)),
      result: c?.bridge_hit ? t.bridgeOut : t.airOut,
      tone: 'harm',
    };
  if (c?.colours_tested)
    return {
      ...none,
      kind: 'check',
      title: t.colours,
      weapon: t.coloursWhy,
      at: { ship: c.colours_tested.ship },
      harms: false,
      throws: thrown(t.nerveDie, '', [{ face: c.colours_tested.die, counts: c.colours_tested.struck }], ''),
      result: c.colours_tested.struck ? t.givesIn : t.fightsOn,
      tone: c.colours_tested.struck ? 'harm' : 'plain',
    };
  if (c?.course_tested)
    return {
      ...none,
      kind: 'check',
      title: t.course,
      weapon: t.bridgeOut,
      at: { ship: c.course_tested.ship },
      harms: false,
      throws: thrown(t.roll, '', plain([c.course_tested.die]), ''),
      result: c.course_tested.way === null ? t.keepsCourse : t.veers,
      tone: c.course_tested.way === null ? 'plain' : 'harm',
    };
  if (damage?.emp_tested) {
    const it = damage.emp_tested;
    return {
      ...none,
      kind: 'check',
      title: t.empTest,
      weapon: named(view, it.ship, [it.icon]),
      at: { ship: it.ship },
      harms: false,
      throws: thrown(t.empDice, t.needs(it.needs), atLeast(it.dice, it.needs), ''),
      result: it.failed > 0 ? t.knockedOut(named(view, it.ship, [it.icon])) : t.holds,
      tone: it.failed > 0 ? 'harm' : 'good',
    };
  }
  if (damage?.core_rolled) {
    const it = damage.core_rolled;
    return {
      ...none,
      kind: 'check',
      title: t.core,
      weapon: t.coreWhy,
      at: { ship: it.ship },
      throws: thrown(t.coreDie, t.coreNeeds(it.needs), [{ face: it.die, counts: it.blown }], ''),
      result: it.blown ? t.coreBlows : t.coreHolds,
      tone: it.blown ? 'harm' : 'good',
    };
  }
  if (repairs?.worked) {
    const it = repairs.worked;
    const name = named(view, it.ship, [it.icon]);
    return {
      ...none,
      kind: 'repair',
      title: t.repairs,
      weapon: t.teams(it.parties),
      at: { ship: it.ship },
      harms: false,
      throws: thrown(
        name,
        chance(line).share,
        [{ face: it.die, counts: it.repaired }],
        it.repaired ? t.works : t.stillOut,
      ),
      result: it.repaired ? t.repaired(name) : t.notRepaired(name),
      tone: it.repaired ? 'good' : 'plain',
    };
  }
  if (repairs?.regenerated) {
    const it = repairs.regenerated;
    return {
      ...none,
      kind: 'repair',
      title: t.regenerates,
      weapon: t.armour,
      at: { ship: it.ship },
      harms: false,
      throws: thrown(t.roll, '', plain(it.dice), ''),
      result: t.healed(it.healed),
      tone: it.healed > 0 ? 'good' : 'plain',
    };
  }
  if (orders?.strained) {
    const it = orders.strained;
    return {
      ...none,
      kind: 'check',
      title: t.strains,
      weapon: t.drive,
      at: { ship: it.ship },
      throws: thrown(t.roll, '', plain(it.dice), ''),
      result: it.works ? t.driveHolds : t.driveFails,
      tone: it.works ? 'good' : 'harm',
    };
  }
  if (scramble?.tried) {
    const it = scramble.tried;
    return {
      ...none,
      kind: 'check',
      title: t.scramble,
      weapon: t.hangars,
      at: { ship: it.ship },
      harms: false,
      throws: thrown(t.roll, '', plain([it.die]), ''),
      result: it.mishap === undefined ? t.out((it.out ?? []).length) : t.mishap,
      tone: it.mishap === undefined ? 'good' : 'harm',
    };
  }
  return null;
};

function isDrive(view: View, ship: number, icon: number): boolean {
  return vessels(view)[ship]?.display.icons[icon]?.symbol === 'drive';
}

function hasDrive(view: View, ship: number, icons: number[]): boolean {
  return icons.some((icon) => isDrive(view, ship, icon));
}

const table: Maker = ({ terrain, stations, planets, ftl, disengage }, view) => {
  const none = { by: null };
  if (terrain?.risked) {
    const it = terrain.risked;
    return {
      ...none,
      kind: 'check',
      title: t.collision,
      weapon: 'body' in it.thing ? t.rock : t.station,
      at: { ship: it.ship },
      throws: it.die === null ? [] : thrown(t.toAvoid, t.needs(it.needs), atLeast([it.die], it.needs), ''),
      result: it.crashed ? t.crashes : t.avoids,
      tone: it.crashed ? 'harm' : 'good',
    };
  }
  const rough = terrain?.battered ?? terrain?.scoured;
  if (rough)
    return {
      ...none,
      kind: 'blast',
      title: terrain?.battered ? t.debris : t.dust,
      weapon: terrain?.battered ? t.rocks : t.dustAt,
      at: { ship: rough.ship },
      throws: thrown(t.damageDice, '', plain(rough.dice), ''),
      result: terrain?.scoured ? t.points(terrain.scoured.points) : t.battered,
      tone: 'harm',
    };
  if (terrain?.locked)
    return {
      kind: 'check',
      title: t.lockOn,
      weapon: t.fireControl,
      by: { ship: terrain.locked.ship },
      at: { ship: terrain.locked.target },
      harms: false,
      throws: thrown(t.toLock, '', plain([terrain.locked.die]), ''),
      result: terrain.locked.lost.length > 0 ? t.noLock : t.locked,
      tone: 'plain',
    };
  if (terrain?.dazzled) {
    const it = terrain.dazzled;
    const lost = new Set(it.damaged);
    return {
      ...none,
      kind: 'check',
      title: t.flare,
      weapon: t.flareWhy,
      at: { ship: it.ship },
      harms: false,
      throws: thrown(
        t.thresholdDice,
        t.thresholdNeeds,
        it.rolls.map(([icon, face]) => ({ face, counts: lost.has(icon) })),
        '',
      ),
      result: it.damaged.length > 0 ? t.breaks(it.damaged.length) : t.nothingLost,
      tone: it.damaged.length > 0 ? 'harm' : 'good',
    };
  }
  if (terrain?.chipped)
    return {
      ...none,
      kind: 'shot',
      title: t.atRock,
      weapon: named(view, terrain.chipped.ship, [terrain.chipped.weapon]),
      at: { ship: terrain.chipped.ship },
      harms: false,
      throws: thrown(t.roll, '', plain(terrain.chipped.dice), t.points(terrain.chipped.points)),
      result: t.points(terrain.chipped.points),
      tone: 'plain',
    };
  if (stations?.struck)
    return {
      kind: 'ram',
      title: t.collision,
      weapon: t.station,
      by: { ship: stations.struck.ship },
      at: { ship: stations.struck.section },
      both: true,
      throws: thrown(t.roll, '', plain([stations.struck.die]), ''),
      result: t.battered,
      tone: 'harm',
    };
  if (stations?.torn)
    return {
      kind: 'blast',
      title: t.tornOff,
      weapon: t.explosion,
      by: { ship: stations.torn.from },
      at: { ship: stations.torn.section },
      throws: thrown(t.damageDice, t.each, plain(stations.torn.dice), ''),
      result: t.caughtIn,
      tone: 'harm',
    };
  if (planets?.entered && planets.entered.die !== null)
    return {
      ...none,
      kind: 'check',
      title: t.landing,
      weapon: t.atmosphere,
      at: { ship: planets.entered.ship },
      throws: thrown(t.roll, '', plain([planets.entered.die]), ''),
      result: words.figures.landfall[planets.entered.fate],
      tone: planets.entered.fate === 'landed' ? 'good' : 'harm',
    };
  const jump = ftl?.arrived ?? ftl?.departed;
  if (jump && (jump.dice ?? []).length > 0)
    return {
      ...none,
      kind: 'check',
      title: t.jump,
      weapon: t.ftl,
      at: { ship: jump.ship },
      throws: thrown(t.roll, '', plain(jump.dice), ''),
      result: jump.fate === 'lost' ? t.jumpLost : jump.fate === 'stays' ? t.jumpStays : t.jumpWorks,
      tone: jump.fate === 'lost' ? 'harm' : 'plain',
    };
  if (disengage?.tried)
    return {
      ...none,
      kind: 'check',
      title: t.breakOff,
      weapon: t.chase,
      at: null,
      harms: false,
      throws: thrown(t.roll, '', plain([...disengage.tried.dice]), ''),
      result: disengage.tried.escaped ? t.escaped : t.caught,
      tone: disengage.tried.escaped ? 'good' : 'plain',
    };
  return null;
};

/** What begins with a line, if anything that is worth a card. */
export function blowOf(event: GameEvent, before: View, after: View, line: Line): Blow | null {
  for (const make of [shooting, ordnance, sweeping, craft, close, checks, table]) {
    const it = make(event, before, line, after);
    if (it) return it;
  }
  return null;
}
