/** What `league new` writes works as it stands: its tests pass, check has nothing to say, and its README is true. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { writeTestConfig } from '../../../SHARED/testing/test_config.ts';
import type { CheckReport } from '../../checker/report.ts';
import { type ScratchFolder, scratchFolder } from '../../trials/scratch_folder.ts';
import { freePortBase, until, watched } from '../../trials/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { HAS_PYTHON } from '../../trials/testing/stand_ins.ts';
import { ROOT } from '../world/installation.ts';

/** Six commands on a machine with other things to do. */
const MINUTES = 300_000;

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await scratchFolder('kits-');
});
afterAll(() => scratch.remove());

/** A line as a user types it in a folder. */
async function shell(folder: string, line: string) {
  const program = watched(
    spawn(line, { shell: true, cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
    line,
  );
  try {
    return { code: await program.ended(), out: program.out(), err: program.err() };
  } finally {
    await program.end();
  }
}

/** The lines of the blocks that are meant to be typed. */
async function linesOf(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'README.md'), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
}

const LANGUAGES = ['js', 'ts', ...(HAS_PYTHON ? ['python'] : [])];

const EACH = [...LANGUAGES.map((lang) => [lang, 'a server'] as const), [LANGUAGES.at(-1) ?? '', '--pull'] as const];

describe.each(EACH)('a player in %s, %s', (lang, kind) => {
  test(
    'passes its tests and the check without a warning, plays a league, and is packed as its README says',
    async () => {
      const name = kind === '--pull' ? `pulling ${lang}` : `my ${lang}`;
      const folder = join(scratch.path, name);
      const words = kind === '--pull' ? [kind] : [];
      expect(await typed('new', 'player', '--lang', lang, ...words, folder)).toMatchObject({ code: 0, err: '' });
      const lines = await linesOf(folder);
      expect(lines).toHaveLength(6);
      const shorter = [
        ['private-league', 'private-league --games 2'],
        ['check --', 'check --matches 4 --'],
        ['run --', `run --data d --logs l --port-base ${await freePortBase()} --referees 1 --json --`],
      ] as const;
      const typedLine = async (line: string): Promise<void> => {
        const short = shorter.reduce(
          (before, [what, by]) => before.replace(`league.mjs ${what}`, `league.mjs ${by}`),
          line,
        );
        const { code, out, err } = await shell(folder, short);
        // Two games are not the fifty in a row that a private league asks for.
        const isShortened = line.includes('private-league');
        expect([line, code], `${out}${err}`).toEqual([line, isShortened ? expect.any(Number) : 0]);
        if (line.includes(' run ')) {
          const { matches, standings } = JSON.parse(out);
          expect(matches).toHaveLength(6);
          expect(standings.map((row: { technical_losses: number }) => row.technical_losses)).toEqual([0, 0, 0, 0]);
        }
      };
      // What is packed is there when the others have ended.
      await Promise.all(lines.slice(0, -1).map(typedLine));
      await typedLine(lines.at(-1) ?? '');
      const { verdict } = JSON.parse(await readFile(join(folder, 'check_report.json'), 'utf8')) as CheckReport;
      expect(verdict.steps).toEqual({ passed: 19, warned: 0, failed: 0, skipped: 0 });
      expect(verdict.disqualify).toContain('nothing would disqualify it');
      expect(await readdir(folder)).toContain(`${name}.tar.gz`);
    },
    MINUTES,
  );
});

test.each(LANGUAGES)(
  'a player without a server in %s keeps its seat in its own folder, until the league is over, and ends it',
  async (lang) => {
    const name = `Seated ${lang}`;
    const [folder, elsewhere] = [join(scratch.path, name), join(scratch.path, `from_${lang}`)];
    await mkdir(elsewhere);
    expect(await typed('new', 'player', '--lang', lang, '--pull', folder)).toMatchObject({ code: 0, err: '' });
    const [, program = ''] = /--strategies "(.+?) player/.exec((await linesOf(folder)).join('\n')) ?? [];
    const file = join(folder, lang === 'python' ? 'player.py' : 'player.mjs');
    const league = `"${process.execPath}" "${join(ROOT, 'SHARED', 'tools', 'league.mjs')}"`;
    const runtime = program.includes('python') ? program : `"${process.execPath}"`;
    const own = `--data d --logs l --port-base ${await freePortBase()} --referees 1`;
    const line = `${league} run --players 3 --strategies '${runtime} "${file}",random' ${own}`;
    for (const nth of [1, 2]) {
      const began = systemClock.monotonic();
      const { code, out, err } = await shell(elsewhere, line);
      expect([nth, code], `${out}${err}`).toEqual([nth, 0]);
      const said = `${out}${err}`;
      expect(said).toMatch(/the league is over: .* (is the champion|share the first place); this player is .*, of 3/);
      expect(said).not.toMatch(/is gone|\{"/);
      const [, played = ''] = /matches in ([\d.]+) s/.exec(out) ?? [];
      // The manager would wait five seconds for one that may not have heard of the end.
      expect(systemClock.monotonic() - began - 1_000 * Number(played)).toBeLessThan(4_500);
      expect((await readdir(elsewhere)).filter((each) => each.endsWith('.token'))).toEqual([]);
      const [token = ''] = (await readdir(folder)).filter((each) => each.endsWith('.token'));
      expect(JSON.parse(await readFile(join(folder, token), 'utf8'))).toEqual({});
    }
  },
  MINUTES,
);

test.each([[[]], [['--pull']]])('what proves who a player is stays out of its repository: %j', async (words) => {
  const folder = join(scratch.path, `ignoring${words.length}`);
  expect(await typed('new', 'player', ...words, folder)).toMatchObject({ code: 0, err: '' });
  await writeFile(join(folder, 'ignoring.token'), '');
  spawnSync('git', ['init', '-q'], { cwd: folder });
  const { stdout } = spawnSync('git', ['status', '--short', '-uall'], { cwd: folder, encoding: 'utf8' });
  expect(stdout).toContain('?? .gitignore\n');
  expect(stdout).not.toContain('.token');
});

test(
  'players without a server play beside servers in a league that disqualifies, without a breach',
  async () => {
    const config = join(scratch.path, 'config');
    await writeTestConfig(nodeDisk(), config, { 'leagues/league_2025_even_odd.json': { violations: 'disqualify' } });
    const kits = LANGUAGES.flatMap((lang) => [`pull_${lang}`, `server_${lang}`]);
    for (const kit of kits) {
      const [kind = '', lang = ''] = kit.split('_');
      const words = ['--lang', lang, ...(kind === 'pull' ? ['--pull'] : [])];
      expect(await typed('new', 'player', ...words, join(scratch.path, kit))).toMatchObject({ code: 0, err: '' });
    }
    const tested = async (folder: string) => shell(folder, (await linesOf(folder))[0] ?? '');
    const pulling = kits.filter((kit) => kit.startsWith('pull')).map((kit) => join(scratch.path, kit));
    for (const { code, err } of await Promise.all(pulling.map(tested))) expect(code, err).toBe(0);
    const commandOf = async (kit: string) => {
      const played = (await linesOf(join(scratch.path, kit))).find((line) => line.includes(' run --players')) ?? '';
      return `'cd "${join(scratch.path, kit)}" && ${/--strategies "([^"]+)"/.exec(played)?.[1]}'`;
    };
    const list = (await Promise.all(kits.map(commandOf))).join(',');
    const where = ['--config', config, '--data', join(scratch.path, 'd'), '--logs', join(scratch.path, 'l')];
    const ports = ['--referees', '1', '--port-base', String(await freePortBase(1, kits.length))];
    const run = await typed(
      'run',
      '--players',
      String(kits.length),
      '--strategies',
      list,
      '--json',
      ...ports,
      ...where,
    );
    expect(run.code, run.err).toBe(0);
    const { standings, matches } = JSON.parse(run.out);
    expect(matches).toHaveLength((kits.length * (kits.length - 1)) / 2);
    for (const { technical_losses, violations = {} } of standings)
      expect([technical_losses, violations]).toEqual([0, {}]);
    expect(run.err).toMatch(/^P01: R1M1: /m);
  },
  MINUTES,
);

test.each(LANGUAGES)('a player in %s ends at the word of its manager, and of no other', async (lang) => {
  const folder = join(scratch.path, `ended_${lang}`);
  expect(await typed('new', 'player', '--lang', lang, folder)).toMatchObject({ code: 0, err: '' });
  const registered = Promise.withResolvers<string>();
  const manager = createServer(async (request, response) => {
    const { id, params } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const given = { player_id: 'P01', auth_token: 'tok_1', manager_token: 'mgr_1', league_id: 'league_1' };
    const result = { message_type: 'LEAGUE_REGISTER_RESPONSE', status: 'ACCEPTED', ...given };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }), () => {
      registered.resolve(params.player_meta.contact_endpoint);
    });
  }).listen(0, '127.0.0.1');
  await once(manager, 'listening');
  const played = (await linesOf(folder)).find((line) => line.includes(' run --players')) ?? '';
  const command = `${/--strategies "([^"]+)"/.exec(played)?.[1]} http://127.0.0.1:${(manager.address() as AddressInfo).port}/mcp`;
  const player = watched(spawn(command, { shell: true, cwd: folder, detached: true }), command);
  try {
    const endpoint = await registered.promise;
    const told = async (auth_token: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'shutdown', params: { auth_token } });
      return (await fetch(endpoint, { method: 'POST', body })).json();
    };
    // The answer to its registration may still be on its way to it.
    await expect.poll(() => player.err(), { timeout: 30_000 }).not.toBe('');
    expect(await told('mgr_2')).toMatchObject({ result: { error_code: 'E012' } });
    expect(player.code()).toBeUndefined();
    expect(await told('mgr_1')).toMatchObject({ result: { status: 'ok' } });
    expect(await player.ended()).toBe(0);
  } finally {
    await player.end();
    manager.close();
  }
});

