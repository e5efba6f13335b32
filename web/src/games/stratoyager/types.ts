// The game's own data as the server sends and takes it, by the names that this client calls it.
// wire.ts is written from the rules.
export type {
  Arrival,
  Card,
  Combat,
  CombatChoice,
  Dealt,
  Shape as Form,
  GameEvent,
  Kind as KindName,
  Manoeuvre,
  Menu,
  MissileStep,
  Options,
  Order,
  Phase,
  Placement,
  Plan,
  PlanChoice,
  PlanMenu,
  Salvo,
  ShotMenu,
  Status,
  StressOdds,
  Unit,
  View,
  Weapon,
  WillShot,
  Zone,
} from './wire';
import type { CombatEvent, ManoeuvreEvent } from './wire';

export type Attacked = NonNullable<CombatEvent['attacked']>;
export type Flown = NonNullable<ManoeuvreEvent['flown']>;
