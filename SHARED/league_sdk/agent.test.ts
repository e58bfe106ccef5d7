/** The lifecycle of an agent whose role does next to nothing, on virtual time. */
import { expect, test } from 'vitest';
import { later } from '../core/clock.ts';
import { seededEntropy } from '../core/entropy.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { err, ok, unwrap } from '../core/result.ts';
import { fakeClock } from '../testing/fake_clock.ts';
import { type AgentOptions, type AgentParts, type Entry, startAgent } from './agent.ts';
import { memoryDisk } from './disk/memory_disk.ts';
import { USUAL_LOGS } from './logs/logs.ts';
import { makeMessageLog } from './logs/message_log.ts';
import { memoryNetwork } from './transport/memory.ts';

const MANAGER = 'memory:LM01';
const AGENT = 'memory:P01';
const GIVEN = { status: 'ACCEPTED', league_id: 'cup', auth_token: 'tok', manager_token: 'mgr', reason: null };

/** A manager that takes in every agent, and a player that does what `parts` say. */
async function staged(parts: Partial<AgentParts<'player'>> = {}, options: Partial<AgentOptions> = {}) {
  const clock = fakeClock();
  const disk = memoryDisk();
  const network = memoryNetwork({ clock });
  const asked: JsonObject[] = [];
  const script = { run_id: 'run_1', onRegistering: async (_params: JsonObject): Promise<void> => undefined };
  const transport = network.transport();
  const manager = await transport.listen(MANAGER, async (text) => {
    const { method, params, id } = JSON.parse(text) as { method: string; params: JsonObject; id: number };
    asked.push({ method, request: id, ...params });
    const { run_id } = script;
    if (method === 'register_player') await script.onRegistering(params);
    const envelope = { protocol: 'league.v2', sender: 'league_manager', timestamp: clock.now().toISOString() };
    const about = { ...envelope, conversation_id: params['conversation_id'] ?? 'none' };
    const told = { query_type: 'GET_NEXT_MATCH', success: true, data: { match: null }, error: null };
    const results: { readonly [name: string]: JsonObject } = {
      get_status: { league_id: 'cup', run_id },
      ping: { status: 'ok', league_id: 'cup', run_id },
      register_player: { ...about, message_type: 'LEAGUE_REGISTER_RESPONSE', ...GIVEN, run_id, player_id: 'P01' },
      league_query: { ...about, message_type: 'LEAGUE_QUERY_RESPONSE', ...told },
    };
    return JSON.stringify({ jsonrpc: '2.0', result: results[method], id });
  });
  unwrap(manager);
  const store = { disk, clock, root: '/logs' };
  const describe = ({ message }: { readonly message: { readonly message_type: string } }) =>
    ({ message_type: message.message_type, level: 'INFO', details: {} }) as const;
  const start = () =>
    startAgent<'player'>(
      {
        role: 'player',
        log: makeMessageLog({ ...store, describe }),
        handlers: {
          ROUND_ANNOUNCEMENT: async ({ round_id }: { round_id: number }) => ok({ round_id, status: 'acknowledged' }),
        } as never,
        readOnly: {},
        authenticate: () => () => ok({ party: 'league_manager', id: 'LM01' }),
        enter: async () => ok(undefined),
        close: async () => undefined,
        onRefusal: () => undefined,
        onBug: () => undefined,
        ...parts,
      },
      {
        effects: { clock, disk, transport, entropy: seededEntropy(1), logs: USUAL_LOGS },
        places: { data: '/data', logs: '/logs' },
        display_name: 'Agent Alpha',
        game_types: ['even_odd'],
        listen: AGENT,
        manager: MANAGER,
        ...options,
      },
    );
  return { clock, transport, asked, script, start };
}

const ANNOUNCEMENT = {
  protocol: 'league.v2',
  message_type: 'ROUND_ANNOUNCEMENT',
  sender: 'league_manager',
  timestamp: '2025-01-15T10:00:00Z',
  conversation_id: 'c1',
  league_id: 'cup',
  round_id: 1,
  total_rounds: 1,
  matches: [],
};

function announced({ transport, clock }: Awaited<ReturnType<typeof staged>>) {
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'notify_round', params: ANNOUNCEMENT, id: 7 });
  return transport.send(AGENT, text, (clock.monotonic() + 600_000) as never);
}

test('an agent listens before it registers, and what comes until it has entered its league waits', async () => {
  const gate = Promise.withResolvers<void>();
  const s = await staged({
    enter: async () => {
      await gate.promise;
      return ok(undefined);
    },
  });
  const starting = s.start();
  await s.clock.advance(1);
  let answer: string | undefined;
  const asking = announced(s).then((sent) => {
    answer = unwrap(sent).text;
  });
  await s.clock.advance(1_000);
  expect(answer).toBeUndefined();
  gate.resolve();
  await asking;
  expect(answer).toContain('ROUND_ANNOUNCEMENT_ACK');
  expect(unwrap(await starting)).toMatchObject({ id: 'P01', address: AGENT });
});

