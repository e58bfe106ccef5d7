/** Answers that are posted instead of given in the response, in every dialect: each case at a table of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { violations } from '../../SHARED/testing/field_tables.ts';
import { systemEffects } from '../launcher/world/installation.ts';
import { type Hall, matchesIn, openHall, type PlayedMatch } from './testing/hall.ts';
import { FOREIGN_TOKEN, postingCases } from './testing/posting_cases.ts';
import { openTables, type Poster, posted } from './testing/posting_cast.ts';
import { TONGUES, type TongueName } from './testing/tongues.ts';

/** Long enough for a busy machine, short enough to be missed three times. */
const LIMIT_SEC = 3;

const tongues: readonly TongueName[] = ['rpc', 'flat', 'v1'];
const id = (number: number): string => `P${String(number).padStart(2, '0')}`;
// In the first round P01 meets P02, and whoever comes next meets whoever comes last: the first half meets the second.
const posters: readonly Poster[] = tongues
  .flatMap((tongue) => postingCases(tongue).map((plays) => ({ tongue, plays })))
  .map((poster, i) => ({ ...poster, id: id(i === 0 ? 1 : i + 2), told: [], replies: [] }));
const opponents = [id(2), ...posters.slice(1).map((_, i) => id(posters.length + 2 + i))];

describe('answers that are posted', () => {
  const { transport } = systemEffects('agent');
  const tables = openTables(transport, posters);
  let folder: string;
  let hall: Hall;
  let matches: readonly PlayedMatch[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    hall = await openHall(folder, {
      'leagues/league_2025_even_odd.json': {
        schedule: { algorithm: 'round_robin', max_rounds: 1 },
        timeouts: { game_join_timeout_sec: LIMIT_SEC, move_timeout_sec: LIMIT_SEC, notify_timeout_sec: LIMIT_SEC },
      },
    });
    await hall.ours('referee', 'REF01', '--max-matches', '64');
    const register = async (player: string, tongue: TongueName) => {
      const reply = await posted(transport, hall.manager, TONGUES[tongue].register(player, await tables.letIn(player)));
      expect((reply['result'] ?? reply) as JsonObject).toMatchObject({
        player_id: player,
        auth_token: expect.any(String),
      });
    };
    await Promise.all(posters.map(({ id: player, tongue }) => register(player, tongue)));
    await Promise.all(opponents.map((player) => register(player, 'rpc')));
    const codes = await hall.play();
    expect(codes, hall.complaints()).toEqual(codes.map(() => 0));
    matches = await matchesIn(hall);
  });
  afterAll(async () => {
    await hall?.close();
    await tables.close();
    await transport.close();
    await rm(folder, { recursive: true, force: true });
  });

  const matchOf = (player: string) =>
    matches.find(({ player_a, player_b }) => [player_a, player_b].includes(player)) as PlayedMatch;
  const heard = ({ told }: Poster, type: string) => told.filter(({ message_type }) => message_type === type);

  describe.each(tongues)('by a player that registered in %s and', (tongue) => {
    const ofTongue = posters.filter((poster) => poster.tongue === tongue);

    test.each(ofTongue.map((poster) => ({ fact: poster.plays.fact, poster })))('$fact', ({ poster }) => {
      const { choice, asked, errors = [], replies } = poster.plays;
      const match = matchOf(poster.id);
      const [opponent] = [match.player_a, match.player_b].filter((player) => player !== poster.id);
      expect(opponents).toContain(opponent);
      expect(poster.replies.map(({ reply }) => verdictIn(reply))).toEqual(replies);
      expect(heard(poster, 'GAME_ERROR').map(({ error_code }) => error_code)).toEqual(errors);
      expect(['GAME_INVITATION', 'CHOOSE_PARITY_CALL'].map((type) => heard(poster, type).length)).toEqual(asked);
      expect(heard(poster, 'GAME_OVER')).toHaveLength(1);
      if (choice === undefined) expect(match).toMatchObject({ termination: 'timeout', winner: opponent });
      else expect(match).toMatchObject({ termination: 'normal', choices: { [poster.id]: choice } });
    });

    test('is asked, warned and told how it ended in the words of the dialect it registered in', () => {
      for (const message of ofTongue.flatMap(({ told }) => told)) {
        const wrong = tongue === 'rpc' ? [] : violations(tongue, message);
        expect(wrong, JSON.stringify(message)).toEqual([]);
        expect(message['protocol']).toBe(tongue === 'v1' ? 'league.v1' : 'league.v2');
      }
    });

    test('is answered in the words of the dialect it posts in', () => {
      for (const { tongue: spoken, reply } of ofTongue.flatMap((poster) => poster.replies)) {
        const { jsonrpc, id: of, result, ...rest } = reply;
        const body = (spoken === 'rpc' ? result : rest) as JsonObject;
        expect([jsonrpc, of]).toEqual(spoken === 'rpc' ? ['2.0', 7] : [undefined, undefined]);
        if (verdictIn(reply) === 'ok') expect(body).toEqual({ status: 'ok' });
        else if (spoken === 'rpc') expect(body).toMatchObject({ message_type: 'GAME_ERROR', sender: 'referee:REF01' });
        else expect(violations(spoken, body)).toEqual([]);
      }
    });
  });

  test('who posts in another dialect than it registered in is noted in a log, and nobody else is', async () => {
    const noted = (await hall.logged()).filter((line) => line.includes('DIALECT_CHANGED'));
    const changers = posters.filter(({ replies, tongue }) => replies.some((post) => post.tongue !== tongue));
    expect(changers).toHaveLength(3);
    for (const { id: player } of changers) expect(noted.filter((line) => line.includes(`"${player}"`))).toHaveLength(1);
    expect(noted).toHaveLength(3);
  });

  test('every refusal is in the log of the referee, once', async () => {
    const refused = posters.flatMap(({ replies }) => replies).filter(({ reply }) => verdictIn(reply) !== 'ok');
    const noted = (await hall.logged()).filter((line) => line.includes('MESSAGE_REFUSED'));
    expect(refused.length).toBeGreaterThan(0);
    expect(noted).toHaveLength(refused.length);
  });

  test('every player did what it set out to do, and no token of theirs is in any log', async () => {
    expect(tables.failures).toEqual([]);
    expect((await hall.logged()).filter((line) => line.includes(FOREIGN_TOKEN))).toEqual([]);
  });
});

/** Ok, or the code of the error. */
function verdictIn(reply: JsonObject): unknown {
  const body = (reply['result'] ?? reply) as JsonObject;
  return body['error_code'] ?? body['status'] ?? reply['error'];
}
