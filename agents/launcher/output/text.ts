/** The texts of a league on the terminal, for people: plain texts made from plain values. */

import { HABITS, type Habit } from '../../../SHARED/contracts/dialects/habits.ts';
import type { RoundsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { MODEL_GUARDS, type ModelGuard } from '../../../SHARED/contracts/messages/result.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import type { ScheduledMatch } from '../../league_manager/public/queries.ts';
import type { ModelStory } from '../../league_manager/public/story_of_player.ts';
import type { Flags } from '../options.ts';
import type { LeagueSource } from '../world/league_source.ts';
import { printable, redrawn, roomFor, table, terminalWidth } from './columns.ts';

export interface TableRow {
  readonly rank: number;
  readonly player_id: string;
  readonly display_name: string;
  readonly games_played: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly technical_losses?: number;
  readonly points: number;
  /** Moves that were made in place of its strategy, which failed. */
  readonly guarded?: number;
  /** Breaches of the protocol. */
  readonly violations?: { readonly [kind: string]: number };
  /** What plays, where that is no program. */
  readonly kind?: string;
  readonly mark?: string;
  readonly reason?: string;
}

/** Prints what a command has found, as JSON where that is asked for; the exit code of a command that did its work. */
export function print(flags: Pick<Flags, 'has'>, json: unknown, text: string): 0 {
  process.stdout.write(flags.has('json') ? `${JSON.stringify(json, null, 2)}\n` : text);
  return 0;
}

/** The table of players, with the reasons of its marks below it; on a terminal it fits its columns. */
export function standingsText(rows: readonly TableRow[], columns = Number.POSITIVE_INFINITY): string {
  const marked = rows.filter(({ mark }) => mark !== undefined);
  const facts: readonly (readonly [title: string, of: (row: TableRow) => string | number, isShown?: boolean])[] = [
    ['Rank', ({ rank }) => rank],
    ['Player', ({ player_id }) => player_id],
    ['Name', ({ display_name }) => display_name],
    ['Kind', ({ kind = '' }) => kind, rows.some(({ kind }) => kind !== undefined)],
    ['Points', ({ points }) => points],
    ['Played', ({ games_played }) => games_played],
    ['Won', ({ wins }) => wins],
    ['Drawn', ({ draws }) => draws],
    ['Lost', ({ losses }) => losses],
    ['Forfeited', (row) => row.technical_losses ?? 0, rows.some((row) => (row.technical_losses ?? 0) > 0)],
    ['Guarded', (row) => row.guarded ?? 0, rows.some((row) => (row.guarded ?? 0) > 0)],
    ['Violations', breachesOf, rows.some((row) => row.violations !== undefined)],
    ['Mark', ({ mark = '' }) => mark, marked.length > 0],
  ];
  const all = facts.flatMap(([title, of, isShown = true]) => {
    if (!isShown) return [];
    const cells = rows.map(of);
    return [{ title, cells, width: Math.max(title.length, ...cells.map((cell) => terminalWidth(printable(cell)))) }];
  });
  const shown = roomFor(all, columns);
  const reasons = marked.map(
    ({ player_id, mark, reason = '' }) =>
      `  ${printable(`${player_id} is ${mark}${reason === '' ? '' : `: ${reason}`}`)}\n`,
  );
  const cells = rows.map((_, i) => shown.map((column) => column.cells[i] ?? ''));
  return `${table(
    shown.map(({ title }) => title),
    cells,
    columns,
  )}${reasons.join('')}`;
}

function breachesOf({ violations = {} }: TableRow): number {
  return Object.values(violations).reduce((sum, times) => sum + times, 0);
}

const STATUS_WORDS: { readonly [S in ScheduledMatch['status']]: string } = {
  SCHEDULED: 'scheduled',
  RUNNING: 'running',
  PAUSED: 'waiting (paused)',
  DECIDED: 'decided',
  LATE_PLACE: 'late_place',
  NOT_PLAYED: 'not_played',
  CAME_LATER: 'not played (came later)',
};

export function scheduleText(matches: readonly ScheduledMatch[]): string {
  return table(
    ['Match', 'Players', 'Referee', 'Status', 'Winner'],
    matches.map(({ match_id, player_a, player_b, referee_id, status, winner }) => [
      match_id,
      `${player_a} – ${player_b}`,
      referee_id ?? '',
      STATUS_WORDS[status],
      status === 'DECIDED' ? (winner ?? 'draw') : '',
    ]),
  );
}

/** What this machine knows beside the status that a manager tells. */
interface StatusHints {
  /** The command that ends a pause. */
  readonly go?: string;
  /** The agents, whose addresses a manager tells no stranger. */
  readonly known?: Known;
  /** The players whose answer is awaited, by match, where that is known. */
  readonly awaited?: ReadonlyMap<string, readonly string[]>;
}

/**
 * How far a league is, in one line, with the agents that would forfeit; numbers that a manager does not tell are left
 * out.
 */
export function statusText(status: JsonObject, { go, known = nobody, awaited }: StatusHints = {}): string {
  const { league_id, status: word, players, referees, current_round, total_rounds } = status;
  const { matches_completed, total_matches, paused } = status;
  const decided =
    total_matches === undefined
      ? counted(Number(matches_completed), 'match')
      : `${matches_completed} of ${counted(Number(total_matches), 'match')}`;
  const play = `round ${current_round} of ${total_rounds}, ${decided} decided`;
  const who = `${counted(Number(players), 'player')}, ${counted(Number(referees), 'referee')}`;
  const goingOn = waitingIn(status['waiting_for']).total > 0 ? 'waiting for agents' : String(word);
  const facts = [
    paused === undefined ? goingOn : 'paused',
    ...(players === undefined || referees === undefined ? [] : [who]),
    ...(word === 'waiting' ? [] : [play]),
  ];
  const more = [
    pausedText(status, go),
    refusedText(status),
    habitsText(status),
    peopleText(status),
    readinessText(status, known),
    waitingText(status['waiting_for'], (id) => known(id)?.address),
    longMatchesText(status, known, awaited),
    excludedText(status),
    logLossText(status),
  ];
  return `${printable(`${league_id}: ${facts.join('; ')}`)}\n${more.join('')}`;
}

/** Where a league was read that no manager was asked for, in a line; empty for a manager. */
export function sourceText({ kind, where }: LeagueSource, resume: string | undefined): string {
  if (kind === 'manager') return '';
  if (kind === 'archive') return `read from the archive ${where}\n`;
  const goOn = resume === undefined ? '' : `; go on with: ${resume}`;
  return `read from ${where}; no manager runs it now${goOn}\n`;
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Why a league pauses and the command that ends that, in a line; empty where it does not. */
export function pausedText({ paused }: JsonObject, go = 'npx league unpause'): string {
  return paused === undefined ? '' : `paused: ${printable(String(paused))}; go on with: ${go}\n`;
}

/** The referees that get no matches, and those whose reports are refused, one line each; empty where there are none. */
function refusedText({ refused_reports: refused = [], barred_referees: barred = [] }: JsonObject): string {
  const rows = (list: Json) => (isJsonArray(list) ? list.filter(isJsonObject) : []);
  const out = new Set(rows(barred).map(({ referee_id }) => referee_id));
  const lines = [
    ...rows(barred).map(({ referee_id, reason }) => `${referee_id} gets no matches: ${reason}`),
    ...rows(refused)
      .filter(({ referee_id }) => !out.has(referee_id))
      .map(
        ({ referee_id, refused: count, reason }) =>
          `${counted(Number(count), 'report')} of ${referee_id} refused, the last one: ${reason}`,
      ),
  ];
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

/** How agents with habits speak, one line each; empty where there are none. */
function habitsText({ speaks }: JsonObject): string {
  if (!isJsonArray(speaks)) return '';
  const about: { readonly [name: string]: Habit } = HABITS;
  const lines = speaks.filter(isJsonObject).map(({ agent_id, dialect, habits }) => {
    const words = (isJsonArray(habits) ? habits : []).map((name) => about[String(name)]?.about ?? name);
    return `  ${printable(`${agent_id} speaks ${[dialect, ...words].join(', ')}`)}\n`;
  });
  return lines.join('');
}

/** Where people play, in one line; empty where programs alone do. */
function peopleText({ people }: JsonObject): string {
  if (!isJsonArray(people) || people.length === 0) return '';
  const named = people.filter(isJsonObject).map(({ player_id, display_name }) => `${player_id} ${display_name}`);
  const more = named.length > BOARD_LINES ? ` and ${named.length - BOARD_LINES} more` : '';
  return `  ${printable(`human: ${named.slice(0, BOARD_LINES).join(', ')}${more}`)}\n`;
}

/** The agents that are suspended, removed or disqualified, one line each; empty where there are none. */
function excludedText({ excluded }: JsonObject): string {
  if (!isJsonArray(excluded) || excluded.length === 0) return '';
  const named = excluded.filter(isJsonObject).slice(0, BOARD_LINES);
  const lines = columns(
    named.map(({ agent_id, display_name, mark, since, reason }) => {
      const when = typeof since === 'string' ? `since ${since.slice(0, 19).replace('T', ' ')} UTC` : '';
      return [agent_id, display_name, mark, when, reason];
    }),
  );
  const more = excluded.length > named.length ? `  and ${excluded.length - named.length} more\n` : '';
  const verb = excluded.length === 1 ? 'does' : 'do';
  return `${counted(excluded.length, 'agent')} ${verb} not play as the others do:\n${lines}${more}`;
}

/** The missing lines of the manager's logs, in a sentence; empty where none are missing. */
export function logLossText({ log_lines_missing: lines }: JsonObject): string {
  if (typeof lines !== 'number') return '';
  return `${counted(lines, 'line')} of the manager’s logs could not be written: look at the disk of the log folder.\n`;
}

/** The agents that would forfeit if play began now, one line each; empty where all of them answer. */
export function readinessText({ would_forfeit: board }: JsonObject, known: Known = nobody): string {
  if (!isJsonArray(board) || board.length === 0) return '';
  const named = board.filter(isJsonObject).slice(0, BOARD_LINES);
  const lines = columns(
    named.map(({ agent_id, display_name, reason, checked_at }) => {
      const asked = typeof checked_at === 'string' ? `, last asked at ${checked_at.slice(11, 19)} UTC` : '';
      return [agent_id, display_name ?? '', known(String(agent_id))?.address ?? '', `${reason}${asked}`];
    }),
  );
  const more = board.length > named.length ? `  and ${board.length - named.length} more\n` : '';
  return `${counted(board.length, 'agent')} would forfeit now, because nobody answers there:\n${lines}${more}`;
}

/** Rows of words, each column as wide as its longest; a column without a word is left out. */
function columns(rows: readonly (readonly (Json | undefined)[])[]): string {
  const words = rows.map((row) => row.map((word) => printable(word === undefined ? '' : String(word))));
  const widths = (words[0] ?? []).map((_, column) => Math.max(...words.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.flatMap((word, column) => (widths[column] === 0 ? [] : [word.padEnd(widths[column] as number)])).join('  ');
  return words.map((row) => `  ${line(row).trimEnd()}\n`).join('');
}

/** An agent's name and address, where they are known here. */
export type Known = (agent_id: string) => { readonly name: string; readonly address: string } | undefined;

function nobody(): undefined {
  return undefined;
}

function namedIn(agent_id: string, known: Known): string {
  const about = known(agent_id);
  return about === undefined ? agent_id : `${agent_id}  ${about.name}  ${about.address}`;
}

/** The matches whose players are waited for, with name, address and since when; empty where there are none. */
function longMatchesText({ long_matches: long }: JsonObject, known: Known, awaited: StatusHints['awaited']): string {
  if (!isJsonArray(long) || long.length === 0) return '';
  const lines = long
    .filter(isJsonObject)
    .slice(0, BOARD_LINES)
    .flatMap(({ match_id, players, referee_id, since }) => [
      `  ${printable(`${match_id} at ${referee_id}, since ${String(since).slice(11, 19)} UTC`)}\n`,
      ...(awaited?.get(String(match_id)) ?? (isJsonArray(players) ? players : [])).map(
        (id) => `    ${printable(namedIn(String(id), known))}\n`,
      ),
    ]);
  const more = long.length > BOARD_LINES ? `  and ${long.length - BOARD_LINES} more\n` : '';
  return `waiting for players of ${long.length === 1 ? '1 match' : `${long.length} matches`}:\n${lines.join('')}${more}`;
}

/** A longer board would push the league off the screen. */
export const BOARD_LINES = 20;

/** The agents that are waited for before a league goes on, one line each; empty where there are none. */
export function waitingText(
  waiting: Json | undefined,
  addressOf: (agent_id: string) => string | undefined = () => undefined,
): string {
  const { total, agents } = waitingIn(waiting);
  if (total === 0) return '';
  const named = agents.slice(0, BOARD_LINES);
  const lines = columns(
    named.map(({ agent_id, display_name, since }) => {
      const when = `since ${String(since).slice(0, 19).replace('T', ' ')} UTC`;
      return [agent_id, display_name, addressOf(String(agent_id)), when];
    }),
  );
  const more = total > named.length ? `  and ${total - named.length} more\n` : '';
  return `waiting for ${counted(total, 'agent')} ${total === 1 ? 'that is' : 'that are'} not back:\n${lines}${more}`;
}

/** The agents of `waiting_for` in a status, as far as it can be read. */
export function waitingIn(waiting: Json | undefined) {
  const { total = 0, agents = [] } = isJsonObject(waiting) ? waiting : {};
  const named = isJsonArray(agents) ? agents.filter(isJsonObject) : [];
  return { total: Number(total), agents: named, ids: named.map(({ agent_id }) => printable(String(agent_id))) };
}

/** The results of a small league, match by match. */
export function resultsText(rounds: RoundsFile, columns?: number): string {
  const rows = rounds.rounds.flatMap((round) =>
    round.matches.map((match) => [
      match.match_id,
      `${match.player_a} – ${match.player_b}`,
      match.winner ?? (match.status === 'TECHNICAL_LOSS' ? 'nobody' : 'draw'),
      match.reason ?? '',
    ]),
  );
  return table(['Match', 'Players', 'Winner', 'Why'], rows, columns);
}

/** One line of progress. */
export function progressText(done: number, total: number, round: number, rounds: number): string {
  return `  round ${round}/${rounds}  ${barText(done, total)}`;
}

/** How many of the matches, or of what else there is, are decided: as a bar and in figures. */
function barText(done: number, total: number, what = 'match'): string {
  const width = 24;
  const filled = total === 0 ? 0 : Math.round((width * done) / total);
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}]  ${done}/${counted(total, what)}`;
}

function plural(count: number, what: string): string {
  return count === 1 ? what : `${what}${/(ch|s|x)$/.test(what) ? 'es' : 's'}`;
}

/** 1 player, 2 players; 1 match, 2 matches. */
export function counted(count: number, what: string): string {
  return `${count} ${plural(count, what)}`;
}

/** A language model and its player's moves: how many were its own, why a guard made others, and what it took. */
export function modelText({ model, moves, guarded, tokens_in, tokens_out, median_ms, cost }: ModelStory): string {
  const reasons = MODEL_GUARDS.flatMap((why) =>
    guarded[why] === undefined ? [] : [`${guarded[why]} ${GUARD_WORDS[why]}`],
  );
  const helped = Object.values(guarded).reduce((sum, count) => sum + count, 0);
  const by = `${counted(moves, 'move')} by the model, ${helped} by the guard${helped === 0 ? '' : ` (${reasons.join(', ')})`}`;
  const late = guarded.time === undefined ? '' : ' (without requests that were given up)';
  const spent = `${tokens_in} tokens in, ${tokens_out} out${late}, median ${durationText(median_ms)}`;
  return printable(`thinks with ${model}: ${by}; ${spent}${cost === undefined ? '' : `, cost ${cost.toFixed(4)}`}`);
}
const GUARD_WORDS: { readonly [W in ModelGuard]: string } = {
  provider: 'as the provider failed',
  answer: 'as the answer was no move',
  time: 'as time was over',
};

/** 12 ms, 3 s, 91.2 s. */
export function durationText(ms: number): string {
  return Math.abs(ms) < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

/** The number of lines of progress where it cannot be one line that is written over. */
const LINES = 10;

/** One line of progress on a terminal, a few of them elsewhere. */
export function progressOf(wanted: number, screen: NodeJS.WriteStream, what = 'match') {
  let tenths = 0;
  return {
    show(done: number): void {
      const line = `  ${barText(done, wanted, what)}`;
      if (screen.isTTY) screen.write(redrawn(line, screen.columns));
      else if (Math.floor((LINES * done) / wanted) > tenths) screen.write(`${line}\n`);
      tenths = Math.floor((LINES * done) / wanted);
    },
    end(): void {
      if (screen.isTTY) screen.write(redrawn(''));
    },
  };
}
