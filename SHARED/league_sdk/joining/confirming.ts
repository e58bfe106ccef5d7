/** Using one's token at once: as long as it was never used, whoever asks in our name could be given another. */

import { ok, type Result } from '../../core/result.ts';
import type { CallError, Correspondent } from '../messaging/peer.ts';
import { AuthenticatedClient, type ClientTools } from '../spec/authenticated_client.ts';
import type { Admission } from './credentials.ts';

/** Nothing waits for the answer, so it is not waited for long. */
const CONFIRM_MS = 2_000;

/** Shows the manager the token it gave, once. Whatever it answers will do, if only it is an answer to a question. */
export async function confirmToken(
  { agent_id, league_id, auth_token, manager_token }: Admission,
  manager: Correspondent,
  tools: ClientTools,
): Promise<Result<void, CallError>> {
  // Managers that give no token of their own need not know this question, nor give tokens to whoever asks again.
  if (auth_token === undefined || manager_token === undefined) return ok(undefined);
  const client = new AuthenticatedClient({ agent_id, auth_token, league_id }, tools);
  // Everybody asks this at once at a start: it is the question that costs the manager least.
  const question = { query_type: 'GET_NEXT_MATCH' } as const;
  const heard = await client.sendMessage(manager, 'LEAGUE_QUERY', question, CONFIRM_MS);
  return heard.ok ? ok(undefined) : heard;
}
