import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { managerReadOnly } from './handlers.ts';
import { apply, tableOf } from './league/state.ts';
import type { Readiness } from './liveness/readiness.ts';
import { AT, folded, GAME, ids, registration, running, waiting } from './testing/rehearsal.ts';
import { stage } from './testing/rehearsal_stage.ts';
import { walksThrough } from './testing/walks.ts';

const staged = () => stage({ clock: fakeClock(), judge, plays: () => undefined });

describe('looks that anybody may take', () => {
  /** Looks at a league, where P02 would forfeit, and how often the board was asked for. */
  function looking(events: Parameters<typeof folded>[0], linesLost = 0) {
    const league = folded(events);
    let asked = 0;
    const wouldForfeit: Readiness['wouldForfeit'] = () => {
      asked++;
      return [{ agent_id: 'P02', display_name: 'Two', reason: 'silent', checked_at: AT }];
    };
    const [note, stop] = [() => undefined, () => undefined];
    const lastOf = () => undefined;
    const readiness: Readiness = { note, stop, checkAll: async () => undefined, wouldForfeit, lastOf };
    const [nothing, refusals] = [() => undefined, () => []];
    const sources = {
      readiness,
      awaited: nothing,
      paused: nothing,
      longRunning: refusals,
      refusedReports: refusals,
      excludedReferees: refusals,
      linesLost: () => linesLost,
    };
    return { league, readOnly: managerReadOnly(league, () => tableOf(league), sources), asked: () => asked };
  }

  test('count agents and matches once between two events', () => {
    const { league, readOnly } = looking(waiting(3, 2));
    const walks = walksThrough(league.agents);
    expect(readOnly.get_status()).toMatchObject({ players: 3, referees: 2 });
    const once = walks();
    for (let i = 0; i < 50; i++) readOnly.get_status();
    expect(walks()).toBe(once);
    apply(league, registration('P04'));
    expect(readOnly.get_status()).toMatchObject({ players: 4, referees: 2 });
  });

  test('say how many lines of the logs are missing, where any are', () => {
    expect(looking(waiting(2)).readOnly.get_status()).not.toHaveProperty('log_lines_missing');
    expect(looking(waiting(2), 7).readOnly.get_status()).toMatchObject({ log_lines_missing: 7 });
  });

  test('show who would forfeit before the start, and do not ask for it afterwards', () => {
    const before = looking(waiting(2));
    expect(before.readOnly.get_status()).toMatchObject({ would_forfeit: [{ agent_id: 'P02', reason: 'silent' }] });
    const after = looking(running({ players: 2 }));
    expect(after.readOnly.get_status()).not.toHaveProperty('would_forfeit');
    expect([before.asked(), after.asked()]).toEqual([1, 0]);
  });
});

test('the standings are ranked once, whoever asks, until something happens', async () => {
  const s = staged();
  const manager = unwrap(await s.start());
  await s.assemble(ids('P', 4), ['REF01']);
  await s.startLeague();
  await s.say('LEAGUE_QUERY', { query_type: 'GET_NEXT_MATCH' }, s.tokenOf('P01'));
  await s.clock.advance(1_000);
  const { league } = manager;
  const before = league.sequence;
  // A table looks every player up once.
  const lookUp = vi.spyOn(league.tallies as Map<string, unknown>, 'get');
  const ranked = () => lookUp.mock.calls.filter(([id]) => id === 'P03').length;
  const look = async () => ((await s.call('get_standings', {}))['result'] as JsonObject)['standings'];
  const first = await look();
  expect(first).toHaveLength(4);
  for (let i = 0; i < 20; i++) expect(await look()).toEqual(first);
  for (const query_type of ['GET_STANDINGS', 'GET_PLAYER_STATS', 'GET_STANDINGS'])
    expect(await s.say('LEAGUE_QUERY', { query_type }, s.tokenOf('P01'))).toMatchObject({ success: true });
  expect([ranked(), league.sequence]).toEqual([1, before]);
  await s.clock.runUntil(manager.stop('enough'));
});

