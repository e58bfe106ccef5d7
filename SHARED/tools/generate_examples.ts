/** Complete JSON-RPC examples of every message, as the canonical dialect writes them. */
import type { Contract, Party } from '../contracts/contract.ts';
import { rpc } from '../contracts/dialects/rpc.ts';
import { ERRORS, REJECTIONS, refusal } from '../contracts/errors.ts';
import { CONTRACTS, type MessageType } from '../contracts/index.ts';
import type { JsonObject } from '../league_sdk/core/json.ts';
import { errorEnvelope, requestEnvelope, resultEnvelope } from '../league_sdk/envelope.ts';

/** File names that spec 004 gives, or that say more than the message type. */
const NAMES: { readonly [T in MessageType]?: string } = {
  LEAGUE_REGISTER_REQUEST: 'player_register_request',
  LEAGUE_REGISTER_RESPONSE: 'player_register_response',
  CHOOSE_PARITY_RESPONSE: 'parity_choice',
  GAME_ERROR: 'timeout_error',
};

/** What `auth_token` holds in a request, by who sends it to whom. */
const TOKENS: { readonly [way: string]: string } = {
  'league_manager>player': 'mgr_p01_uvw123',
  'league_manager>referee': 'mgr_ref01_def456',
  'referee>player': 'tkt_r1m1_p01',
  'referee>league_manager': 'tok_ref01_abc123',
  'player>league_manager': 'tok_p01_xyz789',
  'operator>league_manager': 'tok_operator_123',
};
const WITHOUT_TOKEN = new Set(['REFEREE_REGISTER_REQUEST', 'LEAGUE_REGISTER_REQUEST']);

/** Path below doc of the example of a message. */
export function examplePath({ head: { type, chapter } }: Contract): string {
  return `message_examples/${chapter}/${NAMES[type as MessageType] ?? type.toLowerCase()}.json`;
}

/** The example of a message in its envelope: a request, a notification when nothing is awaited, or a response. */
export function exampleOf({ head, example }: Contract, changes: JsonObject = {}): JsonObject {
  const { protocol, message_type, sender, timestamp, conversation_id, ...body } = { ...example, ...changes };
  const token = head.method === undefined ? undefined : tokenOf(head);
  const message = rpc.write({
    ...{ protocol, message_type, sender, timestamp, conversation_id },
    ...(token === undefined ? {} : { auth_token: token }),
    ...body,
  } as JsonObject);
  if (head.method === undefined) return resultEnvelope(1, message);
  return requestEnvelope(head.reply === undefined ? undefined : 1, head.method, message);
}

/** Path below doc to text, for every message and for what goes wrong most often. */
export function exampleFiles(): ReadonlyMap<string, string> {
  const messages = Object.values(CONTRACTS).map(
    (contract: Contract) => [examplePath(contract), exampleOf(contract)] as const,
  );
  const all = [...messages, ...Object.entries(MORE)].map(
    ([path, example]) => [path, `${JSON.stringify(example, null, 2)}\n`] as const,
  );
  return new Map(all);
}

const { reason, code } = REJECTIONS.DUPLICATE_NAME;

const MORE: { readonly [path: string]: JsonObject } = {
  'message_examples/errors/invalid_move.json': exampleOf(CONTRACTS.GAME_ERROR, {
    error_code: 'E004',
    error_name: ERRORS.E004.name,
    error_description: 'the choice "seven" is not one of: even, odd',
  }),
  'message_examples/errors/missing_required_field.json': errorEnvelope(
    1,
    'INVALID_PARAMS',
    refusal('E003', 'missing required field: player_meta.display_name'),
  ),
  'message_examples/registration/player_register_rejected.json': exampleOf(CONTRACTS.LEAGUE_REGISTER_RESPONSE, {
    ...{ status: 'REJECTED', player_id: null, auth_token: null, manager_token: null, run_id: null },
    ...{ reason, error_code: code, detail: 'the name "Agent Alpha" is taken; choose another' },
  }),
};

function tokenOf({ type, from, to }: Contract['head']): string | undefined {
  if (WITHOUT_TOKEN.has(type)) return undefined;
  return TOKENS[`${from[0] as Party}>${to[0] as Party}`];
}
