// What each phase asks for: title, hint, rule, and what the large button says.
import { count } from '../../../lib/count';
import { ships, wings } from '../nouns';

export const task = {
  setup: { title: 'Setting up the table', hint: 'The battle begins in a moment.', rule: 'FT-4.12.1' },
  deploy: {
    title: (name: string) => `Place ${name}`,
    hint: 'Drag it within the marked strip, and set course and velocity. Sides place a ship in turn, largest first.',
    rule: 'FT-4.12.2',
    seal: (tag: string) => `Place ${tag}`,
  },
  orders: {
    title: (n: number) => (n === 0 ? 'No ship takes orders' : `Write orders for ${ships(n)}`),
    hint:
      'Everybody moves at once. Half of a turn is made at the start, half in the middle of the move; ' +
      'a ship without orders flies straight on.',
    vector:
      'Everybody moves at once. A ship drifts on as it did last turn: ' +
      'turn it with thrusters, then burn the main drive where it points.',
    rule: 'FT-2.6.1',
    seal: 'Seal orders',
    none: 'Go on',
    noneHint: 'None of your ships can be steered this turn. The turn goes on without you.',
    progress: (done: number, all: number) => `${done} of ${all} ordered`,
  },
  replot: {
    title: (n: number) => `Plot again for ${ships(n)}`,
    hint: 'Emergency thrust has failed. Plot again with the drive as it is now.',
    rule: 'FT-3.6.3',
    seal: 'Seal orders',
  },
  fire: {
    title: (n: number, groups: number, only: string) =>
      n + groups === 1 && only
        ? `Fire with ${only}`
        : n === 0
          ? `Fire with one of ${wings(groups)}`
          : `Fire with one of ${ships(n)}${groups > 0 ? ` or ${wings(groups)}` : ''}`,
    hint:
      'One ship fires, then the other side. Each fire control engages one target; ' +
      'damage counts at once, systems are checked later.',
    rule: 'FT-2.6.11',
    seal: (tag: string, shots: number) => (shots === 0 ? 'Pass' : `Fire ${tag}: ${count(shots, 'weapon')}`),
    boats: (tag: string) => `Fire ${tag}`,
    progress: (used: number, all: number) => `${used} of ${all} fire controls`,
  },
  launch: {
    title: (n: number, groups: number, only: string) =>
      n + groups === 1 && only
        ? `Launch from ${only}`
        : n === 0
          ? `Launch from one of ${wings(groups)}`
          : `Launch from one of ${ships(n)}${groups > 0 ? ` or ${wings(groups)}` : ''}`,
    hint:
      'Missiles look for the nearest ship when everybody has moved: put them where the enemy will be. ' +
      'One ship launches, then the other side.',
    rule: 'FT-2.6.3',
    seal: (tag: string, n: number) => (n === 0 ? 'Pass' : `Launch from ${tag}: ${count(n, 'launcher')}`),
    craft: (tag: string) => `Launch from ${tag}`,
  },
  defence: {
    title: 'Point defence',
    hint: 'Each weapon fires at one incoming threat; all fire is announced before any die is rolled.',
    rule: 'FT-2.6.9',
    seal: (n: number) => (n === 0 ? 'Hold all' : `Defend with ${count(n, 'weapon')}`),
    progress: (used: number, all: number) => `${used} of ${all} weapons`,
  },
  muster: {
    title: 'Say which ship stands where',
    hint: 'The others see only markers and how loud a drive is. Put your ships where they do not expect them.',
    rule: 'FT-12.1.1',
    seal: 'Seal the places',
  },
  scan: {
    title: 'Scan contacts',
    hint: 'Each ship that scans names as many contacts as it has fire controls; what is named is identified.',
    rule: 'FT-12.1.3',
    seal: (n: number) => (n === 0 ? 'Scan nothing' : `Scan ${count(n, 'contact')}`),
  },
  wings: {
    title: (n: number, only: string) => (n === 1 && only ? `Move ${only}` : `Move one of ${wings(n)}`),
    hint: 'One group moves, then the other side. Fighters move before ships do: put them where the enemy will be.',
    rule: 'FT-8.5.2',
    secondary: 'A last short move after the ships, for a point of endurance.',
    secondaryRule: 'FT-8.5.3',
    seal: (tag: string) => (tag ? `Move ${tag}` : 'Move no more'),
  },
  attacks: {
    title: 'Name targets',
    hint: 'Groups say what they attack; a screen must be fought before the ship behind it.',
    rule: 'FT-8.7.1',
    seal: (n: number) => (n === 0 ? 'No more attacks' : `Attack with ${wings(n)}`),
  },
  dogfights: {
    title: 'Dogfights',
    hint: 'Groups that meet shoot at each other, all at once. Those with a target may press on instead.',
    rule: 'FT-8.10.1',
    seal: 'Fight',
  },
  runs: {
    title: 'Attack runs',
    hint: 'What is left strikes its ship, with ordnance or with guns.',
    rule: 'FT-8.9.1',
    seal: 'Strike',
  },
  evade: {
    title: 'Groups are fired at',
    hint: 'A group that evades pays a point of endurance and is not hit.',
    rule: 'FT-8.6.8',
    seal: (n: number) => (n === 0 ? 'Nobody evades' : `Evade with ${n}`),
  },
  share: {
    title: 'Share out the damage',
    hint: 'Carried ships may bear some of what hits the ship that carries them; the rest stays with it.',
    rule: 'FT-11.7.2',
    seal: 'Seal the shares',
  },
  chase: {
    title: 'They have left the table',
    hint: 'Follow them, and everybody stands on a new table astern of them; or let them go, and the battle is over.',
    rule: 'FT-16.5.1',
    follow: 'Follow',
    stay: 'Let them go',
  },
  cross: {
    title: 'Send boarders across',
    hint: 'Marines and damage-control parties cross to an enemy alongside.',
    rule: 'FT-12.7.1',
    seal: (n: number) => (n === 0 ? 'Send nobody' : `Send ${n}`),
  },
  duties: {
    title: 'What your boarders do',
    hint: 'Each goes for the hull, or fights the Marines defending it.',
    rule: 'FT-12.7.2',
    seal: 'Seal duties',
  },
  repel: {
    title: 'Repel boarders',
    hint: 'Say who stands against which boarder.',
    rule: 'FT-12.7.2',
    seal: 'Repel',
  },
  plans: {
    title: 'Plan arrivals by FTL',
    hint: 'Say in secret when, where and how each ship comes out. Drag its mark, or point at a place.',
    rule: 'FT-11.5.1',
    seal: 'Seal the plans',
  },
  parting: {
    title: 'Parting shots',
    hint: 'A group slips away: those that had moved onto it may shoot once.',
    rule: 'FT-8.10.3',
    seal: (n: number) => (n === 0 ? 'Let it go' : `Shoot with ${n}`),
  },
  scramble: {
    title: 'Scramble',
    hint: 'A carrier under attack may scramble fighters against those coming in. It is a gamble.',
    rule: 'FT-8.3.1',
    seal: (n: number) => (n === 0 ? 'No scramble' : `Scramble ${n}`),
  },
  rounds: {
    title: 'Come round the planet',
    hint: 'A ship that went round comes back across the table, on its stretch of the edge, or stays away.',
    rule: 'FT-17.7.1',
    seal: (n: number) => (n === 0 ? 'Stay away' : `Bring back ${ships(n)}`),
  },
  features: {
    title: 'Place the terrain',
    hint: 'The defender places what the scenario leaves open: drag it, or point at a place.',
    rule: 'FT-18.1.3',
    seal: 'Seal the places',
  },
  opening: {
    title: 'Flak and missiles in flight',
    hint: 'Flak bursts and missiles fly on before anything is launched.',
    rule: 'FT-2.6.3',
    seal: (n: number) => (n === 0 ? 'Place nothing' : `Place ${n}`),
  },
  emp: {
    title: 'Place EMP hits',
    hint: 'Each hit tests one system of the ship it struck.',
    rule: 'FT-5.4.3',
    seal: (n: number) => (n === 0 ? 'Test nothing' : n === 1 ? 'Test once' : `Test ${n} times`),
    progress: (used: number, all: number) => `${used} of ${all} hits placed`,
  },
  repairs: {
    title: 'Send damage-control parties',
    hint: 'One die for each system: up to three parties, repaired on their number or less.',
    rule: 'FT-10.4.2',
    seal: (n: number) => (n === 0 ? 'Send nobody' : `Send ${count(n, 'party', 'parties')}`),
    progress: (used: number, all: number) => `${used} of ${all} parties sent`,
  },
  cores: {
    title: (n: number) => `Decide for ${count(n, 'loose power core')}`,
    hint: 'A core that is kept may blow up. Dumped, the ship drifts without power; abandoned, it is a hulk.',
    rule: 'FT-10.3.6',
    seal: 'Decide',
  },
  settings: {
    title: 'Set your weapons',
    hint: 'Some weapons are set before the battle. What is left alone stays as it was built.',
    rule: 'FT-5.21.1',
    seal: 'Seal settings',
  },
  arrange: {
    title: 'Put the others in order',
    hint: 'You have the initiative: say who follows you.',
    rule: 'FT-2.6.2',
    seal: 'Seal the order',
  },
  other: {
    title: 'Something to decide',
    hint: 'Write the order in words below, or take the suggestion.',
    rule: 'FT-2.6.1',
    seal: 'Seal',
  },
  over: {
    title: 'The battle is over',
    hint: 'Look at it again in the replay, or play on from any turn.',
    rule: 'FT-VIC.1',
  },
  wait: { title: 'Others are deciding', hint: 'Nothing for you to do in this phase.' },
};
