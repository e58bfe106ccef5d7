/**
 * Every message of a whole league, sent again by an eavesdropper: to the same league, and to another one of its name.
 */
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../../SHARED/contracts/errors.ts';
import type { HistoryFile } from '../../../SHARED/contracts/files/history.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import {
  type CapturedLeague,
  captureLeague,
  LEAGUE,
  type Letter,
  PLAYERS,
  REFEREES,
  stallingFrom,
} from '../testing/captured_league.ts';
import { messagesIn } from '../testing/captured_secrets.ts';

const DIALECTS = { P02: 'flat', P03: 'v1' } as const;

async function played(): Promise<CapturedLeague> {
  const league = await captureLeague({ dialects: DIALECTS, restarted: ['P01', 'P02', 'REF01'] });
  await league.begin();
  await league.end();
  return league;
}

/** Sends every letter again; what came back, beside what came back then. */
async function replayed(letters: readonly Letter[], to: CapturedLeague) {
  const answers: { readonly letter: Letter; readonly reply: string | undefined }[] = [];
  for (const letter of letters) answers.push({ letter, reply: await to.post(letter.to, letter.text, letter.from) });
  // Whatever follows from them has followed.
  await to.clock.advance(1_000);
  return answers;
}

/** What a reply says, without the time it was said at. */
function saying(reply: string | undefined): Json {
  if (reply === undefined) return null;
  return messagesIn(reply).map(({ timestamp: _t, arrival_timestamp: _a, conversation_id: _c, ...said }) => said);
}

const refusalsIn = (reply: string | undefined) =>
  reply === undefined
    ? []
    : messagesIn(reply).flatMap(({ error_code }) => (error_code === undefined ? [] : [error_code]));
const isRefused = (reply: string | undefined) =>
  reply !== undefined && messagesIn(reply).every(({ error_code }) => String(error_code) in ERRORS);
/** What merely asks how things are is told how they are now. */
const QUESTIONS = ['look', 'LEAGUE_QUERY', 'START_LEAGUE'];
/** A player of a dialect that has no `ping` gets its seat back as it is, with a token that changes nothing. */
const RECLAIMED = 'LEAGUE_REGISTER_REQUEST';
/** Whoever says them again has said nothing new. */
const SAID_AGAIN = [
  ...['ROUND_ANNOUNCEMENT', 'RUN_MATCH', 'GAME_INVITATION', 'CHOOSE_PARITY_CALL', 'GAME_OVER', 'MATCH_RESULT_REPORT'],
  ...['LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED', 'LEAGUE_COMPLETED'],
];
const typeOf = ({ text }: Letter) =>
  messagesIn(text)
    .map((message: JsonObject) => message['message_type'] ?? 'look')
    .map(String)[0] as string;

test('the same league is as it was, and repeats itself or refuses', async () => {
  const league = await played();
  const { sequence } = league.manager.league;
  const before = league.kept();
  const letters = [...league.letters];
  expect(letters.length).toBeGreaterThan(100);
  const answers = await replayed(letters, league);
  expect(league.kept()).toEqual(before);
  expect(league.manager.league.sequence).toBe(sequence);
  for (const { letter, reply } of answers) {
    if (QUESTIONS.includes(typeOf(letter)) || isRefused(reply) || typeOf(letter) === RECLAIMED) continue;
    expect(saying(reply), letter.text).toEqual(saying(letter.reply));
  }
  const again = answers
    .filter(({ reply }) => reply !== undefined && !isRefused(reply))
    .map(({ letter }) => typeOf(letter));
  expect(new Set(again)).toEqual(new Set([...QUESTIONS, ...SAID_AGAIN, RECLAIMED]));
  await league.close();
});

test('a league in which every letter comes twice is played as if it had come once', async () => {
  const league = await captureLeague({ isEchoed: true, dialects: DIALECTS });
  await league.begin();
  await league.end();
  const { matches, tallies, agents } = league.manager.league;
  expect([...agents.keys()].toSorted()).toEqual([...PLAYERS, ...REFEREES].toSorted());
  expect([...matches.values()].map(({ epoch, decided }) => [epoch, decided?.result.details.status])).toEqual(
    Array.from({ length: 6 }, () => [1, 'DRAW']),
  );
  expect([...tallies.values()].map(({ points }) => points)).toEqual([3, 3, 3, 3]);
  const events = (league.disk.files().get(`/data/leagues/${LEAGUE}/ledger.jsonl`) ?? '').match(/"match_decided"/g);
  expect(events).toHaveLength(6);
  for (const id of PLAYERS) {
    const history = JSON.parse(league.disk.files().get(`/data/players/${id}/history.json`) ?? '{}') as HistoryFile;
    expect(history.stats, id).toMatchObject({ total_matches: 3, draws: 3 });
  }
  await league.close();
});

describe('another league of the same name', () => {
  test.each([
    { when: 'before it starts', begun: false, refusals: ['E012', 'E016'] },
    { when: 'in the middle of a round', begun: true, refusals: ['E012', 'E016'] },
  ])('$when hears nothing of it', async ({ begun, refusals }) => {
    const former = await played();
    await former.dismiss();
    const league = await captureLeague({
      seed: 2,
      dialects: DIALECTS,
      strategies: { P03: stallingFrom(1), P04: stallingFrom(1) },
    });
    if (begun) {
      await league.begin();
      await league.until(() => league.letters.some(({ text }) => text.includes('CHOOSE_PARITY_CALL')));
    }
    // What is written by and by is written.
    await league.clock.advance(3_000);
    const before = league.kept();
    const { sequence } = league.manager.league;
    expect(former.letters.some((letter) => typeOf(letter) === 'SHUTDOWN_COMMAND')).toBe(true);
    const answers = await replayed(former.letters, league);
    expect(league.kept()).toEqual(before);
    expect(league.manager.league.sequence).toBe(sequence);
    const taken = answers.filter(({ letter, reply }) => letter.reply !== undefined && !isRefused(reply));
    expect([...new Set(taken.map(({ letter }) => typeOf(letter)))]).toEqual(['look', RECLAIMED]);
    expect(new Set(answers.flatMap(({ reply }) => refusalsIn(reply)))).toEqual(new Set(refusals));
    await league.close();
  });
});
