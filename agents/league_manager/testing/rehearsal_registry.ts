/** What applications are judged by in a rehearsal. */

import type { LeagueEvent } from '../league/events.ts';
import type { Registry } from '../registration/admit.ts';
import { directoryOf } from '../registration/directory.ts';
import type { Settings } from '../settings.ts';
import { folded, settingsWith } from './rehearsal.ts';

/** The registry of what a league becomes by these events; `machine` is the manager's own addresses. */
export function registryAfter(
  events: readonly LeagueEvent[],
  settings: Settings = settingsWith(),
  machine: readonly string[] = [],
): Registry {
  const league = folded(events);
  return { league, settings, directory: directoryOf(league, machine) };
}
