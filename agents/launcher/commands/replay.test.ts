/** A league that is played back from its files, by a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PlaybackChange, PlaybackDocument } from '../../../SHARED/contracts/api/events.ts';
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { type ScratchFolder, scratchFolder } from '../../trials/scratch_folder.ts';
import { league, type Program, until } from '../../trials/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { ledgersIn } from '../world/installation.ts';

const LEAGUE = 'league_2025_tic_tac_toe';
let scratch: ScratchFolder;
let data: string;
let archive: string;
/** What the last run of a league said. */
let told: string;
const running: Program[] = [];

beforeAll(async () => {
  scratch = await scratchFolder('replay-');
  data = join(scratch.path, 'data');
  const words = ['--in-process', '--game', 'tic_tac_toe', '--strategies', 'random', '--data', data];
  const logs = ['--logs', join(scratch.path, 'logs')];
  for (const players of ['3', '2']) {
    const run = await typed('run', ...words, ...logs, '--players', players);
    expect(run).toMatchObject({ code: 0 });
    told = run.out;
  }
  const [name = ''] = (await ledgersIn({ data }).archives()).get(LEAGUE) ?? [];
  archive = join(data, 'archive', LEAGUE, name);
}, 60_000);
afterEach(async () => {
  for (const program of running.splice(0)) await program.end();
});
afterAll(() => scratch.remove());

async function replaying(...words: readonly string[]) {
  const program = league('replay', ...words);
  running.push(program);
  const [, address = ''] = await program.says(/Look at (http:\S+)/);
  const get = async <T>(path: string) => (await (await fetch(new URL(path, address))).json()) as T;
  const change = async (body: PlaybackChange) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/api/playback', address), {
      ...{ method: 'POST', headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as PlaybackDocument;
  };
  const over = () =>
    until('the end of the league', async () => {
      const { status } = await get<LeagueDocument>('/api/league');
      return status === 'completed' ? true : undefined;
    });
  return { program, address, get, change, over };
}

interface Table {
  readonly rows: readonly { readonly player_id: string; readonly points: number; readonly played: number }[];
}

test('the whole of an archive is played back at high speed, to the table that its league left behind', async () => {
  const { program, get, change, over } = await replaying(archive, '--speed', '100000');
  await over();
  const kept = JSON.parse((await nodeDisk().read(join(archive, 'standings.json'))) ?? '') as {
    readonly standings: readonly { readonly player_id: string; readonly points: number }[];
  };
  const { rows } = await get<Table>('/api/standings');
  expect(rows.map(({ player_id, points }) => [player_id, points])).toEqual(
    kept.standings.map(({ player_id, points }) => [player_id, points]),
  );
  expect(rows).toHaveLength(3);
  const match = await get<{ messages: unknown[]; frames: { board: unknown }[] }>('/api/matches/R1M1');
  expect(match.messages.length).toBeGreaterThan(4);
  expect(match.frames.at(-1)?.board).toEqual([expect.any(Array), expect.any(Array), expect.any(Array)]);

  // A step back is another point of the same league, with the news of until then.
  const { total } = await change({ is_paused: true });
  const back = async (position: number): Promise<LeagueDocument> => {
    expect(await change({ position })).toMatchObject({ position, total, is_paused: true });
    const then = await get<LeagueDocument>('/api/league');
    return then.status === 'running' ? then : back(position - 1);
  };
  const earlier = await back(total - 1);
  expect(earlier).toMatchObject({ is_playback: true, champion: null });
  expect(earlier.matches.decided).toBeGreaterThan(0);
  const { rows: news } = await get<{ rows: { sequence: number; text: string }[] }>('/api/events');
  expect(news.length).toBeGreaterThan(earlier.matches.decided);
  expect(news.at(-1)?.sequence).toBeLessThanOrEqual(earlier.sequence);
  await change({ position: 1 });
  expect(await get<LeagueDocument>('/api/league')).toMatchObject({ status: 'waiting', players: 0 });
  await change({ position: total, is_paused: false });
  expect((await get<Table>('/api/standings')).rows).toEqual(rows);
  program.signal('SIGINT');
  expect([await program.ended(), program.err()]).toEqual([0, '']);
}, 60_000);

test('a league that is over says by which command it is looked at again', async () => {
  expect(told).toMatch(/\nPage {7}npx league replay --data \S+\n/);
  const typedAgain = /npx league replay (--data) (\S+)/.exec(told)?.slice(1) ?? [];
  const { over, get } = await replaying(...typedAgain, '--speed', '100000');
  await over();
  expect((await get<Table>('/api/standings')).rows).toHaveLength(2);
}, 60_000);

test('a data folder is played back as it is named, its page is there, and nobody plays at it', async () => {
  const { program, address, get, over } = await replaying(data, '--speed', '1000');
  expect(program.out()).toMatch(
    new RegExp(`^${LEAGUE} of .*: \\d+ s of play at 1000 times its speed, from the moment somebody looks.\n`),
  );
  expect(await (await fetch(address)).text()).toContain('<script type="module"');
  await over();
  expect((await get<Table>('/api/standings')).rows).toHaveLength(2);
  const asked = await fetch(new URL('/mcp', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"get_status"}',
  });
  expect(await asked.json()).toEqual({ error: expect.stringContaining('played back from its files') });
  program.signal('SIGTERM');
  expect(await program.ended()).toBe(0);
}, 60_000);

test('a short league is held at its start until somebody looks, and then lasts a minute', async () => {
  const { address, get } = await replaying(archive);
  const held = await get<PlaybackDocument>('/api/playback');
  expect(held).toMatchObject({ position: 1, elapsed_sec: 0, is_paused: true });
  const { speed, duration_sec } = held;
  expect(speed).toBeCloseTo(Math.max(0.01, duration_sec / 60), 6);
  expect((await fetch(address)).status).toBe(200);
  expect(await get<PlaybackDocument>('/api/playback')).toMatchObject({ is_paused: false, speed });
}, 60_000);

test('what cannot be played back is told in a line', async () => {
  const nothing = join(scratch.path, 'nothing');
  expect(await typed('replay', nothing)).toEqual({
    code: 2,
    out: '',
    err: `league: there is no league in ${nothing}; name a data folder, or the folder of an archive in it\n`,
  });
  expect(await typed('replay', join(data, 'archive', LEAGUE, 'of-no-day'))).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^league: .* is no archive of a league; there are: .*\n$/),
  });
  for (const speed of ['0', '-1', 'fast', '1000000', 'NaN'])
    expect(await typed('replay', data, '--speed', speed)).toEqual({
      code: 2,
      out: '',
      err: `league: --speed takes a number from 0.01 to 100000, not "${speed}"\n`,
    });
  expect(await typed('replay', data, '--port', '70000')).toMatchObject({ code: 2 });
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, resolve));
  const port = String((taken.address() as AddressInfo).port);
  const refused = await typed('replay', data, '--port', port);
  taken.close();
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^league: .*in use.*\n$/) });
}, 60_000);
