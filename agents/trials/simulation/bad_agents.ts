/** Malicious agents: production code whose wires say other things than it does. */
import { type Clock, later, sleep } from '../../../SHARED/core/clock.ts';
import { intBetween, pick, type Random } from '../../../SHARED/core/random.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';

export interface Mischief {
  readonly random: Random;
  /** Whether faults still last. */
  readonly active: () => boolean;
  readonly count: (fault: string) => void;
}

/** A referee that now and then reports what did not happen. */
export function lying(wires: Transport, { random, active, count }: Mischief): Transport {
  return {
    ...wires,
    send(to, text, ...how) {
      if (!text.includes('"message_type":"MATCH_RESULT_REPORT"') || !active() || random() < 0.3) {
        return wires.send(to, text, ...how);
      }
      count('lie reported');
      return wires.send(to, pick(random, LIES)(text), ...how);
    },
  };
}

/** A referee of other making: it says something of its own to every order, and runs none. */
export function deaf(wires: Transport, { active, count }: Omit<Mischief, 'random'>): Transport {
  return {
    ...wires,
    listen: (at, answer, side) =>
      wires.listen(
        at,
        async (text, from) => {
          if (!text.includes('"message_type":"RUN_MATCH"') || !active()) return answer(text, from);
          count('order not understood');
          const { id = null } = JSON.parse(text) as { readonly id?: number };
          return JSON.stringify({ jsonrpc: '2.0', result: { status: 'noted', message: 'thank you' }, id });
        },
        side,
      ),
  };
}

const LIES: readonly ((report: string) => string)[] = [
  (report) =>
    report
      .replace(/"winner":(null|"[^"]*")/, '"winner":"P01"')
      .replace(/"score":\{[^}]*\}/, '"score":{"P01":3,"P02":0}'),
  (report) => report.replace(/"drawn_number":\d+/, '"drawn_number":11'),
  (report) => report.replace(/"score":\{"(\w+)":\d+/, '"score":{"$1":300'),
  (report) => report.replace(/"moves":\[[^\]]*\]/, '"moves":[]'),
  (report) => report.replace(/"assignment_epoch":\d+/, '"assignment_epoch":99'),
  (report) => report.replace(/"round_id":\d+/, '"round_id":77'),
];

export interface ByzantineMischief extends Mischief {
  readonly clock: Clock;
  readonly others: () => readonly string[];
}

/** A player that answers nonsense, says things twice, and uses everything it was ever sent against every listener. */
export function byzantine(wires: Transport, mischief: ByzantineMischief): Transport {
  const { random, active, count, clock, others } = mischief;
  /** The secrets and texts it has seen, to be used elsewhere. */
  const seen: string[] = [];
  const keep = (text: string): void => {
    seen.push(text);
    if (seen.length > 50) seen.shift();
  };

  function forge(): void {
    const source = seen.length === 0 ? undefined : pick(random, seen);
    if (source === undefined) return;
    count('forged');
    const text = pick(random, FORGERIES)(source, seen);
    void wires.send(pick(random, others()), text, later(clock.monotonic(), 10_000));
  }

  return {
    ...wires,
    async send(to, text, deadline) {
      const heard = await wires.send(to, text, deadline);
      if (heard.ok && heard.value.text !== undefined) keep(heard.value.text);
      return heard;
    },
    listen: (at, answer) =>
      wires.listen(at, async (text, from) => {
        keep(text);
        const said = await answer(text, from);
        if (!active() || said === undefined) return said;
        if (random() < 0.3) forge();
        if (random() < 0.6) return said;
        count('nonsense answered');
        return pick(random, NONSENSE)(said);
      }),
  };
}

/** The name of the stranger that steals seats, and its endpoint. */
export const THIEF = 'THIEF';
const LAIR = `memory:${THIEF}`;

export interface Theft extends Mischief {
  readonly clock: Clock;
  /** The players that are in: a stranger that comes before them has their names, and that is no theft. */
  readonly victims: () => readonly { readonly id: string; readonly address: string }[];
}

