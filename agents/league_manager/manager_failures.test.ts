import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { ACKNOWLEDGE, silence } from './testing/rehearsal_cast.ts';
import { type Plays, stage } from './testing/rehearsal_stage.ts';

/** The first seat says even and the second odd, so that every match has a winner. */
const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});

const staged = () => stage({ clock: fakeClock(), judge, plays });
const OVER = 'the league is complete';

describe('a referee that fails', () => {
  test('loses the match to another, and its late report is refused', async () => {
    const { clock, start, assemble, agent, register, startLeague, say, tokenOf, ofType, reportOf, heardBy, logged } =
      staged();
    const manager = unwrap(await start());
    await agent('REF01', { RUN_MATCH: () => ACKNOWLEDGE, ping: silence });
    await register('REF01');
    await assemble(['P01', 'P02'], ['REF02']);
    await clock.runUntil(startLeague());
    await clock.advance(1_000);
    const order = ofType('RUN_MATCH')[0]?.message as Parameters<typeof reportOf>[0];
    await clock.runUntil(manager.ended);
    expect(manager.league.matches.get('R1M1')).toMatchObject({ epoch: 2, referee_id: 'REF02' });
    expect(heardBy('P01').slice(0, 3)).toEqual(['ROUND_ANNOUNCEMENT', 'ROUND_ANNOUNCEMENT', 'LEAGUE_STANDINGS_UPDATE']);
    const again = unwrap(await start({ settings: { keep: true } }));
    const claim = plays(order);
    const late = claim === undefined ? {} : reportOf(order, claim);
    expect(await say('MATCH_RESULT_REPORT', late, tokenOf('REF01'))).toMatchObject({ error_code: 'E006' });
    await again.stop('enough');
    expect((await logged()).map(({ event_type }) => event_type)).toContain('RESULT_REFUSED');
  });

  test.each([
    ['says so', { details: { termination: 'referee_fault' } }, { status: 'voided' }],
    ['lies', { winner: 'P02', score: { P02: 99 }, details: {} }, { error_code: 'E023' }],
  ])('and %s has its match run again with the same draw', async (_, result, answer) => {
    const { clock, start, assemble, agent, register, startLeague, say, tokenOf, ofType } = staged();
    const manager = unwrap(await start());
    const answers: unknown[] = [];
    await agent('REF01', {
      RUN_MATCH: ({ league_id, match_id, assignment_epoch }) => {
        const about = { league_id, match_id, assignment_epoch } as { [name: string]: string };
        void say('MATCH_RESULT_REPORT', { ...about, result }, tokenOf('REF01')).then((heard) => answers.push(heard));
        return ACKNOWLEDGE;
      },
    });
    await register('REF01');
    await assemble(['P01', 'P02'], ['REF02']);
    await startLeague();
    await clock.runUntil(manager.ended);
    expect(answers).toMatchObject([answer]);
    const orders = ofType('RUN_MATCH').map(({ to, message }) => [
      to,
      message['assignment_epoch'],
      message['draw_seed'],
    ]);
    expect(orders).toEqual([
      ['REF01', 1, orders[0]?.[2]],
      ['REF02', 2, orders[0]?.[2]],
    ]);
    expect(manager.league.tallies.get('P01')?.played).toBe(1);
  });
});

