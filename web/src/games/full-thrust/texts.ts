// Every word of this game's part of the screen.

import type { Warhead } from './types';

const ships = (n: number) => `${n} ${n === 1 ? 'ship' : 'ships'}`;

function warhead(it: Warhead): string {
  if (it === 'salvo') return 'missile salvo';
  if (it === 'heavy') return 'heavy missile';
  if ('spread' in it) return `${it.spread} ${it.spread === 1 ? 'missile' : 'missiles'}`;
  if ('antimatter' in it) return it.antimatter.fused ? 'antimatter missile, fused' : 'antimatter missile';
  if ('rockets' in it) return `${it.rockets} ${it.rockets === 1 ? 'rocket' : 'rockets'}`;
  return `plasma bolt, class ${it.bolt}`;
}

export const words = {
  status: { waiting: 'not yet placed', active: 'on the table', cloaked: 'behind its cloaking field', destroyed: 'destroyed', struck: 'has struck its colours', hulk: 'a hulk' },
  left: (edge: string) => `left by the ${edge} edge`,
  back: (edge: string, turn: number) => `beyond the ${edge} edge, back in turn ${turn}`,
  icon: (n: number) => `system ${n}`,
  contact: (kind: string) => `unidentified ${kind === 'capital' ? 'capital ship' : kind}`,
  hidden: 'not yet identified',
  band: (to: number, dice: number, needs?: number) => `${to}: ${needs === undefined ? `${dice}d` : `${needs}+`}`,
  turn: (n: number, of: number) => (n === 0 ? 'Before the battle' : `Turn ${n} of ${of}`),
  points: (n: number) => `${n} scored`,
  mass: (n: number) => `mass ${n}`,
  task: {
    setup: { title: 'The table is being laid', hint: 'The battle begins in a moment.', rule: 'FT-4.12.1' },
    deploy: { title: (name: string) => `Place ${name}`, hint: 'Drag it within the marked strip, set course and velocity. One ship each in turn, the largest first.', rule: 'FT-4.12.2', seal: (tag: string) => `Place ${tag}` },
    orders: {
      title: (n: number) => `Write orders for ${ships(n)}`,
      hint: 'Everybody moves at once. Half a turn is made at the start, half in the middle of the move; a ship without orders flies straight on.',
      vector: 'Everybody moves at once. A ship drifts on as it did last turn: turn it with thrusters, then burn the main drive where it points.',
      rule: 'FT-2.6.1',
      seal: 'Seal orders',
      progress: (done: number, all: number) => `${done} of ${all} ordered`,
    },
    replot: { title: (n: number) => `Plot again for ${ships(n)}`, hint: 'Emergency thrust has failed. Plot anew with the drive as it now is.', rule: 'FT-3.6.3', seal: 'Seal orders' },
    fire: {
      title: (n: number) => `Fire with one of ${ships(n)}`,
      hint: 'One ship fires, then the other side. Each fire control engages one target; damage counts at once, systems are checked later.',
      rule: 'FT-2.6.11',
      seal: (tag: string, shots: number) => (shots === 0 ? 'Pass' : `Fire ${tag}: ${shots} ${shots === 1 ? 'weapon' : 'weapons'}`),
      progress: (used: number, all: number) => `${used} of ${all} fire controls`,
    },
    launch: {
      title: (n: number) => `Launch from one of ${ships(n)}`,
      hint: 'Missiles look for the nearest ship when everybody has moved: put them where the enemy will be. One ship launches, then the other side.',
      rule: 'FT-2.6.3',
      seal: (tag: string, n: number) => (n === 0 ? 'Pass' : `Launch from ${tag}: ${n} ${n === 1 ? 'launcher' : 'launchers'}`),
    },
    defence: { title: 'Point defence', hint: 'Every weapon fires at one thing that comes in; all is announced before any die is rolled.', rule: 'FT-2.6.9', seal: (n: number) => (n === 0 ? 'Hold all' : `Defend with ${n} ${n === 1 ? 'weapon' : 'weapons'}`), progress: (used: number, all: number) => `${used} of ${all} weapons` },
    muster: { title: 'Say which ship stands where', hint: 'The others see only markers and how loud a drive is. Put your ships where they do not expect them.', rule: 'FT-12.1.1', seal: 'Seal the places' },
    scan: { title: 'Scan contacts', hint: 'Each ship that scans names as many contacts as it has fire controls; what is named is identified.', rule: 'FT-12.1.3', seal: (n: number) => (n === 0 ? 'Scan nothing' : `Scan ${n} ${n === 1 ? 'contact' : 'contacts'}`) },
    wings: {
      title: (n: number) => `Move one of ${n} ${n === 1 ? 'group' : 'groups'}`, hint: 'One group moves, then the other side. Fighters move before ships do: put them where the enemy will be.', rule: 'FT-8.5.2',
      secondary: 'A last short move after the ships, for a point of endurance.', secondaryRule: 'FT-8.5.3', seal: (tag: string) => (tag ? `Move ${tag}` : 'Move no more'),
    },
    emp: { title: 'Place EMP hits', hint: 'Each hit tests one system of the ship it struck.', rule: 'FT-5.4.3', seal: (n: number) => (n === 0 ? 'Test nothing' : `Test ${n} times`), progress: (used: number, all: number) => `${used} of ${all} hits placed` },
    repairs: { title: 'Send damage-control parties', hint: 'One die for each system: up to three parties, repaired on their number or less.', rule: 'FT-10.4.2', seal: (n: number) => (n === 0 ? 'Send nobody' : `Send ${n} ${n === 1 ? 'party' : 'parties'}`), progress: (used: number, all: number) => `${used} of ${all} parties sent` },
    cores: { title: (n: number) => `Decide for ${n} loose power ${n === 1 ? 'core' : 'cores'}`, hint: 'A core that is kept blows up on 5 and 6. Dumped, the ship drifts without power; abandoned, it is a hulk.', rule: 'FT-10.3.6', seal: 'Decide' },
    settings: { title: 'Set your weapons', hint: 'Some weapons are set before the battle. What is left alone stays as it was built.', rule: 'FT-5.21.1', seal: 'Seal settings' },
    arrange: { title: 'Put the others in order', hint: 'You have the initiative: say who follows you.', rule: 'FT-2.6.2', seal: 'Seal the order' },
    other: { title: 'Something to decide', hint: 'Write the order in words below, or take the suggestion.', rule: 'FT-2.6.1', seal: 'Seal' },
    over: { title: 'The battle is over', hint: 'Look at it again in the replay, or play on from any turn.', rule: 'FT-VIC.1' },
    wait: { title: 'Others decide', hint: 'Nothing to do for you in this phase.' },
  },
  overlays: { ranges: 'Range rings and arcs', reach: 'Where it can be next turn' },
  chooseShip: 'Choose one of your ships to give it an order.',
  noShip: 'No ship is selected. Choose one on the map or in the fleet.',
  sheet: {
    velocity: 'Velocity', course: 'Course', facing: 'Facing', thrust: 'Thrust', crew: 'Crew', mass: 'Mass', hull: 'Hull', armour: 'Armour', display: 'Status display', troubles: 'Out of order',
    rolled: 'Rolled: port and starboard mounts have changed places.', stealth: (n: number) => `Stealth ${n}`,
    fired: 'Has fired this turn.', adrift: (turn: number) => (turn > 9000 ? 'Out of control for good.' : `Out of control up to turn ${turn}.`), air: (turn: number) => `Air until the end of turn ${turn}.`,
    dumped: 'Its power core is gone: no drive, no fire.', doomed: (names: string) => `Out when the guns fall silent: ${names}.`, emp: (n: number) => `${n} EMP ${n === 1 ? 'hit' : 'hits'} to be placed.`,
    cloak: (turn: number) => `Cloaked up to turn ${turn}.`, cloaked: 'Behind its cloak.',
    legend: 'Struck out once: knocked out and can be repaired. Twice: gone. Numbers beside the rows: the die that knocks a system out when the row is lost.',
    secret: { reflex: 'Reflex field on.', detonate: 'Ordered to detonate.' }, gone: 'gone', out: 'out', spent: 'used up',
  },
  helm: {
    label: 'Helm', port: 'One point to port', starboard: 'One point to starboard', faster: 'Faster by 1', slower: 'Slower by 1', straight: 'Straight on, same velocity', rotatePort: 'Face one point to port', rotateStarboard: 'Face one point to starboard', burn: 'One more point of main drive', ease: 'One point less',
    course: 'Course', velocity: 'Velocity', facing: 'Facing', main: 'Main drive', push: 'Thrusters push', rotate: 'Turn', burnFirst: 'Burn first, then turn',
    pushes: { port: 'Port', starboard: 'Starboard', rear: 'Back' } as Record<string, string>,
    used: (used: number, all: number, turning: number, most: number) => `${used} of ${all} thrust, ${turning} of ${most} to turn`,
    usedVector: (used: number, all: number, turning: number, most: number) => `${used} of ${all} main drive, ${turning} of ${most} thrusters`,
    toVector: (facing: number, velocity: number) => `facing ${facing}, velocity ${velocity}`,
    to: (facing: number, velocity: number) => `course ${facing}, velocity ${velocity}`,
    notation: 'Order in writing', hint: 'Such as P2+4, S1P1-2 or 0', hintVector: 'Such as TP3 MD6 or PS2', wrong: (text: string) => `${text} cannot be read: write a turn and a change of velocity, such as P2+4`,
    beyond: (used: number, all: number) => `It asks for ${used} points of ${all}`, tooSharp: (used: number, all: number) => `It turns by ${used} points, ${all} are possible`,
    strained: 'The drive is strained: it may fail.', leaves: 'This move leaves the table.', bound: 'It takes no orders this turn and keeps its course.', noDrive: 'Its drive is out: it flies straight on.',
  },
  words: {
    title: 'Beside the move', roll: 'Roll', emergency: 'Emergency thrust', active: 'Go active', reflex: 'Reflex field', detonate: 'Detonate', scan: 'Active scan', show: 'Show itself', scanMeans: 'Names contacts after the move; gives the ship away.', showMeans: 'Gives up being an unidentified contact.', clear: 'No order',
    rollMeans: 'Port and starboard mounts change places; costs a point of turning.', emergencyMeans: 'Up to half as much thrust again; the drive may fail.', activeMeans: 'Gives up a level of stealth to see further.', reflexMeans: 'Throws fire back; the ship does not fire.', detonateMeans: 'Blows the ship up with its charges at the end of the turn.',
    cloak: 'Cloak', cloakTurns: (n: number) => (n === 0 ? 'no' : `${n} ${n === 1 ? 'turn' : 'turns'}`), on: (name: string) => `${name} on`, heal: 'Armour lost first', healFirst: 'living boxes', healLast: 'plain boxes',
    turret: (n: number) => `Turret ${n + 1} points`, mode: (name: string) => `${name} this turn`,
    modes: { usual: 'as usual', overload: 'overloaded', short: 'short and heavy', medium: 'medium', long: 'long and light', flare: 'as flare', torpedo: 'as torpedo', arm: 'armed', charge: 'charged', discharge: 'discharged' } as Record<string, string>,
    other: (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' '),
    strainBefore: (n: number) => `Strained ${n} ${n === 1 ? 'time' : 'times'} before: a die more for each.`,
    more: (names: string) => `Also ordered: ${names}.`,
  },
  squadron: {
    title: 'Squadron', lead: 'Ships side by side on the same course may fly under one order: shift-click them or add them here.', add: (tag: string) => `Add ${tag}`, out: (tag: string) => `Take out ${tag}`, dissolve: 'Dissolve', formation: 'Formation',
    formations: { line_ahead: 'Line ahead', line_abreast: 'Line abreast', wedge: 'Wedge', diamond: 'Diamond', ring: 'Ring' } as Record<string, string>,
  },
  entry: { title: (name: string) => `${name} comes back`, lead: 'Drag it along the edge it left by; Q and E turn it.', at: 'Comes in at' },
  deploy: { velocity: 'Velocity', course: 'Course', turnPort: 'Turn to port (Q)', turnStarboard: 'Turn to starboard (E)', usual: 'Usual place', other: 'Another ship first', at: 'Place' },
  fire: {
    ships: 'Ships that can fire', none: 'None of your ships has a target.', targets: 'Targets', controls: (n: number) => `${n} fire ${n === 1 ? 'control' : 'controls'}`, free: 'free', all: 'All that bears', release: 'Hold', weapons: 'Weapons',
    range: (mu: number) => `${mu.toFixed(1)} MU`, bear: (n: number) => `${n} ${n === 1 ? 'weapon bears' : 'weapons bear'}`, mean: 'mean', points: 'Points', armour: 'Armour', hull: 'Hull', emp: 'EMP hits', threshold: 'Row lost', destroyed: 'Destroyed', average: (n: string) => `${n} points on average, before armour`, averageEmp: (n: string) => `${n} EMP hits on average`,
    tooMany: (used: number, all: number) => `${used} targets need more than its ${all} fire ${all === 1 ? 'control' : 'controls'}.`, once: 'one use', aim: (name: string) => `${name} aims at`, aimNone: 'no system', elsewhere: (tag: string) => `at ${tag}`, pass: 'Pass', volley: 'Whole volley',
    rows: (n: number, needs: number) => (n === 1 ? `A row lost, systems out on ${needs}+` : `${n} rows lost, systems out on ${needs}+`), noRow: 'No row lost', due: 'A threshold check is due already.', kill: 'Kills its aim', burst: 'Tube bursts', also: (tag: string) => `Also in its path: ${tag}`, screens: (n: number, advanced: number) => `screens ${n}${advanced > 0 ? `, ${advanced} advanced` : ''}`, holofield: 'holofield', stealth: (n: number) => `stealth ${n}`, aft: 'from behind', why: 'Why the rest does not fire', silent: (tag: string, why: string) => `${tag} ${why}`, dice: (dice: number, needs?: number) => (needs === undefined ? `${dice}d` : `${needs}+`),
    lines: 'Along a line', ahead: (name: string) => `${name}, straight ahead`, atPoint: (name: string, x: number, y: number) => `${name} at ${x.toFixed(1)}, ${y.toFixed(1)}`, catches: (tags: string) => (tags ? `catches ${tags}` : 'catches nobody'),
    noControl: 'All its fire controls are taken: hold another target first.',
  },
  terrain: {
    kinds: { asteroid: 'Asteroid', asteroid_field: 'Asteroid field', meteor_swarm: 'Meteor swarm', debris_field: 'Debris', rings: 'Rings', dust_cloud: 'Dust cloud', flare_zone: 'Flare zone', planet_simple: 'Planet', planet_medium: 'Planet', planet_large: 'Planet', hyper_limit: 'Hyper limit' } as Record<string, string>,
    body: 'A body', station: 'A station', zone: (k: number) => `zone ${k + 1}`,
    crash: (name: string) => `${name} is in the way: the ship is lost.`, collision: (name: string, needs: number) => `${name} is in the way: the ship is lost unless a die shows ${needs} or more.`, battering: (name: string, dice: number) => `${name}: ${dice} ${dice === 1 ? 'die' : 'dice'} of damage.`, dust: (name: string) => `${name}: dust scours the hull.`, peril: (word: string) => word,
  },
  wings: {
    kinds: { standard: 'standard', interceptor: 'interceptor', attack: 'attack', torpedo: 'torpedo', graser: 'graser', plasma: 'plasma', mkp: 'MKP', missile: 'missile', multi_role: 'multi-role', light: 'light', light_interceptor: 'light interceptor', light_attack: 'light attack', assault: 'assault' } as Record<string, string>,
    mods: { heavy: 'heavy', fast: 'fast', long_range: 'long-range', ftl: 'FTL', robot: 'robot' } as Record<string, string>,
    boat: (kind: string) => kind.replaceAll('_', ' '), boats: (kinds: string) => `gunboats (${kinds})`, fighters: (kind: string) => `${kind} fighters`,
    left: (n: number, all: number) => `${n} of ${all} craft`, cef: (n: number) => `endurance ${n}`,
    home: (tag: string) => `from ${tag}`, craft: 'Craft', endurance: 'Endurance', pilots: 'Pilots', pilotKinds: { ace: 'ace', turkey: 'turkeys', average: 'average' } as Record<string, string>, spent: 'Its ordnance is used up.',
    posts: { aboard: 'aboard', flying: 'flying', screening: 'screens', guarding: 'escorts', pursuing: 'pursues', destroyed: 'destroyed', away: 'gone' } as Record<string, string>,
  },
  wingOrders: {
    ordered: 'moves',
    groups: 'Groups that may move', choices: 'Choices', choose: 'Choose a group on the map or above.', reach: (n: number) => `up to ${n} MU`, cost: (n: number) => `costs ${n} endurance`, usual: 'usual', facing: 'Looks to', why: 'Where it cannot land',
    hold: 'Stay', fly: (x: number, y: number) => `Fly to ${x.toFixed(1)}, ${y.toFixed(1)}`, engage: (tag: string) => `Engage ${tag}`, screen: (name: string) => `Screen ${name}`, guard: (tag: string) => `Escort ${tag}`, pursue: (name: string) => `Pursue ${name}`, land: (name: string) => `Land on ${name}`, combat: (name: string) => `Combat landing on ${name}`,
    pursuers: (tags: string) => `${tags} may shoot if it slips away.`,
  },
  deck: { title: 'Flight deck', tubes: (n: number, most: number) => `${n} of ${most} launch ${most === 1 ? 'tube' : 'tubes'} in use.`, steady: 'The ship must hold its course and velocity to launch.', merge: (from: string, into: string) => `${from} fills up ${into}` },
  muster: { place: (letter: string) => `Ship at ${letter}`, signatures: { merchant: 'looks like a merchant', escort: 'looks like an escort', cruiser: 'looks like a cruiser', capital: 'looks like a capital ship' } as Record<string, string> },
  scan: { targets: 'Contacts in reach', named: (n: number, most: number) => `${n} of ${most} named`, none: 'Nothing is in reach.' },
  markers: {
    tag: (n: number) => `#${n}`, kind: warhead, from: (tag: string) => `from ${tag}`, at: (name: string) => `at ${name}`, stopped: (n: number) => `${n} stopped`,
    blast: 'Whoever is near when it bursts', nobody: 'nobody yet',
  },
  launch: {
    ships: 'Ships that can launch', none: 'None of your ships has anything to launch.', launchers: 'Launchers', reach: (n: number) => `${n} MU`, extended: 'extended', all: 'All that bears at', lead: 'where it will be if it holds its course',
    at: (x: number, y: number) => `at ${x.toFixed(1)}, ${y.toFixed(1)}`, atShip: 'Rockets are fired at a ship: point at one.', noLead: (tag: string) => `This launcher does not bear on where ${tag} will be. Point at a place instead.`, place: 'point at a place on the map', target: 'point at a ship',
    fused: 'Fused: bursts where it lies', long: 'Extended-range load', clear: (name: string) => `Hold ${name}`, count: (n: number) => `launch ×${n}`,
  },
  defence: { idle: 'attacks nobody', none: 'Nothing comes in.', usual: 'As proposed', hold: 'Hold all', weapons: (n: number) => `${n} ${n === 1 ? 'weapon' : 'weapons'}`, dice: (n: number) => `×${n}`, once: 'one use', at: 'at' },
  emp: { hits: (left: number, all: number) => `${left} of ${all} hits left`, tests: (name: string) => `Tests of ${name}`, chance: 'out' },
  repairs: { free: (left: number, all: number) => `${left} of ${all} parties free`, on: (name: string) => `Parties on ${name}`, chance: 'repaired', nothing: 'Nothing to repair.' },
  cores: { hold: 'Keep', dump: 'Dump', abandon: 'Abandon', label: (name: string) => `Power core of ${name}`, holdOn: (needs: number) => `It blows up on ${needs} and more.`, means: { hold: 'It may blow up.', dump: 'No power for the rest of the battle.', abandon: 'The crew leaves; the hulk may still blow.' } as Record<string, string> },
  settings: { label: (name: string) => `${name} is set`, built: 'as built' },
  arrange: { up: (name: string) => `${name} earlier`, down: (name: string) => `${name} later` },
  other: { lead: 'This client has no buttons for this yet. Write it in words:', check: 'Check', field: 'Order in words', drafted: 'Drafted, ready to be sealed.' },
  explain: { hull: (left: number, all: number) => `hull ${left} of ${all}`, armour: (n: number) => `armour ${n}`, velocity: (n: number) => `velocity ${n}`, course: (n: number) => `course ${n}`, from: (tag: string) => `from ${tag}` },
  hullLeft: (left: number, all: number) => `Hull ${left} of ${all}`,
  armourLeft: (left: number, all: number) => `Armour ${left} of ${all}`,
  aimed: (tag: string) => `→ ${tag}`,
  fired: 'fired',
  figures: {
    points: (n: number) => `${n}`, none: 'no effect', hull: (n: number) => `−${n} hull`, armour: (n: number) => `−${n} armour`, emp: (n: number) => `${n} EMP`, destroyed: 'destroyed', lost: (names: string) => `out: ${names}`, holds: 'all holds', repaired: (name: string) => `${name} repaired`, still: (name: string) => `${name} still out`, healed: (n: number) => `+${n} armour`,
    launches: (n: number) => `launches ${n} ${n === 1 ? 'group' : 'groups'}`, lands: 'landed', perished: (n: number) => `−${n} craft aboard`, slips: 'slips away', gone: 'gone',
    identified: (name: string) => `it is ${name}`, sweeps: 'scans', unclear: 'not made out',
    crashes: 'crashes', avoids: 'steers clear', battered: 'battered', scoured: (n: number) => (n > 0 ? `dust, ${n}` : 'dust'), blind: 'loses its aim', flare: 'a flare', dazzled: 'dazzled', breaksUp: 'breaks up', holdsTogether: 'wreck holds', disperses: 'disperses',
    flies: (n: number) => `${n} on target`, allStopped: 'all stopped', misses: 'no hit', stops: (n: number) => (n === 0 ? 'nothing stopped' : `${n} stopped`), strays: 'lost', rocketsHit: (n: number) => `${n} ${n === 1 ? 'rocket' : 'rockets'} on target`, bursts: (n: number) => `blast, ${n} ${n === 1 ? 'die' : 'dice'}`, grazed: 'scattergun astray',
    cloaks: 'cloaks', uncloaks: 'uncloaks', vanishes: 'vanishes', appears: 'appears', readied: 'arms its great gun', nova: 'nova cannon', wave: 'wave gun', charged: (n: number) => `charge +${n}`, behind: 'falls behind',
    bridge: 'bridge hit', air: 'life support hit', struck: 'strikes its colours', course: 'knocked off course', blown: 'core blows up', coreHolds: 'core holds', dump: 'core dumped', abandon: 'abandoned', strainedOk: 'drive bears it', strainedFail: 'drive fails', reflected: 'reflected', caught: 'blast', suffocated: 'a hulk', worn: 'drive damaged', knocked: (name: string) => `${name} out`, bears: (name: string) => `${name} holds`,
  },
  facts: { table: 'Table', edge: 'Edge', turns: 'Length', movement: 'Movement', turnsN: (n: number) => `${n} turns`, edges: { retreat: 'ships that cross it have retreated', return_roll: 'ships that cross it may come back', floating: 'open space' } as Record<string, string>, movements: { cinematic: 'cinematic', vector: 'by vectors', mixed: 'each as built' } as Record<string, string> },
  commands: {
    helm: 'Orders: turn to port or starboard', speed: 'Orders: faster or slower', straight: 'Orders: straight on', roll: 'Orders: roll', next: 'Next or previous ship of yours', target: 'Fire: next or previous target for all that bears', holdFire: 'Fire, launch, defence: hold all', rotate: 'Placing: turn the ship', velocity: 'Placing: faster or slower', ranges: 'Range rings and arcs of the selected ship', reach: 'Where it can be next turn',
  },
  notOffered: (tag: string) => `${tag}: not possible now.`,
};
