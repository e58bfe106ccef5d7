/** Players of other making: production code whose wires have the habits of agents in the wild, for as long as it lives. */
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { pick, type Random } from '../../../SHARED/core/random.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';

/** One habit: what becomes of the answers, the registrations and the requests of its player. */
interface Manner {
  /** The whole of an answer, as it is said; `nth` counts the answers of this life. */
  readonly says?: (answer: Answered, nth: number) => JsonObject;
  /** A registration, as it is sent. */
  readonly registers?: (request: Requested) => JsonObject;
  /** The request in a request that has its form; undefined: it is not understood otherwise. */
  readonly understands?: (request: Requested) => Requested | undefined;
  /** What it says to a request that it does not understand; absent: that it knows no such method. */
  readonly otherwise?: JsonObject;
}

interface Requested {
  readonly [field: string]: Json;
  readonly method: string;
  readonly params: JsonObject;
}

interface Answered {
  readonly [field: string]: Json;
  readonly result: JsonObject;
  readonly id: Json;
}

const METHODS: ReadonlyMap<Json | undefined, Json> = new Map(
  Object.values(CONTRACTS).flatMap(({ head }) => ('method' in head ? [[head.type, head.method as string]] : [])),
);
const REGISTERS = '"message_type":"LEAGUE_REGISTER_REQUEST"';

const ANSWERING = /"(?:accept|accepted|parity_choice|choice)":/;

/** The text of an envelope, with its id at the end as every agent of ours has it. */
function inEnvelope({ id, ...rest }: JsonObject): string {
  return JSON.stringify(id === undefined ? rest : { ...rest, id });
}

/** The form in which a tool answers. */
const asTool = (said: JsonObject): JsonObject => ({ content: [{ type: 'text', text: JSON.stringify(said) }] });
const typed = (request: Requested): Requested => ({
  ...request,
  method: String(METHODS.get(request.params['message_type']) ?? request.method),
});
const joins = ({ result }: Answered): boolean => result['accept'] === true;

/** The habits by names of the table, or by what of it is shown; every one of them alone lets its player play. */
const MANNERS = {
  'answers in params': { says: ({ result, ...rest }) => ({ ...rest, method: 'answer', params: result }) },
  'answers in data': {
    says: (answer) =>
      ANSWERING.test(JSON.stringify(answer.result))
        ? { ...answer, result: { status: 'success', data: answer.result } }
        : answer,
  },
  'ids of its own': { says: (answer, nth) => ({ ...answer, id: nth }) },
  'always id 1': { says: (answer) => ({ ...answer, id: 1 }) },
  accepted: {
    says(answer) {
      const { accept, ...rest } = answer.result;
      return joins(answer) && accept !== undefined ? { ...answer, result: { ...rest, accepted: accept } } : answer;
    },
  },
  'joins by a status': { says: (answer) => (joins(answer) ? { ...answer, result: { status: 'ACK' } } : answer) },
  choice: {
    says(answer) {
      const { parity_choice, ...rest } = answer.result;
      return parity_choice === undefined ? answer : { ...answer, result: { ...rest, choice: parity_choice } };
    },
  },
  'answers as a tool': { says: (answer) => ({ ...answer, result: asTool(answer.result) }) },
  'types as methods': {
    registers: (request) => ({ ...request, method: String(request.params['message_type']) }),
    understands: (request) => (request.method === request.params['message_type'] ? typed(request) : undefined),
  },
  'params.message': {
    registers: ({ params, ...request }) => ({ ...request, method: 'handle_message', params: { message: params } }),
    understands({ params, ...request }) {
      const { message } = params;
      return isJsonObject(message) ? typed({ ...request, params: message } as Requested) : undefined;
    },
  },
  'acknowledges all else': {
    registers: ({ params, ...request }) => ({ ...request, method: 'handle_message', params: { message: params } }),
    otherwise: { status: 'ACK' },
    understands: (request) => (request.method === 'handle_message' ? undefined : request),
  },
  'meta at the top': {
    registers: ({ params: { player_meta, ...params }, ...request }) => ({
      ...request,
      params: { ...params, ...(player_meta as JsonObject) },
    }),
  },
  endpoint: {
    registers({ params, ...request }) {
      const { contact_endpoint = '', ...meta } = params['player_meta'] as JsonObject;
      return { ...request, params: { ...params, player_meta: { ...meta, endpoint: contact_endpoint } } };
    },
  },
  'no message_type': {
    registers({ params: { message_type: _type, protocol: _protocol, ...params }, ...request }) {
      return { ...request, params };
    },
  },
  'any method': { registers: (request) => ({ ...request, method: 'league.handle' }) },
} as const satisfies { readonly [name: string]: Manner };