test.skipIf(HAS_PYTHON)('a player in python was not tried: there is no python3 here', () => {
  expect(spawnSync('python3', ['--version']).error).toBeDefined();
});

test.each(LANGUAGES)(
  'a player in %s that is given its endpoint listens there while it waits for its manager',
  async (lang) => {
    const folder = join(scratch.path, `early_${lang}`);
    expect(await typed('new', 'player', '--lang', lang, folder)).toMatchObject({ code: 0, err: '' });
    const played = (await linesOf(folder)).find((line) => line.includes(' run --players')) ?? '';
    const own = `http://127.0.0.1:${await freePortBase()}`;
    const command = `${/--strategies "([^"]+)"/.exec(played)?.[1]} http://127.0.0.1:9/mcp ${own}/mcp`;
    const player = watched(spawn(command, { shell: true, cwd: folder, detached: true }), command);
    try {
      await until('it to wait', () => (player.err().includes('waiting for the manager') ? true : undefined));
      const health = await fetch(`${own}/health`);
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
      const call = async (method: string) => {
        const body = JSON.stringify({ jsonrpc: '2.0', method, params: {}, id: 7 });
        const reply = await fetch(`${own}/mcp`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        });
        return reply.json();
      };
      // It has no manager yet, so that no word ends it.
      expect(await call('shutdown')).toMatchObject({ result: { error_code: 'E012' } });
      expect(await call('ping')).toEqual({ jsonrpc: '2.0', result: { status: 'ok' }, id: 7 });
    } finally {
      await player.end();
    }
  },
);