test('a referee that leaves without a match says so with a question, and is given none', async () => {
  const s = staged();
  const manager = unwrap(await s.start());
  await s.assemble(ids('P', 4), ['REF01', 'REF02']);
  const leaving = { query_type: 'GET_NEXT_MATCH', leaving: true };
  for (const id of ['P01', 'REF01']) await s.say('LEAGUE_QUERY', leaving, s.tokenOf(id));
  await s.startLeague();
  await s.clock.advance(1_000);
  const referees = [...manager.league.matches.values()].map(({ referee_id }) => referee_id);
  expect(referees.length).toBeGreaterThan(1);
  expect(new Set(referees)).toEqual(new Set(['REF02']));
  const left = (await s.logged()).filter(({ event_type }) => event_type === 'REFEREE_LEAVING');
  expect(left.map(({ details }) => details)).toEqual([{ referee_id: 'REF01' }]);
  await s.clock.runUntil(manager.stop('enough'));
});

test('a referee whose token was given for its name and place alone is not believed that it leaves', async () => {
  const s = staged();
  const manager = unwrap(await s.start());
  await s.assemble(ids('P', 4), ['REF01']);
  const meta = { referee_id: 'REF01', display_name: 'Agent REF01', contact_endpoint: 'memory:REF01' };
  const referee_meta = { ...meta, game_types: [GAME], tickets: true };
  const { auth_token } = await s.say('REFEREE_REGISTER_REQUEST', { referee_meta });
  const leaving = { query_type: 'GET_STANDINGS', leaving: true };
  expect(await s.say('LEAGUE_QUERY', leaving, String(auth_token))).toMatchObject({ query_type: 'GET_STANDINGS' });
  await s.startLeague();
  await s.clock.advance(1_000);
  expect((await s.logged()).map(({ event_type }) => event_type)).not.toContain('REFEREE_LEAVING');
  expect([...manager.league.matches.values()].map(({ referee_id }) => referee_id)).toContain('REF01');
  await s.clock.runUntil(manager.stop('enough'));
});

describe('a registration', () => {
  test('goes through nobody else, however many are there', async () => {
    const s = staged();
    const participants = { min_players: 2, max_players: 100, auto_start_players: 99 };
    const manager = unwrap(await s.start({ file: { participants } }));
    const walks = walksThrough(manager.league.agents);
    for (const id of ids('P', 30)) {
      await s.agent(id);
      expect(await s.register(id)).toMatchObject({ status: 'ACCEPTED' });
      await s.clock.advance(0);
    }
    expect(manager.league.agents.size).toBe(30);
    expect(walks()).toBe(0);
    await s.clock.runUntil(manager.stop('enough'));
  });

  test('takes its name and place at once: of those that ask together one has them', async () => {
    const s = staged();
    const manager = unwrap(await s.start());
    const answers = await Promise.all([
      s.register('P01', { display_name: 'Twin', contact_endpoint: 'memory:twin' }),
      s.register('P02', { display_name: 'Twin', contact_endpoint: 'memory:other' }),
      s.register('P03', { display_name: 'Other', contact_endpoint: 'memory:twin' }),
    ]);
    expect(answers.map(({ reason }) => reason)).toEqual([null, 'Duplicate name', 'Invalid endpoint']);
    await s.clock.runUntil(manager.stop('enough'));
  });

  test('counts towards the number that starts the league', async () => {
    const s = staged();
    const participants = { min_players: 2, max_players: 100, auto_start_players: 3 };
    const manager = unwrap(await s.start({ file: { participants } }));
    await s.assemble(['P01', 'P02'], ['REF01']);
    await s.register('P02');
    await s.clock.advance(1_000);
    expect(manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
    await s.assemble(['P03'], []);
    await s.clock.advance(1_000);
    expect(manager.league.phase).toBe('RUNNING_LEAGUE');
    await s.clock.runUntil(manager.stop('enough'));
  });
});
