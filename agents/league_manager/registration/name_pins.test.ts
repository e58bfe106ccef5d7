import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { Commit, LeagueEvent } from '../league/events.ts';
import { type Agent, apply } from '../league/state.ts';
import { AT, CREATED, callerAs, folded, registration, running } from '../testing/rehearsal.ts';
import type { Meta } from './admit.ts';
import { makeNamePins } from './name_pins.ts';

const isRemote = (address: string): boolean => !address.startsWith('memory:');

const LAPTOP = 'http://laptop.local:8101/mcp';
const HERE = 'http://localhost:8101/mcp';

interface Stage {
  readonly agents?: readonly LeagueEvent[];
  /** The places that take a connection, such as [::1]:8101. */
  readonly listening?: readonly string[];
}

function staged(
  answer: (host: string) => Promise<Result<readonly string[], string>>,
  { agents = [CREATED], listening = [] }: Stage = {},
) {
  const clock = fakeClock();
  const pins = new Map<string, string>();
  const asked: string[] = [];
  const [open, knocks]: [Set<string>, string[]] = [new Set(listening), []];
  const resolve = (host: string) => {
    asked.push(host);
    return answer(host);
  };
  const league = folded(agents);
  const events: LeagueEvent[] = [];
  const commit: Commit = async (...happened) => {
    for (const event of happened.map((each) => (typeof each === 'function' ? each() : each))) {
      events.push(event);
      apply(league, event);
    }
  };
  const failedAt = clock.monotonic();
  const transport = {
    isRemote,
    async knock(to: string) {
      knocks.push(new URL(to).host);
      return open.has(new URL(to).host)
        ? ok(undefined)
        : err({ code: 'UNREACHABLE', detail: 'refused', failedAt } as const);
    },
  };
  const network = { resolve, machine: ['192.0.2.2'], pins };
  const namePins = makeNamePins(league, { clock, network, transport, commit });
  return { clock, pins, asked, league, namePins, knocks, open, events };
}

function applying(
  contact_endpoint: string,
  { by = 'unknown', from = '127.0.0.1', role = 'player' as Agent['role'] } = {},
) {
  const meta = { display_name: 'x', game_types: [], contact_endpoint } as unknown as Meta;
  return { role, meta, caller: callerAs({ party: by === 'unknown' ? 'nobody' : role, id: by }, from) };
}

describe('before an endpoint is judged', () => {
  test('its name is looked up, and only a name', async () => {
    const { clock, namePins, asked } = staged(async () => ok(['10.0.0.7']));
    expect(await namePins.resolve(applying(LAPTOP))).toEqual({
      ...{ resolved: ['10.0.0.7'], machine: ['192.0.2.2'], isRemote: true },
    });
    for (const endpoint of ['http://10.0.0.7/mcp', 'http://[::1]/mcp', 'memory:P01', 'nonsense', '']) {
      expect(await namePins.resolve(applying(endpoint))).toEqual({
        ...{ resolved: [], machine: ['192.0.2.2'], isRemote: isRemote(endpoint) },
      });
    }
    expect(asked).toEqual(['laptop.local']);
    expect(clock.scheduled).toBe(0);
  });

  test('a name that nobody knows, or not in time, stands for nothing', async () => {
    expect(await staged(async () => err('ENOTFOUND')).namePins.resolve(applying(LAPTOP))).toMatchObject({
      resolved: [],
    });
    const { clock, namePins } = staged(() => new Promise(() => undefined));
    expect(await clock.runUntil(namePins.resolve(applying(LAPTOP)))).toMatchObject({ resolved: [] });
    expect(clock.monotonic()).toBe(2_000);
  });

  test('nothing is known where there is no network', async () => {
    const namePins = makeNamePins(folded([CREATED]), {
      ...{ clock: fakeClock(), network: undefined, commit: async () => undefined },
      transport: { isRemote, knock: () => expect.fail('nothing is to be found') },
    });
    expect(await namePins.resolve(applying(LAPTOP))).toEqual({ resolved: [], machine: [], isRemote: true });
    namePins.pin({ ...folded([CREATED, registration('P01')]).agents.get('P01') } as never);
  });
});

