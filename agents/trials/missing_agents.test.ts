/** Agents that hang, or are gone without a word, before they are registered: the league is played without them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { httpTransport } from '../../SHARED/league_sdk/transport/http/http.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase, ran } from './testing/rehearsal.ts';

const stage = new OwnStage();
const LIMIT_SEC = 12;

/** Plays with strategies that do such a thing as soon as they are loaded, but not in the launcher, which looks at them first. */
async function played(transport: 'http' | 'stdio', ...misdeeds: readonly (string | undefined)[]) {
  const config = join(stage.folder, 'config');
  await writeTestConfig(nodeDisk(), config, {
    'leagues/league_2025_even_odd.json': { timeouts: { registration_timeout_sec: LIMIT_SEC } },
  });
  const strategies = await Promise.all(
    misdeeds.map(async (misdeed, i) => {
      if (misdeed === undefined) return 'random';
      if (misdeed === SILENT) return `echo $$ > ${join(stage.folder, 'silent.pid')}; exec sleep 600`;
      const path = join(stage.folder, `${i}.ts`);
      const strategy = `export const strategy = { name: 'none', decide: ({ moves }) => moves[0] };`;
      await writeFile(path, `if (process.send !== undefined) ${misdeed};\n${strategy}\n`);
      return path;
    }),
  );
  const base = transport === 'http' ? ['--port-base', String(await freePortBase())] : [];
  const words = ['--transport', transport, ...base, '--strategies', strategies.join(','), '--config', config];
  return ran('run', '--players', String(misdeeds.length), '--referees', '1', ...words, ...stage.where);
}

const HANG = "process.kill(process.pid, 'SIGSTOP')";
const DIE = "process.kill(process.pid, 'SIGKILL')";
/** A program that never says anything. */
const SILENT = 'a program';

/** Whether the silent program runs. */
async function isThere(): Promise<boolean> {
  const pid = Number(await readFile(join(stage.folder, 'silent.pid'), 'utf8'));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a league with players that never come', () => {
  test('is played by the others, on pipes', async () => {
    const { code, out, err } = await played('stdio', HANG, DIE, undefined, undefined);
    expect(code, err).toBe(0);
    expect(out).toContain('1 match in');
    expect(err.trimEnd().split('\n').sort()).toEqual([
      `league: player P01 did not register within ${LIMIT_SEC} s; the league is played without it`,
      'league: player P02 ended too early, by SIGKILL; the league is played without it',
    ]);
  });

  test('is played by the others, over HTTP, and no program outlives it', async () => {
    const { code, out, err } = await played('http', DIE, undefined, undefined, SILENT);
    expect(code, err).toBe(0);
    expect(err.trimEnd().split('\n').sort()).toEqual([
      'league: player P01 ended too early, by SIGKILL; the league is played without it',
      `league: player P04 did not register within ${LIMIT_SEC} s; the league is played without it`,
    ]);
    expect(out).toContain('1 match in');
    await expect.poll(isThere, { timeout: 5_000 }).toBe(false);
  });

  test('is not played where too few are left, and it is said who did not come', async () => {
    const { code, err } = await played('stdio', DIE, undefined);
    expect([code, err]).toEqual([
      1,
      'league: player P01 ended too early, by SIGKILL; too few are left to play without\n',
    ]);
  });
});

test('players that share a process end at once where their port is taken, and it is said which', async () => {
  const base = await freePortBase();
  const player = `http://127.0.0.1:${base + 101}/mcp`;
  const other = unwrap(await httpTransport({ clock: systemClock }).listen(player, async () => ''));
  const { code, err } = await ran('run', '--players', '17', '--port-base', String(base), ...stage.where);
  await other.close();
  expect(code).toBe(1);
  expect(err).toMatch(
    /^league: players P01, …: port \d+ of 127\.0\.0\.1 is in use; stop what runs there, or [^\n]*\n$/,
  );
});
