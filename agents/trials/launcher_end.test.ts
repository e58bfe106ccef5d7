/** However a launcher ends, no process it started is left behind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { freePortBase, isFree, league, type Program, until } from './testing/rehearsal.ts';

const GONE_WITHIN_MS = 2_000;
const AGENTS = [0, 1, 2, 101, 102, 103, 104];

describe.skipIf(process.platform === 'win32')('a launcher in the middle of play', () => {
  let folder: string;
  let base: number;
  let launcher: Program;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    base = await freePortBase();
    const places = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
    // Players that never come to a decision hold the first round open.
    launcher = league('run', '--port-base', String(base), '--strategies', 'timeout', ...places);
    await launcher.says(/round 1\/3/);
    expect(await portsInUse()).toEqual(AGENTS);
    expect(livingIn(launcher.pid)).toHaveLength(8);
  });
  afterEach(async () => {
    await launcher.end();
    await rm(folder, { recursive: true, force: true });
  });

  async function portsInUse(): Promise<readonly number[]> {
    const free = await Promise.all(AGENTS.map((offset) => isFree(base + offset)));
    return AGENTS.filter((_, i) => free[i] === false);
  }

  test('that is killed leaves no child behind', async () => {
    const killed = systemClock.monotonic();
    launcher.signal('SIGKILL');
    expect(await launcher.ended()).toBe(null);
    await until('its children to end', () => (livingIn(launcher.pid).length === 0 ? true : undefined));
    expect(systemClock.monotonic() - killed).toBeLessThan(GONE_WITHIN_MS);
    expect(await portsInUse()).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('that loses all its referees says so and ends', async () => {
    for (const pid of livingIn(launcher.pid)) {
      if (/agents\/referee_REF0\d\/main\.ts/.test(commandOf(pid))) process.kill(pid, 'SIGKILL');
    }
    expect(await launcher.ended()).toBe(1);
    expect(launcher.err()).toMatch(
      /^league: .*no referee is left, so the league cannot go on; go on with: npx league resume/m,
    );
    expect(livingIn(launcher.pid)).toEqual([]);
  });

  test('that is interrupted ends everybody, and says in one line what is kept', async () => {
    launcher.signal('SIGINT');
    expect(await launcher.ended()).toBe(1);
    expect(launcher.err()).toMatch(
      /^league: interrupted; what was played is kept in .*; go on with: npx league resume --data .*\n$/,
    );
    expect(livingIn(launcher.pid)).toEqual([]);
    expect(await portsInUse()).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a launcher that starts', () => {
  let folder: string;
  let launcher: Program;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    const places = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
    // However late we are, the first round is still open.
    launcher = league('run', '--port-base', String(await freePortBase()), '--strategies', 'timeout', ...places);
    await launcher.says(/players/);
  });
  afterEach(async () => {
    await launcher.end();
    await rm(folder, { recursive: true, force: true });
  });

  const children = () =>
    until('the first children to be there', () => (livingIn(launcher.pid).length > 3 ? true : undefined));
  const ledger = () => join(folder, 'data', 'leagues', 'league_2025_even_odd', 'ledger.jsonl');

  test('and is killed leaves no child behind', async () => {
    await children();
    launcher.signal('SIGKILL');
    expect(await launcher.ended()).toBe(null);
    await until('its children to end', () => (livingIn(launcher.pid).length === 0 ? true : undefined));
  });

  test.each<[string, () => void]>([
    ['by Ctrl-C, as all its children are,', () => void process.kill(-launcher.pid, 'SIGINT')],
    ['alone', () => launcher.signal('SIGINT')],
  ])('and is interrupted %s says whether there is anything to go on with', async (_, interrupt) => {
    await children();
    interrupt();
    expect(await launcher.ended()).toBe(1);
    expect(launcher.err()).toMatch(
      existsSync(ledger())
        ? /^league: interrupted; .*; go on with: npx league resume --data .*\n$/
        : /^league: interrupted; nothing of league_2025_even_odd was begun\n$/,
    );
    expect(livingIn(launcher.pid)).toEqual([]);
  });
});

/** What a process was started with; nothing when it has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It ended while we were looking.
    return '';
  }
}

/** The processes of a group that do anything at all; who is dead and not yet buried does not. */
function livingIn(group: number): readonly number[] {
  if (process.platform !== 'linux') return isThere(group) ? [group] : [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [state, , pgrp] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(pgrp) === group && state !== 'Z' ? [Number(name)] : [];
    } catch {
      // It ended while we were looking.
      return [];
    }
  });
}

function isThere(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    // No process of the group is left.
    return false;
  }
}
