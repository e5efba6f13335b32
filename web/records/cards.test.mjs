// Every attack of every kept record of every game has a card, and nothing on it is
// left empty. FLAGBRIDGE names the program that tells the records.
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadGame } from '../src/games';
import { crates, records, seated, told, VIEWERS } from './told.mjs';

/** What somebody who watches must not miss, by game: chapters of events and what is in them. */
const ATTACKS = {
  asfos: ['fire.aimed', 'fire.fired', 'repairs.attempted', 'phase.burned', 'phase.exploded'],
  talon: ['fire.shot', 'damage.missile_detonated', 'damage.destroyed', 'damage.exploded', 'power.repaired'],
  ftb: ['combat_began', 'revealed', 'strike_began', 'hit', 'destroyed', 'tested'],
  stratoyager: ['combat.attacked', 'damage.struck', 'damage.damaged', 'damage.jammed', 'stress.tested'],
  'full-thrust': [
    'fire.fired',
    'damage.struck',
    'damage.destroyed',
    'checks.checked',
    'repairs.worked',
    'ordnance.rockets',
    'defence.defended',
    'defence.hit',
    'defence.burst',
    'mines.went_off',
    'ramming.tried',
    'boarding.fought',
    'boarding.raided',
    'dogfights.fought',
    'dogfights.intercepted',
    'group_defence.repelled',
    'runs.ran',
    'gunboats.fired',
    'evasion.fired',
    'blasts.caught',
    'damage.core_rolled',
    'damage.emp_tested',
  ],
};

function has(event, name) {
  if (typeof event === 'string') return event === name;
  const [chapter, what] = name.split('.');
  const inside = event[chapter];
  return what === undefined
    ? inside !== undefined
    : typeof inside === 'object' && inside?.[what] !== undefined;
}

const filled = (text) => typeof text === 'string' && text.trim() !== '' && !/undefined|NaN|object/.test(text);

/** What is wrong with a card; empty if nothing is. */
function faults(card) {
  const out = [];
  const must = (truth, what) => {
    if (!truth) out.push(what);
  };
  must(filled(card.title), 'no title');
  if (card.kind === 'orders' || card.kind === 'summary')
    must(card.chosen.length + card.result.length > 0, 'empty');
  else {
    must(filled(card.result), 'no result');
    must(card.by || card.at || card.chosen.length > 0 || card.lines.length > 0, 'nobody takes part');
  }
  if (card.by && card.at) must(filled(card.weapon), 'no weapon');
  for (const it of [card.by, card.at].filter(Boolean)) {
    must(filled(it.name), 'a party without a name');
    must(filled(it.kind), `${it.name} is nothing`);
    must(filled(it.hull) && Number.isInteger(it.side), `${it.name} has no shape`);
    for (const layer of it.layers) {
      must(filled(layer.label), 'a layer without a name');
      must(
        layer.of > 0 && layer.before >= 0 && layer.after >= 0,
        `${layer.label} of ${it.name}: ${JSON.stringify(layer)}`,
      );
    }
    for (const what of it.broke) must(filled(what), 'something broke that has no name');
  }
  for (const it of card.chosen) must(filled(it.who) && filled(it.text), 'an order without words');
  for (const it of card.throws) {
    must(filled(it.label), 'dice for nothing');
    must(it.dice.length > 0 || filled(it.result), 'a throw without dice or result');
    for (const die of it.dice) must(Number.isInteger(die.face), `a die shows ${die.face}`);
  }
  for (const it of card.lines) must(filled(it), 'an empty line');
  return out;
}

describe.each(records.map((it) => [path.relative(crates, it), it]))('%s', (_, file) => {
  beforeEach(() => void vi.spyOn(console, 'error'));
  afterEach(() => vi.restoreAllMocks());

  it.each(VIEWERS)('has cards for %s', async (viewer) => {
    const log = told(file, viewer);
    const game = await loadGame(log.game);
    const session = seated(game, log, viewer);
    const wanted = ATTACKS[log.game];
    let from = 0;
    for (const cue of session.cues(log.events)) {
      cue.begin?.();
      cue.end?.();
      for (const card of cue.cards ?? [])
        if (card.kind !== 'told' && faults(card).length > 0)
          throw new Error(`after event ${from}: ${faults(card).join('; ')} in ${JSON.stringify(card)}`);
      if (cue.upTo === undefined) continue;
      const lines = log.events.filter((it) => it.n >= from && it.n <= cue.upTo);
      from = cue.upTo + 1;
      const attack = lines.find((it) => wanted.some((name) => has(it.event, name)));
      const laid = (cue.cards ?? []).some((it) => it.kind !== 'told' && it.kind !== 'orders');
      if (attack && !laid) throw new Error(`no card for event ${attack.n}: ${attack.text}`);
    }
    expect(console.error).not.toHaveBeenCalled();
  });
});
