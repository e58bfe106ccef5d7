/** Where answers arrive that were posted instead of given in a response: from their conversation to the seat they come from. */
import type { Contract, Envelope } from '../../../SHARED/contracts/contract.ts';
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import { CONTRACTS, type MessageType } from '../../../SHARED/contracts/index.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Seat } from './seat.ts';

/** Every type of answer that may be posted: those of requests that need not be answered in the response. */
export const POSTED_TYPES = Object.values(CONTRACTS).flatMap(({ head: { reply } }: Contract) =>
  reply?.ownFields === undefined ? [] : [reply.type as MessageType],
);

/** Knows every conversation of this referee by its id. */
export interface PostedAnswers {
  /** From now on the seat's conversation is known. */
  open(seat: Seat): void;
  /** The seat's match is over: what comes late is told so, as long as it is remembered. */
  close(seat: Seat): void;
  /** Takes an answer, and says whose it is; `received` is how it came, without its secrets. */
  take(answer: Envelope & JsonObject, received: JsonObject): Result<Seat, Refusal>;
}

/** A postbox that remembers at least so many conversations that are over, and at most twice as many. */
export function makePostedAnswers(remembered = 10_000): PostedAnswers {
  const living = new Map<string, Seat>();
  // Two generations, of which the older is dropped whole: taking the oldest entry out of a map each time is slow.
  let over = new Map<string, Seat>();
  let former = new Map<string, Seat>();
  return {
    open: (seat) => void living.set(seat.conversation_id, seat),
    close(seat) {
      seat.close();
      if (!living.delete(seat.conversation_id)) return;
      if (over.size >= remembered) {
        former = over;
        over = new Map();
      }
      over.set(seat.conversation_id, seat);
    },
    take(answer, received) {
      const { conversation_id: id } = answer;
      const seat = living.get(id) ?? over.get(id) ?? former.get(id);
      if (seat === undefined) return err(refusal('E012', 'no conversation of ours has this conversation_id'));
      const taken = seat.post(answer, received);
      return taken.ok ? ok(seat) : taken;
    },
  };
}
