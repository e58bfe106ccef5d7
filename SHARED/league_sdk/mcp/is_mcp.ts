/** Tells the messages of MCP from the league's at one address. */
import { ANY_MESSAGE, namesRegistration, TOOL_CALL } from '../../contracts/dialects/wrappings.ts';
import { contractByMethod } from '../../contracts/index.ts';
import { READ_ONLY } from '../../contracts/read_only.ts';
import { isSeatMethod } from '../../contracts/seat_methods.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';

/** MCP's own methods have these words before a slash; `initialize` has none. */
const AREAS = [
  ...['tools', 'resources', 'prompts', 'completion', 'logging', 'notifications'],
  ...['server', 'subscriptions', 'sampling', 'elicitation', 'roots', 'tasks'],
].join('|');
const NAME = `(?:initialize"|(?:${AREAS})\\\\?/)`;
/** How the agents of the league begin a request. */
const USUAL_START = '{"jsonrpc":"2.0","method":"';
const AT_USUAL_START = new RegExp(NAME, 'y');
const ANYWHERE = new RegExp(`"method"\\s*:\\s*"${NAME}`);
const METHOD = new RegExp(`^(?:initialize|(?:${AREAS})/.+)$`, 's');

const LEAGUES_LOOKS: ReadonlySet<string> = new Set(
  Object.keys(READ_ONLY).filter((name) => name !== READ_ONLY.ping.method),
);

/**
 * Whether a text is for MCP. Where the carrier hints at a client of MCP, every text is that the league does not know;
 * otherwise only those with MCP's own methods are, and `ping`, which both know, is the league's. A batch in which something is
 * MCP's is for MCP, which refuses it. A registration by `tools/call` outside a session is the league's.
 */
export function isForMcp(text: string, hinted: boolean): boolean {
  if (!hinted && !mayBeForMcp(text)) return false;
  const parsed = parseJson(text);
  // An unreadable text goes to the protocol that the carrier hints at.
  if (!parsed.ok) return hinted;
  const { value } = parsed;
  if (!isJsonArray(value)) return hinted ? !isLeagues(value) : isMcps(value);
  return hinted ? value.length === 0 || !value.every(isLeagues) : value.some(isMcps);
}

/** Nearly every text is not, and this is asked of every one: it is not parsed, and mostly looked at in one place only. */
function mayBeForMcp(text: string): boolean {
  if (!text.startsWith(USUAL_START)) return ANYWHERE.test(text);
  AT_USUAL_START.lastIndex = USUAL_START.length;
  return AT_USUAL_START.test(text);
}

function isMcps(value: Json): boolean {
  if (!isJsonObject(value) || typeof value['method'] !== 'string') return false;
  return METHOD.test(value['method']) && !registersByTool(value);
}

/** Whether an agent without a session of MCP registers by a call of a tool: that is the league's. */
function registersByTool({ method, params }: JsonObject): boolean {
  return method === TOOL_CALL && isJsonObject(params) && namesRegistration(params['name']);
}

/** Whether a message is a request to the league. */
function isLeagues(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { method, jsonrpc, message_type } = value;
  if (typeof method !== 'string') return jsonrpc === undefined && message_type !== undefined;
  const isContracts = contractByMethod(method) !== undefined || method === ANY_MESSAGE;
  return isContracts || LEAGUES_LOOKS.has(method) || isSeatMethod(method);
}