/** The name of a simulated habit. */
export type Habitual = keyof typeof MANNERS;

/** Of each kind a player has one habit at most, and shows them in this order. */
const KINDS: readonly (readonly Habitual[])[] = [
  ['accepted', 'joins by a status', 'choice'],
  ['answers in params', 'answers in data', 'answers as a tool'],
  ['ids of its own', 'always id 1'],
  [
    ...([
      'types as methods',
      'params.message',
      'meta at the top',
      'endpoint',
      'no message_type',
      'any method',
    ] as const),
    'acknowledges all else',
  ],
];

/** The habits of one player: one at least. */
export function someHabits(random: Random): readonly Habitual[] {
  const drawn = KINDS.flatMap((kind) => (random() < 0.4 ? [pick(random, kind)] : []));
  return drawn.length > 0 ? drawn : [pick(random, pick(random, KINDS))];
}

/** Whether answers carry ids of their own by one of these habits. */
export function hasOwnIds(habits: readonly Habitual[] | undefined): boolean {
  return habits?.some((habit) => habit === 'ids of its own' || habit === 'always id 1') ?? false;
}

/** The wires of a player with habits. It says to what it does not understand that it knows no such method, or what it says to all else. */
export function habitual(wires: Transport, habits: readonly Habitual[], count: (fault: string) => void): Transport {
  const manners: readonly Manner[] = habits.map((habit) => MANNERS[habit]);
  const form = manners.find(({ registers }) => registers !== undefined);
  let answers = 0;
  return {
    ...wires,
    send(to, text, ...how) {
      if (!text.includes(REGISTERS)) return wires.send(to, text, ...how);
      // No agent of other making takes several messages in one text, or another dialect.
      const request = JSON.parse(text.replace(/"batches":true,|"dialects":\[[^\]]*\],/g, '')) as Requested;
      return wires.send(to, inEnvelope(form?.registers?.(request) ?? request), ...how);
    },
    listen: (at, answer, side) =>
      wires.listen(
        at,
        async (text, from) => {
          const request = JSON.parse(text) as Requested;
          // A sign of life is a method of its own, and no message; neither is an answer that a stranger sends.
          const isMessage = text.includes('"message_type":"') && isJsonObject(request.params);
          const isTool = request.method === 'tools/call';
          const understood = isMessage && form?.understands ? form.understands(request) : request;
          count('habit shown');
          // None of them has tools, also where its answers look like those of one.
          if (understood === undefined && form?.otherwise !== undefined)
            return inEnvelope({ jsonrpc: '2.0', result: form.otherwise, id: request['id'] ?? null });
          if (understood === undefined || isTool) {
            const error = { code: -32601, message: 'Method not found' };
            return JSON.stringify({ jsonrpc: '2.0', error, id: request['id'] ?? null });
          }
          const said = await answer(understood === request ? text : inEnvelope(understood), from);
          const whole = said === undefined ? undefined : (JSON.parse(said) as JsonObject);
          if (whole === undefined || !isJsonObject(whole['result']) || !isMessage) return said;
          answers++;
          const worded = manners.reduce<JsonObject>(
            (it, { says }) => (isJsonObject(it['result']) ? (says?.(it as Answered, answers) ?? it) : it),
            whole,
          );
          return inEnvelope(worded);
        },
        side,
      ),
  };
}
