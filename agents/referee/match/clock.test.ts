import { describe, expect, test } from 'vitest';
import { later, sleep } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, unwrap } from '../../../SHARED/core/result.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { REFEREE, type Reported, type Says, stage } from '../testing/rehearsal.ts';

const STRICT = { retry_on_timeout: false };
type Scene = ReturnType<typeof stage<ReturnType<typeof fakeClock>>>;
/** What the wire does with the nth call to P02; undefined: what it always does. */
type Wire = (
  nth: number,
  send: () => ReturnType<Transport['send']>,
  deadline: Parameters<Transport['send']>[2],
) => ReturnType<Transport['send']>;

/** A stage on which calls for moves reach P02 by this wire. */
async function scene(wireTo: (s: Scene) => Wire, says: Says | undefined, game_type = 'even_odd'): Promise<Scene> {
  const s = stage({ clock: fakeClock(), gameOf, game_type });
  await s.manager();
  const wire = s.network.transport(REFEREE);
  const handle = wireTo(s);
  let calls = 0;
  const send: Transport['send'] = (to, text, deadline, how) => {
    const isCall = to === 'memory:P02' && /CHOOSE_PARITY_CALL|GAME_MOVE_CALL/.test(text);
    const usual = () => wire.send(to, text, deadline, how);
    return isCall ? handle(++calls, usual, deadline) : usual();
  };
  const { clock, disk } = s;
  const effects = { clock, disk, transport: { ...wire, send }, entropy: seededEntropy(7), logs: USUAL_LOGS };
  unwrap(await s.start({ effects }));
  if (game_type === 'even_odd') await s.player('P01', 'even');
  await s.player('P02', 'odd', says === undefined ? {} : { CHOOSE_PARITY_CALL: says, GAME_MOVE_CALL: says });
  return s;
}

/** A wire on which nothing leaves: the deadline passes before. */
const nothingLeaves =
  (s: Scene): Wire =>
  async (_nth, _send, deadline) => {
    await sleep(s.clock, deadline - s.clock.monotonic());
    return err({ code: 'DEADLINE_PASSED', detail: 'no answer in time', failedAt: s.clock.monotonic() });
  };

const attemptsIn = (details: { readonly faults: readonly { readonly evidence: JsonObject }[] }) =>
  details.faults[0]?.evidence['attempts'] as JsonObject[];

describe('a call whose bytes never left', () => {
  test('costs its player nothing: it is made again, though the rules give one attempt', async () => {
    const s = await scene(
      (stage) => (nth, send, deadline) => (nth === 1 ? nothingLeaves(stage)(nth, send, deadline) : send()),
      undefined,
    );
    const { winner, details } = await s.reported(s.clock, {}, STRICT);
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P01', termination: 'normal' });
    expect(s.got('P02', 'CHOOSE_PARITY_CALL').map(({ at }) => at)).toEqual([30_000]);
    expect(s.got('P02', 'GAME_ERROR')).toEqual([]);
  });

  test('has no time of leaving in the evidence, and what was excused is said', async () => {
    const s = await scene(nothingLeaves, undefined);
    const { winner, details } = await s.reported(s.clock, {}, STRICT);
    // A quarter of 150 seconds is excused, one call of 30 and a part of the second; then it counts.
    expect(winner).toBe('P01');
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(90_000);
    const attempts = attemptsIn(details);
    expect(attempts.map(({ excused_ms, charged_ms, excused }) => [excused_ms, charged_ms, excused])).toEqual([
      [30_000, 0, true],
      [7_500, 22_500, true],
      [undefined, 30_000, undefined],
    ]);
    for (const attempt of attempts) {
      expect(attempt).not.toHaveProperty('sent_ms');
      expect(attempt).not.toHaveProperty('sent_at');
    }
  });
});

