/** The registries by which applications are judged in a rehearsal. */

import type { LeagueEvent } from '../league/events.ts';
import type { Registry } from '../registration/admit.ts';
import { directoryOf } from '../registration/directory.ts';
import type { Settings } from '../settings.ts';
import { AT, folded, running, settingsWith } from './rehearsal.ts';

/** A league that is over. */
export const COMPLETE: readonly LeagueEvent[] = [
  ...running({ players: 2 }),
  { type: 'league_closed', at: AT, champion: null },
];

/** A league of two in which P01 was removed. */
export const WITHOUT_P01: readonly LeagueEvent[] = [
  ...running({ players: 2 }),
  { type: 'agent_removed', at: AT, agent_id: 'P01', reason: 'it floods', by: 'operator', counted: false },
];

/** The registry of what a league becomes by these events; `machine` is the manager's own addresses. */
export function registryAfter(
  events: readonly LeagueEvent[],
  settings: Settings = settingsWith(),
  machine: readonly string[] = [],
): Registry {
  const league = folded(events);
  return { league, settings, directory: directoryOf(league, machine) };
}
