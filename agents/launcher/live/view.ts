/** A league on a screen of any size: a pure function from its documents to lines that fit. */
import { styleText } from 'node:util';
import type { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import type { AgentRow, LeagueDocument, MatchRow, TableRow } from '../../../SHARED/contracts/api/league.ts';
import { fitted, flowing, padded, printable, roomFor, terminalWidth } from '../output/columns.ts';
import { counted } from '../output/text.ts';
import { type Block, type Paint, type Style, stacked } from './blocks.ts';

/** The shown parts of a league, in the words of the API. */
export interface LeagueView {
  readonly league: ShownHead;
  /** The first of the table, as many as were asked for. */
  readonly standings: readonly TableRow[];
  readonly running: readonly MatchRow[];
  /** The agents that registered; `league` has how many there are. */
  readonly agents: readonly AgentRow[];
  /** The newest last. */
  readonly news: readonly PublicEvent[];
  /** The time of day, in milliseconds. */
  readonly nowMs: number;
  /** How long ago `league` was made. */
  readonly ageMs: number;
  /** The address of its page. */
  readonly page?: string | undefined;
  /** The command that starts play, and the one that ends a pause. */
  readonly go?: ((command: 'start' | 'unpause') => string) | undefined;
  /** Why nothing newer is shown. */
  readonly trouble?: string | undefined;
}

/** The shown fields of the league's document. */
export type ShownHead = Pick<
  LeagueDocument,
  | ('display_name' | 'status' | 'paused' | 'started_at' | 'closed_at' | 'rounds' | 'matches' | 'remaining_sec')
  | ('players' | 'referees' | 'technical_losses' | 'violations' | 'champion')
>;

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
}

/** At most `rows` lines, none wider than `columns`; the lines left out of a block are counted. Colour only repeats what words say. */
export function viewLines(view: LeagueView, { columns, rows, colour }: ScreenSize): readonly string[] {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const head = headLines(view, columns, paint);
  const blocks = view.league.status === 'waiting' ? [signUps(view, columns)] : [table(view, columns, paint)];
  const all = [...blocks, underWay(view, columns), newest(view, columns, paint)].filter(
    ({ lines }) => lines.length > 0,
  );
  return [...head, ...stacked(all, rows - head.length, { columns, paint })].slice(0, rows);
}

const STATUS: { readonly [S in LeagueDocument['status']]: readonly [string, Style] } = {
  waiting: ['waiting for players', 'cyan'],
  running: ['being played', 'green'],
  completed: ['over', 'bold'],
};

function headLines({ league, nowMs, ageMs, page, go, trouble }: LeagueView, columns: number, paint: Paint): string[] {
  const { status, paused, rounds, matches, players, referees, champion } = league;
  const [word, style] = paused === null ? STATUS[status] : (['paused', 'yellow'] as const);
  const name = fitted(league.display_name, columns - word.length - 2);
  const title = name === '' ? paint(style, fitted(word, columns)) : `${paint('bold', name)}  ${paint(style, word)}`;
  const left = columns - terminalWidth(name) - word.length - 4;
  const isBeside = page !== undefined && page.length <= left;
  const who = `${counted(players, 'player')}, ${counted(referees, 'referee')}`;
  const facts =
    status === 'waiting' ? [who] : [...roundFacts(), who, ...timeFacts(league, nowMs, ageMs), ...troubles()];
  return [
    isBeside ? `${title}  ${page.padStart(left)}` : title,
    ...(page !== undefined && !isBeside ? [fitted(page, columns)] : []),
    ...(trouble === undefined ? [] : flowing([trouble], columns).map((line) => paint('red', line))),
    ...(status === 'waiting' || matches.total === null ? [] : [bar(matches.decided, matches.total, columns)]),
    ...flowing(facts, columns),
    ...(champion === null || status !== 'completed'
      ? []
      : [paint('bold', fitted(`Champion: ${champion.display_name} (${champion.player_id})`, columns))]),
    ...(paused === null ? [] : flowing([`paused: ${paused}`], columns)),
    ...(go === undefined || (status !== 'waiting' && paused === null)
      ? []
      : flowing(
          [
            `${paused === null ? 'start play' : 'go on'} in another terminal with: ${go(paused === null ? 'start' : 'unpause')}`,
          ],
          columns,
        )),
  ];

  function roundFacts(): readonly string[] {
    const of = rounds.total === null ? '' : ` of ${rounds.total}`;
    const decided =
      matches.total === null
        ? counted(matches.decided, 'match')
        : `${matches.decided} of ${counted(matches.total, 'match')}`;
    return [`round ${rounds.current}${of}`, `${decided} decided`];
  }

  function troubles(): readonly string[] {
    const { technical_losses, violations } = league;
    return [
      ...(technical_losses === 0 ? [] : [counted(technical_losses, 'forfeit')]),
      ...(violations === 0 ? [] : [counted(violations, 'violation')]),
    ];
  }
}

