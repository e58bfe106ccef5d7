/** One match from its order to its decision: invite, play, judge. What follows is in conclude.ts. */
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import { type Clock, timestamp } from '../../../SHARED/core/clock.ts';
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { chanceStream, type Random } from '../../../SHARED/core/random.ts';
import { ok } from '../../../SHARED/core/result.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import type { JsonLogger } from '../../../SHARED/league_sdk/logger.ts';
import type { Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { recordOf, Transcript } from '../result/record.ts';
import type { Report } from '../result/report.ts';
import { type Ending, type Fault, type MatchResult, verdict } from '../result/verdict.ts';
import { askSeat } from './ask.ts';
import { type MatchOrder, type Pair, playersOf, seatsFor, termsOf } from './order.ts';
import { Phase } from './phase.ts';
import { type Ask, play, type Step } from './play.ts';
import { invitation, moveCall } from './questions.ts';
import { recorder } from './recorder.ts';
import type { Seat } from './seat.ts';

/** What a match is played with. */
export interface MatchTools {
  readonly peer: Peer;
  readonly clock: Clock;
  /** For jitter; the game's chance comes from the order. */
  readonly random: Random;
  readonly referee_id: string;
  /** Where players may post their answers. */
  readonly endpoint: string;
  readonly log: Pick<JsonLogger, 'debug' | 'info' | 'warning' | 'error'>;
  readonly onBug: (what: string, cause: unknown) => void;
}

/** A match in the hands of this referee, at whatever point. It holds no state outside itself. */
export class Match {
  order: MatchOrder;
  readonly seats: Pair<Seat>;
  course: Phase;
  /** Its report, as soon as it is decided. */
  report: Report | undefined;
  /** What becomes its file, as long as this referee has it. */
  record: MatchRecord | undefined;
  /** Another assignment took its place, or the referee is stopping: whatever it still does counts for nothing. */
  abandoned = false;
  /** Ends the pause before the next attempt to report it, while there is one. */
  wake: (() => void) | undefined;

  constructor(order: MatchOrder, entropy: Entropy, course = new Phase()) {
    this.order = order;
    this.seats = seatsFor(order, entropy);
    this.course = course;
  }

  /** The order came again: its players may have moved elsewhere. */
  renew(order: MatchOrder): void {
    this.order = order;
    for (const [i, { endpoint: address, dialect, echo }] of playersOf(order).entries()) {
      this.seats[i]?.readdress({ address, dialect, echo });
    }
  }
}

/** How it ended and the record of it; or that it did not, by a fault of ours that costs no player anything. */
export type Decision =
  | { readonly by: 'players'; readonly result: MatchResult; readonly record: MatchRecord }
  | { readonly by: 'referee_fault'; readonly detail: string };

/** Brings a match to its decision; undefined when it was abandoned on the way. */
export async function decide(match: Match, game: Game, tools: MatchTools): Promise<Decision | undefined> {
  try {
    return await refereed(match, game, tools);
  } catch (cause) {
    // Rules that throw and chance that fails are ours to answer for: the match is voided, and run again.
    tools.onBug(`match ${match.order.match_id}`, cause);
    if (match.course.undecided) match.course.advance('forfeited');
    return { by: 'referee_fault', detail: String(cause) };
  }
}

async function refereed(match: Match, game: Game, tools: MatchTools): Promise<Decision | undefined> {
  const { order, seats, course } = match;
  const { clock, referee_id, endpoint, log } = tools;
  const terms = termsOf(order);
  const created_at = timestamp(clock);
  let started_at: string | undefined;
  const transcript = new Transcript(clock);
  const questioning = recorder(order, transcript, tools);

  async function invite(seat: Seat, i: number): Promise<readonly Fault[]> {
    const answered = await askSeat(seat, invitation(order, i, endpoint), questioning);
    if (answered.ok) seat.joined(transcript.lastFrom(seat.player_id));
    else if (answered.error.cause === 'declined') seat.joined(undefined);
    return answered.ok ? [] : [answered.error];
  }

  const ask: Ask<Fault> = async (number, turn) => {
    const seat = seats[number] as Seat;
    const answered = await askSeat(seat, moveCall(order, number, turn), questioning);
    return answered.ok ? ok({ take: () => seat.moved(turn.step, answered.value()) }) : answered;
  };

  function decided(moves: readonly Step[], ending: Ending): Decision {
    const result = verdict(terms, moves, ending);
    const finished_at = timestamp(clock);
    course.advance(ending.by === 'play' ? 'all_moves_in' : 'forfeited');
    if (ending.by === 'play') course.advance('decided');
    const { match_id } = order;
    for (const { player_id, cause } of result.details.faults)
      log.warning('TECHNICAL_LOSS', { match_id, player_id, cause });
    const { state } = course;
    const lifecycle = { state, created_at, started_at: started_at ?? null, finished_at };
    return { by: 'players', result, record: recordOf({ referee_id, order, seats, lifecycle, transcript, result }) };
  }

  course.advance('assigned');
  log.info('MATCH_STARTED', { match_id: order.match_id, players: terms.players });
  const absent = (await Promise.all(seats.map(invite))).flat();
  if (match.abandoned) return undefined;
  if (absent.length > 0) return decided([], { by: 'forfeit', faults: absent });

  course.advance('both_joined');
  started_at = timestamp(clock);
  const { steps, end } = await play(game, { players: terms.players, ask, random: chanceStream(order.draw_seed) });
  if (match.abandoned) return undefined;
  if (!end.ok) return decided(steps, { by: 'forfeit', faults: end.error });
  return decided(steps, { by: 'play', outcome: end.value, explain: game.explain });
}
