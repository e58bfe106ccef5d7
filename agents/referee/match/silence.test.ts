import { describe, expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { ordered, REFEREE, type Says, stage } from '../testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
const silence: Says = () => undefined;

describe('a player who stays silent', () => {
  test('when it is invited is asked three times, five seconds each, and loses on time', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { GAME_INVITATION: silence });
    const { winner, score, details } = await s.reported(s.clock);
    expect({ winner, score }).toEqual({ winner: 'P01', score: { P01: 3, P02: 0 } });
    expect(details).toMatchObject({
      status: 'TECHNICAL_LOSS',
      termination: 'timeout',
      choices: { P01: null, P02: null },
      moves: [],
    });
    expect(s.got('P02', 'GAME_INVITATION').map(({ at }) => at)).toEqual([0, 5_000, 10_000]);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(15_000);
    expect(s.got('P02', 'GAME_ERROR').map(({ at, message }) => ({ at, ...message }))).toMatchObject([
      {
        at: 5_000,
        match_id: 'R1M1',
        auth_token: 'tkt_P02',
        error_code: 'E001',
        error_name: 'TIMEOUT_ERROR',
        error_description: 'P02 did not answer in time: it had not answered when its 5 s were over',
        affected_player: 'P02',
        action_required: 'GAME_JOIN_ACK',
        retryable: true,
        retry_count: 1,
        max_retries: 3,
        consequence: 'Technical loss if no response after retries',
      },
      { at: 10_000, retry_count: 2 },
      {
        at: 15_000,
        retry_count: 3,
        retryable: false,
        action_required: null,
        consequence: 'Technical loss of the match',
      },
    ]);
    expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toEqual([]);
    expect(s.record().players).toMatchObject({
      player_a: { joined_at: '2025-01-15T10:00:00.000Z' },
      player_b: { joined_at: null },
    });
    expect(s.record().lifecycle).toMatchObject({
      state: 'FINISHED',
      started_at: null,
      finished_at: '2025-01-15T10:00:15.000Z',
    });
  });

  test('when it is to choose is asked three times, thirty seconds each, in the same conversation', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: silence });
    const { winner, details } = await s.reported(s.clock);
    expect(winner).toBe('P01');
    expect(details).toMatchObject({
      termination: 'timeout',
      choices: { P01: 'even', P02: null },
      moves: [{ P01: 'even' }],
    });
    const calls = s.got('P02', 'CHOOSE_PARITY_CALL');
    expect(calls.map(({ at }) => at)).toEqual([0, 30_000, 60_000]);
    expect(calls.map(({ message }) => message['deadline'])).toEqual([
      '2025-01-15T10:00:30.000Z',
      '2025-01-15T10:01:00.000Z',
      '2025-01-15T10:01:30.000Z',
    ]);
    const all = s.arrivals.filter(({ to }) => to === 'P02').map(({ message }) => message['conversation_id']);
    expect(new Set(all).size).toBe(1);
    expect(s.componentLog()).toContainEqual({
      timestamp: '2025-01-15T10:00:30.000Z',
      component: 'referee:REF01',
      event_type: 'GAME_ERROR',
      level: 'ERROR',
      match_id: 'R1M1',
      error_code: 'TIMEOUT_MOVE',
      player_id: 'P02',
      timeout_sec: 30,
      attempt: 1,
    });
    const lines = s
      .record()
      .transcript.map(({ message_type, to, attempt, error_code }) => ({ message_type, to, attempt, error_code }));
    expect(lines.slice(5)).toEqual([
      { message_type: 'GAME_ERROR', to: ['P02'], attempt: 1, error_code: 'E001' },
      { message_type: 'CHOOSE_PARITY_CALL', to: ['P02'], attempt: 2 },
      { message_type: 'GAME_ERROR', to: ['P02'], attempt: 2, error_code: 'E001' },
      { message_type: 'CHOOSE_PARITY_CALL', to: ['P02'], attempt: 3 },
      { message_type: 'GAME_ERROR', to: ['P02'], attempt: 3, error_code: 'E001' },
    ]);
  });

  test('after an acknowledgement loses on time just the same, with every attempt as evidence', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: () => ({ status: 'ok' }) });
    const detail = 'it had acknowledged and not answered when its 30 s were over';
    const { details } = await s.reported(s.clock);
    expect(details.faults).toEqual([
      {
        player_id: 'P02',
        cause: 'timeout',
        evidence: {
          awaited: 'CHOOSE_PARITY_RESPONSE',
          error_code: 'E001',
          detail,
          attempts: [1, 2, 3].map((attempt) => ({
            attempt,
            sent_at: `2025-01-15T10:0${attempt === 3 ? '1:00' : `0:${attempt === 1 ? '00' : '30'}`}.000Z`,
            deadline: `2025-01-15T10:0${attempt === 1 ? '0:30' : `1:${attempt === 2 ? '00' : '30'}`}.000Z`,
            sent_ms: (attempt - 1) * 30_000,
            deadline_ms: attempt * 30_000,
            settled_ms: attempt * 30_000,
            lag_ms: 0,
            charged_ms: 30_000,
            cause: 'timeout',
            error_code: 'E001',
            detail,
          })),
          clock: { charged_ms: 90_000, handshake_ms: 0, excused_ms: 0, stood_ms: 0 },
        },
      },
    ]);
  });

  test('once may still come in its next attempt', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even', { GAME_INVITATION: (message, nth) => (nth < 3 ? undefined : s.joins(message, nth)) });
    await s.player('P02', 'odd', {
      CHOOSE_PARITY_CALL: (call, nth) => (nth < 2 ? undefined : s.answerTo(call, 'odd')),
    });
    const { winner, details } = await s.reported(s.clock);
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P01', termination: 'normal' });
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(40_000);
  });

  test('is asked only so often as its order says', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even', { GAME_INVITATION: silence });
    await s.player('P02', 'odd');
    const { winner } = await s.reported(s.clock, { players: [ordered('P01', { attempts: 1 }), ordered('P02')] });
    expect(winner).toBe('P02');
    expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
    expect(s.got('P01', 'GAME_ERROR').map(({ message }) => message['retryable'])).toEqual([false]);
  });

  test('forfeits at once where a missed deadline is not tried again', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even', { CHOOSE_PARITY_CALL: silence });
    await s.player('P02', (nth) => (nth === 1 ? 'neither' : 'odd'));
    const { winner, details } = await s.reported(s.clock, {}, { retry_on_timeout: false });
    expect({ winner, choices: details['choices'] }).toEqual({ winner: 'P02', choices: { P01: null, P02: 'odd' } });
    expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
    expect(s.got('P02', 'CHOOSE_PARITY_CALL')).toHaveLength(2);
  });
});

