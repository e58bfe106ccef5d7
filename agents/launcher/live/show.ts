/** Shows a league while it is played: drawn in place on a terminal, as lines elsewhere. */
import type { PublicEvent } from '../../../SHARED/contracts/api/league.ts';
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import { printable } from '../output/text.ts';
import { Follower, isNews, type Looked } from './follower.ts';
import type { LeagueReader, Unread } from './reader.ts';
import { isLive, LiveScreen, type TerminalStream } from './screen.ts';
import { type LeagueView, type ScreenSize, viewLines } from './view.ts';

/** How often a terminal is drawn anew, and how often lines are told. */
const EVERY_MS = { drawn: 250, told: 500 };

export interface ShowOptions extends Pick<LeagueView, 'page' | 'go'> {
  readonly reader: LeagueReader;
  readonly clock: Clock;
  /** Where it is drawn; absent: it is not drawn. */
  readonly stream?: TerminalStream | undefined;
  /** Other streams of the same terminal. */
  readonly beside?: readonly TerminalStream[];
  /** Takes lines where nothing is drawn; absent: there are none. */
  readonly tell?: ((line: string) => void) | undefined;
  /** Hears of every look. */
  readonly onLook?: (looked: Result<Looked, Unread>) => void;
}

export interface Show {
  /** What is to be seen now; undefined before anything was. */
  view(): LeagueView | undefined;
  /** Shows a line among the news of a drawing: one above a drawing that fills the screen is not seen. */
  note(line: string): void;
  /** Ends it: a drawing is taken away, so that the last word is said in its place. */
  end(): Promise<void>;
}

/** Shows a league from now on, until it is ended; a manager that does not answer is waited for. */
export function showLeague({ reader, clock, stream, beside = [], tell, onLook, page, go }: ShowOptions): Show {
  const follower = new Follower(reader, clock, { page, go });
  const screen =
    stream === undefined || !isLive(stream)
      ? undefined
      : new LiveScreen(stream, draw, [...new Set([stream, ...beside])]);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isOver = false;
  let trouble: string | undefined;
  const looking = keepLooking();
  return {
    view: () => follower.view(),
    note(line) {
      follower.note(line);
      screen?.draw();
    },
    async end() {
      isOver = true;
      end();
      await looking;
      // The last events may be newer than the last look.
      if (screen === undefined && tell !== undefined) await look();
      screen?.close('erased');
    },
  };

  function draw(size: ScreenSize): readonly string[] {
    const view = follower.view();
    return view === undefined ? [] : viewLines(view, size);
  }

  async function keepLooking(): Promise<void> {
    // What happened before is not told anew.
    for (let isFirst = true; !isOver; isFirst = false) {
      await look(isFirst);
      await Promise.race([sleep(clock, screen === undefined ? EVERY_MS.told : EVERY_MS.drawn), ended]);
    }
  }

  async function look(isFirst = false): Promise<void> {
    const looked = await follower.look();
    screen?.draw();
    onLook?.(looked);
    if (screen !== undefined || tell === undefined) return;
    const before = trouble;
    trouble = follower.view()?.trouble;
    if (trouble !== undefined && before === undefined && !isOver) tell(trouble);
    if (trouble === undefined && before !== undefined) tell('The manager answers again.');
    if (looked.ok && !isFirst) for (const line of eventLines(looked.value)) tell(line);
  }
}

/** Of events of one kind in one look so many are told one by one; more become one line. */
const EACH = 5;

/** What many events of a kind come to, in a sentence. */
const SUMS: { readonly [type: string]: (events: readonly PublicEvent[]) => string } = {
  agent_registered: (events) => `${events.length} agents registered, from ${endsOf(events)}.`,
  round_opened: (events) => `${events.length} rounds began, the last one is round ${events.at(-1)?.round_id}.`,
  round_closed: (events) => `${events.length} rounds are complete, the last one is round ${events.at(-1)?.round_id}.`,
  match_decided: (events) =>
    `${events.length} matches had faults, from ${events[0]?.match_id} to ${events.at(-1)?.match_id}.`,
};

/** The lines of a look, oldest first. */
export function eventLines({ events, missed }: Pick<Looked, 'events' | 'missed'>): readonly string[] {
  const news = events.filter(isNews);
  const kinds = Map.groupBy(news, ({ type }) => type);
  const told = news.flatMap((event) => {
    const kind = kinds.get(event.type) ?? [];
    if (kind.length <= EACH) return [lineOf(event, event.text)];
    const sum = SUMS[event.type]?.(kind) ?? `${kind.length} events like this one: ${event.text}`;
    return event === kind.at(-1) ? [lineOf(event, sum)] : [];
  });
  return [...(missed === 0 ? [] : [`${missed} earlier events were not seen.`]), ...told];
}

function lineOf({ at, is_trouble }: PublicEvent, text: string): string {
  return `${at.slice(11, 19)} ${is_trouble === true ? '! ' : ''}${printable(text)}`;
}

function endsOf(events: readonly PublicEvent[]): string {
  return `${events[0]?.agent_id} to ${events.at(-1)?.agent_id}`;
}