/** A stranger that registers as a player by its name and endpoint, and moves the seat to itself by the token it is given. */
export async function stealSeats(wires: Transport, { random, active, count, clock, victims }: Theft): Promise<void> {
  await wires.listen(LAIR, async (text) => {
    const { id = null } = JSON.parse(text) as { readonly id?: number };
    return JSON.stringify({ jsonrpc: '2.0', result: { status: 'ok' }, id });
  });
  for (let pauseMs = 20; active(); pauseMs = Math.min(pauseMs * 1.2, 5_000)) {
    await sleep(clock, intBetween(random, 1, pauseMs));
    const seats = victims();
    if (seats.length === 0) continue;
    const { id, address } = pick(random, seats);
    const token = await register(id, address);
    if (token !== undefined && (await register(id, LAIR, token)) !== undefined) count('seat taken');
  }

  async function register(id: string, contact_endpoint: string, auth_token?: string): Promise<string | undefined> {
    count('seat asked for');
    const meta = { display_name: `player ${id}`, version: '1', game_types: ['even_odd'], contact_endpoint };
    const text = request('register_player', {
      ...{ message_type: 'LEAGUE_REGISTER_REQUEST', conversation_id: `theft ${random()}`, player_meta: meta },
      ...(auth_token === undefined ? {} : { auth_token }),
    });
    const heard = await wires.send('memory:LM01', text, later(clock.monotonic(), 10_000));
    return heard.ok ? /"auth_token":"([^"]+)"/.exec(heard.value.text ?? '')?.[1] : undefined;
  }
}

const NONSENSE: readonly ((answer: string) => string | undefined)[] = [
  () => '}{',
  () => '',
  () => 'null',
  () => '[]',
  () => undefined,
  (answer) => answer.replace(/"id":\d+/, '"id":999999'),
  (answer) => answer.replace(/"result":/, '"error":{"code":-1,"message":"both"},"result":'),
  (answer) => answer.replace(/"accept":true/, '"accept":false'),
  (answer) => answer.replace(/"parity_choice":"\w+"/, '"parity_choice":"both"'),
  (answer) => answer.replace(/"player_id":"\w+"/, '"player_id":"P01"'),
  (answer) => answer.replace(/"conversation_id":"[^"]*"/, '"conversation_id":"another"'),
  (answer) => answer.replace(/^\{/, '{"__proto__":{"winner":"me"},'),
  () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(70_000) }),
  (answer) => answer.replace(/"parity_choice":"\w+"/, '"parity_choice":"\\ud83d"'),
  (answer) => answer.replace(/"parity_choice":"\w+"/, '$&,"parity_choice":"both"'),
  (answer) => answer.replace(/"parity_choice":"\w+"/, `"parity_choice":"${'😀'.repeat(400)}"`),
];

/** The newest of its own secrets of any kind. */
function secretIn(seen: readonly string[]): string {
  return (
    /"(?:auth_token|ticket)":"([^"]+)"/.exec(seen.findLast((text) => text.includes('_token"')) ?? '')?.[1] ?? 'none'
  );
}

function request(method: string, params: object): string {
  const envelope = {
    protocol: 'league.v2',
    sender: 'referee:REF01',
    timestamp: '2025-01-15T10:00:00.000Z',
    conversation_id: 'forged',
  };
  return JSON.stringify({ jsonrpc: '2.0', method, params: { ...envelope, ...params }, id: 7 });
}

const FORGERIES: readonly ((source: string, seen: readonly string[]) => string)[] = [
  (source) => source,
  (source) => source.replace(/"sender":"[^"]*"/, '"sender":"referee:REF01"'),
  (source, seen) =>
    request('report_match_result', {
      message_type: 'MATCH_RESULT_REPORT',
      auth_token: secretIn(seen),
      league_id: 'league_2025_even_odd',
      match_id: /"match_id":"(\w+)"/.exec(source)?.[1] ?? 'R1M1',
      result: {
        winner: 'P01',
        score: { P01: 3, P02: 0 },
        details: { drawn_number: 4, choices: { P01: 'even', P02: 'odd' } },
      },
    }),
  (_source, seen) =>
    request('start_league', {
      message_type: 'START_LEAGUE',
      auth_token: secretIn(seen),
      league_id: 'league_2025_even_odd',
    }),
  (_source, seen) =>
    request('shutdown', {
      message_type: 'SHUTDOWN_COMMAND',
      auth_token: secretIn(seen),
      league_id: 'league_2025_even_odd',
    }),
  (source) =>
    request('choose_parity', {
      message_type: 'CHOOSE_PARITY_RESPONSE',
      conversation_id: /"conversation_id":"([^"]+)"/.exec(source)?.[1] ?? 'none',
      match_id: /"match_id":"(\w+)"/.exec(source)?.[1] ?? 'R1M1',
      player_id: 'P01',
      parity_choice: 'odd',
    }),
  (_source, seen) =>
    request('register_player', {
      message_type: 'LEAGUE_REGISTER_REQUEST',
      auth_token: secretIn(seen),
      player_meta: {
        display_name: 'player P01',
        version: '1',
        game_types: ['even_odd'],
        contact_endpoint: 'memory:P01',
        player_id: 'P01',
      },
    }),
];
