/** Shows a league while it is played: drawn in place on a terminal, as lines elsewhere. */
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import { eventLines } from './event_lines.ts';
import { Follower, type Looked } from './follower.ts';
import type { LeagueReader, Unread } from './reader.ts';
import { isLive, LiveScreen, type TerminalStream } from './screen.ts';
import { type LeagueView, viewLines } from './view.ts';

/** How often a terminal is drawn anew, and how often lines are told. */
const EVERY_MS = { drawn: 250, told: 1_000 };

export interface ShowOptions extends Pick<LeagueView, 'page' | 'go'> {
  readonly reader: LeagueReader;
  readonly clock: Clock;
  /** Where it is shown. */
  readonly stream: TerminalStream;
  /** Other streams of the same terminal. */
  readonly beside?: readonly TerminalStream[];
  /** Takes lines where nothing can be drawn; absent: there are none. */
  readonly tell?: ((line: string) => void) | undefined;
  /** Hears of every look. */
  readonly onLook?: (looked: Result<Looked, Unread>) => void;
}

export interface Show {
  /** Ends it: a drawing is taken away, so that the last word is said in its place. */
  end(): Promise<void>;
}

/** Shows a league from now on, until it is ended; a manager that does not answer is waited for. */
export function showLeague(options: ShowOptions): Show {
  const { reader, clock, stream, beside = [], tell, onLook, page, go } = options;
  const follower = new Follower(reader, clock, { page, go });
  const screen = isLive(stream)
    ? new LiveScreen(
        stream,
        (size) => {
          const view = follower.view();
          return view === undefined ? [] : viewLines(view, size);
        },
        [...new Set([stream, ...beside])],
      )
    : undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isOver = false;
  const looking = look();
  return {
    async end() {
      isOver = true;
      end();
      await looking;
      screen?.close('erased');
    },
  };

  async function look(): Promise<void> {
    for (let isFirst = true; !isOver; isFirst = false) {
      const looked = await follower.look();
      if (isOver) return;
      screen?.draw();
      // What happened before is not told anew.
      if (looked.ok && screen === undefined && !isFirst) for (const line of eventLines(looked.value)) tell?.(line);
      onLook?.(looked);
      await Promise.race([sleep(clock, screen === undefined ? EVERY_MS.told : EVERY_MS.drawn), ended]);
    }
  }
}
