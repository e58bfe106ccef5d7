import { describe, expect, test } from 'vitest';
import type { Message } from '../../SHARED/contracts/index.ts';
import type { CallType } from '../../SHARED/contracts/moves.ts';
import type { Monotonic } from '../../SHARED/core/clock.ts';
import { sha256 } from '../../SHARED/core/hash.ts';
import { chanceStream } from '../../SHARED/core/random.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { thinkingMs } from './decision.ts';
import { crash } from './strategies/crash.ts';
import { invalid } from './strategies/invalid.ts';
import { timeout } from './strategies/timeout.ts';
import type { Strategy, Turn } from './strategy.ts';
import { rehearsal, type Stage } from './testing/rehearsal.ts';
import { TICKET } from './testing/rehearsal_script.ts';

describe('the time to think', () => {
  const clock = fakeClock('2025-01-15T10:00:00.000Z');
  const ms = (timestamp: string, deadline: string, moveMs?: number) =>
    thinkingMs({ message_type: 'CHOOSE_PARITY_CALL', timestamp, deadline } as Message<CallType>, {
      ...{ clock, receivedAt: 0 as Monotonic, moveMs },
    });

  test('is 80 % of the time to the deadline', () => {
    expect(ms('2025-01-15T10:00:00.000Z', '2025-01-15T10:00:30.000Z')).toBe(24_000);
    expect(ms('2025-01-15T09:59:50Z', '2025-01-15T10:00:20.000Z')).toBe(16_000);
  });

  test('is no more than that of the usual limit, or of the longer one of its league', () => {
    expect(ms('2025-01-15T09:59:59.000Z', '2025-01-15T10:01:59.000Z')).toBe(24_000);
    expect(ms('2025-01-15T09:59:59.000Z', '2025-01-15T10:01:59.000Z', 120_000)).toBe(95_200);
    expect(ms('2025-01-15T09:59:59.000Z', '2025-01-15T10:00:20.000Z', 5_000)).toBe(16_000);
  });

  test.each(['2025-01-15T09:59:59Z', '2025-01-15T09:00:00Z', '2025-01-15T11:00:00Z', '1970-01-01T00:00:00Z', 'soon'])(
    'does not follow from a time stamp: %s',
    (timestamp) => {
      expect(ms(timestamp, '2025-01-15T10:00:02.500Z', 120_000)).toBe(2_000);
      expect(ms(timestamp, '2025-01-15T10:01:40.000Z', 120_000)).toBe(80_000);
      expect(ms(timestamp, '2025-01-15T10:00:40.000Z')).toBe(24_000);
    },
  );

  test('is whole milliseconds', () => {
    expect(ms('2025-01-15T10:00:00.000Z', '2025-01-15T10:00:00.333Z')).toBe(266);
  });

  test.each([
    { clock: 'behind', timestamp: '2025-01-15T09:00:00.000Z', deadline: '2025-01-15T09:00:30.000Z', left: 24_000 },
    { clock: 'ahead', timestamp: '2025-01-15T11:00:00.000Z', deadline: '2025-01-15T11:00:30.000Z', left: 24_000 },
    {
      clock: 'ahead by less than calls take',
      timestamp: '2025-01-15T10:00:00.010Z',
      deadline: '2025-01-15T10:00:10.000Z',
      left: 8_000,
    },
    {
      clock: 'behind by less than a call lasts',
      timestamp: '2025-01-15T09:59:40.000Z',
      deadline: '2025-01-15T10:00:10.000Z',
      left: 8_000,
    },
    {
      clock: 'ahead by more than calls take, and generous',
      timestamp: '2025-01-15T10:00:20.000Z',
      deadline: '2025-01-15T10:01:20.000Z',
      left: 24_000,
    },
    {
      clock: 'not told, the deadline passed',
      timestamp: '2025-01-15T10:00:00.000Z',
      deadline: '2025-01-15T09:00:00.000Z',
      left: 24_000,
    },
    {
      clock: 'not told, the deadline far off',
      timestamp: '2025-01-15T10:00:00.000Z',
      deadline: '2025-01-15T11:00:00.000Z',
      left: 24_000,
    },
  ])(
    'is that of the usual limit, or of the deadline where it makes sense, when the clock of the referee is $clock',
    ({ timestamp, deadline, left }) => {
      expect(ms(timestamp, deadline)).toBe(left);
    },
  );

  test('is never less than nothing', async () => {
    const slow = fakeClock('2025-01-15T10:00:00.000Z');
    await slow.advance(60_000);
    const call = {
      message_type: 'GAME_MOVE_CALL',
      timestamp: '2025-01-15T09:00:00.000Z',
      deadline: '2025-01-15T09:00:30.000Z',
    };
    expect(thinkingMs(call as Message<CallType>, { clock: slow, receivedAt: 0 as Monotonic })).toBe(0);
  });
});

