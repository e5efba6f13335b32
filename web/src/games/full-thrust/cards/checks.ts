// Cards for dice that a ship rolls for itself, and for what the table does to it.
import { chance } from '../../shared/cards';
import { atLeast, named, plain, thrown } from './dice';
import type { Maker } from './dice';
import { vessels } from '../model';
import { words } from '../texts';
import type { View } from '../types';

const t = words.card;

export const checks: Maker = ({ checks: c, damage, repairs, orders, scramble }, view, line) => {
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

export const table: Maker = ({ terrain, stations, planets, ftl, disengage }, view) => {
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
