/** A player's own history: read once, kept in memory, written in the background and at its end. */
import type { HistoryEntry } from '../../SHARED/contracts/files/history.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { PlayerHistoryRepository, type Store } from '../../SHARED/league_sdk/repositories.ts';
import { pastMatches } from './opponent_model.ts';
import { fileName } from './outcome.ts';
import type { Membership } from './state.ts';
import type { PastMatch } from './strategy.ts';

/** Matches of this run so far, and the points they brought. */
export interface RunRecord {
  played: number;
  wins: number;
  draws: number;
  losses: number;
  technical_losses: number;
  points: number;
}

/** A player's finished matches. */
export interface History {
  /** Every finished match, oldest first, over all leagues. */
  readonly past: readonly PastMatch[];
  /** This run alone. */
  readonly record: Readonly<RunRecord>;
  /** Whether this match of this run is in it. */
  has(match_id: string): boolean;
  /** Adds a finished match of this run and gives it as strategies see it; written soon. */
  add(entry: HistoryEntry): PastMatch;
  /** Resolves when a kill of the process would leave every match that was added, as far as the disk takes them. */
  kept(): Promise<void>;
  /** Resolves when everything is in the file; rejects when the disk will not take it. */
  flush(): Promise<void>;
}

export interface HistoryOptions {
  readonly store: Store;
  readonly member: Membership;
  readonly display_name: string;
  /** A seeded league can be repeated only if its players remember nothing but itself. */
  readonly thisRunOnly: boolean;
  /** Called for a damaged file that was put aside. */
  readonly onDamage: (what: 'HISTORY_DAMAGED', detail: string) => void;
}

const COUNTED = { WIN: 'wins', LOSS: 'losses', DRAW: 'draws', TECHNICAL_LOSS: 'technical_losses' } as const;

/** Opens the history of a player. A damaged file costs the past, not the league: it is put aside. */
export async function openHistory(options: HistoryOptions): Promise<Result<History, StartFailure>> {
  const { store, member, display_name, thisRunOnly, onDamage } = options;
  const file = new PlayerHistoryRepository(member.player_id, store, display_name);
  const read = await readMatches(file, onDamage);
  if (!read.ok) return read;
  const own = read.value.filter((entry) => isOfRun(entry, member));
  const others = thisRunOnly ? [] : read.value.filter((entry) => !isOfRun(entry, member));
  const earlier = remembered(others).map((match) => ({ ...match, earlier_run: true as const }));
  const past: PastMatch[] = [...earlier, ...remembered(own)];
  const recorded = new Set<string>();
  const record: RunRecord = { played: 0, wins: 0, draws: 0, losses: 0, technical_losses: 0, points: 0 };
  for (const entry of own) count(entry);

  function count(entry: HistoryEntry): void {
    recorded.add(entry.match_id);
    record.played += 1;
    record[COUNTED[entry.result]] += 1;
    record.points += entry.points_earned;
  }

  let newest: Promise<unknown> = Promise.resolve();
  return ok({
    past,
    record,
    has: (match_id) => recorded.has(match_id),
    add(entry) {
      count(entry);
      const [match] = remembered([entry]) as [PastMatch];
      past.push(match);
      // Lines keep their order; `onFailure` is told of a failing disk.
      newest = file.addMatchResult(entry);
      return match;
    },
    kept: async () => void (await newest),
    flush: () => file.flush(),
  });
}

async function readMatches(
  file: PlayerHistoryRepository,
  onDamage: HistoryOptions['onDamage'],
): Promise<Result<readonly HistoryEntry[], StartFailure>> {
  try {
    const read = await file.getHistory();
    if (read.ok) return ok(read.value.matches);
    onDamage('HISTORY_DAMAGED', `${read.error.detail}; the file now lies at ${await file.setAside()}`);
    return ok([]);
  } catch (thrown) {
    return err({ code: 'DATA_INIT_FAILED', detail: (thrown as Error).message });
  }
}

function isOfRun(entry: HistoryEntry, { filed_as, run_id }: Membership): boolean {
  // A manager that names no run cannot be told from the one of last week: then every match is new.
  return run_id !== undefined && entry.run_id === run_id && entry.league_id === fileName(filed_as);
}

function remembered(entries: readonly HistoryEntry[]): readonly PastMatch[] {
  return pastMatches(entries as Parameters<typeof pastMatches>[0]);
}
