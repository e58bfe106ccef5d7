/** Services and messages for tests, made from the contracts' own examples. */
import type { Contract, Role } from '../contracts/contract.ts';
import { CONTRACTS, type MessageType } from '../contracts/index.ts';
import { READ_ONLY } from '../contracts/read_only.ts';
import type { Monotonic } from '../core/clock.ts';
import { seededEntropy } from '../core/entropy.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { ok } from '../core/result.ts';
import type { LoggedMessage } from '../league_sdk/messaging/peer.ts';
import { answering, type Caller, type Service } from '../league_sdk/messaging/serve.ts';
import type { Origin } from '../league_sdk/transport/transport.ts';
import { fakeClock } from './fake_clock.ts';

const ENVELOPE: ReadonlySet<string> = new Set('protocol message_type sender timestamp conversation_id'.split(' '));

/** The body of a message's example. */
export function exampleBody(type: MessageType): JsonObject {
  return Object.fromEntries(Object.entries(CONTRACTS[type].example).filter(([field]) => !ENVELOPE.has(field)));
}

/** The example of a message as a JSON-RPC request, with changes; a field that becomes undefined goes missing. */
export function exampleRequest(type: MessageType, changes: { readonly [field: string]: Json | undefined } = {}) {
  const { method } = CONTRACTS[type].head as Contract['head'];
  const params = { ...(CONTRACTS[type].example as { readonly [field: string]: Json | undefined }), ...changes };
  return { jsonrpc: '2.0', method, params, id: 1 };
}

/** The messages a service got, and its reports on them. */
export interface Diary {
  readonly handled: { readonly type: string; readonly message: JsonObject; readonly caller: Caller }[];
  readonly observed: LoggedMessage[];
  readonly refusals: { readonly what: string; readonly code: string }[];
  readonly bugs: { readonly what: string; readonly cause: unknown }[];
}

export interface ExampleService {
  readonly diary: Diary;
  /** The parsed reply to a text; undefined when there is none. */
  post(text: string | object, origin?: Partial<Origin>): Promise<RpcReply>;
  readonly service: Service<Role>;
}

/** A reply, for a test to look into; which of these it has is for the test to say. */
export interface RpcReply {
  readonly id: Json;
  readonly result: JsonObject;
  readonly error: { readonly code: number; readonly data: { readonly error_code: string; readonly detail: string } };
}

/** A service that answers every message to its role with the example of the answer, and trusts every sender. */
export function exampleService(role: Role, changes: Partial<Service<Role>> = {}): ExampleService {
  const diary: Diary = { handled: [], observed: [], refusals: [], bugs: [] };
  const clock = fakeClock();
  const contracts: readonly Contract[] = Object.values(CONTRACTS);
  const addressed = contracts.filter(({ head }) => head.method !== undefined && head.to.includes(role));
  const handlers = addressed.map(({ head: { type, reply } }) => {
    const handle = async (message: JsonObject, caller: Caller) => {
      diary.handled.push({ type, message, caller });
      return ok(reply === undefined ? undefined : exampleBody(reply.type as MessageType));
    };
    return [type, handle] as const;
  });
  const readOnly = Object.values(READ_ONLY)
    .filter(({ at }) => (at as readonly Role[]).includes(role))
    .map(({ method }) => [method, (params: JsonObject) => ({ looked: method, ...params })] as const);
  const service = {
    role,
    handlers: Object.fromEntries(handlers),
    readOnly: Object.fromEntries(readOnly),
    authenticate: () => ok({ party: 'referee', id: 'REF01' }),
    sender: () => `${role}:X01`,
    clock,
    entropy: seededEntropy(1),
    observe: (logged: LoggedMessage) => void diary.observed.push(logged),
    onBug: (what: string, cause: unknown) => void diary.bugs.push({ what, cause }),
    onRefusal: (what: string, { code }: { readonly code: string }) => void diary.refusals.push({ what, code }),
    ...changes,
  } as unknown as Service<Role>;
  const answer = answering(service);
  return {
    diary,
    service,
    async post(text, origin = {}) {
      const from = { address: 'memory', receivedAt: 0 as Monotonic, ...origin };
      const reply = await answer(typeof text === 'string' ? text : JSON.stringify(text), from);
      return reply === undefined ? undefined : JSON.parse(reply);
    },
  };
}
