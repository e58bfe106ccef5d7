/** What people see on disk: standings, rounds and agents, written from the state and rebuilt whenever missing or behind. */

import type { AgentsView, RoundEntry, RoundsFile, StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { packed, unpacked } from '../../../SHARED/core/pack.ts';
import type { Disk, Text } from '../../../SHARED/league_sdk/disk/disk.ts';
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

/** The view of all rounds is by far the longest, and follows the league less closely than the others. */
const ROUNDS_EVERY_MS = 2_000;
/** The text of all rounds grows with their matches: so much longer is waited for each, that no more is written in a second. */
const ROUNDS_MS_PER_MATCH = 1;

export type Views = ReturnType<typeof makeViews>;

export function makeViews({ league, disk, clock, data, durable, check, onFailure }: ViewOptions) {
  const afterTheLedger = {
    async replace(path: string, text: Text): Promise<void> {
      await durable();
      await check();
      await disk.replace(path, text);
    },
  };
  const long = dataPaths(data).rounds(league.league_id);
  const writers = viewFiles(data, league.league_id).map(([path, make]) => {
    const everyMs = () => Math.max(ROUNDS_EVERY_MS, ROUNDS_MS_PER_MATCH * league.matches.size);
    const seldom = path === long ? { everyMs } : {};
    return [debouncedFiles({ disk: afterTheLedger, clock, path, onFailure, ...seldom }), make] as const;
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

  /** The same; resolves when a power cut cannot take them any more. */
  async function writeDurably(): Promise<void> {
    await write();
    await Promise.all(viewFiles(data, league.league_id).map(([path]) => disk.sync(path)));
  }

  return { touch, write, writeDurably };
}

/** The files of a league that show its state, by path, with what makes each. */
export function viewFiles(data: string, league_id: string): readonly (readonly [string, (league: League) => Text])[] {
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
    ({ rank, player_id, display_name, wins, draws, losses, points, games_played, technical_losses, ...row }) => ({
      rank,
      player_id,
      display_name,
      wins,
      draws,
      losses,
      points,
      games_played,
      technical_losses,
      ...(row.violations === undefined ? {} : { violations: row.violations }),
      ...(row.kind === undefined ? {} : { kind: row.kind }),
      ...(row.mark === undefined || row.reason === undefined ? {} : { mark: row.mark, reason: row.reason }),
    }),
  );
  const unverified = league.unverified === 0 ? {} : { unverified: league.unverified };
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

/**
 * The text of `rounds.json`, as it is now. It is the longest by far, and a closed round changes with a removal alone: it is
 * made once for each, lies packed in a long league, and is unpacked round by round as it is written.
 */
function roundsText(league: League): Text {
  const head: RoundsFile = { ...baseOf(league), total_rounds: totalRounds(league), rounds: [] };
  const [before, after] = documentText(head).split(EMPTY_LIST) as [string, string];
  const rounds = [...league.rounds.values()].map((round) => roundText(league, round));
  return rounds.length === 0 ? `${before}[]${after}` : pieces(`${before}[\n`, rounds, `\n  ]${after}`);
}

/** The list of rounds, where the text of a league without any has it. */
const EMPTY_LIST = /\[\](?=\n}\n$)/;
/** What was written of a round, at which number of removals: each of them may take the worth of results. */
const closedRounds = new WeakMap<Round, { readonly text: string | Uint8Array; readonly worth: number }>();
/** Of so many matches on rounds lie packed: those before are some megabytes, which is less than packing is worth. */
const PACKED_FROM = 10_000;

function* pieces(before: string, rounds: readonly (string | Uint8Array)[], after: string): Generator<string, void> {
  yield before;
  for (const [i, round] of rounds.entries())
    yield `${i === 0 ? '' : ',\n'}${typeof round === 'string' ? round : unpacked(round)}`;
  yield after;
}

function roundText(league: League, round: Round): string | Uint8Array {
  const known = closedRounds.get(round);
  if (known !== undefined && known.worth === league.removals) return known.text;
  const lines = documentText(roundEntry(league, round)).trimEnd().split('\n');
  const text = lines.map((line) => `    ${line}`).join('\n');
  if (round.closed_at === undefined) return text;
  const kept = league.matches.size < PACKED_FROM ? text : packed(text);
  closedRounds.set(round, { text: kept, worth: league.removals });
  return kept;
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
    ...(details.guarded === undefined ? {} : { guarded: details.guarded }),
    ...(details.models === undefined ? {} : { models: details.models }),
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
    ...(player.kind === undefined ? {} : { kind: player.kind }),
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
