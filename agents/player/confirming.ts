/** Using one's token at once: as long as it was never used, whoever asks in our name could be given another. */
import { type Clock, later } from '../../SHARED/league_sdk/core/clock.ts';
import { ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { CallError, Correspondent, Peer } from '../../SHARED/league_sdk/peer.ts';
import type { Membership } from './state.ts';

export interface ConfirmingOptions {
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly clock: Clock;
  readonly newConversation: () => string;
}

/** Nothing waits for the answer, so it is not waited for long. */
const CONFIRM_MS = 2_000;

/** Shows the manager the token it gave, once. Whatever it answers will do, if only it is an answer to a question. */
export async function confirmToken(
  { league_id, auth_token, manager_token }: Membership,
  { peer, manager, clock, newConversation }: ConfirmingOptions,
): Promise<Result<void, CallError>> {
  // Managers that give no token of their own need not know this question, nor give tokens to whoever asks again.
  if (auth_token === undefined || manager_token === undefined) return ok(undefined);
  const deadline = later(clock.monotonic(), CONFIRM_MS);
  const question = { league_id, query_type: 'GET_STANDINGS', query_params: { limit: 1 } } as const;
  const how = { conversation_id: newConversation(), deadline, auth_token };
  const heard = await peer.ask(manager, 'LEAGUE_QUERY', question, how);
  return heard.ok ? ok(undefined) : heard;
}
