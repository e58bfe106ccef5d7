/** Players without a server in leagues of real processes: the samples, our own, and a seat that outlives kills. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { LEAGUE, matchesIn, openHall } from './testing/hall.ts';
import { OwnStage } from './testing/own_stage.ts';
import { typed } from './testing/rehearsal_in_process.ts';
import { PULL_PLAYERS, standInAt } from './testing/stand_ins.ts';

const stage = new OwnStage();
const HAS_CURL = spawnSync('curl', ['--version']).status === 0;
const PLAYERS = [...PULL_PLAYERS, 'league player --pull', HAS_CURL ? 'curl' : 'no curl, which is missing here'].join(
  ', ',
);
const GUIDE = readFileSync(join(ROOT, 'doc', 'BRING_YOUR_OWN_AGENT.md'), 'utf8');

/** A command of the guide, pasted with params of one's own: the result in the manager's answer. */
async function pasted(manager: string, method: string, params: object): Promise<JsonObject> {
  const [line = ''] = GUIDE.match(new RegExp(`^curl .*"method":"${method}".*$`, 'm')) ?? [];
  const own = line
    .replace('http://localhost:8000/mcp', manager)
    .replace(/"params":\{.*?\}/, `"params":${JSON.stringify(params)}`);
  const { stdout } = await promisify(execFile)('sh', ['-c', own]);
  return (JSON.parse(stdout) as { readonly result: JsonObject }).result;
}

/** The loop of the guide, by its commands. */
async function playByCurl(manager: string, seat_token: Json | undefined): Promise<void> {
  let word: JsonObject = {};
  while (word['status'] !== 'league_over') {
    const own = { seat_token, heard: word['told_up_to'] };
    word =
      word['status'] === 'your_turn'
        ? await pasted(manager, 'make_move', { ...own, match_id: word['match_id'], move: 'even' })
        : await pasted(manager, 'wait_for_turn', own);
  }
}

test(`${PLAYERS} play a league that disqualifies, and break no rule`, async () => {
  const hall = await openHall(stage.folder, { [`leagues/${LEAGUE}.json`]: { violations: 'disqualify' } });
  try {
    await hall.ours('referee', 'REF01');
    await hall.ours('player', 'P01');
    await Promise.all(PULL_PLAYERS.map((file, nth) => hall.stranger(file, `Sample ${nth}`)));
    await hall.pulling('Our puller', '--strategy', 'random');
    const seat = HAS_CURL ? await pasted(hall.manager, 'join_league', { display_name: 'My curl' }) : undefined;
    const playing = hall.play();
    if (seat !== undefined) await playByCurl(hall.manager, seat['seat_token']);
    const codes = await playing;
    expect(codes).toEqual(codes.map(() => 0));
    const matches = await matchesIn(hall);
    expect(matches.map(({ termination }) => termination)).toEqual(matches.map(() => 'normal'));
    const { standings } = await hall.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`);
    expect(standings).toHaveLength((HAS_CURL ? 3 : 2) + PULL_PLAYERS.length);
    expect(standings.filter((row) => 'violations' in row || 'mark' in row)).toEqual([]);
    expect(await typed('verify', '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
  } finally {
    await hall.close();
  }
});

test('a seat outlives kills of either side: its player in a match, and the manager while players wait', async () => {
  const hung = join(stage.folder, 'hung.mjs');
  writeFileSync(hung, `export const strategy = () => { console.log('thinking'); return new Promise(() => {}); };\n`);
  const manager = stage.started('manager', '--port', '0');
  const [, address = ''] = await manager.says(/listens at (http:\S+\/mcp)\./);
  const to = ['--manager', address] as const;
  const referee = stage.started('referee', '--id', 'REF01', '--port', '0', ...to);
  await referee.says(/registered/);
  const other = stage.own(standInAt(stage.folder, 'pull_player.mjs', address, 'Sample'));
  await other.says(/has a seat/);
  const slow = stage.started('player', '--pull', '--name', 'Puller', '--strategy', hung, ...to);
  await slow.says(/from a seat at/);
  expect(await typed('start', ...to, '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
  await slow.says(/thinking/);
  await slow.end();
  // The sample has moved and waits; the manager dies in the middle of the match.
  await manager.end();
  const again = stage.started('manager', '--port', new URL(address).port);
  const back = stage.started('player', '--pull', '--name', 'Puller', '--strategy', 'random', ...to);
  await back.says(/Player P02 plays "random" from a seat/);
  expect([await back.ended(), await other.ended(), await again.ended()]).toEqual([0, 0, 0]);
  const results = await stage.results();
  expect(results).toMatchObject([{ result: { details: { termination: 'normal' } } }]);
  expect(back.out()).toMatch(/R1M1 against P01: (WIN|LOSS|DRAW), points/);
});

test('a mistake on the command line is one line', async () => {
  const tried = await typed('player', '--pull', '--port', '8101', ...stage.where);
  expect(tried).toMatchObject({ code: 2, err: expect.stringMatching(/^[^\n]*--port and --pull contradict[^\n]*\n/) });
});
