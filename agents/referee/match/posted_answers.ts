/** Where answers arrive that were posted instead of given in a response: from their conversation to the call they answer. */
import type { Contract, Envelope } from '../../../SHARED/contracts/contract.ts';
import { type DialectName, idIn } from '../../../SHARED/contracts/dialects/dialect.ts';
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import { CONTRACTS, type MessageType } from '../../../SHARED/contracts/index.ts';
import { stepIn } from '../../../SHARED/contracts/moves.ts';
import { sameSecret } from '../../../SHARED/core/hash.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { isSamePlace, kindOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { Origin } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Question } from './questions.ts';
import type { Seat } from './seat.ts';

/** Every type of answer that may be posted: those of requests that need not be answered in the response. */
export const POSTED_TYPES = Object.values(CONTRACTS).flatMap(({ head: { reply } }: Contract) =>
  reply?.ownFields === undefined ? [] : [reply.type as MessageType],
);

/** A call that waits for an answer, or whose answer may still be replaced. */
export interface AwaitingCall extends Pick<Question<unknown>, 'awaited' | 'step'> {
  /** Takes an answer, the first one or another. */
  receive(answer: JsonObject, how: PostedBy): void;
}

/** How a posted answer came. */
export interface PostedBy {
  /** As its sender wrote it, without its secrets. */
  readonly received: JsonObject;
  readonly dialect: DialectName;
  readonly from: Caller;
}

/** Knows every conversation of this referee by its id. */
export interface PostedAnswers {
  /** From now on the seat's conversation is known. */
  open(seat: Seat): void;
  /** The seat's match is over: what comes late is told so, as long as it is remembered. */
  close(seat: Seat): void;
  /** From now on answers of this seat are for this call, until it is withdrawn. */
  expect(seat: Seat, call: AwaitingCall): void;
  /** The call takes no more answers. */
  withdraw(seat: Seat, call: AwaitingCall): void;
  /**
   * Takes an answer, and says whose it is. A join may come in a conversation of its player's own, where its sender is
   * proven.
   */
  take(answer: Envelope & JsonObject, how: PostedBy): Result<Seat, Refusal>;
}

/** The sender of a posted answer, as far as its carrier knows it. */
export type Caller = Pick<Origin, 'address' | 'bearer' | 'receivedAt'>;

/** Posted answers that remember at least so many conversations that are over, and at most twice as many. */
export function makePostedAnswers(remembered = 10_000): PostedAnswers {
  const living = new Map<string, Seat>();
  const calls = new Map<Seat, AwaitingCall>();
  // Two generations, of which the older is dropped whole: taking the oldest entry out of a map each time is slow.
  let over = new Map<string, Seat>();
  let former = new Map<string, Seat>();
  return {
    open: (seat) => void living.set(seat.conversation_id, seat),
    close(seat) {
      if (!living.delete(seat.conversation_id)) return;
      if (over.size >= remembered) {
        former = over;
        over = new Map();
      }
      over.set(seat.conversation_id, seat);
    },
    expect: (seat, call) => void calls.set(seat, call),
    withdraw(seat, call) {
      if (calls.get(seat) === call) calls.delete(seat);
    },
    take(answer, how) {
      const { conversation_id: id } = answer;
      const seat = living.get(id) ?? over.get(id) ?? former.get(id) ?? joiner(answer, [...living.values()], how.from);
      if (seat === undefined) return err(refusal('E012', 'no conversation of ours has this conversation_id'));
      const stranger = strangerTo(seat, answer);
      if (stranger !== undefined) return err(stranger);
      const call = calls.get(seat);
      if (call !== undefined && answers(answer, call)) call.receive(answer, how);
      else if (!seat.repeats(answer)) return err(misfit(answer, seat, call));
      return ok(seat);
    },
  };
}

/** The seat of a join that names no conversation of ours: the only one that its player has, where the sender is proven. */
function joiner(answer: Envelope & JsonObject, seats: readonly Seat[], from: Caller): Seat | undefined {
  if (answer.message_type !== 'GAME_JOIN_ACK') return undefined;
  const { player_id, sender, match_id } = answer;
  const own = seats.filter((seat) => seat.player_id === (player_id ?? idIn(sender)));
  const meant = own.filter((seat) => match_id === undefined || match_id === seat.match_id);
  const [seat] = meant;
  if (seat === undefined || meant.length > 1 || seat.strict) return undefined;
  return isProven(seat, seats, answer, from) ? seat : undefined;
}

/**
 * The ticket of a seat proves its player. So does its address, where no opponent is there too; where addresses do not
 * tell players apart, a join may confirm what the seat's own status has said, and change nothing.
 */
function isProven(
  { ticket, match_id, opponent_id, correspondent, joinedByStatus }: Seat,
  seats: readonly Seat[],
  { auth_token, accept }: Envelope & JsonObject,
  { address, bearer }: Caller,
): boolean {
  const token = auth_token ?? bearer;
  if (ticket !== undefined && token !== undefined && sameSecret(ticket, token)) return true;
  if (!isAt(correspondent.address, address)) return false;
  const opponent = seats.find((seat) => seat.match_id === match_id && seat.player_id === opponent_id);
  const isShared = kindOf(address) === 'loopback' || opponent === undefined;
  if (!isShared && !isAt(opponent.correspondent.address, address)) return true;
  return joinedByStatus && accept !== false;
}

function isAt(endpoint: string, address: string): boolean {
  const host = URL.parse(endpoint)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  return isSamePlace(host === 'localhost' ? '127.0.0.1' : host, address);
}

/** Why an answer is not this seat's, though it came in its conversation. */
function strangerTo(seat: Seat, { player_id, match_id, sender }: Envelope & JsonObject): Refusal | undefined {
  // A stranger's name claims nothing; the opponent's claims its seat.
  const claimed = player_id ?? (idIn(sender) === seat.opponent_id ? seat.opponent_id : seat.player_id);
  if (claimed !== seat.player_id) return refusal('E012', `this conversation is not one with ${String(claimed)}`);
  if (match_id === undefined || match_id === seat.match_id) return undefined;
  return refusal('E008', `this conversation is about ${seat.match_id}, not ${String(match_id)}`);
}

function answers(answer: Envelope & JsonObject, call: AwaitingCall): boolean {
  if (answer.message_type !== call.awaited) return false;
  const step = stepIn(answer);
  return step === undefined || step === call.step;
}

function misfit({ message_type }: Envelope, { player_id }: Seat, call: AwaitingCall | undefined): Refusal {
  return refusal('E007', `${message_type} does not fit: ${call?.awaited ?? 'nothing'} is awaited from ${player_id}`);
}