test('in another run it enters once more, and what comes meanwhile waits for that', async () => {
  const entries: Pick<Entry, 'again' | 'endpoint'>[] = [];
  const gate = Promise.withResolvers<void>();
  const s = await staged({
    enter: async ({ again, endpoint }) => {
      entries.push({ again, endpoint });
      if (again) await gate.promise;
      return ok(undefined);
    },
  });
  const agent = unwrap(await s.start());
  s.script.run_id = 'run_2';
  await s.clock.advance(20_000);
  expect(entries).toEqual([
    { again: false, endpoint: AGENT },
    { again: true, endpoint: AGENT },
  ]);
  let isAnswered = false;
  const asking = announced(s).then(() => {
    isAnswered = true;
  });
  await s.clock.advance(10);
  expect(isAnswered).toBe(false);
  gate.resolve();
  await asking;
  await agent.stop('test');
  expect([await agent.ended, s.clock.scheduled]).toEqual(['test', 0]);
});

test('a token that cannot be read is a reason like any other, and is read again in the next run', async () => {
  const failing = { now: true, reads: 0 };
  const operator_token = async () => {
    failing.reads += 1;
    if (failing.now) throw new Error('the database is away');
    return 'op';
  };
  const s = await staged({}, { operator_token });
  expect(await s.start()).toEqual(
    err({ code: 'REGISTRATION_FAILED', detail: "the operator's token cannot be read: the database is away" }),
  );
  expect(s.asked).toEqual([]);
  failing.now = false;
  const agent = unwrap(await s.start());
  const registered = () => s.asked.filter(({ method }) => method === 'register_player');
  expect(registered()).toMatchObject([{ auth_token: 'op' }]);
  failing.now = true;
  s.script.run_id = 'run_2';
  await s.clock.advance(60_000);
  expect([failing.reads > 2, registered().length]).toEqual([true, 1]);
  failing.now = false;
  await s.clock.advance(120_000);
  expect(registered()).toMatchObject([{ auth_token: 'op' }, { auth_token: 'op' }]);
  await agent.stop('enough');
});

test('it shows its token by its own voice: the requests of an agent bear numbers of one row', async () => {
  const s = await staged();
  await s.start();
  await s.clock.advance(1);
  expect(s.asked.map(({ method, request }) => [method, request])).toEqual([
    ['get_status', 1],
    ['register_player', 2],
    ['league_query', 3],
  ]);
});

test('asked at its endpoint, it says which registration is its own, while it registers and no longer', async () => {
  const s = await staged();
  const said: unknown[] = [];
  const ask = async (params: JsonObject) => {
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'ping', params, id: 1 });
    const { text: reply = '' } = unwrap(await s.transport.send(AGENT, text, later(s.clock.monotonic(), 1_000)));
    said.push((JSON.parse(reply) as { result: JsonObject }).result['registering']);
  };
  let own: JsonObject = {};
  s.script.onRegistering = async ({ conversation_id }) => {
    own = { conversation_id: conversation_id as Json };
    await ask(own);
    await ask({ conversation_id: 'another' });
  };
  const agent = unwrap(await s.clock.runUntil(s.start()));
  await ask(own);
  await ask({});
  expect(said).toEqual([true, false, false, undefined]);
  await s.clock.runUntil(agent.stop('enough'));
});

test('an agent that cannot enter its league does not start, answers nothing more and frees its address', async () => {
  const closed: string[] = [];
  const s = await staged({
    enter: async () => err({ code: 'DATA_INIT_FAILED', detail: 'disk gone' }),
    close: async (reason) => void closed.push(reason),
  });
  expect(await s.start()).toEqual({ ok: false, error: { code: 'DATA_INIT_FAILED', detail: 'disk gone' } });
  expect(closed).toEqual(['disk gone']);
  expect((await s.transport.listen(AGENT, async () => undefined)).ok).toBe(true);
});

test('a disk that fails while it enters is a reason like any other', async () => {
  const s = await staged({ enter: () => Promise.reject(new Error('disk gone')) });
  expect(await s.start()).toMatchObject({ ok: false, error: { code: 'DATA_INIT_FAILED', detail: 'Error: disk gone' } });
});

test('an id that is none is refused before anything is started', async () => {
  const s = await staged({}, { id: 'no/id' });
  expect(await s.start()).toMatchObject({ ok: false, error: { code: 'INVALID_CONFIG' } });
  expect(s.asked).toEqual([]);
});

test('it finishes its work while it listens, and is closed when it does not', async () => {
  const order: string[] = [];
  const probe = async (what: string) => {
    const sent = await announced(s);
    order.push(`${what}: ${sent.ok ? 'heard' : 'deaf'}`);
  };
  const s = await staged({ finish: () => probe('finish'), close: () => probe('close') });
  const agent = unwrap(await s.start());
  await agent.stop('test');
  await agent.stop('again');
  expect(order).toEqual(['finish: heard', 'close: deaf']);
});