test('every late departure is excused, and not the first alone', async () => {
  const s = await scene(
    ({ clock }) =>
      async (nth, send) => {
        if (nth <= 3) await sleep(clock, 10_000);
        return send();
      },
    (call, nth) => (nth <= 3 ? undefined : s.answerTo(call, 'odd')),
  );
  const { details } = await s.reported(s.clock, {}, STRICT);
  expect(details['termination']).toBe('normal');
  expect(s.got('P02', 'CHOOSE_PARITY_CALL').map(({ at }) => at)).toEqual([10_000, 40_000, 70_000, 90_000]);
});

test('a late departure is in the evidence of a call that was acknowledged and never answered', async () => {
  const s = await scene(
    ({ clock }) =>
      async (nth, send) => {
        if (nth === 1) await sleep(clock, 20_000);
        return send();
      },
    () => ({ status: 'ok' }),
  );
  const { details } = await s.reported(s.clock, {}, STRICT);
  expect(attemptsIn(details)).toMatchObject([
    { sent_ms: 20_000, deadline_ms: 50_000, settled_ms: 50_000, charged_ms: 30_000, excused_ms: 20_000, lag_ms: 0 },
  ]);
});

test('a deadline that a standing referee moved stands in the timeline as it held', async () => {
  const s = await scene(
    ({ clock }) =>
      async (nth, send) => {
        if (nth === 1) await sleep(clock, 20_000);
        return send();
      },
    () => ({ status: 'ok' }),
  );
  const { details } = await s.reported(s.clock, {}, STRICT);
  const asked = (details['timeline'] as unknown as readonly JsonObject[]).filter(
    ({ player_id, step }) => player_id === 'P02' && step === 1,
  );
  expect(asked).toMatchObject([{ asked_ms: 0, deadline_ms: 50_000 }]);
});

describe('a handshake', () => {
  /** Every connection to the player takes 20 seconds to be taken. */
  const slowly =
    ({ clock }: Scene): Wire =>
    async (_nth, send, deadline) => {
      const handshakeMs = Math.min(20_000, deadline - clock.monotonic());
      const departure = { handshakeMs, stoodMs: 0 };
      await sleep(clock, handshakeMs);
      const failedAt = clock.monotonic();
      if (failedAt >= deadline) return err({ code: 'DEADLINE_PASSED', detail: 'no answer', departure, failedAt });
      const heard = await send();
      return heard.ok ? { ok: true, value: { ...heard.value, departure } } : heard;
    };

  test('that its player makes slow is taken from its clock: it forfeits in this run and holds up no league', async () => {
    const s: Scene = await scene(slowly, (call, nth) => s.answerTo(call, [4, 2, 5][nth - 1] as number), 'tic_tac_toe');
    await s.player('P01', (nth) => [0, 1, 3, 6][nth - 1] as number);
    const timeouts = { ...s.order().rules.timeouts, max_match_sec: 50 };
    await s.run({}, { timeouts });
    await s.clock.advance(100_000);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT').map(({ at }) => at)).toEqual([50_000]);
    const [report] = s.reports() as unknown as [
      { readonly result: { readonly details: Parameters<typeof attemptsIn>[0] } },
    ];
    expect(report).toMatchObject({ result: { winner: 'P01', details: { termination: 'timeout' } } });
    expect(attemptsIn(report.result.details)).toMatchObject([{ handshake_ms: 10_000, charged_ms: 10_000 }]);
    expect(report.result.details.faults[0]?.evidence['clock']).toMatchObject({
      charged_ms: 50_000,
      handshake_ms: 50_000,
      excused_ms: 0,
    });
  });

  test('that its player never answers costs it its attempts', async () => {
    const hangs =
      ({ clock }: Scene): Wire =>
      async (_nth, _send, deadline) => {
        const departure = { handshakeMs: deadline - clock.monotonic(), stoodMs: 0 };
        await sleep(clock, departure.handshakeMs);
        return err({ code: 'DEADLINE_PASSED', detail: 'no answer', departure, failedAt: clock.monotonic() });
      };
    const s = await scene(hangs, undefined);
    const { winner } = await s.reported(s.clock, {}, STRICT);
    expect(winner).toBe('P01');
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(30_000);
  });
});

