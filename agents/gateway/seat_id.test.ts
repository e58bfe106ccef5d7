/** A seat and an agent of ours on the files of one machine. */
import { expect, test } from 'vitest';
import { startPlayer } from '../player/player.ts';
import { alwaysPlaying } from '../player/strategies/always.ts';
import { seatedLeague } from './testing/seated_league.ts';

test('the id of a seat stays with it when a player of ours is started with the same one later, on the same files', async () => {
  const league = await seatedLeague();
  const joined = await league.ask('join_league', { display_name: 'Model' });
  expect(joined).toMatchObject({ player_id: 'P02' });
  const late = { id: 'P02', display_name: 'Agent Beta', game_types: ['even_odd'], strategy: alwaysPlaying('odd') };
  const where = { places: { data: '/data', logs: '/logs' }, manager: 'memory:LM01', listen: 'memory:LATE' };
  const started = await league.clock.runUntil(startPlayer({ ...late, ...where, effects: league.worldOf('LATE') }));
  const detail = /the id P02 is taken.*; P02 is another agent, running at memory:SEAT1: choose another id$/;
  expect(started).toMatchObject({ ok: false, error: { rejection: 'DUPLICATE_NAME', detail } });
  expect(league.manager().league.agents.get('P02')).toMatchObject({ display_name: 'Model' });
  await league.start();
  const { seat_token } = joined as { readonly seat_token: string };
  expect(await league.ask('wait_for_turn', { seat_token })).toMatchObject({ status: 'your_turn' });
  await league.close();
});