describe('a strategy that is guarded', () => {
  test('and never answers is helped out at 80 % of the time, and the log says so', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started({ strategy: { ...timeout, name: 'dreamer', unguarded: false } });
    await stage.announce();
    await stage.invite();
    expect(await stage.clock.runUntil(stage.call())).toMatchObject({
      message_type: 'CHOOSE_PARITY_RESPONSE',
      parity_choice: 'even',
    });
    expect(stage.clock.monotonic()).toBe(24_000);
    const lines = await stage.log();
    expect(lines).toContainEqual(
      expect.objectContaining({
        message_type: 'STRATEGY_FALLBACK',
        level: 'WARNING',
        peer: 'strategy:dreamer',
        details: expect.objectContaining({ fallback: 'timeout', match_id: 'R1M1' }),
      }),
    );
    expect(lines.at(-1)).toMatchObject({
      message_type: 'PARITY_CHOICE',
      level: 'WARNING',
      details: { choice: 'even', fallback: 'timeout' },
    });
  });

  test.each([
    { how: 'throws', strategy: { ...crash, unguarded: false } },
    { how: 'cheats', strategy: { ...invalid, unguarded: false } },
  ])('and $how plays a legal move', async ({ strategy }) => {
    const stage = rehearsal(fakeClock());
    await stage.started({ strategy });
    await stage.announce();
    expect(await stage.call()).toMatchObject({ parity_choice: 'even' });
  });

  test('and fails has its referee told how, and its owner at once', async () => {
    const stage = rehearsal(fakeClock());
    const told: string[] = [];
    await stage.started({ strategy: { ...crash, unguarded: false }, onStrategyFailed: (line) => told.push(line) });
    await stage.announce();
    const { guarded } = await stage.call();
    expect(guarded).toMatch(/^crash threw at agents\/player\/strategies\/crash\.ts:\d+, Error: /);
    expect(told).toEqual([`P01: ${guarded}; the first legal move was played`]);
  });

  test('and fails says nothing of it in a dialect that knows no such field', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started({ strategy: { ...crash, unguarded: false } });
    await stage.announce();
    const answer = await stage.post({
      ...{ protocol: 'league.v2', message_type: 'CHOOSE_PARITY_CALL', sender: 'referee:REF01', auth_token: TICKET },
      ...{ league_id: 'league_2025_even_odd', round_id: 1, match_id: 'R1M1', player_id: 'P01', opponent_id: 'P02' },
      ...{ game_type: 'even_odd', conversation_id: 'conv-r1m1', timestamp: '2025-01-15T10:00:00Z' },
      ...{ deadline: '2025-01-15T10:00:30Z', timeout_seconds: 30, valid_options: ['even', 'odd'] },
    });
    expect(answer).toMatchObject({ message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'even', choice: 'even' });
    expect(JSON.stringify(answer)).not.toContain('threw');
  });

  test('and fails where it forfeits is answered for with an error that says how', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started({ strategy: { ...crash, unguarded: false }, forfeits: true });
    await stage.announce();
    expect(await stage.call()).toMatchObject({
      message_type: 'GAME_ERROR',
      match_id: 'R1M1',
      error_code: 'E020',
      error_description: expect.stringMatching(/^crash threw at agents\/player\/strategies\/crash\.ts:\d+, Error: /),
    });
  });

  test('and cannot learn is told of in the log, and the match counts', async () => {
    const stage = rehearsal(fakeClock());
    const strategy: Strategy = {
      ...crash,
      learn() {
        throw new Error('too hard');
      },
    };
    await stage.started({ strategy });
    await stage.announce({ ticket: undefined as never });
    await stage.invite();
    expect(await stage.over()).toMatchObject({ message_type: 'GAME_OVER_ACK' });
    expect(await stage.warnings()).toEqual(['the strategy could not learn from R1M1: Error: too hard']);
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'MATCH_COMPLETE', record: { wins: 1 } });
  });
});

