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
  const folder = join(stage.folder, transport);
  const config = join(folder, 'config');
  await writeTestConfig(nodeDisk(), config, {
    'leagues/league_2025_even_odd.json': { timeouts: { registration_timeout_sec: LIMIT_SEC } },
  });
  const strategies = await Promise.all(
    misdeeds.map(async (misdeed, i) => {
      if (misdeed === undefined) return 'random';
      if (misdeed === SILENT) return `echo $$ > ${join(folder, 'silent.pid')}; exec sleep 600`;
      const path = join(folder, `${i}.ts`);
      const strategy = `export const strategy = { name: 'none', decide: ({ moves }) => moves[0] };`;
      await writeFile(path, `if (process.send !== undefined) ${misdeed};\n${strategy}\n`);
      return path;
    }),
  );
  const base = transport === 'http' ? ['--port-base', String(await freePortBase())] : [];
  const words = ['--transport', transport, ...base, '--strategies', strategies.join(','), '--config', config];
  const where = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
  return ran('run', '--players', String(misdeeds.length), '--referees', '1', ...words, ...where);
}

const HANG = "process.kill(process.pid, 'SIGSTOP')";
const DIE = "process.kill(process.pid, 'SIGKILL')";
/** A program that never says anything. */
const SILENT = 'a program';

/** Whether the silent program runs. */
async function isThere(): Promise<boolean> {
  const pid = Number(await readFile(join(stage.folder, 'http', 'silent.pid'), 'utf8'));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a league with players that never come', () => {
  test('is played by the others, on pipes and over HTTP, and no program outlives it', async () => {
    const [piped, called] = await Promise.all([
      played('stdio', HANG, DIE, undefined, undefined),
      played('http', DIE, undefined, undefined, SILENT),
    ]);
    for (const { code, out, err } of [piped, called]) {
      expect(code, err).toBe(0);
      expect(out).toContain('1 match in');
    }
    const [silent, died] = [`did not register within ${LIMIT_SEC} s`, 'ended too early, by SIGKILL'];
    const without = (...lines: readonly string[]) =>
      lines.map((line) => `league: player ${line}; the league is played without it`);
    expect(piped.err.trimEnd().split('\n').sort()).toEqual(without(`P01 ${silent}`, `P02 ${died}`));
    expect(called.err.trimEnd().split('\n').sort()).toEqual(without(`P01 ${died}`, `P04 ${silent}`));
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