test('a league of which one match is voided three times pauses and says so, until its operator starts it again', async () => {
  const { clock, start, assemble, agent, register, startLeague, say, call, tokenOf, ofType, reportOf, logged } =
    staged();
  const told: string[] = [];
  const manager = unwrap(await start({ onPaused: (why) => told.push(why) }));
  const result = { details: { termination: 'referee_fault', reason: 'no chance left' } };
  await agent('REF01', {
    RUN_MATCH: (order, nth) => {
      const { league_id, match_id, assignment_epoch } = order as { [name: string]: string };
      const claim = plays(order) as { readonly moves: readonly JsonObject[] };
      const report =
        nth > 3 ? reportOf(order, claim) : ({ league_id, match_id, assignment_epoch, result } as JsonObject);
      // The same report twice is about one run.
      for (let i = 0; i < 2; i++) void say('MATCH_RESULT_REPORT', report, tokenOf('REF01'));
      return ACKNOWLEDGE;
    },
  });
  await register('REF01');
  await assemble(['P01', 'P02'], []);
  await startLeague();
  await clock.advance(600_000);
  const epochs = () => ofType('RUN_MATCH').map(({ message }) => message['assignment_epoch']);
  expect(epochs()).toEqual([1, 2, 3]);
  expect(told).toEqual(['3 runs of R1M1 came to nothing by faults of ours, the last one: no chance left']);
  expect((await call('get_status', {}))['result']).toMatchObject({ status: 'running', paused: told[0] });
  const answer = await startLeague();
  expect(answer).not.toHaveProperty('paused');
  await clock.runUntil(manager.ended);
  expect(epochs()).toEqual([1, 2, 3, 4]);
  expect((await logged()).map(({ event_type }) => event_type)).toContain('LEAGUE_PAUSED');
});

test('rules that fail in the same way three times end the manager, which says how', async () => {
  const { clock, start, assemble, agent, register, startLeague, say, tokenOf } = staged();
  const told: string[] = [];
  const manager = unwrap(await start({ onGameFault: (line) => told.push(line) }));
  const reason = 'the game dice threw at dice.ts:7, TypeError: nothing';
  const result = { details: { termination: 'referee_fault', reason, game_fault: true } };
  await agent('REF01', {
    RUN_MATCH: (order) => {
      const { league_id, match_id, assignment_epoch } = order as { [name: string]: string };
      const report = { league_id, match_id, assignment_epoch, result } as JsonObject;
      for (let i = 0; i < 2; i++) void say('MATCH_RESULT_REPORT', report, tokenOf('REF01'));
      return ACKNOWLEDGE;
    },
  });
  await register('REF01');
  await assemble(['P01', 'P02'], []);
  await startLeague();
  await clock.runUntil(manager.ended);
  expect(manager.failure()).toBe(`the rules fail again and again: ${reason}, 3 times; mend them`);
  expect(told).toEqual([`REF01: ${reason}`]);
  expect(manager.league.matches.get('R1M1')).toMatchObject({ epoch: 3, decided: undefined });
});

test.each([
  ['a referee that takes no tickets', { tickets: false }, true],
  ['a referee of ours', { tickets: true }, false],
])('%s is told what its reports need, or need not be', async (_, meta, isWarned) => {
  const { start, agent, register } = staged();
  await start();
  await agent('REF01', {});
  const { warning } = await register('REF01', meta);
  if (isWarned) expect(warning).toMatch(/a report without details\.moves, .*, is refused, and after 3 /);
  else expect(warning).toBeUndefined();
});

test('three reports of one match that are refused pause the league, and the referee hears why', async () => {
  const { clock, start, assemble, agent, register, startLeague, say, call, tokenOf, ofType, reportOf } = staged();
  const told: string[] = [];
  const manager = unwrap(await start({ onPaused: (why) => told.push(why) }));
  await agent('REF01', {
    RUN_MATCH: (order, nth) => {
      const honest = reportOf(order, plays(order) as { readonly moves: readonly JsonObject[] });
      const lie = { ...honest, result: { ...(honest['result'] as JsonObject), winner: 'P77' } };
      void say('MATCH_RESULT_REPORT', nth > 3 ? honest : lie, tokenOf('REF01'));
      return ACKNOWLEDGE;
    },
  });
  await register('REF01');
  await assemble(['P01', 'P02'], []);
  await startLeague();
  await clock.advance(3_600_000);
  expect(ofType('RUN_MATCH')).toHaveLength(3);
  expect(told).toEqual([
    expect.stringMatching(/^no referee is left whose reports can be taken; REF01: the winner is /),
  ]);
  expect((await call('get_status', {}))['result']).toMatchObject({
    paused: told[0],
    refused_reports: [{ referee_id: 'REF01', refused: 3, reason: expect.stringContaining('the winner is ') }],
  });
  expect(ofType('LEAGUE_ERROR').map(({ to, message }) => [to, message['error_code']])).toEqual(
    [1, 2, 3].map(() => ['REF01', 'E023']),
  );
  await startLeague();
  await clock.runUntil(manager.ended);
  expect(ofType('RUN_MATCH')).toHaveLength(4);
});

