/** How players keep to the protocol is in the report: every kind of breach, with an example, also what was forgiven. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { type Says, type Script, stage } from '../testing/rehearsal.ts';

/** The result of a match in which P01 follows a script, and P02 does nothing wrong. */
async function matchWith(script: Script) {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  await s.ready();
  await s.player('P01', 'even', script);
  await s.player('P02', 'odd');
  const { details } = await s.reported(s.clock);
  return { s, details };
}

const says =
  (result: JsonObject): Says =>
  () =>
    result;
const raises =
  (code: number): Says =>
  () =>
    JSON.stringify({ jsonrpc: '2.0', error: { code, message: 'no' }, id: null });

test('a match without a breach reports how many answers were judged, and no violation', async () => {
  const { details } = await matchWith({ GAME_INVITATION: says({ accept: true }) });
  expect(details['violations']).toBeUndefined();
  expect(details['messages']).toEqual({ P01: 2, P02: 2 });
});

describe('what the reader forgives is still a violation', () => {
  test.each<[string, JsonObject]>([
    ['missing_field', { choice: 'even' }],
    ['schema', { parity_choice: 'Even' }],
    ['schema', { parity_choice: 'even', timestamp: '2025-01-15T10:15:00+00:00' }],
    ['wrong_type', { parity_choice: 'even', round_id: 'one' }],
  ])('%s: %j', async (kind, answer) => {
    const { details } = await matchWith({ CHOOSE_PARITY_CALL: says(answer) });
    expect(details.faults).toEqual([]);
    expect(details['violations']).toEqual([
      { player_id: 'P01', kind, example: expect.stringContaining('CHOOSE_PARITY_RESPONSE') },
    ]);
  });
});

describe('what costs the match is one as well, once for each attempt', () => {
  test.each<[string, Json | undefined, string, Script]>([
    ['over_30_s', 3, 'it never answers', { CHOOSE_PARITY_CALL: () => undefined }],
    ['wrong_type', 3, 'the choice is a number', { CHOOSE_PARITY_CALL: says({ parity_choice: 3 }) }],
    ['schema', 3, 'the choice is no option', { CHOOSE_PARITY_CALL: says({ parity_choice: 'red' }) }],
    ['unsupported_game', 3, 'it does not know the call', { CHOOSE_PARITY_CALL: raises(-32601) }],
    ['crash', 3, 'it raises an exception', { CHOOSE_PARITY_CALL: raises(-32000) }],
  ])('%s (%s): %s', async (kind, count, _what, script) => {
    const { details } = await matchWith(script);
    expect(details.faults).toHaveLength(1);
    expect(details['violations']).toEqual([{ player_id: 'P01', kind, count, example: expect.any(String) }]);
  });

  test('an agent that nobody finds has an invalid endpoint', async () => {
    const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
    await s.ready();
    await s.player('P02', 'odd');
    const { details } = await s.reported(s.clock);
    expect(details['violations']).toMatchObject([{ player_id: 'P01', kind: 'invalid_endpoint', count: 3 }]);
  });

  test('to decline is none', async () => {
    const { details } = await matchWith({ GAME_INVITATION: says({ accept: false }) });
    expect(details['termination']).toBe('declined');
    expect(details['violations']).toBeUndefined();
  });
});

test('an example is short, has no secret, and no player is told it', async () => {
  const { s, details } = await matchWith({
    CHOOSE_PARITY_CALL: ({ conversation_id }) => ({
      ...{ parity_choice: 'EVEN', auth_token: 'secret', conversation_id: conversation_id as Json },
      essay: 'x'.repeat(2_000),
    }),
  });
  const [violation] = details['violations'] as JsonObject[];
  expect(String(violation?.['example']).length).toBe(500);
  expect(violation?.['example']).not.toContain('secret');
  expect(violation?.['example']).not.toContain('conversation_id');
  for (const player of ['P01', 'P02']) expect(JSON.stringify(s.got(player, 'GAME_OVER'))).not.toContain('violations');
});
