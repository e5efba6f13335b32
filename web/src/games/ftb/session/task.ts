// What the seat is asked for, in words: the title, and what the large button says.
import type { Task } from '../../types';
import { bearingText, deployOf, helmOf } from '../compose';
import { choiceText, targetTag } from '../model';
import { words } from '../texts';
import type { FtbSession } from '../session.svelte';

/** What is asked for now. */
export function taskOf(session: FtbSession): Task {
  const t = words.task;
  const plain = { seal: '', progress: '' };
  const view = session.truth;
  if (session.isOver) return { ...t.over, ...plain };
  if (!session.open || !session.menu || !view)
    return session.truth?.stage === 'setup' ? { ...t.setup, ...plain } : { ...t.wait, rule: '', ...plain };
  const phase = t.phases[session.menu.phase];
  if (!phase)
    return { title: session.menu.phase, hint: '', rule: '', seal: words.choice.legend, progress: '' };
  const about =
    session.menu.ship ??
    session.menu.helm?.ship ??
    session.menu.aim?.ship ??
    deployOf(session.draft)?.ship ??
    null;
  return {
    title: about === null ? phase.title : t.about(phase.title, view.tags[about] ?? ''),
    hint: phase.hint,
    rule: phase.rule,
    seal: sealText(session, phase.seal),
    progress: vectorSaid(session),
  };
}

/** What the large button says: the order itself, where it is short. */
function sealText(session: FtbSession, usual: string): string {
  const view = session.truth;
  const order = session.draft;
  const s = words.sealOrder;
  if (!view || order === null || typeof order === 'string') return usual;
  if ('attack' in order)
    return order.attack.length === 0
      ? s.holdFire
      : s.attack(order.attack.map((it) => targetTag(view, it.target)).join(', '));
  if ('pick' in order) {
    const { pick } = order;
    if (pick === 'pass') return s.pass;
    if ('activate' in pick) return s.activate(view.tags[pick.activate] ?? '');
    return 'force' in pick ? s.force(view.tags[pick.force] ?? '') : s.tanker;
  }
  if ('hold_back' in order)
    return order.hold_back ? s.hold(view.tags[order.hold_back.ship] ?? '') : words.place.holdNone;
  if ('deploy' in order) return s.deploy(view.tags[order.deploy.ship] ?? '');
  if ('guide' in order && order.guide.attack) return s.attack(targetTag(view, order.guide.attack.target));
  if ('helm' in order) return words.kinds[order.helm.order];
  if ('protocol' in order) return `${usual}: ${words.protocols[order.protocol]}`;
  return session.panel === 'choices' || session.panel === 'protocols'
    ? choiceText(view, order, usual)
    : usual;
}

/** The vector in a few words. */
function vectorSaid(session: FtbSession): string {
  const helm = helmOf(session.draft);
  const menu = session.menu?.helm;
  if (!helm || !menu) return '';
  const plot = helm.plot ?? menu.coast?.plot;
  return plot && plot.speed > 0
    ? words.helm.vector(plot.speed, bearingText({ x: 0, y: 0 }, plot.course))
    : '';
}
