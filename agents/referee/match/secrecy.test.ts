import { expect, test } from 'vitest';
import type { Json } from '../../../SHARED/core/json.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { ACCEPTED, OUTBOX, SEED, stage } from '../testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
/** Spelled like no word of ours, so that it is found wherever it is written. */
const STRANGE = 'zebra-zebra';

test('no choice is in a file or shown to anybody before the match is decided', async () => {
  const s = evenOdd();
  await s.ready({}, { level: 'DEBUG' });
  await s.player('P01', (nth) => (nth === 1 ? STRANGE : 'even'));
  await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: () => ({ status: 'ok' }) });
  await s.run();
  await s.clock.advance(1_000);
  const conversation_id = s.got('P02', 'GAME_INVITATION')[0]?.message['conversation_id'] as Json;
  await s.send({
    protocol: 'league.v2',
    message_type: 'CHOOSE_PARITY_RESPONSE',
    conversation_id,
    parity_choice: `${STRANGE}2`,
  });
  await s.clock.advance(1_000);
  const state = await s.call('get_match_state', {});
  expect(JSON.stringify(state)).toContain('"waits_for":["P02"]');
  const seen = [...s.disk.files().values(), JSON.stringify(state)].join('\n');
  expect(seen).toContain('PARITY_CHOICE');
  expect(seen).not.toContain(STRANGE);
  expect(seen).not.toMatch(/"even"|"odd"/);
  expect(s.disk.files().has('/data/matches/league_2025_rehearsal/R1M1.json')).toBe(false);
  expect(JSON.stringify(s.got('P02', 'CHOOSE_PARITY_CALL'))).not.toContain(STRANGE);
  await s.clock.advance(100_000);
  expect(JSON.stringify(s.record())).toContain(STRANGE);
});

test('no log holds a token, a ticket or a seed', async () => {
  const s = evenOdd();
  const running = await s.ready({}, { level: 'DEBUG' });
  await s.player('P01', 'even');
  await s.player('P02', 'odd', { GAME_INVITATION: () => ({ accept: false }) });
  await s.run();
  await s.run({ match_id: 'R1M2' }, { game_type: 'go' });
  await s.clock.advance(1_000);
  await s.clock.runUntil(running.stop('test'));
  const logs = [...s.disk.files()].flatMap(([path, text]) => (path.startsWith('/logs') ? [text] : [])).join('\n');
  expect(logs).toContain('GAME_OVER');
  for (const secret of [ACCEPTED.auth_token, ACCEPTED.manager_token, 'tkt_', SEED]) expect(logs).not.toContain(secret);
});

test('the outbox holds the order and the report, and no token of the league', async () => {
  const s = evenOdd();
  await s.ready({ MATCH_RESULT_REPORT: () => undefined });
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  await s.run();
  await s.clock.advance(1_000);
  const text = s.disk.files().get(OUTBOX) ?? '';
  expect(JSON.parse(text)).toMatchObject({
    order: { match_id: 'R1M1', draw_seed: SEED },
    report: { result: { winner: 'P01' } },
  });
  expect(text).not.toContain(ACCEPTED.auth_token);
  expect(text).not.toContain(ACCEPTED.manager_token);
});
