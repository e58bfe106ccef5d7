import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import { fits } from '../../../SHARED/contracts/validator.ts';
import { fromHex, sha256 } from '../../../SHARED/core/hash.ts';
import { type Json, type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { ok, unwrap } from '../../../SHARED/core/result.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import { makeJudge } from '../../../SHARED/games/judge.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { LEAGUE, ordered, RUN, type Says, SEED, stage } from '../testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
const ticTacToe = () => stage({ clock: fakeClock(), gameOf, game_type: 'tic_tac_toe' });
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a normal match', () => {
  async function finished(first: Json, second: Json) {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', first);
    await s.player('P02', second);
    expect(await s.run()).toMatchObject({ message_type: 'RUN_MATCH_ACK', match_id: 'R1M1', status: 'acknowledged' });
    await s.clock.advance(100);
    return s;
  }

  test('is reported as it went', async () => {
    const s = await finished('even', 'odd');
    expect(s.reports()).toHaveLength(1);
    expect(s.reports()[0]).toMatchObject({
      sender: 'referee:REF01',
      auth_token: 'tok_ref01',
      league_id: LEAGUE,
      round_id: 1,
      match_id: 'R1M1',
      game_type: 'even_odd',
      player_a: 'P01',
      player_b: 'P02',
      result: {
        winner: 'P01',
        score: { P01: 3, P02: 0 },
        details: {
          drawn_number: 6,
          number_parity: 'even',
          choices: { P01: 'even', P02: 'odd' },
          moves: [{ P01: 'even', P02: 'odd' }],
          status: 'WIN',
          termination: 'normal',
          faults: [],
          reason: 'The number 6 is even: P01 chose even and wins.',
        },
      },
      assignment_epoch: 1,
      record_sha256: recordHash(s.record()),
    });
  });

  test('is reported with its record, without the seed, where the manager wants that', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd');
    await s.run({ with_record: true });
    await s.clock.advance(100);
    const { draw_seed, ...record } = s.record();
    expect(draw_seed).toBe(SEED);
    expect(s.reports()[0]?.['record']).toEqual(record);
    expect((await finished('even', 'odd')).reports()[0]).not.toHaveProperty('record');
  });

  test('can end in a draw', async () => {
    const s = await finished('odd', 'odd');
    expect(s.reports()[0]?.['result']).toMatchObject({ winner: null, score: { P01: 1, P02: 1 } });
    expect(s.record().result).toMatchObject({
      winner_id: null,
      loser_id: null,
      winner_choice: null,
      loser_choice: null,
      points_awarded: 1,
      status: 'DRAW',
    });
  });

  test('asks each player in a conversation of its own, with its ticket, in the words of the contract', async () => {
    const s = await finished('even', 'odd');
    const commitment = sha256(fromHex(SEED), 'R1M1');
    const conversations = ['P01', 'P02'].map((id) => {
      const messages = s.arrivals.filter(({ to }) => to === id).map(({ message }) => message);
      expect(messages.map(({ message_type }) => message_type)).toEqual([
        'GAME_INVITATION',
        'CHOOSE_PARITY_CALL',
        'GAME_OVER',
      ]);
      expect(new Set(messages.map(({ auth_token }) => auth_token))).toEqual(new Set([`tkt_${id}`]));
      expect(new Set(messages.map(({ conversation_id }) => conversation_id)).size).toBe(1);
      return messages[0]?.['conversation_id'] as string;
    });
    expect(conversations[0]).not.toBe(conversations[1]);
    expect(conversations[0]).toMatch(UUID_V4);
    expect(s.reports()[0]?.['conversation_id']).toMatch(UUID_V4);
    expect(conversations).not.toContain(s.reports()[0]?.['conversation_id']);
    expect(s.got('P02', 'GAME_INVITATION')[0]?.message).toMatchObject({
      league_id: LEAGUE,
      round_id: 1,
      player_id: 'P02',
      role_in_match: 'PLAYER_B',
      opponent_id: 'P01',
      opponent_name: 'Agent P01',
      referee_endpoint: 'memory:REF01',
      draw_commitment: commitment,
      assignment_epoch: 1,
    });
    expect(s.got('P01', 'CHOOSE_PARITY_CALL')[0]?.message).toMatchObject({
      player_id: 'P01',
      context: { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
      valid_options: ['even', 'odd'],
      deadline: '2025-01-15T10:00:30.000Z',
      assignment_epoch: 1,
    });
  });

  test('ends with GAME_OVER to both, with the seed', async () => {
    const s = await finished('even', 'odd');
    for (const id of ['P01', 'P02']) {
      expect(s.got(id, 'GAME_OVER')[0]?.message).toMatchObject({
        game_result: { status: 'WIN', winner_player_id: 'P01', drawn_number: 6, score: { P01: 3, P02: 0 } },
        draw_seed: SEED,
        assignment_epoch: 1,
      });
    }
  });

  test('leaves a record in the shape of the specification, with what was decided to add', async () => {
    const s = await finished('even', 'odd');
    const record = s.record();
    expect(fits(MatchRecord, record)).toBe(true);
    const example = JSON.parse(
      readFileSync(new URL('../../../SHARED/testing/fixtures/spec_examples/data/R1M1.json', import.meta.url), 'utf8'),
    ) as JsonObject;
    const like = expectKeys(example) as object;
    expect(record).toMatchObject(like);
    expect(record.transcript.map((line) => Object.keys(line))).toEqual(
      (example['transcript'] as JsonObject[]).map((line) => Object.keys(line)),
    );
    const { transcript, result, players, lifecycle, ...rest } = record;
    expect(rest).toEqual({
      schema_version: '1.0.0',
      match_id: 'R1M1',
      league_id: LEAGUE,
      run_id: RUN,
      round_id: 1,
      referee_id: 'REF01',
      game_type: 'even_odd',
      options: {},
      assignment_epoch: 1,
      draw_commitment: sha256(fromHex(SEED), 'R1M1'),
      draw_seed: SEED,
    });
    expect(result).not.toHaveProperty('faults');
  });

  test('leaves nothing in the outbox and no timer behind', async () => {
    const s = await finished('even', 'odd');
    expect(s.outbox()).toEqual([]);
    // But for the heartbeat of its session with the manager.
    expect(s.clock.scheduled).toBe(1);
    expect(await s.call('get_match_state', {})).toMatchObject({
      referee_id: 'REF01',
      matches: [{ match_id: 'R1M1', phase: 'MATCH_COMPLETE', state: 'FINISHED' }],
    });
  });

  test('is judged the same by the judge of a manager', async () => {
    const s = await finished('odd', 'even');
    const order = s.order();
    const { result } = s.reports()[0] as { result: { winner: string; score: JsonObject; details: JsonObject } };
    const judged = makeJudge(gameOf)(
      { ...order.rules, players: ['P01', 'P02'], options: {}, draw_seed: SEED },
      { moves: result.details['moves'], faults: result.details['faults'] },
    );
    const { timeline, messages, ...details } = result.details;
    expect(timeline).toHaveLength(4);
    expect(messages).toEqual({ P01: 2, P02: 2 });
    expect(sameJson(unwrap(judged) as unknown as JsonObject, { ...result, details })).toBe(true);
  });
});

