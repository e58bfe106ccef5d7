/**
 * Leagues with clients of MCP that are not the official library, each with a model that has its tools alone; and one league
 * of all kinds of players: such clients, a model behind a player of ours, a person, and bots.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import {
  leaguePlayer,
  type ModelRequest,
  type ModelServer,
  modelServer,
  OVER,
} from '../../SHARED/testing/model_server.ts';
import { type AtTerminal, atTerminal } from '../launcher/testing/terminal.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { FOREIGN_CLIENTS, startClient } from './testing/foreign_clients.ts';
import { type Hall, LEAGUE, matchesIn, openHall } from './testing/hall.ts';
import { OwnStage } from './testing/own_stage.ts';
import { PATIENCE_MS, type Program, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const stage = new OwnStage();
const ALL = Object.keys(FOREIGN_CLIENTS);
const START = [process.execPath, join(ROOT, 'SHARED', 'tools', 'start.mjs'), 'agents/launcher/main.ts'];
const HAS_TERMINALS = spawnSync('python3', ['-c', 'import pty, fcntl, os; os.waitstatus_to_exitcode']).status === 0;
const PATIENCE = { timeout: PATIENCE_MS, interval: 50 };

/** A client is shown tools, a player of ours is to fill a schema: either makes the first legal move. */
const byTools = leaguePlayer();
const think = (request: ModelRequest) => (request.tools.length > 0 ? byTools(request) : firstMove(request));

function firstMove({ messages }: ModelRequest) {
  const asked = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const [move] = (JSON.parse(asked) as { readonly legal_moves: readonly string[] }).legal_moves;
  return { text: JSON.stringify({ reasoning: 'It was the first.', move }) };
}

let model: ModelServer;
beforeEach(async () => {
  model = await modelServer(think);
});
afterEach(() => model.close());

/** Starts clients, and resolves when their models have read a seat_token; rejects as soon as one has ended without. */
async function seated(hall: Hall, names: readonly string[]): Promise<readonly Program[]> {
  const { manager } = hall;
  const { baseUrl, requests } = model;
  const clients = names.map((name) => stage.own(startClient({ name, manager, baseUrl }, stage.folder)));
  const isSeated = ({ messages }: ModelRequest) => messages.some(({ text }) => text.includes('seat_'));
  await until('all clients to have joined', () => {
    for (const client of clients) expect(client.code(), client.out() + client.err()).toBeUndefined();
    return new Set(requests.filter(isSeated).map(({ model }) => model)).size === clients.length || undefined;
  });
  return clients;
}

/** Resolves when every client has ended with the last word of a league that was played to its end. */
async function allEnded(clients: readonly Program[]): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      const code = await client.ended();
      expect({ code, out: client.out() }, client.err()).toEqual({ code: 0, out: `${OVER}\n` });
    }),
  );
}

/** Every player met every other without a technical loss, and the league can be verified. */
async function expectFair(hall: Hall, players: readonly string[]): Promise<void> {
  const matches = await matchesIn(hall);
  expect(matches).toHaveLength((players.length * (players.length - 1)) / 2);
  expect(matches.map(({ termination }) => termination)).toEqual(matches.map(() => 'normal'));
  const { standings } = await hall.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`);
  expect(standings.map(({ display_name }) => display_name).sort()).toEqual([...players].sort());
  expect(await typed('verify', '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
}

test.each([
  ['even_odd', ALL],
  ['connect_four', ['AI SDK', 'LangChain']],
])('a league of %s is played to its end by %j', async (game_type, names) => {
  const hall = await openHall(stage.folder, { [`leagues/${LEAGUE}.json`]: { game_type } });
  try {
    await hall.ours('referee', 'REF01');
    const clients = await seated(hall, names);
    const playing = hall.play();
    await allEnded(clients);
    const codes = await playing;
    expect(codes).toEqual(codes.map(() => 0));
    await expectFair(hall, names);
  } finally {
    await hall.close();
  }
});

test.runIf(HAS_TERMINALS)(
  'a model behind a player of ours, two foreign clients, a person at a terminal and two bots play one league',
  async () => {
    const hall = await openHall(stage.folder, {});
    const person = ['play', '--name', 'Ada', '--manager', hall.manager, '--data', join(stage.folder, 'person')];
    let at: AtTerminal | undefined;
    const seen = (what: RegExp) => vi.waitFor(() => expect(at?.terminal.text).toMatch(what), PATIENCE);
    vi.stubEnv('OPENAI_BASE_URL', model.baseUrl);
    vi.stubEnv('OPENAI_API_KEY', 'none-is-needed');
    vi.stubEnv('LEAGUE_MODEL', 'tiny-1');
    try {
      await hall.ours('referee', 'REF01');
      await hall.ours('player', 'P01');
      await hall.ours('player', 'P02');
      await hall.ours('player', 'P03', '--strategy', 'llm');
      at = atTerminal(80, 40, [...START, ...person]);
      const { terminal } = at;
      const clients = await seated(hall, ['AI SDK', 'OpenAI Agents']);
      await seen(/You are Ada/);
      const playing = hall.play();
      for (let nth = 1; nth <= 5; nth++) {
        await seen(/press a key/);
        at.type('1');
        await vi.waitFor(() => expect(terminal.text.match(/^R\dM\d: /gm)).toHaveLength(nth), PATIENCE);
      }
      expect(await at.ended).toBe(0);
      await allEnded(clients);
      const codes = await playing;
      expect(codes).toEqual(codes.map(() => 0));
      await expectFair(hall, ['Agent Alpha', 'Agent Beta', 'Agent Gamma', 'Ada', 'AI SDK', 'OpenAI Agents']);
      const spent = (await matchesIn(hall)).flatMap(({ models = [] }) => models);
      expect(spent).toMatchObject(Array(5).fill({ player_id: 'P03', model: 'tiny-1', moves: 1, guarded: {} }));
      const { standings } = await hall.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`);
      expect(standings.filter(({ kind }) => kind === 'human').map(({ display_name }) => display_name)).toEqual(['Ada']);
    } finally {
      vi.unstubAllEnvs();
      at?.kill();
      await at?.ended;
      await hall.close();
    }
  },
);
