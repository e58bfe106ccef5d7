/** The read-only API of a real league over HTTP: what it tells is what the files of the league say. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  AgentsPage,
  Crosstable,
  LeagueDocument,
  MatchesPage,
  Progress,
  RoundsPage,
  StandingsPage,
} from '../../SHARED/contracts/api/league.ts';
import type { MatchDocument, PlayerDocument } from '../../SHARED/contracts/api/one.ts';
import { openApi } from '../../SHARED/contracts/api/openapi.ts';
import { ROUTES, type RouteName } from '../../SHARED/contracts/api/routes.ts';
import type { RoundsFile, StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { MatchRecord } from '../../SHARED/contracts/files/match.ts';
import { pickKnown, schemaFault } from '../../SHARED/contracts/read.ts';
import type { Json } from '../../SHARED/core/json.ts';
import { freePortBase, league, type Program } from './testing/rehearsal.ts';

const LEAGUE = 'league_2025_tic_tac_toe';
const PLAYERS = 5;
let folder: string;
let run: Program | undefined;
let at: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  const base = await freePortBase(2, PLAYERS);
  at = `http://127.0.0.1:${base}`;
  run = league(
    ...['run', '--game', 'tic_tac_toe', '--players', String(PLAYERS), '--keep', '--port-base', String(base)],
    ...['--data', join(folder, 'data'), '--logs', join(folder, 'logs')],
  );
  await run.says(/league stop/);
}, 120_000);

afterAll(async () => {
  await run?.end();
  await rm(folder, { recursive: true, force: true });
});

/** A document that keeps to its schema, and has nothing beside it. */
async function got<D>(name: RouteName, path: string = ROUTES[name].path, headers: Record<string, string> = {}) {
  const answer = await fetch(at + path, { headers });
  const value = (await answer.json()) as Json;
  expect([path, answer.status, schemaFault(ROUTES[name].answer, value)]).toEqual([path, 200, undefined]);
  expect(pickKnown(ROUTES[name].answer, value)).toEqual(value);
  return value as D;
}

async function file<D>(...path: readonly string[]): Promise<D> {
  return JSON.parse(await readFile(join(folder, 'data', ...path), 'utf8')) as D;
}

test('the table and the league are those of standings.json', async () => {
  const { standings, run_id } = await file<StandingsFile>('leagues', LEAGUE, 'standings.json');
  const { rows, ...head } = await got<StandingsPage>('standings');
  expect(head).toMatchObject({ run_id, total: PLAYERS, next_cursor: null });
  expect(
    rows.map(({ rank, player_id, display_name, points, wins, draws, losses, played }) => ({
      ...{ rank, player_id, display_name, points, wins, draws, losses, games_played: played },
    })),
  ).toEqual(
    standings.map(({ rank, player_id, display_name, points, wins, draws, losses, games_played }) => ({
      ...{ rank, player_id, display_name, points, wins, draws, losses, games_played },
    })),
  );
  expect(await got('players', `${ROUTES.players.path}?search=${rows[0]?.player_id}`)).toMatchObject({ total: 1 });
  const whole = await got<LeagueDocument>('league');
  expect(whole).toMatchObject({
    ...{ status: 'completed', remaining_sec: null, players: PLAYERS, referees: 2 },
    matches: { decided: 10, running: 0, total: 10 },
    champion: { player_id: standings[0]?.player_id },
  });
});

test('rounds, schedule, crosstable and plot are those of rounds.json', async () => {
  const { rounds } = await file<RoundsFile>('leagues', LEAGUE, 'rounds.json');
  const told = await got<RoundsPage>('rounds');
  expect(told.rows.map(({ matches: _matches, decided: _decided, ...round }) => round)).toEqual(
    rounds.map(({ matches: _matches, ...round }) => round),
  );
  const entries = rounds.flatMap(({ matches }) => matches);
  const schedule = await got<MatchesPage>('schedule');
  const scores = schedule.rows.map(({ match_id, player_a, player_b, winner, score_a, score_b, reason }) => ({
    ...{ match_id, player_a, player_b, winner, reason, score: { [player_a]: score_a, [player_b]: score_b } },
  }));
  expect(scores).toEqual(
    entries.map(({ match_id, player_a, player_b, winner, reason, score }) => ({
      ...{ match_id, player_a, player_b, winner, reason, score },
    })),
  );
  const newest = await got<MatchesPage>('matches', `${ROUTES.matches.path}?status=DECIDED`);
  expect(newest.rows).toEqual([...schedule.rows].reverse());
  expect(await got('matches', `${ROUTES.matches.path}?status=RUNNING`)).toMatchObject({ total: 0, rows: [] });

  const { players, cells } = await got<Crosstable>('crosstable');
  for (const [row, { player_id }] of players.entries()) {
    const taken = (cells[row] ?? []).flat().reduce((sum, { points }) => sum + (points ?? 0), 0);
    const counted = entries.reduce((sum, { score }) => sum + (score?.[player_id] ?? 0), 0);
    expect([player_id, taken]).toEqual([player_id, counted]);
  }
  const { lines } = await got<Progress>('progress');
  for (const { player_id, points } of lines)
    expect(points).toEqual(
      rounds.map((_, i) =>
        rounds
          .slice(0, i + 1)
          .flatMap(({ matches }) => matches)
          .reduce((sum, { score }) => sum + (score?.[player_id] ?? 0), 0),
      ),
    );
});

test('a match is the record of its referee, and its last board is the one it ended with', async () => {
  const record = await file<MatchRecord>('matches', LEAGUE, 'R1M1.json');
  const match = await got<MatchDocument>('match', '/api/matches/R1M1');
  expect(match.draw).toEqual({
    ...{ commitment: record.draw_commitment, told_commitment: record.draw_commitment },
    ...{ seed: record.draw_seed, as_promised: true },
  });
  expect(match.messages?.map(({ message_type }) => message_type)).toEqual(
    record.transcript.map(({ message_type }) => message_type),
  );
  expect(match.steps).toHaveLength(record.result?.timeline?.length ?? -1);
  const facts = record.result as unknown as { readonly board: readonly (string | null)[] };
  expect(match.frames.at(-1)?.board?.flat()).toEqual(facts.board);
  expect(match.frames).toHaveLength((record.result?.moves?.length ?? 0) + 1);
  const player = await got<PlayerDocument>('player', `/api/players/${match.player_a}`);
  expect(player.matches).toHaveLength(PLAYERS - 1);
  expect(player.answers.length).toBeGreaterThan(PLAYERS - 1);
});

test('addresses are told to the operator alone', async () => {
  const token = (await readFile(join(folder, 'data', 'leagues', LEAGUE, 'operator.token'), 'utf8')).trim();
  const plain = await got<AgentsPage>('agents');
  expect(plain.rows).toHaveLength(PLAYERS + 2);
  expect(JSON.stringify(plain)).not.toMatch(/https?:|127\.0\.0\.1|localhost/);
  const whole = await got<AgentsPage>('agents', ROUTES.agents.path, { authorization: `Bearer ${token}` });
  for (const { endpoint } of whole.rows) expect(endpoint).toMatch(/^http:\/\/.+\/mcp$/);
  expect(await got<AgentsPage>('agents')).toEqual(plain);
  const wrong = await fetch(`${at}${ROUTES.agents.path}`, { headers: { authorization: 'Bearer op_guessed' } });
  expect([wrong.status, await wrong.json()]).toEqual([401, { error: 'the token is not the operator’s' }]);
});

test('a manager describes its own API', async () => {
  expect(await (await fetch(`${at}/api/openapi.json`)).json()).toEqual(openApi());
});