describe('a name that was taken', () => {
  const at = (id: string, endpoint: string, address?: string) =>
    registration(id, { endpoint, ...(address === undefined ? {} : { address }) });
  const agentIn = ({ league }: ReturnType<typeof staged>, id: string) => league.agents.get(id) as Agent;

  test('is settled for its port, also for a manager that was restarted', () => {
    const s = staged(async () => ok([]), {
      agents: [CREATED, at('P01', LAPTOP, '10.0.0.7'), at('P02', 'http://10.0.0.8/mcp')],
    });
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.7']]);
    s.namePins.pin({ ...agentIn(s, 'P01'), address: '10.0.0.9' });
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.9']]);
  });

  test('is let go of when its agent registers elsewhere', () => {
    const s = staged(async () => ok([]), { agents: [CREATED, at('P01', LAPTOP, '10.0.0.7')] });
    const { address: _, ...p01 } = agentIn(s, 'P01');
    s.namePins.pin({ ...p01, endpoint: 'http://10.0.0.7:8101/mcp' });
    expect([...s.pins]).toEqual([]);
  });

  test('stays its first agent’s, whoever else comes with it, and is the next one’s after that', () => {
    const other = LAPTOP.replace('/mcp', '/mcp/other');
    const s = staged(async () => ok([]), {
      agents: [CREATED, at('P01', LAPTOP, '10.0.0.7'), at('P02', other, '10.0.0.8')],
    });
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.7']]);
    s.namePins.pin({ ...agentIn(s, 'P02'), address: '10.0.0.9' });
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.7']]);
    s.namePins.pin({ ...agentIn(s, 'P01'), endpoint: 'http://phone.local/mcp' });
    expect([...s.pins]).toEqual([
      ['laptop.local:8101', '10.0.0.9'],
      ['phone.local:80', '10.0.0.7'],
    ]);
  });

  test('stands for nothing else on that port, but for the agent that holds it', async () => {
    const { namePins } = staged(async () => ok(['10.0.0.8', '10.0.0.9']), {
      agents: [CREATED, at('P01', LAPTOP, '10.0.0.7')],
    });
    const resolved = async (endpoint: string, by = 'unknown') =>
      (await namePins.resolve(applying(endpoint, { by }))).resolved;
    expect(await resolved(LAPTOP)).toEqual(['10.0.0.7']);
    expect(await resolved(LAPTOP, 'P02')).toEqual(['10.0.0.7']);
    expect(await resolved(LAPTOP, 'P01')).toEqual(['10.0.0.8', '10.0.0.9']);
    expect(await resolved('http://laptop.local:8102/mcp')).toEqual(['10.0.0.8', '10.0.0.9']);
  });
});

describe('of one caller', () => {
  const nameAt = (i: number) => `http://z${i}.slow.example:9000/mcp`;

  test('one name is looked up at a time, and others are not kept waiting by it', async () => {
    const silent = Promise.withResolvers<Result<readonly string[], string>>();
    const { clock, asked, namePins } = staged((host) =>
      host.includes('slow') ? silent.promise : Promise.resolve(ok(['10.0.0.7'])),
    );
    const from = '192.0.2.66';
    const flood = Array.from({ length: 300 }, (_, i) => namePins.resolve(applying(nameAt(i), { from })));
    const refused = (await Promise.all(flood.slice(8))).map(({ unasked }) => unasked?.detail);
    expect(new Set(refused)).toEqual(new Set([expect.stringContaining('still being looked up; give an address')]));
    expect(await namePins.resolve(applying(LAPTOP, { from: '10.0.0.7' }))).toMatchObject({ resolved: ['10.0.0.7'] });
    expect(asked).toEqual(['z0.slow.example', 'laptop.local']);
    const waited = await clock.runUntil(Promise.all(flood.slice(0, 8)));
    expect(waited.every(({ resolved, unasked }) => resolved.length === 0 && unasked === undefined)).toBe(true);
    silent.resolve(err('ENOTFOUND'));
    await systemClock.poll();
    expect(await namePins.resolve(applying(LAPTOP, { from }))).toMatchObject({ resolved: ['10.0.0.7'] });
    // Those that gave up in the line are never looked up.
    expect(asked).toEqual(['z0.slow.example', 'laptop.local', 'laptop.local']);
  });

  test('a crowd of one name shares one look-up, which later comers wait for though the first gave up', async () => {
    const [slow, quick] = [
      Promise.withResolvers<Result<readonly string[], string>>(),
      Promise.resolve(ok(['10.0.0.7'])),
    ];
    const { clock, asked, namePins } = staged((host) => (host.includes('slow') ? slow.promise : quick));
    const from = '10.0.0.7';
    const before = namePins.resolve(applying(nameAt(0), { from }));
    const crowd = Array.from({ length: 20 }, (_, i) =>
      namePins.resolve(applying(`http://lab-pc.local:${8101 + i}/mcp`, { from })),
    );
    await clock.advance(1_500);
    const late = namePins.resolve(applying('http://lab-pc.local:9000/mcp', { from }));
    await clock.advance(500);
    expect((await before).resolved).toEqual([]);
    expect((await Promise.all(crowd)).map(({ unasked }) => unasked)).toEqual(Array(20).fill(undefined));
    slow.resolve(err('ENOTFOUND'));
    expect((await late).resolved).toEqual(['10.0.0.7']);
    const again = Array.from({ length: 20 }, (_, i) =>
      namePins.resolve(applying(`http://lab-pc.local:${8101 + i}/mcp`, { from })),
    );
    for (const { resolved } of await Promise.all(again)) expect(resolved).toEqual(['10.0.0.7']);
    expect(asked).toEqual(['z0.slow.example', 'lab-pc.local', 'lab-pc.local']);
    expect(clock.scheduled).toBe(0);
  });

  test('and of all callers together, a number of names waits at most', async () => {
    const { clock, namePins } = staged(() => new Promise(() => undefined));
    const flood = Array.from({ length: 100 }, (_, i) => namePins.resolve(applying(nameAt(i), { from: `10.0.${i}.1` })));
    const all = await clock.runUntil(Promise.all(flood));
    expect(all.filter(({ unasked }) => unasked === undefined)).toHaveLength(64);
  });
});

