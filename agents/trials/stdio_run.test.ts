import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OwnStage } from './testing/own_stage.ts';
import { league, type Program, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

/** So many share two processes. */
const PLAYERS = 18;
const MATCHES = (PLAYERS * (PLAYERS - 1)) / 2;

const stage = new OwnStage();

async function interrupted(signal: NodeJS.Signals): Promise<Program> {
  const run = league('run', '--transport', 'stdio', '--players', String(PLAYERS), ...stage.where);
  stage.own(run);
  await until('the first results', async () => ((await stage.results()).length > 5 ? true : undefined));
  run.signal(signal);
  await run.ended();
  return run;
}

test.skipIf(process.platform === 'win32')(
  'a launcher that is killed leaves nobody behind, and its league goes on',
  async () => {
    await interrupted('SIGKILL');
    const before = await stage.results();
    const { code, out, err } = await typed('resume', ...stage.where);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/matches decided; starting the manager, 2 referees, 18 players\./);
    expect(out).toContain(`${MATCHES}/${MATCHES} matches\n`);
    const after = await stage.results();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(MATCHES);
    expect((await typed('verify', '--data', join(stage.folder, 'data'))).code).toBe(0);
  },
);

test('Ctrl-C names the command that goes on, and a league that is being played cannot be joined', async () => {
  const run = league('run', '--transport', 'stdio', '--strategies', 'timeout', ...stage.where);
  stage.own(run);
  await run.says(/round 1\/3/);
  const joined = await typed('resume', ...stage.where);
  expect([joined.code, joined.err]).toEqual([
    1,
    expect.stringMatching(/^league: .* is being played by another league run.*\n$/),
  ]);
  run.signal('SIGINT');
  expect(await run.ended()).toBe(1);
  expect(run.err()).toContain(`go on with: npx league resume ${stage.where.join(' ')}\n`);
});
