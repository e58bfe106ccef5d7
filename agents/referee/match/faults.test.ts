import { describe, expect, test } from 'vitest';
import { type Fault, faultSentence } from '../../../SHARED/contracts/messages/result.ts';
import type { Json } from '../../../SHARED/core/json.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { ordered, type Reported, type Says, stage } from '../testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
const silence: Says = () => undefined;

describe('an invalid choice', () => {
  test('is asked for again at once, and made twice more costs the match', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'neither');
    await s.player('P02', 'odd');
    const { winner, details } = await s.reported(s.clock);
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P02', termination: 'invalid_choice' });
    expect(s.got('P01', 'CHOOSE_PARITY_CALL').map(({ at }) => at)).toEqual([0, 0, 0]);
    expect(s.got('P01', 'GAME_ERROR').map(({ message }) => message)).toMatchObject([
      {
        error_code: 'E004',
        error_name: 'INVALID_PARITY_CHOICE',
        action_required: 'CHOOSE_PARITY_RESPONSE',
        retry_count: 1,
      },
      { error_code: 'E004', retry_count: 2, retryable: true },
      { error_code: 'E004', retry_count: 3, retryable: false, action_required: null },
    ]);
    const sentence = 'P01 made no valid choice: the choice "neither" is not one of: even, odd';
    expect(s.got('P01', 'GAME_ERROR').map(({ message }) => message['error_description'])).toEqual(
      Array(3).fill(sentence),
    );
    expect(details['reason']).toBe(`${sentence}; P02 wins.`);
    expect(JSON.parse(details.faults[0]?.evidence['answer'] as string)).toMatchObject({ parity_choice: 'neither' });
    expect(details['choices']).toEqual({ P01: null, P02: 'odd' });
  });

  test('of a player with one attempt costs the match at once', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'neither');
    await s.player('P02', 'odd');
    const players = [ordered('P01', { attempts: 1 }), ordered('P02', { attempts: 1 })];
    const { winner, details } = await s.reported(s.clock, { players });
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P02', termination: 'invalid_choice' });
    expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
    expect(s.got('P01', 'GAME_ERROR').map(({ message }) => message)).toMatchObject([
      { error_code: 'E004', retry_count: 1, max_retries: 1, retryable: false, action_required: null },
    ]);
  });

  test('is kept as it was received but for its secrets, and only its player is told it again', async () => {
    const s = evenOdd();
    await s.ready();
    const said = { message_type: 'PARITY_CHOICE', choice: 'NEITHER', mood: 'Bad' };
    await s.player('P01', 'even', {
      CHOOSE_PARITY_CALL: ({ conversation_id }) => ({
        ...said,
        conversation_id: conversation_id as Json,
        auth_token: 't',
      }),
    });
    await s.player('P02', 'odd');
    const { details } = await s.reported(s.clock);
    expect(details.faults[0]?.evidence['answer']).toBe(JSON.stringify(said));
    expect(s.record().result?.faults?.[0]?.evidence['answer']).toBe(JSON.stringify(said));
    const told = (player: string) =>
      s.got(player, 'GAME_OVER')[0]?.message['game_result'] as unknown as Reported['details'];
    expect(told('P01').faults).toEqual(details.faults);
    expect(told('P02').faults).toEqual([{ player_id: 'P01', cause: 'invalid_choice', evidence: {} }]);
    expect(JSON.stringify(told('P02'))).not.toContain('mood');
    expect([told('P01'), told('P02')].flatMap(Object.keys)).not.toContain('timeline');
  });

  test('may be made good', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', (nth) => (nth === 3 ? 'even' : null));
    await s.player('P02', 'odd');
    const { winner } = await s.reported(s.clock);
    expect(winner).toBe('P01');
    const said = s
      .record()
      .transcript.filter(({ from, message_type }) => from === 'P01' && message_type === 'PARITY_CHOICE');
    expect(said.map(({ choice, error_code }) => ({ choice, error_code }))).toEqual([
      { choice: null, error_code: 'E004' },
      { choice: null, error_code: 'E004' },
      { choice: 'even', error_code: undefined },
    ]);
  });

  test('of any length is kept in five hundred characters', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', Array.from({ length: 1_000 }, () => 'even') as Json);
    await s.player('P02', 'odd');
    const { details } = await s.reported(s.clock);
    expect(details.faults[0]?.evidence['answer']).toHaveLength(500);
    const kept = s.record().transcript.flatMap(({ choice }) => (typeof choice === 'string' ? [choice.length] : []));
    expect(Math.max(...kept)).toBe(500);
  });

  test('in another game has another code', async () => {
    const s = stage({ clock: fakeClock(), gameOf, game_type: 'tic_tac_toe' });
    await s.ready();
    await s.player('P01', 9);
    await s.player('P02', 0);
    await s.run();
    await s.clock.advance(100);
    expect(s.got('P01', 'GAME_ERROR')[0]?.message).toMatchObject({
      error_code: 'E022',
      action_required: 'GAME_MOVE_RESPONSE',
    });
    expect(s.reports()[0]).toMatchObject({
      result: { winner: 'P02', details: { termination: 'invalid_choice', moves: [] } },
    });
  });
});

