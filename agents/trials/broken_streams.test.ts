/** Streams that are full, or whose reader has gone, end no league: what cannot be shown is not shown, and play goes on. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { scratchFolder } from './scratch_folder.ts';
import { freePortBase, league, type Program, until, watched } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const START = resolve(ROOT, 'SHARED', 'tools', 'start.mjs');
const FULL = '/dev/full';
/** The smallest league of processes. */
const SMALL = ['--players', '2', '--referees', '1'];
const LOST = /^league: stdout is lost \(ENOSPC.*\); nothing more is shown there, and nothing ends for that\n$/;

const opened = scratchFolder('league-streams-');
afterAll(async () => (await opened).remove());
let folders = 0;

/** Folders of a league of its own. */
async function places(): Promise<{ readonly data: string; readonly words: readonly string[] }> {
  const folder = join((await opened).path, String(++folders));
  const data = join(folder, 'data');
  return { data, words: ['--data', data, '--logs', join(folder, 'logs')] };
}

/** Starts a script with these streams; 'full' is a disk without room. */
function withStreams(script: string, words: readonly string[], out: 'full' | 'pipe', err: 'full' | 'pipe'): Program {
  const full = openSync(FULL, 'w');
  try {
    const [stdout, stderr] = [out, err].map((each) => (each === 'full' ? full : each));
    const child = spawn(process.execPath, [START, script, ...words], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', stdout, stderr],
      env: { ...process.env, NO_COLOR: '1', LEAGUE_PARENT_PID: String(process.pid) },
    });
    return watched(child, [script, ...words].join(' '));
  } finally {
    closeSync(full);
  }
}

async function matchesPlayed(data: string): Promise<number> {
  const text = await nodeDisk().read(join(data, 'leagues', LEAGUE, 'standings.json'));
  const { standings } = JSON.parse(text ?? '{"standings":[]}') as StandingsFile;
  return standings.reduce((sum, row) => sum + row.wins + row.draws + row.losses, 0) / 2;
}

describe.skipIf(!existsSync(FULL))('a stream on a full disk', () => {
  test.each([
    { of: 'stdout', transport: 'http', out: 'full', err: 'pipe', said: LOST, matches: 1 },
    { of: 'stderr', transport: 'memory', out: 'pipe', err: 'full', said: /^$/, matches: 6 },
    { of: 'stdout and stderr', transport: 'memory', out: 'full', err: 'full', said: /^$/, matches: 6 },
  ] as const)('that is $of of a whole league over $transport ends nothing', async (each) => {
    const { transport, out, err, said, matches } = each;
    const { data, words } = await places();
    const ports = transport === 'memory' ? [] : [...SMALL, '--port-base', String(await freePortBase())];
    const line = ['run', '--transport', transport, ...ports, ...words];
    const run = withStreams('agents/launcher/main.ts', line, out, err);
    try {
      expect(await run.ended(), run.err()).toBe(0);
      expect(run.err()).toMatch(said);
      expect(await matchesPlayed(data)).toBe(matches);
    } finally {
      await run.end();
    }
  });

  test('is not told in the JSON document, and a document that is lost is no success', async () => {
    const { words } = await places();
    const line = ['run', '--json', '--in-process', ...words];
    const lost = withStreams('agents/launcher/main.ts', line, 'full', 'pipe');
    const kept = withStreams('agents/launcher/main.ts', [...line, '--data', (await places()).data], 'pipe', 'full');
    try {
      expect(await lost.ended()).toBe(1);
      expect(lost.err()).toMatch(/stdout is lost/);
      expect(await kept.ended()).toBe(0);
      expect(JSON.parse(kept.out())).toMatchObject({ league_id: LEAGUE });
    } finally {
      await Promise.all([lost.end(), kept.end()]);
    }
  });

  test('is lost to each agent that was started by hand, and all play on', async () => {
    const { data, words } = await places();
    const base = await freePortBase();
    const manager = `http://localhost:${base}/mcp`;
    const by = (script: string, ...args: readonly string[]) => withStreams(script, [...args, ...words], 'full', 'full');
    const launcher = 'agents/launcher/main.ts';
    const programs = [by(launcher, 'manager', '--port', String(base))];
    try {
      const status = async () => (await typed('status', '--manager', manager, '--json', '--data', data)).out;
      await until('the manager to answer', async () => ((await status()) === '' ? undefined : true));
      programs.push(
        by(launcher, 'referee', '--id', 'REF01', '--port', String(base + 1), '--manager', manager),
        by('agents/player_P01/main.ts', '--port', String(base + 101), '--manager', manager),
        by(launcher, 'player', '--id', 'P02', '--port', String(base + 102), '--manager', manager),
      );
      const isWhole = (text: string) => /"players": 2/.test(text) && /"referees": 1/.test(text);
      await until('all three to register', async () => (isWhole(await status()) ? true : undefined));
      expect(await typed('start', '--manager', manager, '--data', data)).toMatchObject({ code: 0 });
      expect(await Promise.all(programs.map((program) => program.ended()))).toEqual([0, 0, 0, 0]);
      expect(await matchesPlayed(data)).toBe(1);
    } finally {
      await Promise.all(programs.map((program) => program.end()));
    }
  });
});