test('a player may answer with the answer alone, in no envelope at all', async () => {
  const s = evenOdd();
  await s.ready();
  await s.party('P01', {
    GAME_INVITATION: () => JSON.stringify({ accept: true }),
    CHOOSE_PARITY_CALL: () => JSON.stringify({ parity_choice: 'EVEN', auth_token: 'mine' }),
    GAME_OVER: () => JSON.stringify({ status: 'ok' }),
  });
  await s.player('P02', 'odd', { GAME_INVITATION: () => ({ message_type: 'GAME_JOIN_ACK' }) });
  await s.run();
  await s.clock.advance(100);
  expect(s.reports()[0]).toMatchObject({ result: { winner: 'P01', details: { choices: { P01: 'even' } } } });
  expect(JSON.stringify([...s.disk.files().values()])).not.toContain('mine');
});

test('players without tickets are sent none', async () => {
  const s = evenOdd();
  await s.ready();
  await s.player('P01', (nth) => (nth === 1 ? 'neither' : 'even'));
  await s.player('P02', 'odd');
  const players = ['P01', 'P02'].map((id) => {
    const { ticket: _none, ...player } = ordered(id);
    return player;
  });
  await s.run({ players });
  await s.clock.advance(100);
  const messages = s.arrivals.filter(({ to }) => to === 'P01').map(({ message }) => message);
  expect(messages).toHaveLength(5);
  expect(messages.every((message) => message['auth_token'] === undefined)).toBe(true);
});

test('the phases of a match are in the log for those who want to see them', async () => {
  const s = evenOdd();
  await s.ready({}, { level: 'DEBUG' });
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  await s.run();
  await s.clock.advance(100);
  const told = s.componentLog().flatMap(({ event_type, phase }) => (event_type === 'MATCH_PHASE' ? [phase] : []));
  expect(told).toEqual([
    'WAITING_FOR_PLAYERS',
    'COLLECTING_CHOICES',
    'DRAWING_NUMBER',
    'REPORTING_RESULT',
    'NOTIFYING_PLAYERS',
    'MATCH_COMPLETE',
  ]);
  expect(s.componentLog()).toContainEqual(
    expect.objectContaining({
      event_type: 'MATCH_FINISHED',
      level: 'INFO',
      winner_id: 'P01',
      status: 'WIN',
      termination: 'normal',
    }),
  );
});