describe('where no newcomer is taken in', () => {
  test.each([
    ['a player, while the league plays', 'player', 'the league has started'],
    ['a player, when it is over', 'player', 'the league is complete'],
    ['a referee, when it is over', 'referee', 'the league is complete'],
  ] as const)('no name is looked up for %s', async (_who, role, detail) => {
    const over: LeagueEvent = { type: 'league_closed', at: AT, champion: null };
    const agents = [...running({ players: 2 }), ...(detail.includes('complete') ? [over] : [])];
    const { asked, knocks, namePins } = staged(async () => ok(['10.0.0.7']), { agents, listening: ['127.0.0.1:8101'] });
    for (const endpoint of [LAPTOP, HERE]) {
      const { resolved, unasked } = await namePins.resolve(applying(endpoint, { role }));
      expect({ resolved, unasked }).toMatchObject({ resolved: [], unasked: { rejection: 'REGISTRATION_CLOSED' } });
      expect(unasked?.detail).toContain(detail);
    }
    expect([asked, knocks]).toEqual([[], []]);
    if (role === 'player')
      expect(await namePins.resolve(applying(LAPTOP, { by: 'P01' }))).toMatchObject({ resolved: ['10.0.0.7'] });
  });
});

describe('localhost', () => {
  const at = (id: string, address?: string) =>
    registration(id, { endpoint: HERE, ...(address === undefined ? {} : { address }) });
  const unlooked = () => expect.fail('localhost is not looked up');
  const [V4, V6] = ['127.0.0.1:8101', '[::1]:8101'];
  const play: LeagueEvent[] = running({ players: 2 }).filter(({ type }) => type === 'league_started');
  const ask = ({ namePins }: ReturnType<typeof staged>) => namePins.find(HERE);

  test.each([
    ['the address of the kind it calls from', '127.0.0.1', [V4, V6], ['127.0.0.1']],
    ['the address of the kind it calls from', '::1', [V4, V6], ['::1']],
    ['the address of the kind it calls from', '::ffff:127.0.0.1', [V4, V6], ['127.0.0.1']],
    ['the address of the kind it calls from', '192.0.2.2', [V4, V6], ['127.0.0.1']],
    ['no address yet where a stranger has the other one', '127.0.0.1', [V6], []],
    ['no address yet where a stranger has the other one', '::1', [V4], []],
    ['nothing for another machine', '192.0.2.66', [V4, V6], []],
  ])('is %s: from %s, with %j listening, %j', async (_what, from, listening, resolved) => {
    const { namePins, knocks } = staged(unlooked, { listening });
    expect(await namePins.resolve(applying(HERE, { from }))).toMatchObject({ resolved });
    expect(knocks).toHaveLength(from === '192.0.2.66' ? 0 : 1);
  });

  test('stays where it was settled, also for a manager that was restarted, whoever listens at the other address', async () => {
    const s = staged(unlooked, { agents: [CREATED, at('P01', '::1')], listening: [V4] });
    expect([...s.pins]).toEqual([['localhost:8101', '::1']]);
    expect(await s.namePins.resolve(applying(HERE, { from: '::1' }))).toMatchObject({ resolved: ['::1'] });
    await ask(s);
    expect(s.knocks).toEqual([]);
  });

  test('moves only with its holder, proved by its token, to where that listens', async () => {
    const s = staged(unlooked, { agents: [CREATED, at('P01', '::1')], listening: [V4] });
    expect(await s.namePins.resolve(applying(HERE, { by: 'P01' }))).toMatchObject({ resolved: ['127.0.0.1'] });
    s.open.clear();
    expect(await s.namePins.resolve(applying(HERE, { by: 'P01' }))).toMatchObject({ resolved: ['::1'] });
    s.open.add(V4).add(V6);
    expect(await s.namePins.resolve(applying(HERE, { by: 'P01' }))).toMatchObject({ resolved: ['::1'] });
  });

  test('of an agent that did not listen yet is settled when it does, by the kind of address it registered from', async () => {
    const s = staged(unlooked, { agents: [CREATED, at('P01')] });
    await ask(s);
    expect([...s.pins]).toEqual([]);
    s.open.add(V6);
    await ask(s);
    // It is called there, because it may be there alone; but it may still come.
    expect([[...s.pins], s.events]).toEqual([[['localhost:8101', '::1']], []]);
    s.open.add(V4);
    await ask(s);
    expect(s.events).toMatchObject([{ type: 'endpoint_settled', agent_id: 'P01', address: '127.0.0.1' }]);
    expect([...s.pins]).toEqual([['localhost:8101', '127.0.0.1']]);
    s.open.delete(V4);
    await ask(s);
    expect([...s.pins]).toEqual([['localhost:8101', '127.0.0.1']]);
    expect(s.events).toHaveLength(1);
  });

  test('is looked for by the kind of address it registered from by a manager that was restarted too', async () => {
    const six = registration('P01', { endpoint: HERE, from_ipv6: true });
    const s = staged(unlooked, { agents: [CREATED, six], listening: [V4, V6] });
    await ask(s);
    expect(s.events).toMatchObject([{ type: 'endpoint_settled', agent_id: 'P01', address: '::1' }]);
  });

  test('of an agent that listens only at the other kind of address is there from the start of the league on', async () => {
    const s = staged(unlooked, { agents: [CREATED, at('P01'), ...play], listening: [V6] });
    await Promise.all([ask(s), ask(s)]);
    expect(s.events).toMatchObject([{ type: 'endpoint_settled', agent_id: 'P01', address: '::1' }]);
    expect(s.league.agents.get('P01')?.address).toBe('::1');
    expect([...staged(unlooked, { agents: [CREATED, at('P01'), ...play, ...s.events] }).pins]).toEqual([...s.pins]);
  });

  test.each([
    ['settled at ::1', '127.0.0.1', 'http://127.0.0.1:8101/mcp', '::1'],
    ['settled at 127.0.0.1', '::1', 'http://[::1]:8101/mcp', '127.0.0.1'],
    ['looked for at 127.0.0.1', '::1', 'http://[::1]:8101/mcp', undefined],
  ])(
    'that is another agent’s, %s, is not that of a caller from %s, which is kept as %s',
    async (_w, from, endpoint, address) => {
      const thief = registration('P09', {
        endpoint: HERE.replace('/mcp', '/x'),
        ...(address === undefined ? {} : { address }),
      });
      const s = staged(unlooked, { agents: [CREATED, thief], listening: [V4, V6] });
      expect(await s.namePins.resolve(applying(HERE, { from }))).toMatchObject({ resolved: [], endpoint });
      expect(await s.namePins.resolve(applying(HERE, { from, by: 'P01' }))).toMatchObject({ resolved: [], endpoint });
    },
  );

  test('of an agent that is looked for is not where another one was found at the other address', async () => {
    const thief = registration('P09', { endpoint: HERE.replace('/mcp', '/x'), address: '::1' });
    const s = staged(unlooked, { agents: [CREATED, at('P01'), thief], listening: [V6] });
    await ask(s);
    expect([[...s.pins], s.events]).toEqual([[['localhost:8101', '::1']], []]);
    s.open.add(V4);
    await ask(s);
    expect(s.events).toMatchObject([{ agent_id: 'P01', address: '127.0.0.1' }]);
    expect([...s.pins]).toEqual([['localhost:8101', '127.0.0.1']]);
  });

  test('of an agent that moves before it was found is looked for no more', async () => {
    const s = staged(unlooked, { agents: [CREATED, at('P01')], listening: [V4] });
    s.namePins.pin({ ...(s.league.agents.get('P01') as Agent), endpoint: 'http://10.0.0.7/mcp' });
    await ask(s);
    expect([s.knocks, s.events]).toEqual([[], []]);
  });
});