/** How long it has been played, and how long it may still be. */
function timeFacts(league: ShownHead, nowMs: number, ageMs: number): readonly string[] {
  const { started_at, closed_at, remaining_sec, status } = league;
  if (started_at === null) return [];
  const until = closed_at === null ? nowMs : Date.parse(closed_at);
  const elapsed = `played for ${clockText((until - Date.parse(started_at)) / 1_000)}`;
  if (status !== 'running' || remaining_sec === null) return [elapsed];
  return [elapsed, `about ${clockText(remaining_sec - ageMs / 1_000)} left`];
}

/** 0:07, 12:30, 1:02:05. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const BAR_COLUMNS = 60;

function bar(done: number, total: number, columns: number): string {
  const width = Math.max(0, Math.min(BAR_COLUMNS, columns) - 2);
  const filled = total === 0 ? 0 : Math.floor((width * Math.min(done, total)) / total);
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}]`;
}

/** The columns of the table, and what each says. */
const TABLE_COLUMNS: readonly { readonly title: string; readonly of: (row: TableRow) => string }[] = [
  { title: 'Rank', of: ({ rank }) => String(rank) },
  { title: 'Moved', of: ({ movement }) => movedText(movement) },
  { title: 'Player', of: ({ player_id }) => player_id },
  { title: 'Name', of: ({ display_name }) => display_name },
  { title: 'Kind', of: ({ kind }) => kind ?? '' },
  { title: 'Points', of: ({ points }) => String(points) },
  { title: 'Played', of: ({ played }) => String(played) },
  { title: 'Won', of: ({ wins }) => String(wins) },
  { title: 'Drawn', of: ({ draws }) => String(draws) },
  { title: 'Lost', of: ({ losses }) => String(losses) },
  { title: 'Forfeited', of: ({ technical_losses }) => String(technical_losses || '') },
  { title: 'Violations', of: ({ violations }) => String(violations || '') },
  { title: 'Mark', of: ({ mark }) => mark ?? '' },
];
const WORDS: ReadonlySet<string> = new Set(['Player', 'Name', 'Kind', 'Mark']);
const GAP = '  ';

function movedText(movement: number | null): string {
  if (movement === null) return '';
  if (movement === 0) return '=';
  return movement > 0 ? `+${movement}` : String(movement);
}

function table({ standings, league }: LeagueView, columns: number, paint: Paint): Block {
  const texts = TABLE_COLUMNS.map((column) => ({ ...column, cells: standings.map(column.of) }))
    // A column without a word says nothing.
    .filter(({ title, cells }) => title === 'Name' || cells.some((cell) => cell !== ''))
    .map((column) => ({
      ...column,
      width: Math.max(column.title.length, ...column.cells.map((cell) => terminalWidth(printable(cell)))),
    }));
  const shown = roomFor(texts, columns);
  const others = shown.reduce((sum, { title, width }) => sum + GAP.length + (title === 'Name' ? 0 : width), 0);
  const widths = shown.map(({ title, width }) =>
    title === 'Name' ? Math.max(1, Math.min(width, columns - others)) : width,
  );
  const line = (cells: readonly string[]) =>
    fitted(
      cells
        .map(
          (cell, i) =>
            `${GAP}${padded(cell, widths[i] as number, WORDS.has(shown[i]?.title ?? '') ? 'left' : 'right')}`,
        )
        .join('')
        .trimEnd(),
      columns,
    );
  const lines = standings.map((row, r) => {
    const text = line(shown.map(({ cells }) => cells[r] as string));
    return row.rank === 1 ? paint('bold', text) : text;
  });
  return {
    title: league.status === 'completed' ? 'Final table' : 'Standings',
    head: line(shown.map(({ title }) => title)),
    lines,
    hidden: Math.max(0, league.players - standings.length),
  };
}

