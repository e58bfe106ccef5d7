import { expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { LEAGUE, OUTBOX, stage } from './testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
type Scene = ReturnType<typeof evenOdd>;

const complaints = (s: Scene) => s.componentLog().filter(({ event_type }) => event_type === 'OUTBOX_DAMAGED');
const asides = (s: Scene) =>
  [...s.disk.files()].flatMap(([path, text]) => (path.startsWith(`${OUTBOX}.damaged-`) ? [text] : []));

/** A referee that was stopped before its report was answered; what lies in its outbox. */
async function interrupted(s: Scene): Promise<JsonObject> {
  const manager = await s.manager({ MATCH_RESULT_REPORT: () => undefined });
  const first = unwrap(await s.start());
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  await s.run();
  await s.clock.advance(20_000);
  await s.clock.runUntil(first.stop('test'));
  await manager.close();
  return JSON.parse(s.disk.files().get(OUTBOX) ?? '') as JsonObject;
}

test('what is no order and its report is told, set aside and settled, so that the file ends with the others', async () => {
  const s = evenOdd();
  const sound = await interrupted(s);
  const unsound = JSON.stringify({ match_id: 'R9M9', assignment_epoch: 1, order: {}, report: {} });
  await s.disk.replace(OUTBOX, `${unsound}\n${JSON.stringify(sound)}\n`);
  await s.ready();
  await s.clock.advance(300);
  expect(complaints(s)).toMatchObject([{ level: 'ERROR', match_id: 'R9M9' }]);
  expect(asides(s)).toEqual([`${unsound}\n`]);
  expect(s.outbox()).toEqual([]);
});

test('a record that is none is told and set aside, and its report arrives all the same', async () => {
  const s = evenOdd();
  const item = await interrupted(s);
  const torn = `${JSON.stringify({ ...item, record: { torn: true } })}\n`;
  await s.disk.replace(OUTBOX, torn);
  await s.ready();
  await s.clock.advance(300);
  expect(complaints(s)).toMatchObject([{ level: 'ERROR', match_id: 'R1M1' }]);
  expect(asides(s)).toEqual([torn]);
  expect(s.reports().length).toBeGreaterThan(0);
  expect(s.outbox()).toEqual([]);
});

test('a report without any record is in order: nothing is told or set aside', async () => {
  const s = evenOdd();
  const { record: _, ...item } = await interrupted(s);
  await s.disk.replace(OUTBOX, `${JSON.stringify(item)}\n`);
  await s.ready();
  await s.clock.advance(300);
  expect([complaints(s), asides(s), s.outbox()]).toEqual([[], [], []]);
});

test('moves of a match that another referee decided are gone with the league: no file is left', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'tic_tac_toe' });
  const referee = await s.ready();
  await s.player('P01', 0);
  await s.player('P02', 4, { GAME_MOVE_CALL: () => undefined });
  await s.run();
  await s.clock.advance(1_000);
  expect(s.disk.files().get(OUTBOX)).toContain('"moves":[{"P01":0}]');
  await s.say('LEAGUE_COMPLETED', {
    league_id: LEAGUE,
    total_rounds: 1,
    total_matches: 1,
    champion: { player_id: 'P01', display_name: 'Agent P01', points: 3 },
    final_standings: [],
  });
  await s.clock.runUntil(referee.stop('test'));
  expect(s.disk.files().has(OUTBOX)).toBe(false);
});