test('a game in turns is played through with the general pair of messages', async () => {
  const s = ticTacToe();
  await s.ready();
  await s.player('P01', (nth) => [4, 0, 8][nth - 1] as number);
  await s.player('P02', (nth) => [1, 2][nth - 1] as number);
  await s.run();
  await s.clock.advance(100);
  expect(s.got('P02', 'GAME_MOVE_CALL').map(({ message }) => message['step'])).toEqual([2, 4]);
  expect(s.got('P02', 'GAME_MOVE_CALL')[0]?.message).toMatchObject({
    move_request: {
      move_type: 'tic_tac_toe',
      valid_options: [0, 1, 2, 3, 5, 6, 7, 8],
      context: { view: { your_mark: 'O' } },
    },
  });
  expect(s.reports()[0]).toMatchObject({
    result: { winner: 'P01', details: { winning_line: [0, 4, 8], choices: { P01: 8, P02: 2 }, status: 'WIN' } },
  });
  expect(s.record().result).toMatchObject({ winner_id: 'P01', winner_choice: 8, loser_choice: 2 });
  expect(s.record().transcript.filter(({ step }) => step === 1)).toEqual([
    expect.objectContaining({ message_type: 'GAME_MOVE_CALL', to: ['P01'], step: 1 }),
    expect.objectContaining({ message_type: 'GAME_MOVE', from: 'P01', choice: 4, step: 1 }),
  ]);
});

test('many matches at once do not touch each other', async () => {
  const s = evenOdd();
  await s.ready({}, { max_concurrent_matches: 10 });
  for (let i = 0; i < 20; i++) {
    await s.player(`P${i}`, i % 2 === 0 ? 'even' : 'odd');
  }
  const ids = Array.from({ length: 10 }, (_, i) => i);
  await Promise.all(
    ids.map((i) => s.run({ match_id: `R1M${i}`, players: [ordered(`P${2 * i}`), ordered(`P${2 * i + 1}`)] })),
  );
  await s.clock.advance(100);
  expect(s.reports()).toHaveLength(10);
  for (const i of ids)
    expect(s.record(`R1M${i}`).result).toMatchObject({ winner_id: `P${2 * i}`, loser_id: `P${2 * i + 1}` });
});

describe('a fault of ours', () => {
  const throwing = (where: keyof Game) => {
    const broken = {
      ...(unwrap(gameOf('even_odd', {})) as Game),
      [where]: () => {
        throw new Error('out of chance');
      },
    };
    return stage({ clock: fakeClock(), gameOf: () => ok(broken), game_type: 'even_odd' });
  };

  test.each(['start', 'view', 'play', 'explain'] as const)(
    'in %s is reported without winner and score',
    async (where) => {
      const s = throwing(where);
      const voided: Says = (message) => s.spoken('MATCH_RESULT_ACK', { match_id: 'R1M1', status: 'voided' }, message);
      await s.ready({ MATCH_RESULT_REPORT: voided });
      await s.player('P01', 'even');
      await s.player('P02', 'odd');
      await s.run();
      await s.clock.advance(100);
      const [report] = s.reports();
      expect(report?.['result']).toEqual({ details: { termination: 'referee_fault', reason: 'Error: out of chance' } });
      expect(report).not.toHaveProperty('record_sha256');
      expect(s.got('P01', 'GAME_OVER')).toEqual([]);
      expect(s.outbox()).toEqual([]);
      expect(s.componentLog()).toContainEqual(
        expect.objectContaining({ event_type: 'INTERNAL_ERROR', level: 'ERROR' }),
      );
    },
  );
});

test('rules that fail are reported as such, and told once with the way they failed', async () => {
  const broken = { ...unwrap(gameOf('even_odd', {})), moves: () => [] } as Game;
  const s = stage({ clock: fakeClock(), gameOf: () => ok(broken), game_type: 'even_odd' });
  const voided: Says = (message) =>
    s.spoken('MATCH_RESULT_ACK', { match_id: message['match_id'] as string, status: 'voided' }, message);
  const told: string[] = [];
  await s.ready({ MATCH_RESULT_REPORT: voided }, { onGameFault: (line) => told.push(line) });
  for (const id of ['P01', 'P02']) await s.player(id, 'even');
  const reason = 'the game even_odd (SHARED/games/even_odd.ts) leaves seat 0 no move at step 1, and is not over';
  for (const match_id of ['R1M1', 'R1M2']) {
    await s.run({ match_id });
    await s.clock.advance(100);
  }
  const results = s.reports().map(({ result }) => result);
  expect(results).toEqual(Array(2).fill({ details: { termination: 'referee_fault', reason, game_fault: true } }));
  expect(told).toEqual([`REF01: ${reason}`]);
  expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toEqual([]);
  await s.clock.advance(1_000);
  expect(s.componentLog()).toContainEqual(expect.objectContaining({ event_type: 'GAME_FAULT', match_id: 'R1M2' }));
});

/** The same keys all the way down, whatever the values. */
function expectKeys(value: Json): unknown {
  if (Array.isArray(value)) return value.map(expectKeys);
  if (typeof value !== 'object' || value === null) return expect.anything();
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expectKeys(inner as Json)]));
}
