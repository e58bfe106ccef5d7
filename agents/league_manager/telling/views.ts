/** The views on disk for people: standings, rounds and agents, written from the state and rebuilt whenever missing or behind. */

import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type {
  AgentsView,
  RoundEntry,
  RoundsFile,
  RoundsSlice,
  StandingsFile,
} from '../../../SHARED/contracts/files/league_data.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
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
  /** How many matches make a slice; absent: as many as pay. */
  readonly sliceMatches?: number;
}

/** The view of all rounds is by far the longest, and follows the league less closely than the others. */
const ROUNDS_EVERY_MS = 2_000;
/** And the less closely the more matches it has: so much longer is waited for each, that no more is written in a second. */
const ROUNDS_MS_PER_MATCH = 1;

export type Views = ReturnType<typeof makeViews>;

export function makeViews(options: ViewOptions) {
  const { league, disk, clock, data, durable, check, onFailure, sliceMatches = SLICE_MATCHES } = options;
  const afterTheLedger = {
    async replace(path: string, text: Text): Promise<void> {
      await durable();
      await check();
      await disk.replace(path, text);
    },
  };
  const afterTheSlices = {
    async replace(path: string, text: Text): Promise<void> {
      for (const slice of slicesOf(league, sliceMatches)) await writeSlice(slice);
      await afterTheLedger.replace(path, text);
    },
  };
  const files = viewFiles(data, league.league_id, sliceMatches);
  const long = dataPaths(data).rounds(league.league_id);
  const writers = files.map(([path, make]) => {
    const everyMs = () => Math.max(ROUNDS_EVERY_MS, ROUNDS_MS_PER_MATCH * Math.min(league.matches.size, SLICE_MATCHES));
    const own = path === long ? { disk: afterTheSlices, everyMs } : { disk: afterTheLedger };
    return [debouncedFiles({ clock, path, onFailure, ...own }), make] as const;
  });
  /** The number of removals of which each slice on the disk is, by its first round. */
  const written = new Map<number, number>();

  /** Writes a slice, unless an earlier manager has: a start on a long league makes none of them anew. */
  async function writeSlice(slice: Slice): Promise<void> {
    const { removals } = league;
    if (written.get(slice.first) === removals) return;
    const path = dataPaths(data).roundsFrom(league.league_id, slice.first);
    const piece = async (from: number) => Buffer.from((await disk.readBytes(path, from, HEAD_LENGTH)) ?? []).toString();
    const end = await piece(Math.max(0, ((await disk.measure(path))?.bytes ?? 0) - LIST_AFTER.length));
    const [before, , after] = sliceFrame(league, slice);
    const isThere = end === after && (await piece(0)).startsWith(before);
    if (!isThere) await afterTheLedger.replace(path, sliceText(league, slice));
    await disk.sync(path);
    written.set(slice.first, removals);
  }

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
    await Promise.all(files.map(([path]) => disk.sync(path)));
  }

  return { touch, write, writeDurably };
}

/** The files of a league that show its state, by path, with what makes each; beside them lie the slices of a long one. */
export function viewFiles(
  data: string,
  league_id: string,
  sliceMatches?: number,
): readonly (readonly [string, (league: League) => Text])[] {
  const paths = dataPaths(data);
  return [
    [paths.standings(league_id), standingsText],
    [paths.rounds(league_id), (league) => roundsText(league, sliceMatches)],
    [paths.agentsView(league_id), agentsText],
  ];
}

/** The content of `standings.json`; `rows` where the table is known already. */
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

/** The entry of one round in `rounds.json`. */
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

/** Rounds of a long league that have a file of their own, `rounds.00001.json` and so on. */
export interface Slice {
  readonly first: number;
  readonly last: number;
}

/** The number of matches in a slice: as much is written again and again, and a league of 200 players is in one file. */
const SLICE_MATCHES = 20_000;

/** The slices of a league as it is now, in order. Their rounds are closed, and change with a removal alone. */
export function slicesOf({ rounds }: League, matches = SLICE_MATCHES): readonly Slice[] {
  const slices: Slice[] = [];
  let [first, size] = [1, 0];
  for (const { round_id, closed_at, decided } of rounds.values()) {
    // The newest round is in `rounds.json`, whatever it is.
    if (closed_at === undefined || round_id === rounds.size) break;
    size += decided;
    if (size < matches) continue;
    slices.push({ first, last: round_id });
    [first, size] = [round_id + 1, 0];
  }
  return slices;
}

/** The text of a slice, made round by round as it is read. */
export function sliceText(league: League, { first, last }: Slice): Text {
  function* rounds() {
    for (let round_id = first; round_id <= last; round_id++)
      yield roundText(league, league.rounds.get(round_id) as Round);
  }
  return pieces(sliceHead(league, { first, last }), rounds());
}

function sliceHead({ league_id, run_id, removals }: League, { last }: Slice): RoundsSlice {
  return { schema_version: '1.0.0', league_id, run_id, removals, last_round: last, rounds: [] };
}

/** The text before the rounds of a slice as it must be now, between them, and behind them. */
export function sliceFrame(league: League, slice: Slice): readonly [before: string, between: string, after: string] {
  const [before = '', after = ''] = pieces(sliceHead(league, slice), []);
  return [before, BETWEEN, after];
}

/** Characters that the beginning of a slice has at most. */
const HEAD_LENGTH = 2_048;

/** The text of `rounds.json`, as it is now: the rounds behind the slices. That of a closed round is made once for each. */
function roundsText(league: League, matches?: number): Text {
  const head: RoundsFile = { ...baseOf(league), total_rounds: totalRounds(league), rounds: [] };
  const known = closedRounds.get(league);
  const closed: ClosedRounds = new Map();
  const rounds: string[] = [];
  for (let round_id = (slicesOf(league, matches).at(-1)?.last ?? 0) + 1; round_id <= league.rounds.size; round_id++) {
    const round = league.rounds.get(round_id) as Round;
    const before = known?.get(round_id);
    const text = before?.removals === league.removals ? before.text : roundText(league, round);
    if (round.closed_at !== undefined) closed.set(round_id, { text, removals: league.removals });
    rounds.push(text);
  }
  closedRounds.set(league, closed);
  return rounds.length === 0 ? documentText(head) : pieces(head, rounds);
}

type ClosedRounds = Map<number, { readonly text: string; readonly removals: number }>;
/** What `rounds.json` said last of closed rounds, at which number of removals: each of them may take the worth of results. */
const closedRounds = new WeakMap<League, ClosedRounds>();

/** A document whose last field is a list of rounds. */
function* pieces(head: object, rounds: Iterable<string>): Generator<string, void> {
  const [before, after] = documentText(head).split(EMPTY_LIST) as [string, string];
  yield `${before}[\n`;
  let separator = '';
  for (const round of rounds) {
    yield `${separator}${round}`;
    separator = BETWEEN;
  }
  yield `\n  ]${after}`;
}

/** The list of rounds, where the text of a document without any has it. */
const EMPTY_LIST = /\[\](?=\n}\n$)/;
const BETWEEN = ',\n';
const [LIST_BEFORE, LIST_AFTER] = ['{\n  "rounds": [\n', '\n  ]\n}\n'];

/** A round as it stands in the list of `rounds.json` or of a slice. */
export function roundText(league: League, round: Round): string {
  return documentText({ rounds: [roundEntry(league, round)] }).slice(LIST_BEFORE.length, -LIST_AFTER.length);
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
    agent_id: MANAGER_ID,
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
