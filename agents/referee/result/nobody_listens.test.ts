import { expect, test } from 'vitest';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { err, unwrap } from '../../../SHARED/core/result.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { SEED, stage } from '../testing/rehearsal.ts';

test('a server at which no manager listens says nothing of a report, which is sent again', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  await s.manager();
  const wire = s.network.transport();
  const text = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"","data":{"error_code":"E002"}},"id":null}';
  let refused = 0;
  const send: typeof wire.send = async (to, said, ...how) => {
    if (!said.includes('MATCH_RESULT_REPORT') || refused++ > 0) return wire.send(to, said, ...how);
    return err({ code: 'REFUSED', detail: 'HTTP 404', status: 404, text, failedAt: s.clock.monotonic() });
  };
  const { clock, disk } = s;
  const transport = { ...wire, send };
  unwrap(await s.start({ effects: { clock, disk, transport, entropy: seededEntropy(7), logs: USUAL_LOGS } }));
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  await s.run();
  await s.clock.advance(60_000);
  expect([refused, s.reports().length, s.got('P01', 'GAME_OVER').length]).toEqual([2, 1, 1]);
  expect(s.record()).toMatchObject({ draw_seed: SEED });
});
