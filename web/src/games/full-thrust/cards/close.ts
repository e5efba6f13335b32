// Cards for what happens close by: dogfights, ramming, boarding.
import { kills, nameOf, named, plain, thrown } from './dice';
import type { Maker } from './dice';
import { words } from '../texts';

const t = words.card;

export const craft: Maker = ({ dogfights, group_defence: guard, evasion }, view) => {
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

export const close: Maker = ({ ramming, boarding, beaming }, view) => {
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
