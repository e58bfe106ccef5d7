/** A stage for a dispatcher: scripted referees around it, and a league whose first round is open. */
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import type { MatchReassigned } from '../league/events.ts';
import { makePing } from '../liveness/ping.ts';
import { makeDispatcher } from '../play/dispatcher.ts';
import { decision, folded, matchIn, type Opening, running, settingsWith, storeOf, tokens } from './rehearsal.ts';
import { castOn } from './rehearsal_cast.ts';

/** A clock that a test moves. */
interface MovedClock extends Clock {
  advance(ms: number): Promise<void>;
}

/** A league with its first round open and no agent there yet; a match assigned anew is dispatched after 5 ms. */
export function dispatching<C extends MovedClock>(clock: C, opening: Opening) {
  const cast = castOn(clock);
  const league = folded(running(opening));
  const store = storeOf(league);
  const logged: string[] = [];
  const announced: string[] = [];
  /** The lines for people on rules that fail, on a pause, and on the end. */
  const told = { gameFaults: [] as string[], pauses: [] as string[], ends: [] as string[] };
  let conversations = 0;
  const peer = makePeer({ transport: cast.wire, clock, sender: () => 'league_manager' });
  const dispatcher = makeDispatcher({
    league,
    settings: settingsWith(),
    peer,
    ping: makePing({ peer, transport: cast.wire, clock }),
    clock,
    random: () => 1,
    tokens,
    newConversation: () => `c${++conversations}`,
    ...store,
    onGameFault: (line) => told.gameFaults.push(line),
    onPaused: (why) => told.pauses.push(why),
    onUnplayable: (why) => told.ends.push(why),
    log: (event_type, { match_id = '' }) => void logged.push(`${event_type} ${match_id}`),
  });
  const announce = async ({ match_id, referee_id, epoch }: MatchReassigned) => {
    await sleep(clock, 5);
    announced.push(`${match_id} ${referee_id} ${epoch} at ${clock.monotonic()}`);
    dispatcher.dispatch(match_id);
  };
  store.onDurable((events) => {
    for (const event of events) if (event.type === 'match_reassigned') void announce(event);
  });
  const matches = league.rounds.get(1)?.matches ?? [];
  /** The orders that were received, in order: who, which match, which epoch. */
  const orders = () =>
    cast.ofType('RUN_MATCH').map(({ to, message }) => `${to} ${message['match_id']} ${message['assignment_epoch']}`);
  const decide = (match_id: string) => store.commit(decision(matchIn(league, match_id), 'draw'));
  const start = () => {
    for (const id of matches) dispatcher.dispatch(id);
    return clock.advance(0);
  };
  return { clock, cast, league, dispatcher, logged, announced, told, matches, orders, decide, start, store };
}
