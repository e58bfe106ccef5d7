/** Records the messages of a league, played once in this process, and makes them into the script of the bare loop. */
import { CONTRACTS, type RequestType } from '../../../SHARED/contracts/index.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { BareAgent, BareMatch, BareScript, Traffic } from './bare/bare_agents.ts';
import { addressesOf, type Field } from './field.ts';
import { memoryWires, playHere } from './memory/play_here.ts';

export interface Recording {
  readonly script: BareScript;
  /** The traffic of the league, from the first announcement to the last GAME_OVER. */
  readonly traffic: Traffic;
}

interface Exchange {
  readonly to: string;
  readonly requests: readonly JsonObject[];
  readonly batch: boolean;
  readonly replies: readonly JsonObject[];
  readonly bytes: number;
}

/** Not of the matches: messages that start and end a league, and heartbeats, which are due every few seconds. */
const APART = new Set([...(['START_LEAGUE', 'LEAGUE_COMPLETED', 'SHUTDOWN_COMMAND'] as const).map(methodOf), 'ping']);

/** Plays the field once, over wires in memory unless others are handed in. */
export async function record(field: Field, wires: Transport = memoryWires()): Promise<Recording> {
  const exchanges: Exchange[] = [];
  const transport: Transport = {
    ...wires,
    async send(to, text, deadline) {
      const sent = await wires.send(to, text, deadline);
      if (sent.ok) exchanges.push(exchangeOf(to, text, sent.value.text ?? ''));
      return sent;
    },
  };
  await playHere(field, { transport, disk: memoryDisk(), places: { data: 'data', logs: 'logs' } });
  const first = exchanges.findIndex(({ requests }) => announces(requests, 1));
  const isOfMatches = ({ requests }: Exchange) => !requests.some(({ method }) => APART.has(method as string));
  const played = exchanges.slice(first).filter(isOfMatches);
  const bytes = played.reduce((sum, exchange) => sum + exchange.bytes, 0);
  return { script: scriptOf(field, played), traffic: { trips: played.length, bytes } };
}

function scriptOf(field: Field, played: readonly Exchange[]): BareScript {
  const addressOf = addressesOf(field);
  const agents: BareAgent[] = [
    ...field.cast.referees.map(({ id }) => ({ role: 'referee' as const, address: addressOf(id) })),
    ...field.cast.players.map(({ id }) => ({ role: 'player' as const, address: addressOf(id) })),
  ];
  const requests = played.flatMap((exchange) => exchange.requests);
  const replies = new Map(
    played.flatMap((exchange) => exchange.requests.map((asked, i) => [asked, exchange.replies[i]])),
  );
  const sent = (type: RequestType) => requests.filter(({ method }) => method === methodOf(type));
  const middle = (type: RequestType) => inTheMiddle(sent(type)) as unknown as BareScript['requests']['order'];

  // What an agent is told differs by a few bytes between agents of a role, so the first one's stands for all.
  const toldIn = (round_id: number, role: BareAgent['role']): Json => {
    const first = agents.find((agent) => agent.role === role) as BareAgent;
    const told = played.find(
      ({ to, requests: asked }) => to === first.address && announces(asked, round_id),
    ) as Exchange;
    return told.batch ? told.requests : (told.requests[0] as JsonObject);
  };
  const rounds = new Map<number, BareMatch[]>();
  for (const {
    to,
    requests: [request],
  } of played) {
    if (request?.['method'] !== methodOf('RUN_MATCH')) continue;
    const { round_id, match_id, player_a_endpoint: a, player_b_endpoint: b } = paramsOf(request) as Ordered;
    rounds.set(round_id, [...(rounds.get(round_id) ?? []), { match_id, referee: to, players: [a, b] }]);
  }
  const methods = [...new Set(requests.map(({ method }) => method as string))];
  const resultOf = (asked: JsonObject) => (replies.get(asked)?.['result'] ?? null) as JsonObject;
  return {
    agents,
    rounds: [...rounds].map(([round_id, matches]) => ({
      player: toldIn(round_id, 'player'),
      referee: toldIn(round_id, 'referee'),
      matches,
    })),
    plays: rounds.size,
    requests: {
      order: middle('RUN_MATCH'),
      invitation: middle('GAME_INVITATION'),
      call: middle('CHOOSE_PARITY_CALL'),
      report: middle('MATCH_RESULT_REPORT'),
      end: middle('GAME_OVER'),
    },
    results: Object.fromEntries(
      methods.map((name) => [name, inTheMiddle(requests.filter(({ method }) => method === name).map(resultOf))]),
    ),
  };
}

type Ordered = {
  readonly round_id: number;
  readonly match_id: string;
  readonly player_a_endpoint: string;
  readonly player_b_endpoint: string;
};

function paramsOf({ params }: JsonObject): JsonObject {
  return params as JsonObject;
}

function announces(requests: readonly JsonObject[], round_id: number): boolean {
  const method = methodOf('ROUND_ANNOUNCEMENT');
  return requests.some((asked) => asked['method'] === method && paramsOf(asked)['round_id'] === round_id);
}

/** Of values that differ by a few bytes, the one of middling length. */
function inTheMiddle(values: readonly JsonObject[]): JsonObject {
  const sized = values.map((value) => ({ value, size: JSON.stringify(value).length }));
  sized.sort((a, b) => a.size - b.size);
  return (sized[Math.floor(sized.length / 2)] as { readonly value: JsonObject }).value;
}

function exchangeOf(to: string, text: string, reply: string): Exchange {
  const [asked, said] = [JSON.parse(text) as Json, reply === '' ? [] : (JSON.parse(reply) as Json)];
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(reply);
  return { to, requests: listOf(asked), batch: Array.isArray(asked), replies: listOf(said), bytes };
}

function listOf(value: Json): readonly JsonObject[] {
  return (Array.isArray(value) ? value : [value]) as readonly JsonObject[];
}

function methodOf(type: RequestType): string {
  return CONTRACTS[type].head.method as string;
}