test('a game keeps the laws of games and is played as its README says', async () => {
  const folder = join(scratch.path, 'count_up');
  expect(await typed('new', 'game', folder)).toMatchObject({ code: 0, err: '' });
  const [testing = '', playing = ''] = await linesOf(folder);
  const tested = await shell(folder, testing);
  expect(tested).toMatchObject({ code: 0, out: expect.stringContaining('law: games end') });
  expect(tested.out).toMatch(/pass 15\n/);
  const played = await shell(folder, `${playing} --json --data d --logs l --port-base ${await freePortBase()}`);
  expect(played.code, played.err).toBe(0);
  const { league_id, matches } = JSON.parse(played.out);
  expect(league_id).toBe('league_2025_count_up');
  expect(matches[0].reason).toMatch(/^P\d\d reached 21 and wins/);
});

test('a game that breaks a law fails its own test', async () => {
  const folder = join(scratch.path, 'endless');
  await typed('new', 'game', '--name', 'endless_game', folder);
  const file = join(folder, 'endless_game.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('total + step <= GOAL', 'step === step'));
  const [testing = ''] = await linesOf(folder);
  const { code, out } = await shell(folder, testing);
  expect([code, out]).toEqual([1, expect.stringContaining('no move goes beyond 21')]);
});

describe('one line and exit code 2 for', () => {
  test.each([
    [['player', '--lang', 'pyhton'], 'new', '--lang takes one of python, js, ts, not "pyhton"; did you mean python?'],
    [['player', '--lang', 'constructor'], 'new', '--lang takes one of python, js, ts, not "constructor"'],
    [['player', '--lang', 'go'], 'new', '--lang takes one of python, js, ts, not "go"\n'],
    [['player', '--name', 'a"b'], 'new', '"a"b" cannot be the name of a player here'],
    [['player'], 'full', 'full is there and not empty; name a new folder'],
    [['game'], 'full', 'full is there and not empty; name a new folder'],
    [['game', '--name', 'My Game'], 'new', '--name takes small letters, digits and _, such as my_game, not "My Game"'],
    [['player'], 'full/file', 'a file is where a folder should be'],
  ])('%j', async (words, name, line) => {
    await mkdir(join(scratch.path, 'full'), { recursive: true });
    await writeFile(join(scratch.path, 'full', 'file'), '');
    const { code, err } = await typed('new', ...words, join(scratch.path, name));
    expect([code, err]).toEqual([2, expect.stringContaining(line)]);
    expect(err).toMatch(/^league: [^\n]+\n$/);
  });

  test('no word after new', async () => {
    expect(await typed('new')).toMatchObject({
      code: 2,
      err: 'league: league new needs another word: new player, new game\n',
    });
  });
});
