/** Shows a league while it is played: drawn in place on a terminal, as lines elsewhere. */
import type { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import { printable } from '../output/columns.ts';
import { Follower, type Looked, newsOf } from './follower.ts';
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
  /** Of what happens trouble alone is told, and nothing is drawn. */
  readonly isTroubleOnly?: boolean;
  /** Hears of every look. */
  readonly onLook?: (looked: Result<Looked, Unread>) => void;
}

export interface Show {
  /** What is to be seen now; undefined before anything was. */
  view(): LeagueView | undefined;
  /** Shows a line among the news of a drawing: one above a drawing that fills the screen is not seen. False where none is drawn. */
  note(line: string): boolean;
  /** Tells what has happened by now, where lines are told: what is said then stands below it. */
  catchUp(): Promise<void>;
  /** Ends it: a drawing is taken away, so that the last word is said in its place. */
  end(): Promise<void>;
}

/** Shows a league from now on, until it is ended; a manager that does not answer is waited for. */
export function showLeague(options: ShowOptions): Show {
  const { reader, clock, stream, beside = [], tell, isTroubleOnly = false, onLook, page, go } = options;
  const follower = new Follower(reader, clock, { page, go });
  const screen =
    stream === undefined || !isLive(stream)
      ? undefined
      : new LiveScreen(stream, draw, [...new Set([stream, ...beside])]);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isOver = false;
  let trouble: string | undefined;
  let lastLook = Promise.resolve();
  const looking = keepLooking();
  return {
    view: () => follower.view(),
    note(line) {
      follower.note(line);
      screen?.draw();
      return screen !== undefined;
    },
    async catchUp() {
      if (screen === undefined && tell !== undefined) await look();
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

  /** One look after another, so that nothing is told twice. */
  function look(isFirst = false): Promise<void> {
    lastLook = lastLook.then(() => lookOnce(isFirst));
    return lastLook;
  }

  async function lookOnce(isFirst: boolean): Promise<void> {
    if (isTroubleOnly) return tellTrouble(isFirst);
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

  async function tellTrouble(isFirst: boolean): Promise<void> {
    const heard = await follower.hear();
    if (!heard.ok || isFirst) return;
    const events = heard.value.events.filter(({ is_trouble }) => is_trouble === true);
    for (const line of eventLines({ events, missed: heard.value.missed })) tell?.(line);
  }
}

/** The lines of a look, oldest first. */
export function eventLines({ events, missed }: Pick<Looked, 'events' | 'missed'>): readonly string[] {
  const told = newsOf(events).map(lineOf);
  return [...(missed === 0 ? [] : [`${missed} earlier events were not seen.`]), ...told];
}

function lineOf({ at, is_trouble, text }: PublicEvent): string {
  return `${at.slice(11, 19)} ${is_trouble === true ? '! ' : ''}${printable(text)}`;
}
