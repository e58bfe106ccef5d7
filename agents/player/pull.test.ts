/** A player without a server plays a league on virtual time: restarts of either side, strategies that fail. */
import { afterEach, describe, expect, test } from 'vitest';
import { unwrap } from '../../SHARED/core/result.ts';
import { memoryDisk } from '../../SHARED/league_sdk/disk/memory_disk.ts';
import { type SeatedOptions, seatedLeague } from '../gateway/testing/seated_league.ts';
import { startPullPlayer } from './pull.ts';
import { NoMove, type PastMatch, type Strategy, type Turn } from './strategy.ts';

let league: Awaited<ReturnType<typeof seatedLeague>>;
let told: string[];
afterEach(() => league.close());

async function opened(options: SeatedOptions = {}): Promise<void> {
  league = await seatedLeague(options);
  told = [];
}

const disk = () => memoryDisk();
const first: Strategy = { name: 'first', decide: ({ moves }) => moves[0] ?? null };

interface More {
  readonly disk?: ReturnType<typeof disk>;
  readonly name?: string;
  readonly forfeits?: boolean;
  readonly manager?: string;
  readonly kind?: 'human';
}

function start(strategy: Strategy, more: More = {}) {
  const { name = 'Puller', forfeits = false, manager = 'memory:LM01' } = more;
  return league.clock.runUntil(
    startPullPlayer({
      effects: { ...league.worldOf(`pull ${told.length}`), disk: more.disk ?? disk() },
      places: { data: '/own' },
      ...{ display_name: name, manager, strategy, forfeits },
      ...(more.kind === undefined ? {} : { kind: more.kind }),
      waiting: { ms: 5_000, tell: (line) => told.push(line) },
      tell: (line) => told.push(line),
    }),
  );
}

/** The termination of each match that was played. */
const terminations = () =>
  [...league.manager().league.matches.values()].map(({ decided }) => decided?.result.details['termination']);

test('it plays every match to the end, and its strategy sees and learns what any player’s does', async () => {
  await opened({ ours: 3 });
  const seen: Turn[] = [];
  const learned: PastMatch[] = [];
  const player = unwrap(
    await start({
      name: 'pupil',
      decide(turn) {
        seen.push(turn);
        return { move: 'odd', reasoning: 'a hunch' };
      },
      learn: (match) => void learned.push(match),
    }),
  );
  expect(player.id).toBe('P04');
  await league.start();
  expect(await league.clock.runUntil(player.ended)).toMatch(/^the league is over; its rank is \d/);
  expect(terminations()).toEqual(Array(6).fill('normal'));
  expect(learned).toHaveLength(3);
  expect(learned[0]).toMatchObject({
    my_choice: 'odd',
    game_type: 'even_odd',
    facts: { drawn_number: expect.any(Number) },
  });
  expect(seen.map(({ history }) => history.length)).toHaveLength(3);
  expect(seen[0]).toMatchObject({ player_id: 'P04', step: 1, moves: ['even', 'odd'], timeLeftMs: 24_000 });
  expect(told.filter((line) => / against OURS\d: (WIN|LOSS|DRAW), points: \d; /.test(line))).toHaveLength(3);
});

test('it says that it heard the end, so that the manager does not wait for it', async () => {
  await opened({ keep: false });
  const player = unwrap(await start(first));
  await league.start();
  await league.clock.runUntil(player.ended);
  const before = league.clock.monotonic();
  expect(await league.clock.runUntil(league.manager().ended)).toBe('the league is complete');
  expect(league.clock.monotonic() - before).toBeLessThan(1_000);
});

test('it plays a game of many moves', async () => {
  await opened({ game: 'tic_tac_toe' });
  const player = unwrap(await start(first));
  await league.start();
  await league.clock.runUntil(player.ended);
  expect(terminations()).toEqual(['normal']);
});

test('what its model took, and that its guard moved, is in the record', async () => {
  await opened();
  const spent = { model: 'tiny-1', requests: 2, tokens_in: 7, tokens_out: 1, latency_ms: 9 };
  const player = unwrap(
    await start({
      name: 'llm',
      decide() {
        throw new NoMove('got no move: the provider is away', { ...spent, guarded: 'provider' });
      },
    }),
  );
  await league.start();
  await league.clock.runUntil(player.ended);
  const [match] = league.manager().league.matches.values();
  const { latency_ms, ...sum } = spent;
  expect(match?.decided?.result.details).toMatchObject({
    termination: 'normal',
    guarded: { [player.id]: 1 },
    models: [{ player_id: player.id, ...sum, moves: 0, guarded: { provider: 1 }, latencies_ms: [latency_ms] }],
  });
});

