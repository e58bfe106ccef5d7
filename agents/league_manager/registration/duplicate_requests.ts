/**
 * Deduplicates registrations: one that comes twice is answered twice and taken in once, or the agent would hold a dead
 * token.
 */
import { type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import type { Agent } from '../league/state.ts';

/** A registration as it came: the message, and the address it came from. */
export interface Request {
  readonly conversation_id: string;
  readonly meta: JsonObject;
  readonly address: string;
}

/** The answer to a registration: the id of the agent it took in, if any, and the hash of the token it gave. */
interface Answered {
  readonly id: string | null;
  readonly token_sha256?: string | undefined;
}

/** The number of registrations that are remembered; a duplicate follows its original at once. */
const REMEMBERED = 1_000;

/** Gives the same message the same answer, as long as the token in it is the agent's newest and was not used. */
export function duplicateRequests<A extends Answered>(
  agentOf: (agent_id: string) => Pick<Agent, 'token_sha256' | 'token_used'> | undefined,
) {
  const known = new Map<string, { readonly meta: JsonObject; readonly answer: Promise<A> }>();

  return async function once({ conversation_id, meta, address }: Request, register: () => Promise<A>): Promise<A> {
    const key = `${address} ${conversation_id}`;
    const before = known.get(key);
    if (before !== undefined && sameJson(before.meta, meta)) {
      const { id, token_sha256 } = await before.answer;
      const agent = id === null ? undefined : agentOf(id);
      if (agent?.token_used === false && agent.token_sha256 === token_sha256) return before.answer;
    }
    const answer = register();
    known.delete(key);
    known.set(key, { meta, answer });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
    return answer;
  };
}
