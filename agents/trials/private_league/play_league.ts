/** One whole league of the production code on a stage, and what is to be known of it afterwards. */
import { join } from 'node:path';
import { uuid } from '../../../SHARED/core/entropy.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { MemoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { MATCHES_AT_ONCE } from '../../launcher/processes/roster.ts';
import { type Cast, startInProcess } from '../../launcher/processes/run_in_process.ts';
import type { League } from '../../league_manager/league/state.ts';
import type { Settings } from '../../league_manager/settings.ts';
import type { Stage } from './stage.ts';

/** A match as it was decided. */
export interface PlayedMatch {
  readonly players: readonly [string, string];
  /** Null: a draw. */
  readonly winner: string | null;
  /** Why a player forfeited, by its id. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Something an agent's log calls an error, or a move that the guard had to make in place of a strategy. */
export interface Incident {
  readonly agent_id: string;
  readonly what: string;
}

export interface PlayedLeague {
  readonly matches: readonly PlayedMatch[];
  readonly incidents: readonly Incident[];
}

/** Plays a league to its end: registration, play, results, shutdown. Its id is new on the stage; `settings` say the rest. */
export async function playLeague(stage: Stage, settings: Settings, cast: Cast): Promise<PlayedLeague> {
  const { league_id } = settings.config;
  const logs = join('logs', league_id);
  const league = await stage.wait(play(stage, settings, { cast, logs }));
  return { matches: matchesOf(league), incidents: incidentsIn(stage.disk, logs) };
}

async function play(
  { effectsOf, addressOf, schemes, games }: Stage,
  settings: Settings,
  { cast, logs }: { readonly cast: Cast; readonly logs: string },
): Promise<Readonly<League>> {
  const { entropy, disk } = effectsOf('launcher');
  const run = unwrap(
    await startInProcess({
      effectsOf,
      addressOf,
      places: { data: 'data', logs },
      settings: { ...settings, schemes },
      limits: settings.limits,
      store: fileLedgerStore(disk, 'data'),
      cast,
      games,
      matchesAtOnce: MATCHES_AT_ONCE,
      operatorToken: `op_${uuid(entropy)}`,
    }),
  );
  await run.play();
  return run.manager.league;
}

function matchesOf({ matches }: Readonly<League>): readonly PlayedMatch[] {
  return [...matches.values()].map(({ pairing, decided }) => {
    if (decided === undefined) throw new Error(`the league ended without a result of ${pairing.match_id}`);
    const { winner, details } = decided.result;
    const faults = new Map(details.faults.map(({ player_id, cause }) => [player_id, cause]));
    return { players: pairing.seats, winner, faults };
  });
}

/** As much of a log line as says whose it is and how bad; agents' logs name the event by its message type. */
interface LogLine {
  readonly level: string;
  readonly agent_id?: string;
  readonly component?: string;
  readonly message_type?: string;
  readonly event_type?: string;
}

function incidentsIn(disk: MemoryDisk, logs: string): readonly Incident[] {
  const lines = [...disk.files()]
    .filter(([path]) => path.includes(join(logs, '/')))
    .flatMap(([, text]) => text.split('\n').filter((line) => line !== ''))
    .map((line) => JSON.parse(line) as LogLine);
  return lines.flatMap(({ level, agent_id, component = '', message_type, event_type }) => {
    const what = message_type ?? event_type ?? 'unknown';
    // These are messages with that level, and no fault of the agent that logs them.
    const isNotice = what === 'GAME_ERROR' || what === 'LEAGUE_ERROR';
    if ((level !== 'ERROR' || isNotice) && what !== 'STRATEGY_FALLBACK') return [];
    return [{ agent_id: agent_id ?? component.replace(/^\w+:/, ''), what }];
  });
}