test('it takes no answer that has the id of another request', async () => {
  await opened();
  const taken = { player_id: 'P07', seat_token: 'seat_07', game_type: 'even_odd' };
  const never = Promise.withResolvers<undefined>().promise;
  const late = async (text: string) =>
    text.includes('join_league') ? JSON.stringify({ jsonrpc: '2.0', result: taken, id: 77 }) : never;
  const other = 'memory:OTHER';
  unwrap(await league.worldOf('other').transport.listen(other, late));
  expect(await start(first, { manager: other })).toMatchObject({
    ok: false,
    error: { code: 'REGISTRATION_FAILED', detail: 'what answers there is no league manager' },
  });
});

describe('a seat is kept', () => {
  test('over a restart of the player in the middle of a match', async () => {
    await opened();
    const own = disk();
    const asked = Promise.withResolvers<void>();
    const hangs: Strategy = {
      name: 'hangs',
      unguarded: true,
      decide() {
        asked.resolve();
        return new Promise<never>(() => {});
      },
    };
    const before = unwrap(await start(hangs, { disk: own }));
    await league.start();
    await league.clock.runUntil(asked.promise);
    await before.stop('killed');
    expect([...own.files().values()].join()).toContain('"seat_token"');
    const after = unwrap(await start(first, { disk: own }));
    expect(after.id).toBe(before.id);
    await league.clock.runUntil(after.ended);
    expect(terminations()).toEqual(['normal']);
  });

  test('for a program or for a person, and the other is none of it', async () => {
    await opened();
    const own = disk();
    const program = unwrap(await start(first, { disk: own }));
    await program.stop('killed');
    expect(await start(first, { disk: own, kind: 'human' })).toMatchObject({
      ok: false,
      error: { code: 'REGISTRATION_REJECTED', detail: expect.stringContaining('another player has this name') },
    });
    const person = unwrap(await start(first, { disk: own, kind: 'human', name: 'Ada' }));
    await person.stop('killed');
    expect(unwrap(await start(first, { disk: own, kind: 'human', name: 'Ada' })).id).toBe(person.id);
  });

  test('over a restart of the manager, which is called until it is back', async () => {
    await opened({ ours: 3 });
    const player = unwrap(await start(first));
    await league.start();
    await league.restart();
    await league.clock.runUntil(player.ended);
    expect(terminations()).toEqual(Array(6).fill('normal'));
    expect(player.id).toBe('P04');
  });
});

describe('a strategy that throws', () => {
  const broken: Strategy = {
    name: 'broken',
    decide() {
      throw new Error('no idea');
    },
  };

  test('has the first legal move played in its place, and says so', async () => {
    await opened();
    const player = unwrap(await start(broken));
    await league.start();
    await league.clock.runUntil(player.ended);
    expect(terminations()).toEqual(['normal']);
    expect(told).toContainEqual(expect.stringMatching(/no idea.*the first legal move was played/));
  });

  test('forfeits where it is not helped, and is told why', async () => {
    await opened();
    const player = unwrap(await start(broken, { forfeits: true }));
    await league.start();
    await league.clock.runUntil(player.ended);
    expect(terminations()).toEqual(['timeout']);
    expect(told).toContainEqual(expect.stringMatching(/^R1M1 against OURS1: TECHNICAL_LOSS, points: 0; /));
  });
});

describe('no seat', () => {
  test('under a name that is taken: the league says why', async () => {
    await opened();
    expect(await start(first, { name: 'Our 1' })).toMatchObject({
      error: { code: 'REGISTRATION_REJECTED', detail: /E016 Duplicate name: another player has this name/ },
    });
  });

  test('where no manager is, after a while', async () => {
    await opened();
    await league.clock.runUntil(league.manager().stop('gone'));
    expect(await start(first)).toMatchObject({ error: { code: 'REGISTRATION_FAILED', detail: /nobody listens/ } });
    expect(told).toEqual(['waiting for the league manager at memory:LM01, 5 s at most; Ctrl-C ends it']);
  });
});
