// What there is to do in the open phase: title, hint, what the large button says.
import type { Task } from '../types';
import { fireMenu, isBound, partiesUsed, testsUsed } from './compose';
import type { FullThrustSession } from './session.svelte';
import { words } from './texts';
import type { Guard } from './types';
import { wingTag } from './wings';

/** The name of the one ship that has a choice; nothing if there are more. */
function onlyShip(session: FullThrustSession): string {
  const able = session.able();
  return able.length === 1 ? `${session.all[able[0]!]?.tag ?? ''} ${session.all[able[0]!]?.name ?? ''}` : '';
}

export function taskOf(session: FullThrustSession): Task {
  const t = words.task;
  const empty = { seal: '', progress: '' };
  if (session.kind === 'over') return { ...t.over, ...empty };
  if (session.kind === 'setup') return { ...t.setup, ...empty };
  if (!session.open) return { ...t.wait, rule: '', ...empty };
  const { menu, draft } = session;
  const tagOf = (group: number) => (session.truth ? wingTag(session.truth, group) : '');
  switch (session.kind) {
    case 'deploy': {
      const ship = draft.place ? session.all[draft.place.ship] : undefined;
      return {
        title: t.deploy.title(ship ? `${ship.tag} ${ship.name}` : ''),
        hint: t.deploy.hint,
        rule: t.deploy.rule,
        seal: t.deploy.seal(ship?.tag ?? ''),
        progress: '',
      };
    }
    case 'fire': {
      const fire = draft.fire;
      const tag = fire ? (session.all[fire.ship]?.tag ?? '') : '';
      const from = fireMenu(menu, fire?.ship ?? session.index(session.selected));
      const used = fire ? session.engagedBy(fire.ship).length : 0;
      const boats = [...new Set((menu?.fights?.boats ?? []).map((it) => it.group))];
      return {
        title: t.fire.title(
          session.able().length,
          boats.length,
          onlyShip(session) || (boats.length === 1 ? tagOf(boats[0]!) : ''),
        ),
        hint: t.fire.hint,
        rule: t.fire.rule,
        seal: draft.boats
          ? t.fire.boats(tagOf(draft.boats.group))
          : t.fire.seal(
              tag,
              (fire?.shots.length ?? 0) + (fire?.lines?.length ?? 0) + (fire?.groups?.length ?? 0),
            ),
        progress: from ? t.fire.progress(used, from.controls) : '',
      };
    }
    case 'launch': {
      const tag = draft.launch ? (session.all[draft.launch.ship]?.tag ?? '') : '';
      const crews = (menu?.fights?.launches ?? []).map((it) => it.group);
      return {
        title: t.launch.title(
          menu?.launch?.length ?? 0,
          crews.length,
          onlyShip(session) || (crews.length === 1 ? tagOf(crews[0]!) : ''),
        ),
        hint: t.launch.hint,
        rule: t.launch.rule,
        seal: draft.craftLaunch
          ? t.launch.craft(tagOf(draft.craftLaunch.group))
          : t.launch.seal(tag, draft.launch?.launches.length ?? 0),
        progress: '',
      };
    }
    case 'defence': {
      const key = (guard: Guard) => `${guard.ship}:${guard.weapon}:${guard.boats ?? ''}`;
      const weapons = new Set((menu?.defence?.guards ?? []).map(({ guard }) => key(guard))).size;
      const used = new Set(draft.defend.map(key)).size;
      return {
        title: t.defence.title,
        hint: t.defence.hint,
        rule: t.defence.rule,
        seal: t.defence.seal(used),
        progress: t.defence.progress(used, weapons),
      };
    }
    case 'wings': {
      const pass =
        session.truth && typeof session.truth.phase !== 'string' && 'wings' in session.truth.phase
          ? session.truth.phase.wings.pass
          : '';
      const late = pass === 'secondary' || pass === 'robots';
      const tag = draft.wing && session.truth ? wingTag(session.truth, draft.wing.group) : '';
      return {
        title: t.wings.title(menu?.wings?.length ?? 0, menu?.wings?.[0] ? tagOf(menu.wings[0].group) : ''),
        hint: late ? t.wings.secondary : t.wings.hint,
        rule: late ? t.wings.secondaryRule : t.wings.rule,
        seal: t.wings.seal(tag),
        progress: '',
      };
    }
    case 'opening':
      return {
        ...t.opening,
        seal: t.opening.seal((draft.opening.flak?.length ?? 0) + (draft.opening.stages?.length ?? 0)),
        progress: '',
      };
    case 'plans':
      return { ...t.plans, progress: '' };
    case 'parting':
      return { ...t.parting, seal: t.parting.seal(draft.parting.length), progress: '' };
    case 'scramble':
      return { ...t.scramble, seal: t.scramble.seal(draft.scramble?.groups.length ?? 0), progress: '' };
    case 'rounds':
      return { ...t.rounds, seal: t.rounds.seal(draft.rounds.length), progress: '' };
    case 'features':
      return { ...t.features, progress: '' };
    case 'chase':
      return { ...t.chase, seal: draft.chase === false ? t.chase.stay : t.chase.follow, progress: '' };
    case 'share':
      return { ...t.share, progress: '' };
    case 'cross':
      return {
        ...t.cross,
        seal: t.cross.seal(draft.crossings.reduce((sum, it) => sum + it.marines + it.parties, 0)),
        progress: '',
      };
    case 'duties':
      return { ...t.duties, progress: '' };
    case 'repel':
      return { ...t.repel, progress: '' };
    case 'attacks':
      return { ...t.attacks, seal: t.attacks.seal(draft.attacks.length), progress: '' };
    case 'dogfights':
      return { ...t.dogfights, progress: '' };
    case 'runs':
      return { ...t.runs, progress: '' };
    case 'evade':
      return { ...t.evade, seal: t.evade.seal(draft.evade.length), progress: '' };
    case 'muster':
      return { ...t.muster, progress: '' };
    case 'scan':
      return { ...t.scan, seal: t.scan.seal(draft.scans.length), progress: '' };
    case 'emp': {
      const all = (menu?.emp ?? []).reduce((sum, it) => sum + it.hits, 0);
      const used = (menu?.emp ?? []).reduce((sum, it) => sum + testsUsed(draft, it.ship), 0);
      return {
        title: t.emp.title,
        hint: t.emp.hint,
        rule: t.emp.rule,
        seal: t.emp.seal(used),
        progress: t.emp.progress(used, all),
      };
    }
    case 'repairs': {
      const all = (menu?.repairs ?? []).reduce((sum, it) => sum + it.parties, 0);
      const used = (menu?.repairs ?? []).reduce((sum, it) => sum + partiesUsed(draft, it.ship), 0);
      return {
        title: t.repairs.title,
        hint: t.repairs.hint,
        rule: t.repairs.rule,
        seal: t.repairs.seal(used),
        progress: t.repairs.progress(used, all),
      };
    }
    case 'cores':
      return {
        title: t.cores.title(menu?.cores.length ?? 0),
        hint: t.cores.hint,
        rule: t.cores.rule,
        seal: t.cores.seal,
        progress: '',
      };
    case 'settings':
      return { ...t.settings, progress: '' };
    case 'arrange':
      return { ...t.arrange, progress: '' };
    case 'orders':
    case 'replot': {
      const free = (menu?.plots ?? []).filter((it) => !isBound(it));
      const done = free.filter((it) => draft.ships[it.ship]).length;
      const it = session.kind === 'orders' ? t.orders : t.replot;
      const drifts = session.kind === 'orders' && session.truth?.ships.every((ship) => ship.motion.drift);
      if (session.able().length === 0)
        return {
          title: t.orders.title(0),
          hint: t.orders.noneHint,
          rule: t.orders.rule,
          seal: t.orders.none,
          progress: '',
        };
      return {
        title: it.title(free.length),
        hint: drifts ? t.orders.vector : it.hint,
        rule: it.rule,
        seal: it.seal,
        progress: t.orders.progress(done, free.length),
      };
    }
    default:
      return { ...t.other, progress: '' };
  }
}
