/** Players that think with a language model: whose move it was, what it spent and why a guard moved, from the record to the table. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { MatchRecord } from '../../SHARED/contracts/files/match.ts';
import { ok } from '../../SHARED/core/result.ts';
import { type ModelRequest, modelServer, type Think } from '../../SHARED/testing/model_server.ts';
import { llm } from '../player/strategies/llm.ts';
import { captureLeague, LEAGUE } from './testing/captured_league.ts';
import { freePortBase, ran } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

test('what a model spent is in the record and in the results, and no letter to another player tells of it', async () => {
  const model = { name: 'tiny-1', ask: async () => ok({ text: 'odd', tokensIn: 70, tokensOut: 3 }) };
  const league = await captureLeague({ strategies: { P02: llm(model, () => undefined) } });
  await league.begin();
  await league.end();
  const files = league.kept();
  const document = <T>(path: string) => JSON.parse(files.get(path) ?? 'null') as T;
  const { rounds } = document<RoundsFile>(`/data/leagues/${LEAGUE}/rounds.json`);
  const spent = { model: 'tiny-1', requests: 1, tokens_in: 70, tokens_out: 3 };
  for (const { match_id, player_a, player_b, models } of rounds.flatMap((round) => round.matches)) {
    const isItsMatch = [player_a, player_b].includes('P02');
    const totals = { player_id: 'P02', ...spent, moves: 1, guarded: {}, latencies_ms: [expect.any(Number)] };
    expect(models, match_id).toEqual(isItsMatch ? [totals] : undefined);
    const { result } = document<MatchRecord>(`/data/matches/${LEAGUE}/${match_id}.json`);
    expect(result?.models, match_id).toEqual(models);
    const used = (result?.timeline ?? []).filter(({ model_use }) => model_use !== undefined);
    expect(used.map(({ player_id, step }) => [player_id, step])).toEqual(isItsMatch ? [['P02', 1]] : []);
  }
  const toPlayers = league.letters.filter(({ to }) => to.startsWith('P'));
  expect(toPlayers.length).toBeGreaterThan(20);
  for (const { text } of toPlayers) expect(text).not.toMatch(/tiny-1|model_use|tokens_in/);
  await league.close();
});

describe('league run', () => {
  const KEY = 'sk-never-to-be-seen';
  let folder: string;
  let end: () => Promise<void>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    end = async () => {};
    for (const name of ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'LEAGUE_MODEL', 'LEAGUE_MODEL_PRICE'])
      vi.stubEnv(name, undefined);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await end();
    await rm(folder, { recursive: true, force: true });
  });

  async function thinking(think: Think): Promise<void> {
    const server = await modelServer(think);
    end = server.close;
    vi.stubEnv('OPENAI_BASE_URL', server.baseUrl);
    vi.stubEnv('OPENAI_API_KEY', KEY);
    vi.stubEnv('LEAGUE_MODEL', 'tiny-1');
    vi.stubEnv('LEAGUE_MODEL_PRICE', '1,10');
  }
  const words = () => ['--strategies', 'llm,random', '--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
  const firstMove = ({ messages }: ModelRequest) => {
    const { legal_moves } = JSON.parse(messages.find(({ role }) => role === 'user')?.text ?? '') as {
      readonly legal_moves: readonly string[];
    };
    return { text: JSON.stringify({ reasoning: 'It was the first.', move: legal_moves[0] }) };
  };

  test('has a model play a game of many moves, and says in the end what it did and cost', async () => {
    await thinking(firstMove);
    const { code, out, err } = await typed(
      'run',
      '--in-process',
      '--game',
      'tic_tac_toe',
      '--players',
      '2',
      ...words(),
    );
    expect(code, err).toBe(0);
    expect(out).toMatch(
      /P01 thinks with tiny-1: \d+ moves by the model, 0 by the guard; \d+ tokens in, \d+ out, median \d+(\.\d)? m?s, cost 0\.\d{4}\.\n/,
    );
    expect(out).not.toContain('Guarded');
    const told = await typed('match', 'R1M1', '--game', 'tic_tac_toe', '--data', join(folder, 'data'));
    expect(told.out).toMatch(/model: 1 request, \d+ tokens in, \d+ out/);
    const report = await typed('player-report', 'P01', '--game', 'tic_tac_toe', '--data', join(folder, 'data'));
    expect(report.out).toContain('It thinks with tiny-1: ');
    const kept = await everything(folder);
    expect(kept).toContain('"MODEL_ASKED"');
    expect(kept).toContain('It was the first.');
    expect(kept).not.toContain(KEY);
  });

  test('tells a provider that refuses from a model that plays badly', async () => {
    await thinking(() => ({ status: 401, body: { error: { message: `no such key ${KEY}` } } }));
    const base = String(await freePortBase());
    const { code, out, err } = await ran('run', '--players', '2', '--port-base', base, ...words());
    expect(code, err).toBe(0);
    expect(out).toContain(
      'P01 thinks with tiny-1: 0 moves by the model, 1 by the guard (1 as the provider failed); 0 tokens in, 0 out',
    );
    expect(out + err).toContain(
      'P01: llm got no move: the provider refused the key: HTTP 401 (asked once); the first legal move was played',
    );
    const { out: told } = await typed('match', 'R1M1', '--data', join(folder, 'data'));
    expect(told).toContain('guarded: llm got no move: the provider refused the key: HTTP 401');
    expect(out + err + told + (await everything(folder))).not.toContain(KEY);
  });

  test.each([
    [{}, /^league: the strategy llm needs a language model: set LEAGUE_MODEL=/],
    [{ LEAGUE_MODEL: 'openai/gpt' }, /needs OPENAI_API_KEY/],
    [{ LEAGUE_MODEL: 'anthropic/claude' }, /needs ANTHROPIC_API_KEY/],
    [{ LEAGUE_MODEL: 'tiny-1' }, /needs OPENAI_BASE_URL/],
    [{ LEAGUE_MODEL: 'tiny-1', OPENAI_BASE_URL: 'localhost' }, /OPENAI_BASE_URL must be an address/],
    [{ LEAGUE_MODEL: 'tiny-1', OPENAI_BASE_URL: 'http://me:pw@host/v1' }, /OPENAI_BASE_URL must be an address/],
    [{ LEAGUE_MODEL: 'openai/x', OPENAI_API_KEY: KEY, LEAGUE_MODEL_PRICE: 'cheap' }, /LEAGUE_MODEL_PRICE must be two/],
  ])('says in one line what to set, before anything is started: %j', async (variables, line) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const { code, out, err } = await typed('run', '--in-process', ...words());
    expect(code).toBe(2);
    expect(err).toMatch(line);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/sk-|pw@/);
    expect(out).toBe('');
    expect(await readdir(folder)).toEqual([]);
  });
});

/** All that is written below a folder. */
async function everything(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))).join('\n');
}
