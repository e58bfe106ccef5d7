/** The command line as a user meets it: help, and one line for every mistake. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { httpTransport } from '../../SHARED/league_sdk/transport/http/http.ts';
import type { Listener } from '../../SHARED/league_sdk/transport/transport.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { freePortBase, isFree, ran } from '../trials/testing/rehearsal.ts';
import { typed } from '../trials/testing/rehearsal_in_process.ts';
import { keptByNpm } from './cli.ts';
import { COMMANDS } from './commands.ts';
import { type Command, helpOf, type OptionTable, parseFlags } from './options.ts';

const ONE_LINE = /^league: [^\n]+\n$/;

const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('help', () => {
  test.each([[], ['help'], ['--help'], ['-h']])('is what `league %s` shows', async (...words) => {
    const { code, out, err } = await typed(...words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const { name, about } of COMMANDS) {
      expect(out).toMatch(new RegExp(`^  ${name} +${escaped(about.slice(0, 12))}`, 'm'));
      expect(flat(out)).toContain(` ${name} ${flat(about)}`);
    }
  });

  test.each(COMMANDS.map(({ name }) => name))('of `league %s` names every option and what it takes', async (name) => {
    const { code, out, err } = await typed(...name.split(' '), '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { options, about } = COMMANDS.find((command) => command.name === name) as (typeof COMMANDS)[number];
    expect(flat(out)).toContain(flat(`league ${name}: ${about}`));
    expect(await typed('help', ...name.split(' '))).toEqual({ code, out, err });
    const all: OptionTable = { ...options, help: { about: 'Shows this help.' } };
    for (const [flag, option] of Object.entries(all)) {
      const value = option.value === undefined ? '' : ` ${option.value}`;
      expect(out).toMatch(new RegExp(`^  --${flag}${escaped(value)}( |$)`, 'm'));
      expect(flat(out)).toContain(` --${flag}${flat(value)} ${flat(option.about)}`);
    }
  });
});

test('`league --version` is the version of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await typed('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

describe('options of `npm start` that npm has taken for its own', () => {
  const [run, status] = ['run', 'status'].map((name) => COMMANDS.find((command) => command.name === name)) as Command[];
  const say = (env: NodeJS.ProcessEnv, rest: readonly string[] = [], command = run) =>
    keptByNpm(command as Command, rest, { npm_lifecycle_event: 'start', ...env });

  test.each<[string, NodeJS.ProcessEnv, readonly string[]]>([
    ['--players 6', { npm_config_players: 'true' }, ['6']],
    ['--players 6', { npm_config_players: '6' }, []],
    ['--port-base 9000 --fresh', { npm_config_port_base: '9000', npm_config_fresh: 'true' }, []],
    ['--players N --seed S', { npm_config_players: 'true', npm_config_seed: 'true' }, ['6', '7']],
  ])('are told as `npm start -- %s`', (words, env, rest) => {
    expect([say(env, rest)]).toEqual([
      expect.stringMatching(new RegExp(`^npm takes options .*; type: npm start -- ${words}$`)),
    ]);
  });

  test('are none of npm itself, of another script or of another command', () => {
    expect(say({ npm_config_json: 'true', npm_config_yes: '' })).toBeUndefined();
    expect(say({ npm_config_players: '6', npm_lifecycle_event: 'test' })).toBeUndefined();
    expect(say({ npm_config_data: 'x' }, [], status)).toBeUndefined();
  });
});

describe('an option that was removed', () => {
  const only = { value: 'LIST', about: 'Some of a list.' };
  const [bench, run] = ['bench', 'run'].map((name) => ({
    name,
    about: '',
    options: { only },
    load: never,
  })) as Command[];
  const removed = { '--old': 'use --new', 'bench --only slow': 'use --only fast' };
  const told =
    (command: Command | undefined, ...words: string[]) =>
    () =>
      parseFlags(command as Command, words, removed);

  test('is refused with the advice of the table and exit code 2', () => {
    expect(told(run, '--old', 'x')).toThrow('--old was removed: use --new');
    expect(told(bench, '--only', 'fast,slow')).toThrow('--only slow was removed: use --only fast');
    expect(told(bench, '--old=1')).toThrow(expect.objectContaining({ exitCode: 2 }));
  });

  test('stays valid with another value, and in another command', () => {
    expect(told(bench, '--only', 'fast')().text('only')).toBe('fast');
    expect(told(run, '--only', 'slow')().text('only')).toBe('slow');
  });

  function never(): never {
    throw new Error('no command is run');
  }
});

describe('operands', () => {
  const command: Command = {
    name: 'class roster',
    about: 'Takes names.',
    operands: [
      { name: 'FILE', about: 'Where they are.' },
      { name: 'DIR', about: 'Where they go.', isOptional: true },
    ],
    options: { json: { about: 'Print JSON.' } },
    load: async () => async () => 0,
  };

  test('are told from options, in any order', () => {
    const flags = parseFlags(command, ['--json', 'names.txt', 'out']);
    expect([flags.operand('FILE'), flags.operand('DIR'), flags.has('json')]).toEqual(['names.txt', 'out', true]);
    expect(parseFlags(command, ['names.txt']).operand('DIR')).toBe('');
  });

  test('are missed, and one too many is refused', () => {
    expect(() => parseFlags(command, [])).toThrow(
      'league class roster needs FILE: league class roster FILE [DIR] [options]',
    );
    expect(() => parseFlags(command, ['a', 'b', 'c'])).toThrow('league class roster takes no "c"');
  });

  test('are in the help', () => {
    expect(helpOf(command)).toMatch(/^league class roster FILE \[DIR\] \[options\]$/m);
    expect(helpOf(command)).toMatch(/^ {2}FILE +Where they are\.$/m);
  });

  test.each([80, 60, 44])('and all help is broken between words, into lines of %i columns', (columns) => {
    for (const each of COMMANDS) {
      const help = helpOf(each, columns);
      const long = help.split('\n').filter((line) => line.length > columns && line.trim().includes(' '));
      expect(long.filter((line) => !line.startsWith('  --'))).toEqual([]);
      expect(flat(help)).toBe(flat(helpOf(each, 10_000)));
    }
  });
});

const ALWAYS: ReadonlySet<string> = new Set(['run', 'resume', 'manager']);

test('every command that starts or calls agents of this machine takes --port-base', () => {
  const calling = COMMANDS.filter(({ name, options }) => 'manager' in options || ALWAYS.has(name));
  expect(calling.length).toBeGreaterThan(10);
  for (const { name, options } of calling) expect(Object.keys(options), name).toContain('port-base');
});

describe('a mistake', () => {
  let folder: string;
  let places: readonly string[];
  let hasty: readonly string[];
  let taken: Listener;
  let takenPort: string;
  let nobody: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    places = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
    const config = join(folder, 'config');
    hasty = ['--config', config, ...places];
    await writeTestConfig(nodeDisk(), config, {
      'system.json': {
        timeouts: { registration_timeout_sec: 0.1 },
        retry_policy: { max_retries: 2, base_delay_sec: 0.01 },
      },
      'leagues/league_2025_even_odd.json': { kind: 'class' },
    });
    taken = unwrap(await httpTransport({ clock: systemClock }).listen('http://127.0.0.1:0/mcp', async () => '{}'));
    takenPort = new URL(taken.address).port;
    nobody = `http://127.0.0.1:${await freePortBase()}/mcp`;
  });
  afterAll(async () => {
    await taken.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** One line on stderr, nothing on stdout, and the exit code that fits. */
  async function expectMistake(words: readonly string[], code: 1 | 2, line: RegExp): Promise<void> {
    const told = await typed(...words);
    expect(told.err, words.join(' ')).toMatch(ONE_LINE);
    expect(told.err).toMatch(line);
    expect({ code: told.code, out: told.out }).toEqual({ code, out: '' });
  }

  test.each([
    ['rnu', /unknown command "rnu"; did you mean run\?/],
    ['clas new', /unknown command "clas"; did you mean class\?/],
    ['class', /league class needs another word: class new, class roster/],
    ['help rnu', /unknown command "rnu"; did you mean run\?/],
    ['stpo', /unknown command "stpo"; try: npx league --help/],
    ['frobnicate', /unknown command "frobnicate"; try: npx league --help/],
    ['run --playrs 4', /unknown option --playrs; did you mean --players\?/],
    ['status --xyzzy', /unknown option --xyzzy; try: npx league status --help/],
    ['run --players', /--players needs a value: --players N/],
    ['run --seed=', /--seed needs a value: --seed S/],
    ['run --transport --data d', /--transport needs a value: --transport /],
    ['run --transport memory --keep', /--keep leaves agents running/],
    ['run --strict=yes', /--strict is a switch and takes no value/],
    ['run now', /league run takes no "now"; try: npx league run --help/],
    ['run --players four', /--players takes a whole number from 2 to 10000, not "four"/],
    ['run --players 0', /--players takes a whole number from 2 to 10000, not "0"/],
    ['run --option best_of=3', /--option is an option of a game; say which with --game/],
    ['run --game rock_paper_scissors --option best_of', /--option takes name=value/],
    ['run --players 1', /--players takes a whole number from 2 to 10000, not "1"/],
    ['run --players=-4', /--players takes a whole number .*, not "-4"/],
    ['run --referees 2.5', /--referees takes a whole number .*, not "2\.5"/],
    ['run --port-base 65536', /--port-base takes a whole number/],
    ['run --port-base 65000 --players 17 --strategies random,', /--strategies takes names separated by commas/],
    ['manager --port 70000', /--port takes a whole number from 0 to 65535, not "70000"/],
    ['referee --max-matches 0', /--max-matches takes a whole number/],
    ['run --strategies randum', /no strategy is called "randum"; did you mean "random"\?/],
    ['player --strategy randum', /no strategy is called "randum"; did you mean "random"\?/],
    ['player --strategy ./nowhere.ts', /there is no strategy file .*nowhere\.ts/],
    ['run --config ./nowhere', /nowhere.*/],
    ['run --league league_2026_even_odd', /league_2026_even_odd/],
    ['run --class nodir', /^league: there is no folder nodir of a class league; .* npx league class new nodir$/m],
    ['run --game chess', /has no "chess"/],
    ['run --game rock_paper_scissors --option x=1', /^league: --option: .* no option "x"; known are best_of$/m],
    ['run --game tic_tac_to', /did you mean "tic_tac_toe"\?/],
    ['run --game tic_tac_toe --league league_2025_even_odd', /league league_2025_even_odd plays even_odd/],
    ['run --records none', /--records none was removed: leave it out, or use --records segments/],
    ['bench --only takeover', /--only takeover was removed: try it by hand, as doc\/MANY_MACHINES.md shows/],
    ['bench --players 50', /--players was removed: the leagues of the bench are always the same/],
    ['status --manager ftp://localhost/', /--manager takes a URL such as/],
  ] as const)('of typing: `league %s`', async (line, says) => {
    await expectMistake(line.split(' '), 2, says);
  });

  test('of typing is found in configurations too', async () => {
    await expectMistake(
      ['run', '--seed', 'x', ...hasty],
      2,
      /a class league draws its numbers itself; leave out --seed/,
    );
    await expectMistake(['player', '--id', 'no way', ...hasty], 2, /"no way" cannot be the id of a player/);
  });

  test.each(['start', 'status', 'standings', 'schedule', 'stop'])(
    'of `league %s`: no manager is there',
    async (command) => {
      const said = new RegExp(`no manager answers at ${escaped(nobody)}; start one with: npx league manager --port`);
      const words = ['--data', join(folder, 'data'), '--manager', nobody, '--operator-token', 'op_none'];
      await expectMistake([command, ...words], 1, said);
    },
  );

  test('of submitting a season: the answer names the files to submit instead', async () => {
    const file = join(folder, 'season.json');
    await writeFile(file, JSON.stringify({ season_id: 'year', divisions: [{ name: 'north', players: 2 }] }));
    await expectMistake(
      ['submit', file],
      2,
      /season\.json: seasons were removed; submit a league file for each division/,
    );
  });

  test('of a folder that is a file names it', async () => {
    const file = join(folder, 'a_file');
    await writeFile(file, '');
    await expectMistake(['run', '--in-process', '--data', file], 1, /a_file.*; choose another folder/);
  });

  test('of a port that is taken names the port', async () => {
    const words = ['--port', takenPort, '--manager', nobody, ...hasty];
    await expectMistake(['player', ...words], 1, new RegExp(takenPort));
    await expectMistake(['referee', ...words], 1, new RegExp(takenPort));
  });

  test('ends the process with its line and code', async () => {
    const alone = ['--port', '0', '--manager', nobody, ...hasty];
    const away = new RegExp(`the league manager at ${escaped(nobody)} does not answer`);
    const waiting = (title: string) =>
      `${title}: waiting for the league manager at ${nobody}, 0.1 s at most; Ctrl-C ends it.\n`;
    const cases = [
      [['rnu'], 2, /unknown command/, ''],
      [['manager', '--port', takenPort, ...places], 1, new RegExp(takenPort), ''],
      [['player', '--id', 'P01', ...alone], 1, away, waiting('Player')],
      [['referee', '--id', 'REF01', ...alone], 1, away, waiting('Referee')],
    ] as const;
    await Promise.all(
      cases.map(async ([words, code, line, out]) => {
        const told = await ran(...words);
        expect(told).toEqual({ code, out, err: expect.stringMatching(ONE_LINE) });
        expect(told.err).toMatch(line);
      }),
    );
  });

  test('of one agent ends the whole run', async () => {
    const base = await freePortBase();
    const inUse = unwrap(
      await httpTransport({ clock: systemClock }).listen(`http://127.0.0.1:${base + 2}/mcp`, async () => ''),
    );
    try {
      const { code, out, err } = await typed('run', '--port-base', String(base), '--json', ...places);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(new RegExp(`\nleague: referee REF02: [^\n]*${base + 2}[^\n]*\n$`));
      for (const offset of [0, 1, 101, 104]) expect(await isFree(base + offset)).toBe(true);
    } finally {
      await inUse.close();
    }
  });
});

test('`run --json` prints one JSON document on stdout and everything else on stderr', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'league-'));
  try {
    const words = ['--in-process', '--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
    const { code, out, err } = await ran('run', '--json', ...words);
    expect(code, err).toBe(0);
    const { standings, champion, matches, seconds } = JSON.parse(out);
    expect(standings).toHaveLength(4);
    expect(champion).toEqual({
      player_id: standings[0].player_id,
      display_name: standings[0].display_name,
      points: standings[0].points,
    });
    expect(matches).toHaveLength(6);
    expect(seconds).toBeGreaterThan(0);
    expect(err).toContain('Champion');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