describe('an answer in the response', () => {
  const odd = { protocol: 'league.v9', timestamp: '2025-01-15T12:00:00+02:00', player_id: 'Agent P02', match_id: 1 };
  test('with odd fields around it is judged by itself', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', {
      GAME_INVITATION: () => ({ ...odd, accept: 'yes', arrival_timestamp: 'now' }),
      CHOOSE_PARITY_CALL: () => ({ ...odd, parity_choice: 'odd' }),
    });
    const { details } = await s.reported(s.clock);
    expect(details).toMatchObject({ termination: 'normal', choices: { P01: 'even', P02: 'odd' } });
    expect(s.got('P02', 'GAME_INVITATION')).toHaveLength(1);
    expect(s.got('P02', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
  });

  test.each([
    ['GAME_INVITATION', { accept: true }],
    ['CHOOSE_PARITY_CALL', { parity_choice: 'odd' }],
  ])('to %s in another conversation is no usable one, told at once as one story', async (type, answer) => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { [type]: () => ({ ...answer, conversation_id: 'another' }) });
    const { winner, details } = await s.reported(s.clock);
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P01', termination: 'bad_answer' });
    expect(s.got('P02', type).map(({ at }) => at)).toEqual([0, 0, 0]);
    const sentence = 'P02 gave no usable answer: the conversation_id of the answer is not the one of the question';
    expect(details['reason']).toBe(`${sentence}; P01 wins.`);
    expect(
      s
        .got('P02', 'GAME_ERROR')
        .map(({ message: { error_code, error_name, error_description } }) => [
          error_code,
          error_name,
          error_description,
        ]),
    ).toEqual(Array(3).fill(['E002', 'INVALID_MESSAGE', sentence]));
    expect(details.faults[0]?.evidence).toMatchObject({ answer: JSON.stringify(answer) });
    expect(
      s.record().transcript.filter(({ from, error_code }) => from === 'P02' && error_code === 'E002'),
    ).toHaveLength(3);
  });
});

describe('a player who declines', () => {
  test('forfeits at once, and its answer is kept', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even', { GAME_INVITATION: () => ({ accept: false }) });
    await s.player('P02', 'odd');
    const { winner, details } = await s.reported(s.clock);
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P02', termination: 'declined' });
    expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
    expect(JSON.parse(details.faults[0]?.evidence['answer'] as string)).toMatchObject({ accept: false });
  });
});

describe('both at fault', () => {
  test.each([
    ['draw', { P01: 1, P02: 1 }],
    ['loss', { P01: 0, P02: 0 }],
  ] as const)('is a %s by the policy of the league', async (double_forfeit, score) => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even', { CHOOSE_PARITY_CALL: silence });
    await s.player('P02', 'nothing');
    const result = await s.reported(s.clock, {}, { double_forfeit });
    expect(result).toMatchObject({
      winner: null,
      score,
      details: { status: 'TECHNICAL_LOSS', termination: 'timeout', moves: [] },
    });
    expect(result.details.faults.map(({ player_id, cause }) => [player_id, cause])).toEqual([
      ['P01', 'timeout'],
      ['P02', 'invalid_choice'],
    ]);
    expect(s.record().result).toMatchObject({ winner_id: null, loser_id: null, points_awarded: score.P01 });
  });
});

const crash = JSON.stringify({ jsonrpc: '2.0', error: { code: -32603, message: 'crash' }, id: null });

