/** Calls of the library's network functions: in memory on virtual time, and over HTTP for failures of HTTP alone. */

import { BUILDER_NAMES, type BuilderName, build, type FieldsOf, flatBuilders } from '../contracts/builders.ts';
import { flat } from '../contracts/dialects/flat.ts';
import type { Refusal } from '../contracts/errors.ts';
import { type All, CONTRACTS } from '../contracts/index.ts';
import { seededEntropy } from '../core/entropy.ts';
import type { JsonObject } from '../core/json.ts';
import type { Result } from '../core/result.ts';
import type { CallError } from '../league_sdk/index.ts';
import * as sdk from '../league_sdk/index.ts';
import { dataPaths } from '../league_sdk/paths.ts';
import { exampleBody, exampleRequest, exampleService } from './example_service.ts';
import { type FakeClock, fakeClock } from './fake_clock.ts';
import { type Calls, type CallsByName, storeWith } from './sdk_calls.ts';

type Fails = NonNullable<Calls['fails']>;
type Tools = Pick<sdk.Effects, 'transport' | 'clock' | 'entropy'>;
type Call = (endpoint: string, tools: Tools) => Promise<sdk.Result<unknown, CallError>>;

const MANAGER = 'memory:LM01';

/** A wire in memory with a listener at the manager's address, or without one. */
async function wireTo(answer?: sdk.Answer): Promise<Tools & { readonly clock: FakeClock }> {
  const clock = fakeClock();
  const transport = sdk.memoryNetwork({ clock }).transport();
  if (answer !== undefined) sdk.unwrap(await transport.listen(MANAGER, answer));
  return { transport, clock, entropy: seededEntropy(1) };
}

/** A manager that answers everything with the examples of the contracts. */
const exampleManager = () => sdk.answering(exampleService('league_manager').service);

async function overMemory(answer: sdk.Answer | undefined, call: Call): ReturnType<Call> {
  const tools = await wireTo(answer);
  return tools.clock.runUntil(call(MANAGER, tools));
}

/** A call over HTTP to this path of a server with long answers, by a client that reads at most so many bytes. */
async function overHttp(path: string, maxReplyBytes: number, call: Call): ReturnType<Call> {
  const transport = sdk.httpTransport({ clock: sdk.systemClock, limits: { maxReplyBytes } });
  const listener = sdk.unwrap(await transport.listen('http://127.0.0.1:0/mcp', async () => 'x'.repeat(1_000)));
  const there = listener.address.replace(/\/mcp$/, path);
  const outcome = await call(there, { transport, clock: sdk.systemClock, entropy: seededEntropy(1) });
  await listener.close();
  await transport.close();
  return outcome;
}

/** Everything that can go wrong with a call. */
const wireFailures = (call: Call): Fails => ({
  UNREACHABLE: () => overMemory(undefined, call),
  DEADLINE_PASSED: () => overMemory(() => new Promise(() => undefined), call),
  INVALID_REPLY: () => overMemory(async () => '<html>', call),
  ERROR_REPLY: () => overMemory(async () => '{"jsonrpc":"2.0","error":{"code":-32601,"message":"no"},"id":null}', call),
  REFUSED: () => overHttp('/elsewhere', 10_000, call),
  TOO_LARGE: () => overHttp('/mcp', 100, call),
});

const callTool: Call = (endpoint, tools) => sdk.callMcpTool(endpoint, 'get_status', {}, tools);
const callPatiently: Call = (endpoint, tools) =>
  sdk.callWithRetry(endpoint, 'get_status', {}, { ...tools, attempts: tools.clock === sdk.systemClock ? 1 : 3 });

const CREDENTIALS = { agent_id: 'P01', auth_token: 'tok_p01', league_id: 'league_2025_even_odd' };
const query: Call = (endpoint, tools) =>
  new sdk.AuthenticatedClient(CREDENTIALS, tools).sendMessage(endpoint, 'LEAGUE_QUERY', {
    query_type: 'GET_STANDINGS',
  });
const invite: Call = (endpoint, tools) =>
  new sdk.AuthenticatedClient(CREDENTIALS, { ...tools, role: 'referee' }).sendMessage(
    endpoint,
    'GAME_INVITATION',
    exampleBody('GAME_INVITATION') as never,
  );

/** Answers every request with one result. */
function giving(result: object): sdk.Answer {
  return async (text) => JSON.stringify({ jsonrpc: '2.0', result, id: JSON.parse(text).id });
}

const PLAYER = {
  display_name: 'Agent Alpha',
  version: '1.0.0',
  game_types: ['even_odd'],
  contact_endpoint: 'http://localhost:8101/mcp',
  player_id: 'P01',
};
const REJECTED = { ...CONTRACTS.LEAGUE_REGISTER_RESPONSE.example, status: 'REJECTED', reason: 'League full' };

async function registered(answer: sdk.Answer | undefined, store?: sdk.Store) {
  const tools = await wireTo(answer);
  const kept = store === undefined ? tools : { ...tools, store };
  return tools.clock.runUntil(sdk.registerPlayer(MANAGER, PLAYER, kept));
}