describe('a wire that is slow to take our message', () => {
  /** So late leave the calls to P02, the first first. */
  async function scene(lateMs: readonly number[], says: Says) {
    const delays = [...lateMs];
    const s = evenOdd();
    await s.manager();
    const wire = s.network.transport(REFEREE);
    const send: typeof wire.send = async (to, text, deadline) => {
      if (to === 'memory:P02' && text.includes('CHOOSE_PARITY_CALL')) await sleep(s.clock, delays.shift() ?? 0);
      return wire.send(to, text, deadline);
    };
    const effects = {
      clock: s.clock,
      disk: s.disk,
      transport: { ...wire, send },
      entropy: seededEntropy(7),
      logs: USUAL_LOGS,
    };
    unwrap(await s.start({ effects }));
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: says });
    return s;
  }

  test('does not cost the player an attempt', async () => {
    const s = await scene([20_000, 10_000], silence);
    const { details } = await s.reported(s.clock, {}, { retry_on_timeout: false });
    expect(s.got('P02', 'CHOOSE_PARITY_CALL').map(({ at }) => at)).toEqual([20_000, 40_000, 60_000]);
    expect(s.got('P02', 'GAME_ERROR').map(({ at }) => at)).toEqual([90_000]);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(90_000);
    const attempts = details.faults[0]?.evidence['attempts'] as JsonObject[];
    expect(
      attempts.map(({ attempt, sent_at, sent_ms, deadline_ms }) => [attempt, sent_at, sent_ms, deadline_ms]),
    ).toEqual([
      [1, '2025-01-15T10:00:20.000Z', 20_000, 30_000],
      [1, '2025-01-15T10:00:40.000Z', 40_000, 60_000],
      [1, '2025-01-15T10:01:00.000Z', 60_000, 90_000],
    ]);
    const calls = s.record().transcript.filter(({ message_type }) => message_type === 'CHOOSE_PARITY_CALL');
    expect(calls.map(({ to, timestamp }) => [to, timestamp])).toEqual([
      [['P01', 'P02'], '2025-01-15T10:00:00.000Z'],
      [['P02'], '2025-01-15T10:00:30.000Z'],
      [['P02'], '2025-01-15T10:01:00.000Z'],
    ]);
  });

  test('does not shorten the time of who posts its answer', async () => {
    const s = await scene([20_000], () => ({ status: 'ok' }));
    await s.run();
    await s.clock.advance(49_000);
    expect(s.got('P02', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
    expect(s.got('P02', 'GAME_ERROR')).toEqual([]);
    await s.clock.advance(1_000);
    expect(s.got('P02', 'GAME_ERROR')).toHaveLength(1);
  });

  test('by a moment changes nothing', async () => {
    const s = await scene([50], silence);
    await s.reported(s.clock, {}, { retry_on_timeout: false });
    expect(s.got('P02', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(30_000);
  });

  test('is not counted from the player’s clock for the match', async () => {
    const s = await scene([10_000], silence);
    const timeouts = { ...s.order().rules.timeouts, max_match_sec: 40 };
    await s.reported(s.clock, {}, { timeouts });
    // It had twenty seconds of the first call, so twenty are left for the second.
    expect(s.got('P02', 'CHOOSE_PARITY_CALL').map(({ at }) => at)).toEqual([10_000, 30_000]);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(50_000);
  });
});

describe('the clock of a player for the whole match', () => {
  test('shortens the deadlines of its calls, and when it is used up the player has lost', async () => {
    const s = stage({ clock: fakeClock(), gameOf, game_type: 'tic_tac_toe' });
    await s.ready();
    const slowly = async (call: JsonObject, nth: number) => {
      await sleep(s.clock, 20_000);
      return s.answerTo(call, [0, 1, 2, 3][nth - 1] as number);
    };
    await s.player('P01', 0, { GAME_MOVE_CALL: slowly });
    await s.player('P02', (nth) => [4, 5, 6][nth - 1] as number);
    const timeouts = { ...s.order().rules.timeouts, max_match_sec: 50 };
    await s.run({}, { timeouts });
    await s.clock.advance(60_000);
    const calls = s.got('P01', 'GAME_MOVE_CALL').map(({ at, message }) => [at, message['deadline']]);
    expect(calls).toEqual([
      [0, '2025-01-15T10:00:30.000Z'],
      [20_000, '2025-01-15T10:00:50.000Z'],
      [40_000, '2025-01-15T10:00:50.000Z'],
    ]);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(50_000);
    expect(s.reports()[0]).toMatchObject({
      result: { winner: 'P02', details: { termination: 'timeout', choices: { P01: 1, P02: 5 } } },
    });
  });

  test('runs for each player alone', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even', { CHOOSE_PARITY_CALL: silence });
    await s.player('P02', 'odd');
    const timeouts = { ...s.order().rules.timeouts, max_match_sec: 40 };
    const { winner } = await s.reported(s.clock, {}, { timeouts });
    expect(winner).toBe('P02');
    expect(s.got('P01', 'CHOOSE_PARITY_CALL').map(({ at }) => at)).toEqual([0, 30_000]);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(40_000);
  });
});
