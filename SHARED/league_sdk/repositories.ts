/** Access to the runtime data (spec 004): standings and rounds of a league, and records of matches. */
import { type RoundEntry, RoundsFile, StandingsFile, type StandingsFileRow } from '../contracts/files/league_data.ts';
import { MatchRecord } from '../contracts/files/match.ts';
import { timestamp } from '../core/clock.ts';
import { byNaturalOrder } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type DataFault, DocumentRepository, documentText, readDocument, type Store } from './files/document.ts';
import { dataPaths } from './paths.ts';
import type { MatchRecords } from './records/records.ts';

export { CredentialsRepository } from './files/agent_repositories.ts';
export type { DataFault, Store } from './files/document.ts';
export { OutboxRepository } from './files/outbox_repository.ts';
export { PlayerHistoryRepository } from './files/player_history.ts';

const SCHEMA_VERSION = '1.0.0';

/** `standings.json`: the table of a league. */
export class StandingsRepository extends DocumentRepository<typeof StandingsFile> {
  constructor(leagueId: string, store: Store) {
    super(store, dataPaths(store.root).standings(leagueId), {
      schema: StandingsFile,
      empty: () => ({
        schema_version: SCHEMA_VERSION,
        league_id: leagueId,
        version: 0,
        last_updated: timestamp(store.clock),
        rounds_completed: 0,
        standings: [],
      }),
      stamp: (standings) => ({ ...standings, last_updated: timestamp(store.clock) }),
    });
  }

  /**
   * Adds one result to a player's row and ranks the table by points again (spec 004). A league folds its results
   * instead, since this counts a repeated one twice.
   */
  updatePlayer(playerId: string, result: Counted, points: number): Promise<Result<void, DataFault | UnknownPlayer>> {
    return this.change((file) => {
      if (!file.standings.some((row) => row.player_id === playerId)) return err({ code: 'UNKNOWN_PLAYER' } as const);
      const standings = file.standings
        .map((row) => (row.player_id === playerId ? counted(row, result, points) : row))
        .sort((a, b) => b.points - a.points)
        .map((row, index) => ({ ...row, rank: index + 1 }));
      return ok({ ...file, version: file.version + 1, standings });
    });
  }
}

type Counted = 'WIN' | 'LOSS' | 'DRAW';
type UnknownPlayer = { readonly code: 'UNKNOWN_PLAYER' };

function counted(row: StandingsFileRow, result: Counted, points: number): StandingsFileRow {
  return {
    ...row,
    games_played: row.games_played + 1,
    points: row.points + points,
    wins: row.wins + (result === 'WIN' ? 1 : 0),
    losses: row.losses + (result === 'LOSS' ? 1 : 0),
    draws: row.draws + (result === 'DRAW' ? 1 : 0),
  };
}

/** `rounds.json`: the rounds of a league so far. */
export class RoundsRepository extends DocumentRepository<typeof RoundsFile> {
  constructor(leagueId: string, store: Store) {
    super(store, dataPaths(store.root).rounds(leagueId), {
      schema: RoundsFile,
      empty: () => ({ schema_version: SCHEMA_VERSION, league_id: leagueId, total_rounds: 0, rounds: [] }),
    });
  }

  /** Adds a round; one with the same number is replaced. */
  addRound(round: RoundEntry): Promise<Result<void, DataFault>> {
    return this.change((file) => {
      const others = file.rounds.filter(({ round_id }) => round_id !== round.round_id);
      const rounds = [...others, round].sort((a, b) => a.round_id - b.round_id);
      return ok({ ...file, total_rounds: Math.max(file.total_rounds, rounds.length), rounds });
    });
  }
}

/** The records of the matches of one league, one file each. */
export class MatchRepository implements MatchRecords {
  readonly #leagueId: string;
  readonly #store: Pick<Store, 'disk' | 'root'>;

  constructor(leagueId: string, store: Pick<Store, 'disk' | 'root'>) {
    this.#leagueId = leagueId;
    this.#store = store;
  }

  /** Writes the record of a match, whole or not at all. */
  async saveMatch(matchId: string, record: MatchRecord): Promise<void> {
    await this.#store.disk.replace(this.#path(matchId), documentText(record));
  }

  /** The record of a match, or undefined when there is none. */
  getMatch(matchId: string): Promise<Result<MatchRecord | undefined, DataFault>> {
    return readDocument(this.#store.disk, this.#path(matchId), MatchRecord);
  }

  /** The ids of all matches recorded, in natural order. */
  async listMatches(): Promise<readonly string[]> {
    const names = await this.#store.disk.list(dataPaths(this.#store.root).matches(this.#leagueId));
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .sort(byNaturalOrder);
  }

  #path(matchId: string): string {
    return dataPaths(this.#store.root).match(this.#leagueId, matchId);
  }
}
