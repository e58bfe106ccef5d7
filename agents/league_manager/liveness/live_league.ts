/** The present of a league, as far as no event tells it: pauses, signs of life, and the players that a match waits for. */
import { type Clock, later, type Monotonic } from '../../../SHARED/core/clock.ts';
import { isJsonArray, isJsonObject } from '../../../SHARED/core/json.ts';
import type { Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import type { League } from '../league/state.ts';
import type { Dispatcher } from '../play/dispatcher.ts';
import { knowsPing } from './ping.ts';
import type { Readiness } from './readiness.ts';

export interface LiveLeague {
  /** Why no match is given out; undefined where the league goes on. */
  readonly paused: () => string | undefined;
  /** Whether an open match is held back by a pause. */
  readonly isHeld: (match_id: string) => boolean;
  /** Whether a referee has been given an open match; others wait for a place at theirs. */
  readonly isGivenOut: (match_id: string) => boolean;
  /** What an agent did when it was last asked for a sign of life; undefined where it was not asked. */
  readonly lastOf: Readiness['lastOf'];
  /**
   * The players whose answer is awaited, of the first few of these matches that were given out. Their referees are asked, and not more
   * often than once a second, however many readers there are; of a match whose referee does not say it, nothing.
   */
  readonly waitsFor: (match_ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** How many matches wait for a referee, and how many messages for their turn. */
  readonly queues: () => { readonly matches: number; readonly messages: number };
}

export interface LiveLeagueOptions {
  readonly league: League;
  readonly clock: Clock;
  readonly peer: Pick<Peer, 'look'>;
  readonly dispatcher: Pick<Dispatcher, 'paused' | 'isHeld' | 'isGivenOut'>;
  readonly queues: LiveLeague['queues'];
  readonly readiness: Pick<Readiness, 'lastOf'>;
}

/** Matches whose referees are asked at a time, how often, and how long they are waited for. */
const ASKED = { matches: 8, everyMs: 1_000, withinMs: 500 };

interface Answers {
  readonly askedAt: Monotonic;
  /** By the match; a match that was not asked of is missing. */
  readonly waits: Map<string, Promise<readonly string[]>>;
}

/** The present of a league that this manager plays. */
export function makeLiveLeague(options: LiveLeagueOptions): LiveLeague {
  const { league, clock, peer, dispatcher, queues, readiness } = options;
  let newest: Answers | undefined;

  async function ask(match_id: string): Promise<readonly string[]> {
    const match = league.matches.get(match_id);
    const referee = match === undefined ? undefined : league.agents.get(match.referee_id);
    if (match === undefined || referee === undefined || !knowsPing(referee)) return [];
    const deadline = later(clock.monotonic(), ASKED.withinMs);
    const said = await peer.look(referee.endpoint, 'get_match_state', { match_id }, deadline);
    const [state] = said.ok && isJsonArray(said.value['matches']) ? said.value['matches'] : [];
    const waits = isJsonObject(state) ? state['waits_for'] : undefined;
    return match.pairing.seats.filter((id) => isJsonArray(waits) && waits.includes(id));
  }

  return {
    paused: dispatcher.paused,
    isHeld: dispatcher.isHeld,
    isGivenOut: dispatcher.isGivenOut,
    lastOf: readiness.lastOf,
    queues,
    async waitsFor(match_ids) {
      const now = clock.monotonic();
      if (newest === undefined || now - newest.askedAt >= ASKED.everyMs) newest = { askedAt: now, waits: new Map() };
      const { waits } = newest;
      for (const match_id of match_ids) {
        if (waits.size >= ASKED.matches) break;
        if (!waits.has(match_id) && dispatcher.isGivenOut(match_id)) waits.set(match_id, ask(match_id));
      }
      const known = match_ids.flatMap((match_id) => {
        const answer = waits.get(match_id);
        return answer === undefined ? [] : [answer.then((players) => [match_id, players] as const)];
      });
      return new Map(await Promise.all(known));
    },
  };
}
