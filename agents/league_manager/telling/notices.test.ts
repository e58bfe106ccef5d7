/** What agents are told unasked when the league decides something against them. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { LOST_BY } from '../league/events.ts';
import { ACKNOWLEDGE } from '../testing/rehearsal_cast.ts';
import { type Claim, stage } from '../testing/rehearsal_stage.ts';

const players = (count: number) => Array.from({ length: count }, (_, i) => `P${String(i + 1).padStart(2, '0')}`);

/** P01 fails in every match by this cause; all others play. */
const failing =
  (cause: string) =>
  ({ player_a, player_b }: JsonObject): Claim => {
    if (player_a !== 'P01' && player_b !== 'P01')
      return { moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }] };
    return { moves: [], faults: [{ player_id: 'P01', cause, evidence: {} }] };
  };

/** The errors that agents were told unasked in a league that is played to its end. */
async function toldIn(cause: string, count: number) {
  const on = stage({ clock: fakeClock(), judge, plays: failing(cause) });
  const manager = unwrap(await on.start());
  await on.assemble(players(count), ['REF01']);
  await on.clock.runUntil(on.startLeague());
  await on.clock.runUntil(manager.ended);
  return on.ofType('LEAGUE_ERROR').map(({ to, message }) => ({ to, ...message }));
}

test('a player that is suspended, and then given up, is told each of it once', async () => {
  const told = await toldIn('timeout', 12);
  expect(told).toMatchObject([
    {
      to: 'P01',
      error_code: 'E001',
      error_name: 'TIMEOUT_ERROR',
      error_description: expect.stringMatching(/^suspended after 3 matches/),
      details: { player_id: 'P01', failures: 3 },
      auth_token: expect.stringMatching(/^mgr_/),
    },
    { to: 'P01', error_code: 'E001', error_description: expect.stringMatching(/^given up after 10 matches/) },
  ]);
});

test('a player that does not listen is not written to', async () => {
  expect(await toldIn('unreachable', 6)).toEqual([]);
});

test('a league in which everybody answers tells nobody of errors', async () => {
  expect(await toldIn('declined', 6)).toEqual([]);
});

test('a referee whose report is refused is told that its match was assigned anew', async () => {
  const on = stage({ clock: fakeClock(), judge, plays: failing('timeout') });
  const manager = unwrap(await on.start());
  await on.agent('REF01', {
    RUN_MATCH: ({ league_id, match_id, assignment_epoch }) => {
      const about = { league_id, match_id, assignment_epoch } as { [name: string]: string };
      const result = { winner: 'P02', score: { P02: 99 }, details: {} };
      void on.say('MATCH_RESULT_REPORT', { ...about, result }, on.tokenOf('REF01'));
      return ACKNOWLEDGE;
    },
  });
  await on.register('REF01');
  await on.assemble(['P01', 'P02'], ['REF02']);
  await on.clock.runUntil(on.startLeague());
  await on.clock.runUntil(manager.ended);
  expect(on.ofType('LEAGUE_ERROR').map(({ to, message }) => ({ to, ...message }))).toMatchObject([
    { to: 'REF01', error_code: 'E023', details: { match_id: 'R1M1', assignment_epoch: 2 } },
  ]);
});

test('a referee that says why it cannot run a match is told nothing, whatever its words', async () => {
  const on = stage({ clock: fakeClock(), judge, plays: failing('timeout') });
  const manager = unwrap(await on.start());
  await on.agent('REF01', { RUN_MATCH: () => ({ status: 'refused', reason: LOST_BY.refusedReport }) });
  await on.register('REF01');
  await on.assemble(['P01', 'P02'], ['REF02']);
  await on.clock.runUntil(on.startLeague());
  await on.clock.runUntil(manager.ended);
  expect(on.ofType('RUN_MATCH').map(({ to }) => to)).toEqual(['REF01', 'REF02']);
  expect(on.ofType('LEAGUE_ERROR')).toEqual([]);
});

test('a referee that never reports is told that its match was assigned anew', async () => {
  const on = stage({ clock: fakeClock(), judge, plays: failing('timeout') });
  const manager = unwrap(await on.start());
  await on.referee('REF01', () => undefined);
  await on.register('REF01');
  await on.assemble(['P01', 'P02'], ['REF02']);
  await on.clock.runUntil(on.startLeague());
  await on.clock.runUntil(manager.ended);
  expect(on.ofType('LEAGUE_ERROR').map(({ to, message }) => ({ to, ...message }))).toMatchObject([
    {
      to: 'REF01',
      error_code: 'E001',
      error_description: expect.stringContaining('no report in three times the clock'),
    },
  ]);
});
