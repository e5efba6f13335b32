// The games this client can show: one line for each.
import { asfos } from './asfos';
import type { GameModule } from './types';

const modules: GameModule[] = [asfos];

export function gameModule(id: string): GameModule | null {
  return modules.find((it) => it.id === id) ?? null;
}
