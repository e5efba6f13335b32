import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  combatChoice,
  defaultCombat,
  defaultDraft,
  defaultPlan,
  diceOf,
  emptyDraft,
  endOf,
  fromOrder,
  gunnerWith,
  inOrder,
  nearChoices,
  nearestChoice,
  putAway,
  settled,
  stressOf,
  targetsOf,
  toOrder,
  withCard,
  withDealt,
  withKeep,
  withThrust,
} from './compose';
import {
  combatText,
  crafts,
  halves,
  intoZones,
  lettersOf,
  phaseKind,
  planText,
  signedOf,
  useOf,
} from './model';
import { harmOf, hitChance, killChance, lossDist, strainDist } from './odds';
import { combatChoices, menu, planMenu, shot, unit, view } from './sample';
import type { Arrival, Order, Plan } from './types';
import { DRIFT } from './wire';

const plan = (first: Plan['first'], second: Plan['second']): Plan => ({ first, second });

describe('plans', () => {
  it('are found whatever card lies there without thrust', () => {
    const all = planMenu();
    expect(endOf(choiceOf(all, DRIFT)!)).toEqual({ x: 12, y: 8 });
    expect(endOf(choiceOf(all, plan(useOf('C', 0), useOf('B', 0)))!)).toEqual({ x: 12, y: 8 });
    expect(choiceOf(all, plan(useOf('A', 3), useOf('C', 0)))!.speed).toBe(7);
  });

  it('of speed and slide lead to the same end in either order, turns do not', () => {
    const all = planMenu();
    expect(endOf(choiceOf(all, plan(useOf('C', 2), useOf('A', 3)))!)).toEqual({ x: 14, y: 11 });
    expect(endOf(choiceOf(all, plan(useOf('B', -3), useOf('A', 0)))!)).toEqual({ x: 8, y: 4 });
    expect(endOf(choiceOf(all, plan(useOf('A', 0), useOf('B', -3)))!)).toEqual({ x: 12, y: 8 });
    expect(choiceOf(all, plan(useOf('B', 1), useOf('A', 1)))).toBeNull();
  });

  it('change places when the other card is asked for', () => {
    const laid = plan(useOf('A', 3), useOf('B', -2));
    expect(withCard(laid, 'first', 'B')).toEqual(plan(useOf('B', -2), useOf('A', 3)));
    expect(withCard(laid, 'second', 'C')).toEqual(plan(useOf('A', 3), useOf('C', 0)));
    expect(withCard(laid, 'first', 'A')).toBe(laid);
    expect(signedOf(withThrust(laid, 'second', 3).second)).toBe(3);
  });

  it('know their dice and what is safe', () => {
    const dice = diceOf(planMenu(), 'A');
    expect(dice.map((it) => it.signed)).toEqual([-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(dice.filter((it) => !it.safe).map((it) => it.signed)).toEqual([-4, 5, 6, 7, 8]);
  });

  it('drop what excludes itself', () => {
    expect(settled(planMenu(), { ...DRIFT, yaw: 3, evasive: true })).toEqual({ ...DRIFT, yaw: 3 });
    expect(settled(planMenu(), { ...plan(useOf('A', 3), useOf('B', 0)), yaw: 3 }).yaw).toBeUndefined();
    const fast = plan(useOf('A', 3), useOf('B', 0));
    expect(settled(planMenu(), { ...fast, evasive: true }).evasive).toBe(true);
    const off = planMenu({
      realigns: 4,
      choices: planMenu().choices.map((it) => ({ ...it, evasive: it.stress_yaw_first !== null })),
    });
    expect(settled(off, { ...fast, evasive: true }).evasive).toBeUndefined();
    expect(settled(off, { ...DRIFT, evasive: true }).evasive).toBe(true);
  });

  it('risk stress, more with a yaw', () => {
    const hard = choiceOf(planMenu(), plan(useOf('A', 6), useOf('B', 0)))!;
    expect(stressOf(hard, { first: hard.first, second: hard.second })).toBe(3);
    expect(stressOf(planMenu().choices[0]!, { ...DRIFT, yaw: 2 })).toBe(1);
    expect(strainDist(planMenu().stress, 3)).toEqual([1 / 8, 3 / 8, 3 / 8, 1 / 8, 0]);
    expect(strainDist(planMenu().stress, 0)).toEqual([1, 0, 0, 0, 0]);
  });

  it('are offered one die away, and dragged to the nearest end without needless stress', () => {
    const all = planMenu();
    const near = nearChoices(all, DRIFT);
    expect(near.map((it) => it.choice.speed).sort((a, b) => a - b)).toEqual([4, 7, 10]);
    expect(nearChoices(all, plan(useOf('C', 0), useOf('B', 0))).map((it) => planText(it.plan))).toContain(
      'C+2',
    );
    expect(endOf(nearestChoice(all, { x: 14.2, y: 8.3 }, 0)!)).toEqual({ x: 14, y: 8 });
    expect(nearestChoice(all, { x: 12, y: 8 }, 9)!.course).toBe(9);
    expect(nearestChoice(all, { x: 12, y: 8 }, 0)!.course).toBe(0);
  });

  it('do not leave the table by default', () => {
    expect(defaultPlan(planMenu(), { x: 12, y: 18 })).toEqual(DRIFT);
    const edge = planMenu();
    edge.choices[0] = { ...edge.choices[0]!, leaves: true };
    const chosen = choiceOf(edge, defaultPlan(edge, { x: 12, y: 18 }))!;
    expect(chosen.leaves).toBe(false);
    expect(chosen.stress).toBe(0);
  });

  it('are written as at the table', () => {
    expect(planText(plan(useOf('A', 3), useOf('B', -2)))).toBe('A+3 B−2');
    expect(planText({ ...DRIFT, yaw: 6 })).toBe('drift yaw 6');
    expect(planText({ ...plan(useOf('B', 2), useOf('C', -1)), evasive: true })).toBe('B+2 C−1 evade');
  });
});

describe('initiative cards', () => {
  it('change places with whoever has them', () => {
    expect(withDealt({ 0: 1, 1: 2 }, 0, 2)).toEqual({ 0: 2, 1: 1 });
    expect(withDealt({ 0: 1, 1: 2 }, 0, 3)).toEqual({ 0: 3, 1: 2 });
    expect(withDealt({ 1: 2 }, 0, 2)).toEqual({ 0: 2 });
  });
  it('that are left over are put away', () => {
    expect(putAway({ 0: 3, 1: 1 }, 4)).toEqual([2, 4]);
    expect(inOrder({ 0: 3, 4: 1 })).toEqual([
      { unit: 4, card: 1 },
      { unit: 0, card: 3 },
    ]);
  });
});

describe('attacks', () => {
  it('are worth what goes through armour and shields', () => {
    expect(hitChance(shot())).toBeCloseTo(1 / 3, 12);
    const [held, lost] = lossDist(shot());
    expect(lost).toBeCloseTo(1 / 12, 12);
    expect(held).toBeCloseTo(11 / 12, 12);
    expect(killChance(shot(), 1)).toBeCloseTo(1 / 12, 12);
    expect(killChance(shot(), 2)).toBe(0);
    expect(lossDist(shot({ shields: 0 })).map((p) => Math.round(p * 36))).toEqual([27, 6, 3]);
    expect(harmOf(shot({ chance: { ways: 0, of: 1 } }))).toBe(0);
  });

  it('are chosen by default, with a lock where a gunner gives it for nothing', () => {
    expect(defaultCombat(combatChoices())).toEqual({
      gunner: { step: { lock: { target: 1 } }, salvo: { weapon: 'gun', target: 1 } },
    });
    expect(defaultCombat(combatChoices().filter((it) => it.shots.length === 0))).toEqual({
      lock: { target: 1 },
    });
    expect(defaultCombat([{ combat: 'none', notation: 'none', shots: [] }])).toBe('none');
  });

  it('of a gunner go together', () => {
    const all = combatChoices();
    const salvo = { salvo: { weapon: 'gun' as const, target: 1 } };
    expect(gunnerWith(all, salvo).map((it) => it.notation)).toEqual(['lock P1 and salvo P1']);
    expect(gunnerWith(all, { lock: { target: 1 } })).toHaveLength(1);
    expect(gunnerWith(all, { launch: { missile: 0 } })).toHaveLength(0);
    expect(gunnerWith(all, 'raise_shields')).toHaveLength(0);
  });

  it('keep their odds when the second roll is declined', () => {
    const kept = withKeep({ salvo: { weapon: 'gun', target: 1 } }, true);
    expect(kept).toEqual({ salvo: { weapon: 'gun', target: 1, keep: true } });
    expect(combatChoice(combatChoices(), kept)?.notation).toBe('salvo P1');
    expect(withKeep(kept, false)).toEqual({ salvo: { weapon: 'gun', target: 1 } });
  });

  it('name their targets', () => {
    expect(
      targetsOf({ gunner: { step: { lock: { target: 2 } }, salvo: { weapon: 'turret', target: 1 } } }),
    ).toEqual([1, 2]);
    expect(targetsOf({ salvo: { weapon: { pod: 0 } } })).toEqual([]);
    expect(combatText({ lock: { target: 1 } }, () => 'P1')).toBe('Lock P1');
    expect(combatText({ salvo: { weapon: { dumb: 0 }, target: 1 } }, () => 'P1')).toBe(
      'Unguided missile → P1',
    );
  });
});

describe('orders', () => {
  const placement = { unit: 0, at: { x: 12, y: 0.5 }, course: 0, speed: 4 };
  const arrival: Arrival = { back: { unit: 0, course: 3 } };
  const cases: [Parameters<typeof toOrder>[1], Order['action']][] = [
    ['muster', { muster: ['Guardian 151a', 'Vulture Mk.IV'] }],
    ['reserve', { reserve: [1] }],
    [
      'initiative',
      {
        cards: [
          { unit: 0, card: 2 },
          { unit: 1, card: 1 },
        ],
      },
    ],
    ['deploy_cards', { cards: [{ unit: 0, card: 1 }] }],
    ['place', { place: placement }],
    ['arrive', { arrive: [arrival] }],
    ['duel', { duel: 3 }],
    [
      'plan',
      {
        plan: {
          first: { kind: 'accelerate', thrust: 3 },
          second: { kind: 'turn_port', thrust: 2 },
          evasive: true,
        },
      },
    ],
    ['yaw', { yaw: 6 }],
    ['leave', { leave: 'withdraw' }],
    ['at_will', { at_will: [{ unit: 0, target: 1 }] }],
    ['combat', { combat: { eject: { bearing: 6 } } }],
  ];
  for (const [kind, action] of cases) {
    it(`of ${kind} come back as they were`, () => {
      expect(toOrder(fromOrder({ action }, emptyDraft()), kind, false)).toEqual({ action });
    });
  }

  it('carry an offer of a draw', () => {
    expect(toOrder(emptyDraft(), 'yaw', true)).toEqual({ action: { yaw: 0 }, draw: true });
  });

  it('begin with the defaults of the menu', () => {
    const draft = defaultDraft(
      menu({
        cards: {
          units: [0, 2],
          cards: 3,
          default: [
            { unit: 0, card: 1 },
            { unit: 2, card: 2 },
          ],
        },
        duel: [4, 2],
        at_will: {
          shots: [
            { unit: 0, shot: shot() },
            { unit: 0, shot: shot({ target: 2, chance: { ways: 5, of: 6 } }) },
            { unit: 3, shot: shot({ chance: { ways: 0, of: 1 } }) },
          ],
        },
      }),
    );
    expect(draft.cards).toEqual({ 0: 1, 2: 2 });
    expect(draft.duel).toBe(2);
    expect(draft.will).toEqual({ 0: { unit: 0, target: 2 } });
    expect(defaultDraft(null)).toEqual(emptyDraft());
  });
});

describe('the model', () => {
  it('tags units by the letters of their sides', () => {
    expect(crafts(view()).map((it) => it.tag)).toEqual(['F1', 'P1']);
    const alike = view();
    alike.field.scenario.sides[1]!.name = 'Free Traders';
    expect(lettersOf(alike)).toEqual(['A', 'B']);
  });
  it('tells phases, halves and places', () => {
    expect(phaseKind({ deploy_cards: { seats: [0] } })).toBe('deploy_cards');
    expect(phaseKind('duel')).toBe('duel');
    expect([halves(109), halves(110)]).toEqual(['54.5', '55']);
    expect(
      intoZones([{ rectangle: { from: { x: 0, y: 0 }, to: { x: 24, y: 0.5 } } }], { x: 7.04, y: 9 }),
    ).toEqual({ x: 7, y: 0.5 });
    const corner = intoZones([{ disc: { centre: { x: 0, y: 0 }, radius: 6 } }], { x: 20, y: 20 });
    expect(Math.hypot(corner.x, corner.y)).toBeLessThanOrEqual(6);
    expect(crafts(view({ units: [unit({ status: { empty: { since: 2 } } })] }))[0]).toMatchObject({
      there: true,
      active: false,
    });
  });
});
