/** A person as a player: hears the manager's words, shows them on a terminal, and chooses by keys or by lines. */
import { legalMove, moveText } from '../../../SHARED/contracts/moves.ts';
import { type Clock, later, type Monotonic } from '../../../SHARED/core/clock.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { sharedFirst } from '../../league_manager/tournament/standings.ts';
import type { Strategy } from '../../player/strategy.ts';
import { flowing, printable } from '../output/columns.ts';
import { type Champion, championText } from '../output/results_text.ts';
import { standingsText, type TableRow } from '../output/text.ts';
import { LiveScreen, type TerminalStream } from './screen.ts';
import { boardIn, keysOf, plainPosition, type ShownTurn, turnLines } from './turn_view.ts';
import type { ScreenSize } from './view.ts';

export interface PersonOptions {
  readonly clock: Clock;
  readonly stream: TerminalStream;
  /** Keys choose and the turn is drawn in place; otherwise moves come as lines, and everything is told as lines. */
  readonly isDrawn: boolean;
  /** Other streams of the same terminal. */
  readonly beside?: readonly TerminalStream[];
  /** Called when the person has had enough, or its lines have ended where a move is wanted. */
  readonly leave: (why: 'left' | 'no more lines') => void;
}

/** A question that is open. */
interface Question extends ShownTurn {
  /** Tells one question from another; the same one may be asked several times. */
  readonly key: string;
  readonly until: Monotonic;
  /** When the clock for all moves of the match is used up, once little is left of it. */
  readonly matchUntil?: Monotonic;
}

const [CTRL_C, ENTER, BACKSPACE, ESCAPE] = ['\u0003', '\r', '\u007f', '\u001b'];
/** How often the time that is left is drawn anew. */
const EVERY_MS = 250;
const USUAL_COLUMNS = 80;
/** The figures that every row of the table has. */
const FIGURES = ['rank', 'games_played', 'wins', 'draws', 'losses', 'points'];
const LEAVE =
  'Leave? y or Ctrl-C once more leaves; any other key stays. Your seat is kept, and "league play" takes it up again; until then matches are lost on time.';

