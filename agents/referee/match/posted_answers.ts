/** Where answers arrive that were posted instead of given in a response: from their conversation to the call they answer. */
import type { Contract, Envelope } from '../../../SHARED/contracts/contract.ts';
import { type DialectName, idIn } from '../../../SHARED/contracts/dialects/dialect.ts';
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import { CONTRACTS, type MessageType } from '../../../SHARED/contracts/index.ts';
import { stepIn } from '../../../SHARED/contracts/moves.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Question } from './questions.ts';
import type { Seat } from './seat.ts';

/** Every type of answer that may be posted: those of requests that need not be answered in the response. */
export const POSTED_TYPES = Object.values(CONTRACTS).flatMap(({ head: { reply } }: Contract) =>
  reply?.ownFields === undefined ? [] : [reply.type as MessageType],
);

/** A call that waits for an answer, or whose answer may still be replaced. */
export interface AwaitingCall extends Pick<Question<unknown>, 'awaited' | 'step'> {
  /** Takes an answer, the first one or another; `received` is how it came, without its secrets, in this dialect. */
  receive(answer: JsonObject, received: JsonObject, dialect: DialectName): void;
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
  /** Takes an answer, and says whose it is; `received` is how it came, without its secrets. */
  take(answer: Envelope & JsonObject, received: JsonObject, dialect?: DialectName): Result<Seat, Refusal>;
}

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
    take(answer, received, dialect) {
      const { conversation_id: id } = answer;
      const seat = living.get(id) ?? over.get(id) ?? former.get(id);
      if (seat === undefined) return err(refusal('E012', 'no conversation of ours has this conversation_id'));
      const stranger = strangerTo(seat, answer);
      if (stranger !== undefined) return err(stranger);
      const call = calls.get(seat);
      if (call !== undefined && answers(answer, call))
        call.receive(answer, received, dialect ?? seat.correspondent.dialect);
      else if (!seat.repeats(answer)) return err(misfit(answer, seat, call));
      return ok(seat);
    },
  };
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