test('a referee whose reports are refused loses the match to another, and nothing pauses', async () => {
  const { clock, start, assemble, agent, register, startLeague, say, tokenOf, ofType, reportOf } = staged();
  const told: string[] = [];
  const manager = unwrap(await start({ onPaused: (why) => told.push(why) }));
  for (const id of ['REF01', 'REF02']) {
    await agent(id, {
      RUN_MATCH: (order) => {
        const honest = reportOf(order, plays(order) as { readonly moves: readonly JsonObject[] });
        const lie = { ...honest, result: { ...(honest['result'] as JsonObject), winner: 'P77' } };
        void say('MATCH_RESULT_REPORT', id === 'REF01' ? lie : honest, tokenOf(id));
        return ACKNOWLEDGE;
      },
    });
    await register(id);
  }
  await assemble(['P01', 'P02', 'P03'], []);
  await startLeague();
  await clock.runUntil(manager.ended);
  expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
  expect(told).toEqual([]);
  const given = ofType('RUN_MATCH').map(({ to, message }) => `${to} ${message['match_id']}`);
  expect(new Set(given).size).toBe(given.length);
});

describe('somebody who comes back elsewhere in the middle of a match', () => {
  /** A match under way: its referee keeps silent about it. */
  async function underWay() {
    const on = staged();
    const manager = unwrap(await on.start());
    await on.referee('REF01', () => undefined);
    await on.register('REF01');
    await on.assemble(['P01', 'P02'], []);
    await on.startLeague();
    await on.clock.advance(1_000);
    expect(on.ofType('RUN_MATCH')).toHaveLength(1);
    return { on, manager };
  }

  test('as a player is where its referee is told, in the same assignment', async () => {
    const { on, manager } = await underWay();
    expect(await on.register('P02', { contact_endpoint: 'memory:elsewhere' })).toMatchObject({ player_id: 'P02' });
    await on.clock.advance(1_000);
    const [before, after] = on.ofType('RUN_MATCH').map(({ message }) => message);
    expect(after).toMatchObject({ player_b_endpoint: 'memory:elsewhere', assignment_epoch: 1 });
    expect(after?.['players']).toMatchObject([{}, { endpoint: 'memory:elsewhere' }]);
    expect(after?.['draw_seed']).toBe(before?.['draw_seed']);
    await manager.stop('enough');
  });

  test('as a referee gets its match again, in the same assignment, and may report it', async () => {
    const { on, manager } = await underWay();
    await on.referee('REF01', plays, 'memory:elsewhere');
    expect(await on.register('REF01', { contact_endpoint: 'memory:elsewhere' })).toMatchObject({ referee_id: 'REF01' });
    expect(await on.clock.runUntil(manager.ended)).toBe(OVER);
    expect(on.ofType('RUN_MATCH').map(({ message }) => message['assignment_epoch'])).toEqual([1, 1]);
  });

  test('has its old token until it uses the new one', async () => {
    const { on, manager } = await underWay();
    const ask = async (token: string) =>
      (await on.say('LEAGUE_QUERY', { query_type: 'GET_NEXT_MATCH' }, token))['error_code'] ?? 'answered';
    const first = on.tokenOf('P01');
    expect(await ask(first)).toBe('answered');
    await on.register('P01');
    const second = on.tokenOf('P01');
    expect([await ask(first), await ask(first), await ask(second), await ask(first)]).toEqual([
      'answered',
      'answered',
      'answered',
      'E012',
    ]);
    await manager.stop('enough');
  });
});