/** A person at a terminal. Its `strategy` and `hear` are for a player without a server; its keys and lines come from outside. */
export class Person {
  /** Silence stays silence: no move is made in a person's place. */
  readonly strategy: Strategy = { name: 'a person', unguarded: true, decide: () => this.#decide() };
  readonly #options: PersonOptions;
  #screen: LiveScreen | undefined;
  readonly #told = new Set<string>();
  readonly #lines: string[] = [];
  #question: Question | undefined;
  #settle: ((move: Json) => void) | undefined;
  #chosen: Json | undefined;
  #state = '';
  /** The last question, whose match may end with a board. */
  #last: Question | undefined;
  #note = '';
  #typed = '';
  #isSeated = false;
  #isLeaving = false;
  #areLinesOver = false;
  #over: JsonObject | undefined;
  #callOff = () => {};

  constructor(options: PersonOptions) {
    this.#options = options;
  }

  /** Whether the league is over, and the final table is there to be told. */
  get isOver(): boolean {
    return this.#over !== undefined;
  }

  /** A word of the manager: that the seat is taken, a turn, results, why there is nothing to do, the end. */
  hear(word: JsonObject): void {
    const { status, why } = word;
    this.#note = '';
    if (status === undefined) this.#sitDown(word);
    const finished = isJsonArray(word['finished_matches']) ? word['finished_matches'].filter(isJsonObject) : [];
    for (const match of finished) this.#tellResult(match);
    if (status === 'your_turn') this.#ask(word);
    else if (status !== undefined) this.#question = undefined;
    if (status === 'waiting' && typeof why === 'string') this.#say(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
    if (status === 'league_over') this.#over = word;
    this.#screen?.draw();
  }

  /** Keys that were pressed. */
  press(keys: string): void {
    // An arrow or the like is one key of several signs.
    const each = keys.startsWith(ESCAPE as string) ? [keys] : [...keys];
    for (const key of each) this.#press(key);
    this.#screen?.draw();
  }

  /** A line that was typed: a move, as it is spelled in the list. */
  line(text: string): void {
    if (text.trim() !== '') this.#lines.push(text.trim());
    this.#takeLines();
  }

  /** No line will follow. */
  endOfLines(): void {
    this.#areLinesOver = true;
    this.#takeLines();
  }

  /** A line for the person, above what is drawn. */
  tell(line: string): void {
    const { stream } = this.#options;
    const shown = flowing([line], stream.isTTY === true ? this.#columns : Number.POSITIVE_INFINITY);
    stream.write(`${shown.join('\n')}\n`);
  }

  /** Ends the drawing; where the league is over the table is told, and the own place. */
  close(): void {
    this.#callOff();
    this.#screen?.close('erased');
    if (this.#over === undefined) return;
    const { standings, your_rank, your_place = your_rank, your_row, champion, player_id } = this.#over;
    const rows = isJsonArray(standings) ? standings.filter(isTableRow) : [];
    const isShown = rows.some((row) => row.player_id === player_id);
    const own = isShown || !isTableRow(your_row) ? [] : [your_row];
    this.#options.stream.write(`\n${standingsText([...rows, ...own], this.#columns)}\n`);
    if (isJsonObject(champion)) {
      const first = rows.find((row) => row.player_id === champion['player_id']) ?? (champion as Champion);
      this.tell(`Champion: ${championText(first, sharedFirst(rows))}.`);
    }
    this.tell(`Your place: ${your_place}.`);
  }

  get #columns(): number {
    return this.#options.stream.columns || USUAL_COLUMNS;
  }

  /** The seat is taken, for the first time or once more. */
  #sitDown({ display_name, player_id, game, league_status }: JsonObject): void {
    if (this.#isSeated) return;
    this.#isSeated = true;
    this.tell(`You are ${display_name} (${player_id}). ${game}`.trim());
    const { stream, beside = [], isDrawn } = this.#options;
    if (isDrawn) this.#screen = new LiveScreen(stream, (size) => this.#paint(size), [stream, ...beside]);
    this.#say(
      league_status === 'waiting' ? 'The league has not begun; its operator starts it.' : 'The league goes on.',
    );
    this.#tick();
  }

  #tellResult({ match_id, result, opponent_id, opponent_name, points, why, facts }: JsonObject): void {
    const id = String(match_id);
    if (this.#told.has(id)) return;
    this.#told.add(id);
    const { view } = this.#last?.match_id === id ? this.#last : {};
    if (isJsonObject(view) && isJsonObject(facts))
      for (const line of boardIn({ ...view, ...facts }, this.#columns)) this.#options.stream.write(`${line}\n`);
    const how = OUTCOMES[String(result)] ?? `${result} against`;
    this.tell(`${id}: ${how} ${nameOf(opponent_name, opponent_id)}, points ${points}: ${why}`);
  }

  /** The state of things, told once where it is not drawn. */
  #say(state: string): void {
    if (this.#screen === undefined && state !== this.#state) this.tell(state);
    this.#state = state;
  }

  #ask(word: JsonObject): void {
    const { match_id, round_id, step, opponent_id, opponent_name, view = null, times_asked, seconds_left } = word;
    const moves = isJsonArray(word['legal_moves']) ? word['legal_moves'] : [];
    const key = JSON.stringify([match_id, step, view, moves]);
    const last = this.#last;
    const isNew = key !== last?.key;
    if (isNew) {
      this.#chosen = undefined;
      this.#typed = '';
      this.#note = '';
    }
    const now = this.#options.clock.monotonic();
    const { seconds_left: all, of_seconds: whole } = isJsonObject(word['match_clock']) ? word['match_clock'] : {};
    const isShort = Number(all) < Number(whole) / 2;
    const before = isNew ? last?.view : last.before;
    this.#question = {
      ...{ key, match_id: String(match_id), round_id: Number(round_id), view, moves, asked: Number(times_asked) },
      opponent: nameOf(opponent_name, opponent_id),
      ...(last?.match_id === match_id && before !== undefined ? { before } : {}),
      until: later(now, 1_000 * Number(seconds_left)),
      ...(isShort ? { matchUntil: later(now, 1_000 * Number(all)) } : {}),
    };
    this.#last = this.#question;
    if (this.#screen === undefined) this.#tellQuestion(this.#question, isNew, Number(seconds_left));
  }

  #tellQuestion(question: Question, isNew: boolean, seconds: number): void {
    const { match_id, opponent, moves, asked } = question;
    if (isNew) for (const line of plainPosition(question, this.#columns)) this.#options.stream.write(`${line}\n`);
    const again = asked > 1 ? `, asked ${asked} times` : '';
    const left = `${Math.max(0, Math.floor(seconds))} s left`;
    this.tell(`${match_id} against ${opponent}, ${left}${again}; your move, one of: ${moves.map(moveText).join(' ')}`);
  }

  #decide(): Promise<Json> {
    const { promise, resolve } = Promise.withResolvers<Json>();
    this.#settle = resolve;
    this.#chosen = undefined;
    this.#screen?.draw();
    this.#takeLines();
    return promise;
  }

  #choose(move: Json): void {
    this.#chosen = move;
    this.#note = '';
    this.#settle?.(move);
    this.#settle = undefined;
  }

  #takeLines(): void {
    while (this.#settle !== undefined && this.#question !== undefined) {
      const text = this.#lines.shift();
      if (text === undefined) {
        if (this.#areLinesOver) this.#options.leave('no more lines');
        return;
      }
      const { moves } = this.#question;
      const move = legalMove(text, moves);
      if (move === undefined) this.tell(`"${text}" is no legal move; legal are: ${moves.map(moveText).join(' ')}`);
      else this.#choose(move);
    }
  }

  #press(key: string): void {
    const wasLeaving = this.#isLeaving;
    if (wasLeaving && (key === CTRL_C || key.toLowerCase() === 'y')) this.#options.leave('left');
    this.#isLeaving = key === CTRL_C && !wasLeaving;
    // The key that says no to leaving is no move.
    if (this.#isLeaving || wasLeaving) return;
    this.#note = '';
    if (this.#question === undefined) this.#note = 'It is not your turn yet.';
    else if (this.#settle === undefined) this.#note = 'Your move is made.';
    else this.#take(key, this.#question.moves);
  }

  #take(key: string, moves: readonly Json[]): void {
    const keys = keysOf(moves);
    const move = keys?.get(key.toLowerCase());
    if (keys === undefined) this.#type(key, moves);
    else if (move === undefined) this.#note = `${keyText(key)} is none of the keys: ${[...keys.keys()].join(' ')}`;
    else this.#choose(move);
  }

  #type(key: string, moves: readonly Json[]): void {
    if (key === BACKSPACE) this.#typed = [...this.#typed].slice(0, -1).join('');
    else if (key === ENTER) {
      const move = legalMove(this.#typed, moves);
      if (move === undefined) this.#note = `"${this.#typed}" is no legal move.`;
      else this.#choose(move);
      this.#typed = '';
    } else this.#typed += printable(key).length === 1 ? key : '';
  }

  #tick(): void {
    if (this.#screen === undefined) return;
    this.#screen.draw();
    this.#callOff = this.#options.clock.after(EVERY_MS, () => this.#tick());
  }

  #paint(size: ScreenSize): readonly string[] {
    const { columns, rows } = size;
    const below = [this.#isLeaving ? LEAVE : this.#note].filter(Boolean).flatMap((text) => flowing([text], columns));
    const room = { ...size, rows: Math.max(1, rows - below.length) };
    return [...this.#sceneLines(room), ...below];
  }

  #sceneLines(size: ScreenSize): readonly string[] {
    const turn = this.#question;
    if (turn === undefined) return flowing([this.#state], size.columns);
    if (this.#chosen !== undefined)
      return flowing([`You chose ${moveText(this.#chosen)}; ${turn.opponent} is waited for.`], size.columns);
    const now = this.#options.clock.monotonic();
    const leftMs = turn.until - now;
    if (leftMs <= 0) return flowing(['The time for this move is over; the referee may ask once more.'], size.columns);
    const inAll = turn.matchUntil === undefined ? {} : { matchLeftMs: turn.matchUntil - now };
    return turnLines({ turn, leftMs, ...inAll, typed: this.#typed }, size);
  }
}

const OUTCOMES: { readonly [result: string]: string } = {
  WIN: 'you won against',
  LOSS: 'you lost against',
  DRAW: 'a draw with',
  TECHNICAL_LOSS: 'you forfeited against',
};

function nameOf(name: Json | undefined, id: Json | undefined): string {
  return name === undefined ? String(id) : `${name} (${id})`;
}

function keyText(key: string): string {
  return key.length === 1 && printable(key) === key && key !== ' ' ? `"${key}"` : 'That key';
}

/** Whether what the manager says is a row of the table. */
function isTableRow(row: Json | undefined): row is JsonObject & TableRow {
  if (!isJsonObject(row) || FIGURES.some((name) => typeof row[name] !== 'number')) return false;
  return typeof row['player_id'] === 'string' && typeof row['display_name'] === 'string';
}
