/** What an agent has taken in and not answered yet: so much in work at once, the rest in line, and no more than a bound. */
import type { Refusal } from '../../contracts/errors.ts';
import { urgencyOf } from '../../contracts/urgency.ts';
import { isJsonObject, parseJson } from '../../core/json.ts';
import { NETWORK_LIMITS } from '../../core/limits.ts';
import { errorEnvelope, type RequestId } from '../messaging/envelope.ts';
import type { Answer, OnRefused, Origin } from '../transport/transport.ts';
import { type WorkBounds, WorkQueue } from './work_queue.ts';

/** As many in line as a server takes requests at once: a class that registers in one moment gets in. */
export const INTAKE_BOUNDS: WorkBounds = { atOnce: 1_024, room: NETWORK_LIMITS.pendingRequests };

export interface Intake {
  /** To listen with: what comes while there is room is answered, each text once. */
  readonly answer: Answer;
}

/**
 * Puts a line in front of an answering function. While less is in work than the bound, a text is answered at once and
 * by the very promise that answers it; else it waits, what decides a match before what informs. Who finds no room is
 * told E014; `onRefused` hears of the first, and again only after there was room: the log is not to be flooded too.
 */
export function intake(answer: Answer, onRefused: OnRefused = () => {}, bounds: WorkBounds = INTAKE_BOUNDS): Intake {
  const line = new WorkQueue(bounds);
  let isFlooded = false;

  function refuse(text: string, from: Origin, why: Refusal): string | undefined {
    from.tooMany?.();
    if (!isFlooded) onRefused(typeIn(text) ?? 'unknown', why, from);
    isFlooded = true;
    const id = idIn(text);
    return id === undefined ? undefined : JSON.stringify(errorEnvelope(id, 'INVALID_REQUEST', why));
  }

  return {
    answer(text, from) {
      // A text is read only where it has to wait, and then no further than to its type; a batch goes by its first message.
      const offered = line.offer(
        () => urgencyOf(typeIn(text)),
        () => answer(text, from),
      );
      if (!offered.ok) return Promise.resolve(refuse(text, from, offered.error));
      isFlooded = false;
      return offered.value;
    },
  };
}

const TYPE = /"message_type"\s*:\s*"([^"\\]{1,64})"/;

function typeIn(text: string): string | undefined {
  return TYPE.exec(text)?.[1];
}

/** The id an error is answered to: null where there is none to be had, undefined for a notification. */
function idIn(text: string): RequestId | null | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { jsonrpc, id } = parsed.value;
  if (id === undefined) return jsonrpc === undefined ? null : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
