/** A referee's session with its league manager, on virtual time. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { ACCEPTED, LEAGUE, stage } from './testing/rehearsal.ts';

const staged = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
type Staged = ReturnType<typeof staged>;

const notes = ({ componentLog }: Staged) =>
  componentLog()
    .map(({ event_type }) => String(event_type))
    .filter((type) => type.startsWith('SESSION_'));

test('a manager that restarts is found again, and matches go on as they were', async () => {
  const s = staged();
  const listener = await s.manager();
  await s.start();
  await listener.close();
  await s.clock.advance(60_000);
  await s.manager();
  await s.clock.advance(70_000);
  expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')).toHaveLength(1);
  expect(notes(s)).toEqual(['SESSION_DEGRADED', 'SESSION_LOST', 'SESSION_RESTORED']);
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  expect(await s.reported(s.clock)).toMatchObject({ details: { status: 'WIN' } });
});

test.each(['E005', 'E012', 'E013', 'REFEREE_NOT_REGISTERED'])(
  'a manager that answers %s after its restart is registered with again',
  async (code) => {
    const s = staged();
    const listener = await s.manager();
    await s.start();
    await listener.close();
    await s.clock.advance(60_000);
    await s.manager({ LEAGUE_QUERY: s.refuses(code) });
    await s.clock.advance(70_000);
    expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')).toHaveLength(2);
    expect(notes(s).at(-1)).toBe('SESSION_RESTORED');
  },
);

test('in another run it registers again, gives up what it was doing and runs the new matches', async () => {
  const s = staged();
  let run_id: string = ACCEPTED.run_id;
  await s.ready({
    get_status: () => ({ league_id: LEAGUE, run_id, status: 'running' }),
    ping: () => ({ status: 'ok', league_id: LEAGUE, run_id }),
    REFEREE_REGISTER_REQUEST: (message) =>
      s.spoken('REFEREE_REGISTER_RESPONSE', { ...ACCEPTED, run_id, auth_token: `tok_${run_id}` }, message),
  });
  await s.party('P02', {});
  await s.player('P01', 'even');
  await s.run();
  run_id = 'run_2';
  await s.clock.advance(20_000);
  expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')).toHaveLength(2);
  expect(await s.call('get_match_state', {})).toMatchObject({ state: 'REGISTERED', playing: 0, matches: [] });
  await s.player('P03', 'odd');
  const order = { run_id, player_b: 'P03', player_b_endpoint: 'memory:P03' };
  const [first, second] = s.order().players;
  const third = { ...second, player_id: 'P03', endpoint: 'memory:P03' };
  const players = [first, third] as ReturnType<Staged['order']>['players'];
  expect(await s.reported(s.clock, { ...order, players })).toMatchObject({ details: { status: 'WIN' } });
  expect(s.reports()[0]).toMatchObject({ auth_token: 'tok_run_2' });
});

/** A referee in whose place another run is found, by its own account. */
async function inAnotherRun(accepted: JsonObject, onOutcast = () => {}) {
  const s = staged();
  let again = {};
  const run = () => ({ league_id: LEAGUE, run_id: ACCEPTED.run_id, ...again });
  const running = await s.ready(
    {
      get_status: () => ({ ...run(), status: 'running' }),
      ping: () => ({ status: 'ok', ...run() }),
      REFEREE_REGISTER_REQUEST: (message) =>
        s.spoken('REFEREE_REGISTER_RESPONSE', { ...ACCEPTED, ...again, ...(again === NEXT ? accepted : {}) }, message),
    },
    { onOutcast },
  );
  again = NEXT;
  return { s, running };
}
const NEXT = { run_id: 'run_2' };

test('to whom another id is given, it goes by that', async () => {
  const { s, running } = await inAnotherRun({ referee_id: 'REF07' });
  expect(running.id).toBe('REF01');
  await s.clock.advance(20_000);
  expect(running.id).toBe('REF07');
  expect(await s.call('ping', {})).toMatchObject({ referee_id: 'REF07', state: 'REGISTERED' });
});

test('a referee that cannot open another office takes no match, says so, and can still be ended', async () => {
  const outcast: string[] = [];
  const { s, running } = await inAnotherRun({}, () => outcast.push('in no league'));
  const { list } = s.disk;
  s.disk.list = async () => {
    throw new Error('disk gone');
  };
  await s.clock.advance(20_000);
  s.disk.list = list;
  expect(outcast).toEqual(['in no league']);
  expect(await s.run()).toMatchObject({ error_code: 'E007' });
  expect(await s.call('get_match_state', {})).toMatchObject({ referee_id: 'REF01', state: 'INIT', matches: [] });
  expect(s.agentLog()).toContainEqual(
    expect.objectContaining({
      message_type: 'SESSION_REFUSED',
      level: 'WARNING',
      details: { reason: 'Error: disk gone', consequence: expect.stringContaining('in no league') },
    }),
  );
  await s.clock.runUntil(running.stop('test'));
  expect([await running.ended, s.clock.scheduled]).toEqual(['test', 0]);
});

test('a referee whose league is complete asks nothing more, and leaves no timer', async () => {
  const s = staged();
  await s.ready();
  const end = { league_id: LEAGUE, total_rounds: 1, total_matches: 1, champion: null, final_standings: [] };
  await s.say('LEAGUE_COMPLETED', end);
  await s.clock.advance(1_000);
  const before = s.arrivals.length;
  await s.clock.advance(600_000);
  expect([s.arrivals.length, s.clock.scheduled]).toEqual([before, 0]);
});