/** A service's answer to a message with one fault, as a result. */
async function refusedBy(changes: Parameters<typeof exampleRequest>[1]) {
  const { error } = await exampleService('player').post(exampleRequest('GAME_INVITATION', changes));
  return sdk.err({ code: error.data.error_code });
}

function breakerWith(failures: number): sdk.CircuitBreaker {
  const breaker = new sdk.CircuitBreaker(fakeClock());
  for (let i = 0; i < failures; i++) breaker.recordFailure();
  return breaker;
}

const SAID = { sender: 'player:P01', timestamp: '2025-01-15T10:15:00.000Z', conversation_id: 'conv-1' };

const PLACE = { league_id: 'league_2025_even_odd', round_id: 1, match_id: 'R1M1' };

/** A builder on the example of its message. */
function builderCalls(build: (fields: JsonObject) => Result<unknown, Refusal>, example: JsonObject): Calls {
  const told = (changes: JsonObject) => build({ ...SAID, ...example, ...changes });
  return {
    works: () => told({}).ok,
    fails: {
      E002: async () => told({ conversation_id: 7 }),
      E003: async () => build({}),
      E021: async () => told({ timestamp: 'yesterday' }),
    },
  };
}

export const WIRE_CALLS: CallsByName = {
  RetryConfig: { works: () => sdk.RetryConfig.attempts === 3 && sdk.RetryConfig.baseMs === 2_000 },
  retry: {
    async works() {
      const clock = fakeClock();
      const third = async (attempt: number) => (attempt < 3 ? sdk.err('not yet') : sdk.ok(attempt));
      const tried = sdk.retry(third, { clock, random: () => 0, retryable: () => true });
      return sdk.unwrap(await clock.runUntil(tried)) === 3;
    },
  },
  callWithRetry: {
    works: async () => (await overMemory(exampleManager(), callPatiently)).ok,
    fails: wireFailures(callPatiently),
  },
  CircuitBreaker: { works: () => new sdk.CircuitBreaker(fakeClock()).state === 'CLOSED' },
  'CircuitBreaker.canExecute': { works: () => breakerWith(4).canExecute() && !breakerWith(5).canExecute() },
  'CircuitBreaker.recordSuccess': {
    works() {
      const breaker = breakerWith(5);
      breaker.recordSuccess();
      return breaker.state === 'CLOSED';
    },
  },
  'CircuitBreaker.recordFailure': { works: () => breakerWith(5).state === 'OPEN' },
  AgentCredentials: {
    works: () => sdk.fits(sdk.AgentCredentials, CREDENTIALS) && !sdk.fits(sdk.AgentCredentials, { agent_id: 'P01' }),
  },
  registerPlayer: {
    works: async () => sdk.fits(sdk.AgentCredentials, sdk.unwrap(await registered(exampleManager()))),
    fails: {
      REGISTRATION_FAILED: () => registered(undefined),
      REGISTRATION_REJECTED: () => registered(giving({ ...REJECTED, conversation_id: undefined })),
      DATA_INIT_FAILED: async () =>
        registered(exampleManager(), await storeWith(dataPaths('/data').credentials('player', 'P01'), 'torn')),
    },
  },
  AuthenticatedClient: { works: async () => new sdk.AuthenticatedClient(CREDENTIALS, await wireTo()) !== undefined },
  'AuthenticatedClient.sendMessage': {
    works: async () => (await overMemory(exampleManager(), query)).ok,
    fails: {
      ...wireFailures(query),
      INVALID_ANSWER: () => overMemory(giving({ message_type: 'GAME_JOIN_ACK', conversation_id: 'another' }), invite),
    },
  },
  requestEnvelope: { works: () => sdk.requestEnvelope(1, 'ping', {})['jsonrpc'] === '2.0' },
  resultEnvelope: { works: () => sdk.resultEnvelope(1, {})['id'] === 1 },
  answering: {
    works: async () => (await exampleService('player').post(exampleRequest('GAME_INVITATION'))).result !== undefined,
    fails: {
      E002: () => refusedBy({ role_in_match: 'BYSTANDER' }),
      E003: () => refusedBy({ match_id: undefined }),
      E018: () => refusedBy({ protocol: 'league.v9' }),
      E021: () => refusedBy({ timestamp: 'yesterday' }),
    },
  },
  callMcpTool: { works: async () => (await overMemory(exampleManager(), callTool)).ok, fails: wireFailures(callTool) },
  build: builderCalls(
    (fields) => build('GAME_JOIN_ACK', fields as unknown as FieldsOf<All['GAME_JOIN_ACK']>),
    exampleBody('GAME_JOIN_ACK'),
  ),
  ...Object.fromEntries(
    Object.entries(BUILDER_NAMES).map(([name, type]) => {
      const {
        protocol: _,
        message_type: __,
        ...fields
      } = flat.write({ message_type: type, ...exampleBody(type) }, { request: PLACE });
      return [`flatBuilders.${name}`, builderCalls(flatBuilders(fakeClock())[name as BuilderName], fields)];
    }),
  ),
};
