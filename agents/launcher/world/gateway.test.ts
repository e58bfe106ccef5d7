/** Models play: clients of the official library take seats at a real manager and play a whole league by tools alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { type Hall, LEAGUE, matchesIn, openHall, type PlayedMatch } from '../../trials/testing/hall.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';

/** One client: knows nothing but the tools, and always makes the first legal move. */
async function sitDown(manager: string, display_name: string, mode: 'legacy' | 'auto') {
  const client = new Client({ name: display_name, version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(manager)));
  const call = async (name: string, given: JsonObject): Promise<JsonObject> => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
    expect(isError, JSON.stringify(content)).not.toBe(true);
    return structuredContent as JsonObject;
  };
  const { seat_token, player_id } = (await call('join_league', { display_name })) as {
    seat_token: string;
    player_id: string;
  };
  const revision = client.getNegotiatedProtocolVersion();
  const { tools } = await client.listTools();
  expect(await call('my_standing', { seat_token })).toMatchObject({
    player_id,
    league_status: 'waiting',
    last_matches: [],
  });
  expect(await call('leave', { seat_token })).toMatchObject({ left: false });

  /** Until it is told that the league is over. */
  async function play() {
    const finished: JsonObject[] = [];
    let word: JsonObject = {};
    while (word['status'] !== 'league_over') {
      const common = { seat_token, wait_sec: 5, heard: word['told_up_to'] ?? null };
      const [move = null] = (word['legal_moves'] ?? []) as string[];
      word =
        word['status'] === 'your_turn'
          ? await call('make_move', { ...common, match_id: word['match_id'] as string, move, reasoning: 'a habit' })
          : await call('wait_for_turn', common);
      finished.push(...((word['finished_matches'] ?? []) as JsonObject[]));
    }
    await client.close();
    return { end: word, finished };
  }
  return { player_id, revision, tools: tools.map(({ name }) => name), play };
}

describe('a league with two models in it', () => {
  let folder: string;
  let hall: Hall;
  let matches: readonly PlayedMatch[];
  let standings: StandingsFile['standings'];
  let models: readonly Awaited<ReturnType<typeof sitDown>>[];
  let played: readonly Awaited<ReturnType<(typeof models)[number]['play']>>[];
  let codes: readonly (number | null)[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-models-'));
    hall = await openHall(folder, {});
    await hall.ours('referee', 'REF01');
    await hall.ours('player', 'P01');
    await hall.ours('player', 'P02');
    models = [await sitDown(hall.manager, 'Of 2025', 'legacy'), await sitDown(hall.manager, 'Of today', 'auto')];
    const playing = Promise.all(models.map((model) => model.play()));
    codes = await hall.play();
    played = await playing;
    matches = await matchesIn(hall);
    standings = (await hall.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`)).standings;
  });
  afterAll(async () => {
    await hall.close();
    await rm(folder, { recursive: true });
  });

  test('one speaks a revision of 2025 and one the newest, and both see the tools of a seat', () => {
    expect(models.map(({ revision }) => revision)).toEqual(['2025-11-25', '2026-07-28']);
    const tools = ['join_league', 'wait_for_turn', 'make_move', 'my_standing', 'leave'];
    for (const model of models) expect(model.tools).toEqual(expect.arrayContaining(tools));
  });

  test('is played to its end: every match normally, by moves, and everybody ends by itself', () => {
    expect(codes).toEqual(codes.map(() => 0));
    expect(matches).toHaveLength(6);
    expect(matches.map(({ termination }) => termination)).toEqual(matches.map(() => 'normal'));
    expect(hall.complaints()).toBe('');
  });

  test('the models are told of each of their matches once, as the league has it', () => {
    for (const [index, { finished }] of played.entries()) {
      const me = models[index]?.player_id ?? '';
      const mine = matches.filter(({ player_a, player_b }) => player_a === me || player_b === me);
      expect(finished.map(({ match_id }) => match_id)).toEqual(mine.map(({ match_id }) => match_id));
      for (const [at, match] of mine.entries()) {
        expect(finished[at]).toMatchObject({ points: match.score?.[me], why: match.reason, your_move: 'even' });
      }
    }
  });

  test('they stand in the table like any other, and hear the end of it', () => {
    for (const [index, { end }] of played.entries()) {
      const row = standings.find(({ player_id }) => player_id === models[index]?.player_id);
      expect(row).toMatchObject({ games_played: 3 });
      expect(end['your_row']).toMatchObject({ rank: row?.rank, points: row?.points, played: 3 });
    }
  });

  test('the ledger bears it out', async () => {
    const { code, out, err } = await typed('verify', '--data', join(folder, 'data'));
    expect(code, out + err).toBe(0);
  });
});