describe('a player who cannot be reached', () => {
  test('is tried again and again inside each deadline, and loses as unreachable', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    const { winner, details } = await s.reported(s.clock);
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P01', termination: 'unreachable' });
    expect(s.got('LM01', 'MATCH_RESULT_REPORT')[0]?.at).toBe(15_000);
    expect(details.faults[0]?.evidence).toMatchObject({ detail: 'nobody listens at memory:P02' });
    const invitations = s
      .agentLog()
      .filter(({ message_type, peer }) => message_type === 'GAME_INVITATION' && peer === 'P02');
    expect(invitations.length).toBeGreaterThan(15);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'GAME_ERROR', error_code: 'CONNECTION_ERROR' }),
    );
  });

  test('at first is asked as soon as it is there', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.run();
    await s.clock.advance(1_000);
    await s.player('P02', 'odd');
    await s.clock.advance(3_900);
    expect(s.reports()[0]).toMatchObject({ result: { winner: 'P01', details: { termination: 'normal' } } });
  });
});

describe('a player who answers with something else', () => {
  const rpc = (code: number, message: string) => JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  const errors: readonly [string, Says, string][] = [
    ['a JSON-RPC error', () => rpc(-32603, 'crash'), 'it answered with an error: crash (-32603)'],
    [
      'a long one',
      () => rpc(-32000, `x${'😀'.repeat(200)}`),
      `it answered with an error: x${'😀'.repeat(99)} (-32000)`,
    ],
    [
      'a GAME_ERROR',
      (message) => ({ ...message, message_type: 'GAME_ERROR', error_code: 'E012', error_description: 'who?' }),
      'it answered with an error: who? (E012)',
    ],
    ['a bare error', () => JSON.stringify({ error: 'crash' }), 'it answered with an error: crash'],
    ['HTML', () => '<html>\n<h1>It works</h1>', 'the reply is not JSON: <html>'],
  ];
  test.each(errors)('such as %s was reached, and loses by what it said', async (_name, says, detail) => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: says });
    const { winner, details } = await s.reported(s.clock);
    expect({ winner, termination: details['termination'] }).toEqual({ winner: 'P01', termination: 'bad_answer' });
    const said = detail.replace(/expected \d+/, 'expected ');
    const [fault] = details.faults;
    expect(String(fault?.evidence['detail'])).toMatch(new RegExp(`^${said.replace(/[()?]/g, '\\$&')}`));
    expect(s.got('P02', 'CHOOSE_PARITY_CALL').map(({ at }) => at)).toEqual([0, 0, 0]);
    const sentence = faultSentence(fault as Fault);
    expect(details['reason']).toBe(`${sentence}; P01 wins.`);
    const told = s.got('P02', 'GAME_ERROR').map(({ message }) => message);
    expect(told.map(({ error_code }) => error_code)).toEqual(['E002', 'E002', 'E002']);
    // A wrong id is told with the one that was expected, which is another each time.
    expect(told.at(-1)?.['error_description']).toBe(sentence);
  });

  test.each([
    ['an error', () => crash, 'E002', 'P02 gave no usable answer: it answered with an error: crash (-32603)'],
    ['a choice', () => ({ choice: 7 }), 'E004', 'P02 made no valid choice: the choice 7 is not one of: even, odd'],
  ] as const)('and is silent after %s still loses by what it said', async (_what, says, code, sentence) => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: (_call, nth) => (nth === 1 ? says() : undefined) });
    const { details } = await s.reported(s.clock);
    const told = s.got('P02', 'GAME_ERROR').map(({ message }) => message['error_code']);
    expect(told).toEqual([code, 'E001', code]);
    expect(details['reason']).toBe(`${sentence}; P01 wins.`);
  });

  test('is asked again at once, and is forgiven an error that passes', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: (call, nth) => (nth < 3 ? crash : s.answerTo(call, 'odd')) });
    const { details } = await s.reported(s.clock, {}, { retry_on_timeout: false });
    expect(details['termination']).toBe('normal');
    expect(s.got('P02', 'GAME_ERROR')).toHaveLength(2);
  });

  test('such as that it is busy is asked again inside the attempt, and what it said stays the reason', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    const busy: Says = (message) => ({ ...message, ...{ message_type: 'GAME_ERROR', error_code: 'E014' } });
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: (call, nth) => (nth < 5 ? busy(call, nth) : undefined) });
    const { details } = await s.reported(s.clock);
    expect(details['termination']).toBe('bad_answer');
    expect(s.got('P02', 'CHOOSE_PARITY_CALL').filter(({ at }) => at < 30_000)).toHaveLength(5);
    const told = s.got('P02', 'GAME_ERROR').map(({ at, message }) => [Math.round(at), message['error_code']]);
    expect(told).toEqual([
      [30_000, 'E002'],
      [60_000, 'E001'],
      [90_000, 'E002'],
    ]);
  });
});