/** Runs a command on a terminal of its own, which goes as soon as something is shown on it; then waits for the command. */
const TERMINAL_THAT_GOES = `
import os, pty, subprocess, sys
master, slave = pty.openpty()
run = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, start_new_session=True)
os.close(slave)
os.read(master, 1)
os.close(master)
sys.exit(run.wait())
`;
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

test.skipIf(!hasPython)('a terminal that goes away ends no league', async () => {
  const { data, words } = await places();
  const run = ['run', ...SMALL, '--port-base', String(await freePortBase()), ...words];
  const child = spawn(
    'python3',
    ['-c', TERMINAL_THAT_GOES, process.execPath, START, 'agents/launcher/main.ts', ...run],
    {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const terminal = watched(child, 'a league on a terminal');
  try {
    expect(await terminal.ended(), terminal.err()).toBe(0);
    expect(await matchesPlayed(data)).toBe(1);
  } finally {
    await terminal.end();
  }
});

test('logs that cannot be written are told, and so is the folder that lacks them', async () => {
  const { data } = await places();
  const file = join((await opened).path, 'no-folder');
  writeFileSync(file, '');
  const words = ['--transport', 'memory', ...SMALL, '--data', data, '--logs', join(file, 'logs')];
  const { code, out, err } = await typed('run', ...words);
  expect(code, err).toBe(0);
  expect(err).toMatch(/^league: lines of the log are lost: [^\n]+\n$/);
  expect(out).toMatch(/^Logs {7}\S+logs\/ \(lines are missing\)$/m);
});

describe('a log folder on a full disk', () => {
  const SIZE = 16 * 1024 * 1024;
  /** When that is full, every log has begun, and a line is torn where its page ends. */
  const ROOM = 1024 * 1024;
  let folder = '';
  let isMounted = false;
  beforeAll(async () => {
    folder = join((await opened).path, 'small-disk');
    mkdirSync(folder);
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]).status === 0;
  });
  afterAll(() => void (isMounted && spawnSync('umount', [folder])));

  test('ends no league, is told once, and leaves whole lines that say how many are missing', async ({ skip }) => {
    if (!isMounted) skip('a disk of its own cannot be mounted here');
    const { data } = await places();
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(SIZE - ROOM));
    const words = ['--transport', 'memory', '--players', '24', '--data', data, '--logs', folder];
    const run = league('run', ...words);
    try {
      await until('the loss to be told', () =>
        /^league: lines of the log are lost/m.test(run.err()) ? true : undefined,
      );
      rmSync(filler);
      expect(await run.ended(), run.err()).toBe(0);
      expect(run.err().match(/^league:/gm)).toHaveLength(1);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.jsonl'),
      );
      const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
      const types = lines
        .map((line) => JSON.parse(line))
        .map(({ event_type, message_type }) => event_type ?? message_type);
      expect(types.length).toBeGreaterThan(100);
      expect(types).toContain('LOG_LINES_MISSING');
    } finally {
      await run.end();
    }
  });
});
