/** What people see on disk: standings, rounds and agents, written from the state and rebuilt whenever missing or behind. */

import type { AgentsView, RoundEntry, RoundsFile, StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { debouncedFiles } from '../../../SHARED/league_sdk/files/debounced_file.ts';
import { documentText } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { type Agent, isOfWorth, type League, type Round, tableOf, totalRounds } from '../league/state.ts';

interface ViewOptions {
  readonly league: League;
  readonly disk: Disk;
  readonly clock: Clock;
  /** The root of the runtime data. */
  readonly data: string;
  /** Resolves when everything that has happened so far is durable: no file shows what a crash could undo. */
  readonly durable: () => Promise<void>;
  /** Rejects when another manager has gone on with the league: no file of its is put back to an older state. */
  readonly check: () => Promise<void>;
  readonly onFailure: (cause: unknown) => void;
}

/** A view follows the league this closely; the one of all rounds is by far the longest, and follows less closely. */
const VIEW_EVERY_MS = 200;
const ROUNDS_EVERY_MS = 2_000;

export type Views = ReturnType<typeof makeViews>;

export function makeViews({ league, disk, clock, data, durable, check, onFailure }: ViewOptions) {
  const afterTheLedger = {
    async replace(path: string, text: string): Promise<void> {
      await durable();
      await check();
      await disk.replace(path, text);
    },
  };
  const long = dataPaths(data).rounds(league.league_id);
  const writers = viewFiles(data, league.league_id).map(([path, make]) => {
    const everyMs = path === long ? ROUNDS_EVERY_MS : VIEW_EVERY_MS;
    return [debouncedFiles({ disk: afterTheLedger, clock, path, everyMs, onFailure }), make] as const;
  });

  /** Something changed; the files follow soon. */
  function touch(): void {
    for (const [writer, make] of writers) writer.show(() => make(league));
  }

  /** Writes the files now; resolves when they are in place. */
  async function write(): Promise<void> {
    touch();
    await Promise.all(writers.map(([writer]) => writer.flush()));
  }

  return { touch, write };
}

/** The files of a league that show its state, by path, with what makes each. */
export function viewFiles(data: string, league_id: string): readonly (readonly [string, (league: League) => string])[] {
  const paths = dataPaths(data);
  return [
    [paths.standings(league_id), standingsText],
    [paths.rounds(league_id), roundsText],
    [paths.agentsView(league_id), agentsText],
  ];
}

/** What `standings.json` says; `rows` where the table is known already. */
export function standingsFile(league: League, rows = tableOf(league)): StandingsFile {
  const rounds = [...league.rounds.values()];
  const standings = rows.map(
    ({ rank, player_id, display_name, wins, draws, losses, points, games_played, technical_losses, mark, reason }) => ({
      rank,
      player_id,
      display_name,
      wins,
      draws,
      losses,
      points,
      games_played,
      technical_losses,
      ...(mark === undefined || reason === undefined ? {} : { mark, reason }),
    }),
  );
  const doubtful = [...league.matches.values()].filter((match) => match.decided?.verified === false).length;
  const unverified = doubtful === 0 ? {} : { unverified: doubtful };
  return {
    ...baseOf(league),
    version: rounds.reduce((sum, round) => sum + round.decided, 0),
    last_updated: league.updated_at,
    rounds_completed: rounds.filter((round) => round.closed_at !== undefined).length,
    ...unverified,
    standings,
  };
}

/** What `rounds.json` says of one round. */
export function roundEntry(league: League, { round_id, opened_at, closed_at, matches }: Round): RoundEntry {
  return {
    round_id,
    status: closed_at === undefined ? 'RUNNING' : 'COMPLETED',
    started_at: opened_at,
    completed_at: closed_at ?? null,
    matches: matches.map((match_id) => matchEntry(league, match_id)),
  };
}

/** The text of `standings.json`. */
function standingsText(league: League): string {
  return documentText(standingsFile(league));
}

/** The text of `rounds.json`. It is the longest by far, and a closed round changes with a removal alone: else it is written once. */
function roundsText(league: League): string {
  const head: RoundsFile = { ...baseOf(league), total_rounds: totalRounds(league), rounds: [] };
  const rounds = [...league.rounds.values()].map((round) => roundText(league, round));
  const empty = documentText(head);
  return rounds.length === 0 ? empty : empty.replace(/\[\](?=\n}\n$)/, () => `[\n${rounds.join(',\n')}\n  ]`);
}

/** What was written of a round, at which number of removals: each of them may take the worth of results. */
const closedRounds = new WeakMap<Round, { readonly text: string; readonly worth: number }>();

function roundText(league: League, round: Round): string {
  const known = closedRounds.get(round);
  if (known !== undefined && known.worth === league.removals) return known.text;
  // `join` makes one flat text; `replace` would keep a rope of two pieces a line, which takes five times the memory.
  const lines = documentText(roundEntry(league, round)).trimEnd().split('\n');
  const text = lines.map((line) => `    ${line}`).join('\n');
  if (round.closed_at !== undefined) closedRounds.set(round, { text, worth: league.removals });
  return text;
}

function matchEntry(league: League, match_id: string): RoundEntry['matches'][number] {
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
    ...(isOfWorth(league, match.pairing.seats) ? {} : { annulled: true }),
  };
}

/** The text of `agents_config.json`: who registered, in the words of the file of that name. */
function agentsText(league: League): string {
  return documentText(agentsFile(league));
}

function agentsFile(league: League): AgentsView {
  const all = (role: Agent['role']) => [...league.agents.values()].filter((agent) => agent.role === role);
  const referees = all('referee').map((referee) => ({
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
  const players = all('player').map((player) => ({
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
  const endpoint = league.manager_address;
  const league_manager = {
    agent_id: 'LM01' as const,
    agent_type: 'league_manager' as const,
    display_name: 'League Manager',
    port: URL.canParse(endpoint) ? Number(new URL(endpoint).port) : 0,
    endpoint,
    active: true,
    status: 'ACTIVE' as const,
  };
  const inOrder = <T>(list: readonly T[], id: (item: T) => string) =>
    [...list].sort((a, b) => byNaturalOrder(id(a), id(b)));
  return {
    ...baseOf(league),
    last_updated: league.updated_at,
    league_manager,
    referees: inOrder(referees, (referee) => referee.referee_id),
    players: inOrder(players, (player) => player.player_id),
  };
}

function baseOf({ league_id, run_id, sequence, seeded }: League) {
  return { schema_version: '1.0.0', league_id, run_id, sequence, seeded };
}