describe('a referee that stands still', () => {
  test('longer than a deadline still hears what was posted to it meanwhile', async () => {
    const s = await scene(
      () => (_nth, send) => send(),
      () => ({ status: 'ok' }),
    );
    await s.run({}, STRICT);
    await s.clock.advance(1_000);
    const [call] = s.got('P02', 'CHOOSE_PARITY_CALL');
    s.clock.stall(40_000);
    // What waits at the door is taken in a little after the deadlines that passed meanwhile were looked at.
    await s.clock.advance(5);
    await s.call('choose_parity', s.answerTo(call?.message as JsonObject, 'odd'));
    await s.clock.advance(1_000);
    expect(s.reports()).toMatchObject([{ result: { details: { termination: 'normal' } } }]);
    expect(s.got('P02', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
  });

  test('takes nothing from the clock of a player that answered meanwhile', async () => {
    const s: Scene = await scene(
      () => (_nth, send) => send(),
      async (call, nth) => {
        // Three answers, each of which lies unread for 45 seconds: two of them would take all of its clock.
        s.clock.stall(45_000);
        return s.answerTo(call, [4, 2, 5][nth - 1] as number);
      },
      'tic_tac_toe',
    );
    await s.player('P01', (nth) => [0, 1, 3, 6][nth - 1] as number);
    const timeouts = { ...s.order().rules.timeouts, max_match_sec: 60 };
    await s.run({}, { timeouts });
    await s.clock.advance(1_000);
    expect(s.reports()).toMatchObject([{ result: { details: { termination: 'normal' } } }]);
  });

  test('has no time left to ask in the way of a habit, and asks anew: its player loses no attempt', async () => {
    const s: Scene = await scene(
      () => (_nth, send) => send(),
      (call, nth) => {
        // Its answer has an id of its own, and lies unread for longer than the whole time and the time that is given back.
        if (nth === 1) s.clock.stall(70_000);
        return JSON.stringify({ jsonrpc: '2.0', result: s.answerTo(call, 'odd'), id: 'mine' });
      },
    );
    const { details } = await s.reported(s.clock, {}, STRICT);
    expect(details).toMatchObject({ termination: 'normal', choices: { P02: 'odd' } });
    expect(s.got('P02', 'GAME_ERROR')).toEqual([]);
  });

  test('before it watches for that takes nothing of the time of a player', async () => {
    const s: Scene = await scene(
      () => (_nth, send) => send(),
      async (call) => {
        await sleep(s.clock, 10);
        return s.answerTo(call, 'odd');
      },
    );
    const { watch, stall } = s.clock;
    let watches = 0;
    Object.assign(s.clock, {
      watch() {
        // Each question has a watch and its wire another: of the order's answer, two invitations, P01's call, P02's call.
        if (++watches === 8) stall(40_000);
        return watch();
      },
    });
    const { details } = await s.reported(s.clock, {}, STRICT);
    expect(watches).toBeGreaterThan(8);
    expect(details['termination']).toBe('normal');
  });

  test('for a moment now and then gives a player that refuses connections its attempts, and not its whole clock', async () => {
    const refused =
      ({ clock }: Scene): Wire =>
      async () =>
        err({ code: 'UNREACHABLE', detail: 'connection refused', failedAt: clock.monotonic() });
    const s = await scene(refused, undefined);
    await s.run();
    for (let passed = 0; s.reports().length === 0 && passed < 150; passed++) {
      await s.clock.advance(1_000);
      if (passed % 4 === 0) s.clock.stall(60);
    }
    const [report] = s.reports() as unknown as [{ readonly result: { readonly details: Reported['details'] } }];
    const attempts = attemptsIn(report.result.details);
    expect(attempts.map(({ charged_ms, excused }) => [charged_ms, excused])).toEqual(
      Array(3).fill([30_000, undefined]),
    );
    // Three times thirty seconds, and the time that the referee stood still.
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBeLessThan(93_000);
  });

  test('in every attempt asks again and again, and voids the run before it is taken away: no player is charged', async () => {
    const s = await scene(
      ({ clock }) =>
        async (_nth, _send, deadline) => {
          const stoodMs = deadline - clock.monotonic() + 31_000;
          clock.stall(stoodMs);
          await sleep(clock, 1);
          const departure = { handshakeMs: 0, stoodMs };
          return err({ code: 'DEADLINE_PASSED', detail: 'no answer', departure, failedAt: clock.monotonic() });
        },
      undefined,
    );
    await s.run({}, STRICT);
    await s.clock.advance(500_000);
    expect(s.reports()).toMatchObject([{ result: { details: { termination: 'referee_fault' } } }]);
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBeLessThan(3 * 150_000);
    expect(s.got('P02', 'GAME_ERROR')).toEqual([]);
  });
});

describe('a run that was voided', () => {
  /** A run that is voided at the third call to P02, in the middle of its game. */
  async function interrupted() {
    let isSick = true;
    const s: Scene = await scene(
      ({ clock }) =>
        async (nth, send) => {
          if (nth < 3 || !isSick) return send();
          const stoodMs = 500_000;
          clock.stall(stoodMs);
          await sleep(clock, 1);
          const departure = { handshakeMs: 0, stoodMs };
          return err({ code: 'DEADLINE_PASSED', detail: 'no answer', departure, failedAt: clock.monotonic() });
        },
      (call) => s.answerTo(call, ({ 2: 4, 4: 2, 6: 6 } as { [step: number]: number })[Number(call['step'])] as number),
      'tic_tac_toe',
    );
    // It would play otherwise on a new board.
    await s.player('P01', (nth) => [0, 1, 8, 3, 5][nth - 1] as number);
    await s.run();
    await s.clock.advance(1_000);
    expect(s.reports()).toMatchObject([{ result: { details: { termination: 'referee_fault' } } }]);
    isSick = false;
    return s;
  }

  const THE_GAME = [{ P01: 0 }, { P02: 4 }, { P01: 1 }, { P02: 2 }, { P01: 8 }, { P02: 6 }];

  test('goes on from its moves: no restart gives anybody a new board', async () => {
    const s = await interrupted();
    await s.run({ assignment_epoch: 2 });
    await s.clock.advance(1_000);
    expect(s.reports()[1]).toMatchObject({ result: { winner: 'P02', details: { moves: THE_GAME } } });
    expect(s.got('P01', 'GAME_MOVE_CALL').map(({ message }) => message['step'])).toEqual([1, 3, 5]);
    expect(s.outbox()).toEqual([]);
  });

  test('goes on from its moves also after a restart of the referee', async () => {
    const s = await interrupted();
    unwrap(await s.start({ listen: 'memory:REF01.2' }));
    const order = s.order({ assignment_epoch: 2 }) as JsonObject;
    const say = {
      protocol: 'league.v2',
      message_type: 'RUN_MATCH',
      sender: 'league_manager',
      conversation_id: 'again',
    };
    const params = { ...say, timestamp: '2025-01-15T10:00:00.000Z', auth_token: 'mgr_ref01', ...order };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'run_match', params, id: 1 });
    await s.network.transport().send('memory:REF01.2', text, later(s.clock.monotonic(), 1_000));
    await s.clock.advance(1_000);
    expect(s.reports()[1]).toMatchObject({ result: { winner: 'P02', details: { moves: THE_GAME } } });
  });

  test.each([
    ['run', { run_id: 'run_2' }],
    ['league', { league_id: 'league_2026_rehearsal' }],
  ])('lends no moves to a match of another %s, whose seed may be the same', async (_what, other) => {
    const s = await interrupted();
    await s.run({ assignment_epoch: 2, ...other });
    await s.clock.advance(1_000);
    expect(s.got('P01', 'GAME_MOVE_CALL')[3]?.message['step']).toBe(1);
  });

  test('begins anew where its seed is another', async () => {
    const s = await interrupted();
    await s.run({ assignment_epoch: 2, draw_commitment: 'f'.repeat(64) });
    await s.clock.advance(1_000);
    expect(s.got('P01', 'GAME_MOVE_CALL')[3]?.message['step']).toBe(1);
  });
});