/** The agents that have come, side by side. */
function signUps({ agents, league }: LeagueView, columns: number): Block {
  const words = agents.map(({ agent_id, display_name }) =>
    fitted(`${agent_id} ${printable(display_name)}`, SIGN_UP_COLUMNS),
  );
  const each = Math.max(1, Math.floor(columns / (SIGN_UP_COLUMNS + GAP.length)));
  const lines: string[] = [];
  for (let i = 0; i < words.length; i += each)
    lines.push(
      fitted(
        words
          .slice(i, i + each)
          .map((word) => `${GAP}${padded(word, SIGN_UP_COLUMNS)}`)
          .join('')
          .trimEnd(),
        columns,
      ),
    );
  return { title: 'Signed up', lines, hidden: Math.max(0, league.players + league.referees - agents.length) };
}

const SIGN_UP_COLUMNS = 26;
/** A match that has been open for so long is worth its time. */
const LONG_SEC = 10;

function underWay({ running, league, nowMs }: LeagueView, columns: number): Block {
  const lines = running.map((match) => {
    const { match_id, player_a, name_a, player_b, name_b, waits_for, opened_at, status } = match;
    const names = new Map([
      [player_a, name_a],
      [player_b, name_b],
    ]);
    const sec = opened_at === null ? 0 : (nowMs - Date.parse(opened_at)) / 1_000;
    const long = sec < LONG_SEC ? '' : `, open for ${clockText(sec)}`;
    const named = (id: string) => `${printable(names.get(id) ?? '')} (${id})`;
    const told = (pair: string, awaited: readonly string[]) => {
      const whom = status === 'QUEUED' ? 'a referee' : awaited.join(' and ');
      const why = whom === '' ? '' : `: waiting for ${whom}`;
      return `${GAP}${match_id}  ${pair}${status === 'PAUSED' ? ': held by the pause' : why}${long}`;
    };
    // Where names leave no room for what is waited for, ids stand in their place.
    const byIds = told(`${player_a} – ${player_b}`, waits_for);
    const ways = [
      told(`${printable(name_a)} – ${printable(name_b)}`, waits_for.map(named)),
      told(`${player_a} – ${player_b}`, waits_for.map(named)),
    ];
    return fitted(ways.find((way) => terminalWidth(way) <= columns) ?? byIds, columns);
  });
  return { title: 'Under way', lines, hidden: Math.max(0, league.matches.running - running.length) };
}

function newest({ news, league }: LeagueView, columns: number, paint: Paint): Block {
  // Agents that have signed up are to be seen themselves.
  const told = league.status === 'waiting' ? news.filter(({ type }) => type !== 'agent_registered') : news;
  const lines = told.flatMap(({ at, text, is_trouble }) => {
    const time = `${GAP}${at.slice(11, 19)} `;
    if (is_trouble !== true) return [{ line: fitted(`${time}${printable(text)}`, columns), goesOn: false }];
    // Its reason stands last, and is what matters.
    const [begin, indent] = [`${time}! `, ' '.repeat(time.length + 2)];
    return flowing([text], Math.max(1, columns - indent.length)).map((part, i) => ({
      line: paint('yellow', fitted(`${i === 0 ? begin : indent}${part}`, columns)),
      goesOn: i > 0,
    }));
  });
  return {
    title: 'News (UTC; ! is trouble)',
    lines: lines.map(({ line }) => line),
    hidden: 0,
    goesOn: lines.map(({ goesOn }) => goesOn),
  };
}