describe('a strategy that is not guarded', () => {
  test('and never answers lets the deadline pass', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started({ strategy: timeout });
    await stage.announce();
    await stage.invite();
    let answered = false;
    void stage.call().then(() => {
      answered = true;
    });
    await stage.clock.advance(120_000);
    expect(answered).toBe(false);
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'CHOOSING_PARITY' });
  });

  test('and throws is answered for with an internal error, each time anew', async () => {
    const stage = rehearsal(fakeClock());
    let asked = 0;
    const strategy: Strategy = {
      name: 'crash once',
      unguarded: true,
      decide() {
        asked += 1;
        if (asked === 1) throw new Error('crashed on purpose');
        return 'odd';
      },
    };
    await stage.started({ strategy });
    await stage.announce();
    await stage.invite();
    expect(await stage.call()).toMatchObject({ error: { code: -32603 } });
    expect(await stage.call()).toMatchObject({ parity_choice: 'odd' });
    expect(await stage.log()).toContainEqual(
      expect.objectContaining({
        message_type: 'choose_parity',
        level: 'ERROR',
        details: { error: 'crashed on purpose' },
      }),
    );
  });

  test('and cheats sends what it likes', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started({ strategy: invalid });
    await stage.announce();
    expect(await stage.call()).toMatchObject({ message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'nonsense' });
  });
});

describe('what a strategy sees', () => {
  const seen = async (stage: Stage, seed?: string): Promise<Turn[]> => {
    const turns: Turn[] = [];
    const strategy: Strategy = {
      name: 'watcher',
      decide(turn) {
        turns.push({ ...turn, history: [...turn.history] });
        return turn.moves[0] as string;
      },
    };
    await stage.started(seed === undefined ? { strategy } : { strategy, seed });
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.over();
    await stage.announce({ match_id: 'R2M1', player_b: 'P03' }, 2);
    await stage.call({
      match_id: 'R2M1',
      round_id: 2,
      context: { opponent_id: 'P03', round_id: 2, your_standings: { wins: 1, losses: 0, draws: 0 } },
    });
    return turns;
  };

  test('is the turn, its time, and every match before', async () => {
    const [first, second] = await seen(rehearsal(fakeClock()));
    expect(first).toMatchObject({
      game_type: 'even_odd',
      player_id: 'P01',
      opponent_id: 'P02',
      match_id: 'R1M1',
      round_id: 1,
      step: 1,
      view: {},
      moves: ['even', 'odd'],
      history: [],
      timeLeftMs: 24_000,
    });
    expect(second?.history).toEqual([
      {
        match_id: 'R1M1',
        game_type: 'even_odd',
        opponent_id: 'P02',
        result: 'WIN',
        my_choice: 'even',
        opponent_choice: 'odd',
        facts: { drawn_number: 8, number_parity: 'even' },
      },
    ]);
  });

  test('in a seeded league is the chance of seed, player and match, and the history is marked', async () => {
    const stage = rehearsal(fakeClock());
    const [first, second] = await seen(stage, 'S');
    expect(first?.random()).toBe(chanceStream(sha256('S:P01:R1M1'))());
    expect(second?.random()).toBe(chanceStream(sha256('S:P01:R2M1'))());
    await stage.clock.advance(1_000);
    expect(stage.history().matches).toMatchObject([{ match_id: 'R1M1', seeded: true }]);
  });

  test('without a seed is another chance each time', async () => {
    const stage = rehearsal(fakeClock());
    const [first] = await seen(stage);
    const [other] = await seen(rehearsal(fakeClock(), 2));
    expect(first?.random()).not.toBe(other?.random());
    await stage.clock.advance(1_000);
    expect(stage.history().matches[0]).not.toHaveProperty('seeded');
  });

  test('over the steps of a match is one stream, and how often it was asked', async () => {
    const stage = rehearsal(fakeClock());
    const seenSteps: { readonly step: number; readonly drawn: number }[] = [];
    const strategy: Strategy = {
      name: 'watcher',
      decide(turn) {
        seenSteps.push({ step: turn.step, drawn: turn.random() });
        return turn.moves[0] as number;
      },
    };
    await stage.started({ strategy, seed: 'S', game_types: ['tic_tac_toe'] });
    await stage.announce({ game_type: 'tic_tac_toe' });
    const ask = (step: number, board: string) =>
      stage.say('GAME_MOVE_CALL', {
        match_id: 'R1M1',
        player_id: 'P01',
        game_type: 'tic_tac_toe',
        step,
        move_request: {
          move_type: 'tic_tac_toe',
          valid_options: [0, 1],
          context: {
            opponent_id: 'P02',
            round_id: 1,
            your_standings: { wins: 0, losses: 0, draws: 0 },
            view: { board },
          },
        },
        deadline: '2025-01-15T10:00:30.000Z',
      });
    await ask(1, '....');
    await ask(3, 'xo..');
    await ask(3, 'xo..');
    const stream = chanceStream(sha256('S:P01:R1M1'));
    expect(seenSteps).toEqual([
      { step: 1, drawn: stream() },
      { step: 2, drawn: stream() },
    ]);
    // The referee lost its memory and plays the match again: another position is another question.
    await ask(3, 'x.o.');
    expect(seenSteps).toHaveLength(3);
  });
});
