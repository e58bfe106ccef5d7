/** What disks and operators do to real processes: no room, a torn file, a changed one, a missing one, two managers. */
import { spawn, spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventsIn } from '../../../SHARED/league_sdk/ledger/text.ts';
import { registration } from '../../../SHARED/testing/foreign_player.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { league, type Program, ran, until, watched } from '../testing/rehearsal.ts';
import { typed } from '../testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const programs: Program[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env['TMPDIR_ON_DISK'] ?? tmpdir(), 'league-disk-'));
});
afterEach(() => Promise.all(programs.splice(0).map((program) => program.end())));
afterAll(() => rm(folder, { recursive: true, force: true }));

const placesIn = (name: string) => ['--data', join(folder, name), '--logs', join(folder, `${name}_logs`)];
const fileIn = (name: string, file: string) => join(folder, name, 'leagues', LEAGUE, file);

async function eventsOf(name: string): Promise<readonly LeagueEvent[]> {
  const read = eventsIn<LeagueEvent>(await readFile(fileIn(name, 'ledger.jsonl'), 'utf8').catch(() => ''));
  return read.ok ? read.value.lines.flat() : [];
}

function started(program: Program): Program {
  programs.push(program);
  return program;
}

/** A program in a group of its own, in the folder of the installation. */
function run([name = '', ...words]: readonly string[]): Program {
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(name, words, { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  return started(watched(child, name));
}

/** The words for a manager, after those for the machine's Node. */
const MANAGER = [resolve(ROOT, 'SHARED', 'tools', 'start.mjs'), 'agents/launcher/main.ts', 'manager', '--port', '0'];
/** The words for a program in a PID namespace of its own; undefined where the machine does not allow one (it takes Linux and root). */
const UNSHARE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const UNSHARED = spawnSync('env', [...UNSHARE, 'true']).status === 0 ? UNSHARE : undefined;

describe.skipIf(process.platform === 'win32')('a league that was killed', () => {
  const NAME = 'killed';
  const where = () => placesIn(NAME);
  let before: readonly LeagueEvent[];

  beforeAll(async () => {
    const killed = league('run', '--in-process', '--players', '18', ...where());
    try {
      await until('the first results', async () => {
        const results = (await eventsOf(NAME)).filter(({ type }) => type === 'match_decided');
        return results.length > 5 ? results : undefined;
      });
    } finally {
      killed.signal('SIGKILL');
      await killed.end();
    }
    before = await eventsOf(NAME);
  });

  async function manager(): Promise<Program> {
    const program = started(league('manager', '--port', '0', ...where()));
    await program.says(/It goes on with an unfinished league, \d+ of 153 matches decided/);
    return program;
  }

  test('goes on without the line it was killed in, and its views are made anew', async () => {
    await appendFile(fileIn(NAME, 'ledger.jsonl'), '{"seq":999,"prev":"00');
    await writeFile(fileIn(NAME, 'standings.json'), '{"standings": [');
    await rm(fileIn(NAME, 'rounds.json'), { force: true });
    const again = await manager();
    await until('its views', async () => {
      const verified = await typed('verify', '--data', join(folder, NAME));
      return verified.code === 0 ? true : undefined;
    });
    expect((await eventsOf(NAME)).slice(0, before.length)).toEqual(before);
    again.signal('SIGKILL');
    await again.ended();
  });

  test('is open to one manager at a time', async () => {
    const first = await manager();
    const second = await ran('manager', '--port', '0', ...where());
    expect([second.code, second.out]).toEqual([1, '']);
    expect(second.err).toMatch(/^league: a manager is already running this league on .*; stop it first .*\n$/);
    first.signal('SIGKILL');
    await first.ended();
    await manager();
  });

  test.skipIf(UNSHARED === undefined)('is open to one manager at a time, in whatever PID namespace', async () => {
    const first = await manager();
    const second = run([...(UNSHARED ?? []), process.execPath, ...MANAGER, ...where()]);
    expect([await second.ended(), second.out()]).toEqual([1, '']);
    expect(second.err()).toMatch(/^league: a manager is already running this league on .*; stop it first .*\n$/);
    first.signal('SIGKILL');
    await first.ended();
  });

  test.runIf(process.platform === 'linux')('is free when its manager was killed and nobody has reaped it', async () => {
    // The shell becomes a program that waits for no child.
    const words = ['sh', '-c', '"$@" & echo "the manager is $!"; exec sleep 100', 'sh', process.execPath, ...MANAGER];
    const parent = run([...words, ...where()]);
    const [, pid = ''] = await parent.says(/the manager is (\d+)/);
    await parent.says(/listens at/);
    expect((await ran('manager', '--port', '0', '--fresh', ...where())).code).toBe(1);
    process.kill(Number(pid), 'SIGKILL');
    await until('a zombie', async () => (/\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8')) ? true : undefined));
    await manager();
  });

  test('stays as it is when its ledger was changed, and whoever asks is told where', async () => {
    const path = fileIn(NAME, 'ledger.jsonl');
    const damaged = (await readFile(path, 'utf8')).replace('"winner":"P', '"winner":"Q');
    await writeFile(path, damaged);
    for (const command of ['manager', 'resume', 'verify']) {
      const words = command === 'verify' ? ['--data', join(folder, NAME)] : where();
      const { code, out, err } = await typed(command, ...words);
      expect([command, code, out]).toEqual([command, 1, '']);
      expect(err).toMatch(/^league: .*ledger\.jsonl.* line \d+.*\n$/);
    }
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });
});

describe.skipIf(process.platform === 'win32')('a manager that has no more room', () => {
  /** In blocks of 1024 bytes, for every file: the ledger of these players takes more. */
  const BLOCKS = 4;

  test('acknowledges nothing more, says so in one line, and ends with 1; with room again it goes on', async () => {
    const where = placesIn('full');
    const limited = ['bash', '-c', `ulimit -f ${BLOCKS} && exec "$@"`, 'bash', process.execPath, ...MANAGER];
    const full = run([...limited, ...where]);
    const [, url = ''] = await full.says(/listens at (http:\S+\/mcp)\./);
    const accepted: string[] = [];
    for (let n = 1; n <= 40; n++) {
      const id = `P${String(n).padStart(2, '0')}`;
      if (await registered(url, id)) accepted.push(id);
    }
    expect(await full.ended()).toBe(1);
    expect(full.err()).toMatch(
      /^league: the manager failed: cannot write .*ledger\.jsonl: .*; what was acknowledged is kept/m,
    );
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.length).toBeLessThan(40);

    const again = started(league('manager', '--port', '0', ...where));
    await again.says(/listens at/);
    const known = (await eventsOf('full')).flatMap((event) =>
      event.type === 'agent_registered' ? [event.agent_id] : [],
    );
    expect(known.slice(0, accepted.length)).toEqual(accepted);
  });
});

describe.skipIf(process.platform === 'win32')('a manager whose ledger another process writes to', () => {
  test('acknowledges nothing more, says so in one line, and ends with 1', async () => {
    const manager = started(league('manager', '--port', '0', ...placesIn('shared')));
    const [, url = ''] = await manager.says(/listens at (http:\S+\/mcp)\./);
    expect(await registered(url, 'P01')).toBe(true);
    const path = fileIn('shared', 'ledger.jsonl');
    const before = await readFile(path, 'utf8');
    await appendFile(path, '{"seq":');
    expect(await registered(url, 'P02')).toBe(false);
    expect(await manager.ended()).toBe(1);
    expect(manager.err()).toMatch(
      /^league: the manager failed: cannot write .*ledger\.jsonl: another process has written to it .*\n$/,
    );
    expect(await readFile(path, 'utf8')).toBe(`${before}{"seq":`);
  });
});

/** Whether the manager said that this player is in. */
async function registered(url: string, id: string): Promise<boolean> {
  const params = registration(`Agent ${id}`, `http://localhost:1/mcp/${id}`, id);
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result } = (await response.json()) as { readonly result?: { readonly status?: string } };
    return result?.status === 'ACCEPTED';
  } catch {
    // It is gone, and has said nothing.
    return false;
  }
}
