/** Complete examples of every message in every dialect, as their codecs write them. */
import type { Contract } from '../../contracts/contract.ts';
import { dialectOf, spokenDialects } from '../../contracts/dialects/detect.ts';
import type { DialectName } from '../../contracts/dialects/dialect.ts';
import { ERRORS, errorBody, REJECTIONS, refusal } from '../../contracts/errors.ts';
import { CONTRACTS, type MessageType } from '../../contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { errorEnvelope, requestEnvelope, resultEnvelope } from '../../league_sdk/messaging/envelope.ts';
import { written } from './reading.ts';
import { specimen } from './specimens.ts';
import { tokensOf } from './tokens.ts';

/** File names that spec 004 gives, or that say more than the message type. */
const NAMES: { readonly [T in MessageType]?: string } = {
  LEAGUE_REGISTER_REQUEST: 'player_register_request',
  LEAGUE_REGISTER_RESPONSE: 'player_register_response',
  CHOOSE_PARITY_RESPONSE: 'parity_choice',
  GAME_ERROR: 'timeout_error',
};

export const DIALECTS: readonly DialectName[] = spokenDialects();

/** Path below doc of the example of a message. The canonical dialect has the names of spec 004, without a word for itself. */
export function examplePath({ head: { type, chapter } }: Contract, dialect: DialectName = 'rpc'): string {
  return pathOf(`${chapter}/${NAMES[type as MessageType] ?? type.toLowerCase()}`, dialect);
}

/** The canonical message that an example shows, with the token it carries. */
export function exampleMessage({ head, example }: Contract, changes: JsonObject = {}): JsonObject {
  const { protocol, message_type, sender, timestamp, conversation_id, ...body } = { ...example, ...changes };
  const [token] = tokensOf(head);
  return {
    ...({ protocol, message_type, sender, timestamp, conversation_id } as JsonObject),
    ...(token === undefined ? {} : { auth_token: token.example }),
    ...(body as JsonObject),
  };
}

/** A message as it travels: in `rpc` a request, a notification when nothing is awaited, or a response; else bare. */
export function exampleOf(contract: Contract, dialect: DialectName = 'rpc', changes: JsonObject = {}): JsonObject {
  const message = exampleMessage(contract, changes);
  const said = dialectOf(dialect).enveloped ? message : { ...placeOf(contract), ...message };
  return enveloped(contract, dialect, written(contract, dialect, said));
}

/** Bare messages always say where they belong; spec 004’s examples of the others do not. */
function placeOf(contract: Contract): JsonObject {
  // An answer takes them from its request.
  const { league_id, round_id } = contract.head.method === undefined ? {} : specimen(contract);
  return Object.fromEntries(
    Object.entries({ league_id, round_id }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
}

/** A message of a dialect as the body of an HTTP request or response. */
export function enveloped({ head }: Contract, dialect: DialectName, message: JsonObject): JsonObject {
  if (!dialectOf(dialect).enveloped) return message;
  if (head.method === undefined) return resultEnvelope(1, message);
  return requestEnvelope(head.reply === undefined ? undefined : 1, head.method, message);
}

/** Path below doc to text, for every message and for what goes wrong most often, in every dialect. */
export function exampleFiles(): ReadonlyMap<string, string> {
  const files = DIALECTS.flatMap((dialect) => [
    ...Object.values(CONTRACTS).map(
      (contract: Contract) => [examplePath(contract, dialect), exampleOf(contract, dialect)] as const,
    ),
    ...Object.entries(MORE).map(([name, example]) => [pathOf(name, dialect), example(dialect)] as const),
  ]);
  return new Map(files.map(([path, example]) => [path, `${JSON.stringify(example, null, 2)}\n`]));
}

const { reason, code } = REJECTIONS.DUPLICATE_NAME;

const MORE: { readonly [name: string]: (dialect: DialectName) => JsonObject } = {
  'errors/invalid_move': (dialect) =>
    exampleOf(CONTRACTS.GAME_ERROR, dialect, {
      error_code: 'E004',
      error_name: ERRORS.E004.name,
      error_description: 'the choice "seven" is not one of: even, odd',
    }),
  // Before a message is understood, JSON-RPC has errors of its own; a dialect without JSON-RPC is told by a message.
  'errors/missing_required_field': (dialect) => {
    const { enveloped: isEnveloped, lacks, write } = dialectOf(dialect);
    const missing = (fields: string) => refusal('E003', `missing required field: ${fields}`);
    if (isEnveloped) return errorEnvelope(1, 'INVALID_PARAMS', missing('player_meta.display_name'));
    const { protocol, message_type } = written(CONTRACTS.LEAGUE_REGISTER_REQUEST, dialect);
    const { details: _, ...error } = CONTRACTS.LEAGUE_ERROR.example;
    return write({
      ...error,
      ...errorBody(missing(lacks({ protocol, message_type } as JsonObject).join(', '))),
    } as JsonObject);
  },
  'registration/player_register_rejected': (dialect) =>
    exampleOf(CONTRACTS.LEAGUE_REGISTER_RESPONSE, dialect, {
      ...{ status: 'REJECTED', player_id: null, auth_token: null, manager_token: null, run_id: null },
      ...{
        reason,
        error_code: code,
        detail: 'the name "Agent Alpha" is taken; choose another display_name, e.g. "Agent Alpha 2"',
      },
    }),
};

function pathOf(name: string, dialect: DialectName): string {
  return `message_examples/${name}${dialectOf(dialect).enveloped ? '' : `.${dialect}`}.json`;
}
