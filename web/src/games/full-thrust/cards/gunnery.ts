// Cards for what is shot or launched at somebody, and for mines.
import { again, atLeast, kills, nameOf, named, plain, thrown, volley } from './dice';
import type { Maker } from './dice';
import { defenceOf, pointsOf } from '../playback/said';
import { words } from '../texts';

const t = words.card;

export const shooting: Maker = ({ fire, gunboats, runs, sweeps, blasts, damage }, view, line) => {
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

export const ordnance: Maker = (event, view) => {
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

export const sweeping: Maker = ({ mines }, _view, _line, after) => {
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
