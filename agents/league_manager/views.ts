/** What people see on disk: standings, rounds and agents, written from the state and rebuilt whenever missing or behind. */

import type { AgentsView, RoundEntry, RoundsFile, StandingsFile } from '../../SHARED/contracts/files_league_data.ts';
import { type Clock, timestamp } from '../../SHARED/league_sdk/core/clock.ts';
import { byNaturalOrder } from '../../SHARED/league_sdk/core/ids.ts';
import type { Disk } from '../../SHARED/league_sdk/disk/disk.ts';
import { documentText } from '../../SHARED/league_sdk/document.ts';
import { dataPaths } from '../../SHARED/league_sdk/paths.ts';
import { viewWriter } from '../../SHARED/league_sdk/view_writer.ts';
import type { Row } from './standings.ts';
import { agentsOf, type League } from './state.ts';

export interface ViewOptions {
  readonly league: League;
  readonly rows: () => readonly Row[];
  readonly disk: Disk;
  readonly clock: Clock;
  /** The root of the runtime data. */
  readonly data: string;
  readonly managerAddress: string;
  readonly onFailure: (cause: unknown) => void;
}

export type Views = ReturnType<typeof makeViews>;

export function makeViews({ league, rows, disk, clock, data, managerAddress, onFailure }: ViewOptions) {
  const paths = dataPaths(data);
  const { league_id: id } = league;
  const writers = [
    [viewWriter({ disk, clock, path: paths.standings(id), onFailure }), standingsFile],
    [viewWriter({ disk, clock, path: paths.rounds(id), onFailure }), roundsFile],
    [viewWriter({ disk, clock, path: paths.agentsView(id), onFailure }), agentsFile],
  ] as const;

  /** Something changed; the files follow soon. */
  function touch(): void {
    for (const [writer, make] of writers) writer.show(() => documentText(make()));
  }

  /** Writes the files now; resolves when they are in place. */
  async function write(): Promise<void> {
    touch();
    await Promise.all(writers.map(([writer]) => writer.flush()));
  }

  function base() {
    const { league_id, run_id, sequence, seeded } = league;
    return { schema_version: '1.0.0', league_id, run_id, sequence, seeded };
  }

  function standingsFile(): StandingsFile {
    const closed = [...league.rounds.values()].filter((round) => round.closed_at !== undefined).length;
    const decided = [...league.rounds.values()].reduce((sum, round) => sum + round.decided, 0);
    const standings = rows().map(
      ({ rank, player_id, display_name, wins, draws, losses, points, games_played, technical_losses }) => ({
        rank,
        player_id,
        display_name,
        wins,
        draws,
        losses,
        points,
        games_played,
        technical_losses,
      }),
    );
    const doubtful = [...league.matches.values()].filter((match) => match.decided?.verified === false).length;
    const unverified = doubtful === 0 ? {} : { unverified: doubtful };
    return {
      ...base(),
      version: decided,
      last_updated: timestamp(clock),
      rounds_completed: closed,
      ...unverified,
      standings,
    };
  }

  function roundsFile(): RoundsFile {
    const rounds = [...league.rounds.values()].map((round): RoundEntry => {
      const status = round.closed_at === undefined ? 'RUNNING' : 'COMPLETED';
      const matches = round.matches.map((match_id) => matchEntry(match_id));
      return {
        round_id: round.round_id,
        status,
        started_at: round.opened_at,
        completed_at: round.closed_at ?? null,
        matches,
      };
    });
    return { ...base(), total_rounds: league.schedule?.totalRounds ?? 0, rounds };
  }

  function matchEntry(match_id: string): RoundEntry['matches'][number] {
    const match = league.matches.get(match_id);
    if (match === undefined) throw new Error(`round without its match ${match_id}`);
    const [player_a, player_b] = match.pairing.seats;
    const open = { match_id, player_a, player_b, winner: null, status: null, referee_id: match.referee_id };
    if (match.decided === undefined) return open;
    const { winner, score, details } = match.decided.result;
    type Entry = RoundEntry['matches'][number];
    return {
      ...open,
      winner,
      status: details.status,
      score,
      choices: details['choices'] as NonNullable<Entry['choices']>,
      termination: details.termination as NonNullable<Entry['termination']>,
      ...(typeof details['reason'] === 'string' ? { reason: details['reason'] } : {}),
      ...(match.decided.verified ? {} : { unverified: true }),
    };
  }

  function agentsFile(): AgentsView {
    const referees = agentsOf(league, 'referee').map((referee) => ({
      referee_id: referee.id,
      display_name: referee.display_name,
      endpoint: referee.endpoint,
      version: referee.version,
      game_types: [...referee.game_types],
      max_concurrent_matches: referee.max_concurrent_matches,
      active: referee.state === 'ACTIVE',
      status: referee.state,
      dialect: referee.dialect,
    }));
    const players = agentsOf(league, 'player').map((player) => ({
      player_id: player.id,
      display_name: player.display_name,
      version: player.version,
      preferred_leagues: [league.league_id],
      game_types: [...player.game_types],
      default_endpoint: player.endpoint,
      active: player.state === 'ACTIVE',
      status: player.state,
      dialect: player.dialect,
    }));
    const port = URL.canParse(managerAddress) ? Number(new URL(managerAddress).port) : 0;
    const league_manager = {
      agent_id: 'LM01',
      agent_type: 'league_manager' as const,
      display_name: 'League Manager',
      port,
      endpoint: managerAddress,
      active: true,
      status: 'ACTIVE' as const,
    };
    const inOrder = <T>(list: readonly T[], id: (item: T) => string) =>
      [...list].sort((a, b) => byNaturalOrder(id(a), id(b)));
    return {
      ...base(),
      last_updated: timestamp(clock),
      league_manager,
      referees: inOrder(referees, (referee) => referee.referee_id),
      players: inOrder(players, (player) => player.player_id),
    };
  }

  return { touch, write };
}
