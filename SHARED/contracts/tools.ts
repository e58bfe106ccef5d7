/** The methods that an agent offers as MCP tools, with the schemas of the messages they carry. */
import type { Json, JsonObject } from '../core/json.ts';
import type { Contract, Role } from './contract.ts';
import { PROTOCOL } from './fields.ts';
import { contractByMethod, contractByType } from './index.ts';
import { type Look, READ_ONLY } from './read_only.ts';
import type { TSchema } from './schema_builder.ts';

/** A method as a tool. */
export interface ToolDefinition {
  /** The JSON-RPC method. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** JSON Schema of the caller's arguments; the rest of the message is filled in. */
  readonly input: JsonObject;
  /** JSON Schema of the answer. */
  readonly output: JsonObject;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
  /** Whether clients are shown it only when they ask for every tool: it is for agents with an endpoint, or the operator. */
  readonly isUnlisted: boolean;
  /** Fields of the message that are filled in for the caller. */
  readonly unsaid: JsonObject;
}

/** The methods of each role that are tools; its other methods are between agents alone. */
const TOOLS_OF: { readonly [R in Role]: readonly string[] } = {
  league_manager: ['register_player', 'league_query', 'get_standings', 'get_status', 'start_league'],
  referee: ['run_match', 'get_match_state'],
  player: ['handle_game_invitation', 'choose_parity', 'game_move', 'notify_match_result', 'get_player_state'],
};

/** A client that plays has a seat: a player without an endpoint of its own that registers loses every match. */
const UNLISTED: ReadonlySet<string> = new Set(['register_player', 'league_query', 'start_league']);
/** Methods that carry a message and yet only ask. */
const QUESTIONS: ReadonlySet<string> = new Set(['league_query']);
/** The envelope fields a caller may set; its identity is proved by the token. */
const SAID_OF_THE_ENVELOPE = ['conversation_id', 'auth_token'] as const;

/** The tools of a role, in the order they are shown. */
export function toolsOf(role: Role): readonly ToolDefinition[] {
  return TOOLS_OF[role].map((method) => {
    const look = Object.values(READ_ONLY).find((known: Look) => known.method === method);
    if (look !== undefined) return toolOfLook(look);
    const contract = contractByMethod(method);
    if (contract === undefined) throw new TypeError(`no contract has the method ${method}`);
    return toolOfContract(method, contract);
  });
}

function toolOfLook({ method, about, brief = about, params, result }: Look): ToolDefinition {
  const said = { about: brief, input: plain(params), output: plain(result) };
  return { name: method, title: titleOf(method), ...said, readOnly: true, isUnlisted: false, unsaid: {} };
}

function toolOfContract(method: string, { head, body, schema }: Contract): ToolDefinition {
  const answer = contractByType(head.reply?.type ?? '');
  if (answer === undefined) throw new TypeError(`${method} has no answer to show`);
  const { properties, additionalProperties: _, ...rest } = plain(body);
  const whole = plain(schema)['properties'] as JsonObject;
  const envelope = Object.fromEntries(SAID_OF_THE_ENVELOPE.map((name) => [name, whole[name] as Json]));
  return {
    name: method,
    title: titleOf(method),
    about: head.about,
    // Open, as the method itself is: a caller that has the whole message may hand it in as it is.
    input: { ...rest, properties: { ...(properties as JsonObject), ...envelope } },
    output: plain(answer.schema),
    readOnly: QUESTIONS.has(method),
    isUnlisted: UNLISTED.has(method),
    unsaid: { protocol: PROTOCOL, message_type: head.type },
  };
}

function titleOf(method: string): string {
  const words = method.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A schema without the keys that only the library needs. */
function plain(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}
