/** A league as tables, from its folder, from its archive and while its manager runs. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { games } from '../../../SHARED/testing/shipped_games.ts';
import { AT, decision, folded, matchIn, running, seedOf } from '../../league_manager/testing/rehearsal.ts';
import { type ScratchFolder, scratchFolder } from '../../trials/scratch_folder.ts';
import { overHttpHere, shippedCast, shippedSettings, typed } from '../../trials/testing/rehearsal_in_process.ts';
import { startInProcess } from '../processes/run_in_process.ts';
import { keepLeague } from '../testing/kept_league.ts';
import { ledgersIn } from '../world/installation.ts';

const TABLES = ['players', 'matches', 'moves', 'messages', 'faults', 'history', 'log'] as const;
let scratch: ScratchFolder;
let where: readonly string[];

beforeAll(async () => {
  scratch = await scratchFolder('export-');
  where = ['--data', join(scratch.path, 'data'), '--logs', join(scratch.path, 'logs')];
  const broken = join(scratch.path, 'broken.ts');
  await writeFile(broken, "export const strategy = () => { throw new TypeError('no idea') };\n");
  const played = await typed('run', '--in-process', '--players', '3', '--strategies', `mirror,${broken}`, ...where);
  expect(played.code).toBe(0);
}, 60_000);
afterAll(() => scratch.remove());

const at = (...names: readonly string[]) => join(scratch.path, ...names);

/** The tables of an export as JSON. */
async function tablesIn(folder: string): Promise<{ readonly [table: string]: readonly JsonObject[] }> {
  const names = await readdir(folder);
  const tables = names.map(async (name) => [
    name.replace('.json', ''),
    JSON.parse(await readFile(join(folder, name), 'utf8')),
  ]);
  return Object.fromEntries(await Promise.all(tables));
}

test('all tables are written in every format, from the same rows', async () => {
  for (const format of ['csv', 'json', 'parquet']) {
    expect(await typed('export', '--format', format, '--out', at(format), ...where)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await readdir(at(format))).toEqual([...TABLES, 'columns'].map((name) => `${name}.${format}`).sort());
  }
  const tables = await tablesIn(at('json'));
  const told = await typed('export', '--format', 'sqlite', '--out', at('all.sqlite'), ...where);
  expect(told.out).toContain('players 3 rows, matches 3 rows, moves 6 rows');
  const database = new DatabaseSync(at('all.sqlite'), { readOnly: true });
  for (const table of TABLES) {
    const { n } = database.prepare(`SELECT count(*) AS n FROM ${table}`).get() ?? {};
    expect([table, n]).toEqual([table, tables[table]?.length]);
    const file = Uint8Array.from(await readFile(at('parquet', `${table}.parquet`))).buffer;
    expect([table, (await parquetReadObjects({ file })).length]).toEqual([table, n]);
    expect(
      (await readFile(at('csv', `${table}.csv`), 'utf8')).startsWith(
        `${tables['columns']
          ?.filter(({ table_name }) => table_name === table)
          .map(({ column_name }) => column_name)
          .join(',')}\r\n`,
      ),
    ).toBe(true);
  }
  database.close();
});

test('as HTML a table is a table, and the league is its page, of which nothing runs that was not written here', async () => {
  for (const table of TABLES) {
    const told = await typed('export', table, '--format', 'html', '--out', at(`${table}.html`), ...where);
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(await readFile(at(`${table}.html`), 'utf8')).toContain(`<h2>${table}</h2>`);
  }
  expect(await typed('export', '--format', 'html', '--out', at('league.html'), ...where)).toEqual({
    code: 0,
    out: `Wrote ${at('league.html')}: the page of league_2025_even_odd with 3 matches, to be opened in a browser.\n`,
    err: '',
  });
  const page = await readFile(at('league.html'), 'utf8');
  const [, policy = ''] = /http-equiv="content-security-policy" content="([^"]+)"/.exec(page) ?? [];
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; /);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toMatch(/<script[^>]* src=|<link[^>]* href="(?!data:)/);
});

test('rows say how players play, what was drawn, how long it took and which moves a guard made', async () => {
  const { players, matches, moves, messages, history, log, columns } = await tablesIn(at('json'));
  expect(players?.map(({ player_id, strategy }) => [player_id, strategy]).sort()).toEqual([
    ['P01', 'mirror'],
    ['P02', 'broken'],
    ['P03', 'mirror'],
  ]);
  expect(players?.find(({ player_id }) => player_id === 'P02')).toMatchObject({ guarded_moves: 2, played: 2 });
  for (const match of matches ?? []) {
    expect(match).toMatchObject({ status: 'DECIDED', termination: 'normal', verified: true });
    expect(match['draw_seed']).toMatch(/^[0-9a-f]{64}$/);
    expect(match['facts']).toMatchObject({ drawn_number: expect.any(Number) });
    expect(match['duration_ms']).toBe(Date.parse(`${match['finished_at']}`) - Date.parse(`${match['created_at']}`));
    const guarded = [match['player_a'], match['player_b']].map((id) => (id === 'P02' ? 1 : 0));
    expect([match['guarded_a'], match['guarded_b']]).toEqual(guarded);
  }
  expect(moves?.every(({ move }) => move === 'even' || move === 'odd')).toBe(true);
  for (const { player_id, attempts, asked_ms, answered_ms, deadline_ms, guarded } of moves ?? []) {
    expect(attempts).toBe(1);
    expect(Number(asked_ms)).toBeLessThanOrEqual(Number(answered_ms));
    expect(Number(answered_ms)).toBeLessThan(Number(deadline_ms));
    if (player_id === 'P02') expect(guarded).toContain('TypeError: no idea');
    else expect(guarded).toBeNull();
  }
  expect(messages?.filter(({ match_id }) => match_id === 'R1M1').map(({ message_type }) => message_type)).toContain(
    'GAME_INVITATION',
  );
  expect(history?.filter(({ player_id }) => player_id === 'P01')).toHaveLength(2);
  expect(log?.map(({ event_type }) => event_type)).toContain('LEAGUE_STARTED');
  // Every value has a column that explains it, and every column of a table is told.
  expect(columns?.filter(({ about }) => typeof about !== 'string' || about === '')).toEqual([]);
  expect(new Set(columns?.map(({ table_name }) => table_name))).toEqual(new Set(TABLES));
});

test('one table is one file, and an archived run has its own rows alone', async () => {
  const before = await tablesIn(at('json'));
  const again = await typed('run', '--in-process', '--players', '2', '--strategies', 'random', ...where);
  expect(again.code).toBe(0);
  expect(await typed('export', 'matches', '--format', 'json', '--out', at('now.json'), ...where)).toMatchObject({
    code: 0,
    out: expect.stringContaining('now.json: matches 1 row.\n'),
  });
  const archived = await typed('export', '--archive', 'latest', '--format', 'json', '--out', at('archived'), ...where);
  expect(archived).toMatchObject({ code: 0, err: '' });
  expect(await tablesIn(at('archived'))).toEqual(before);
}, 60_000);

test('a league that runs is read where its manager keeps it, and nowhere else', async () => {
  const worlds: Effects[] = [];
  const effectsOf = (id: string) => {
    const effects = overHttpHere.effectsOf(id);
    worlds.push(effects);
    return effects;
  };
  const places = { data: at('running'), logs: at('logs') };
  const disk = nodeDisk();
  const settings = { ...(await shippedSettings(['http:'])), keep: true };
  const store = ledgersIn(places, disk);
  const cast = await shippedCast();
  const world = { ...overHttpHere, effectsOf, places, settings, limits: settings.limits, store };
  const run = unwrap(await startInProcess({ ...world, games, cast, matchesAtOnce: 2 }));
  try {
    const there = ['--manager', run.manager.address, '--out', at('running.csv')];
    expect(await typed('export', 'players', ...there, '--data', at('running'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('players 4 rows.\n'),
    });
    expect(await typed('export', 'matches', ...there, '--data', at('running'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('matches 0 rows.\n'),
    });
    expect(await typed('export', 'history', ...there, '--data', at('running'))).toMatchObject({ code: 0, err: '' });
    const page = ['--format', 'html', '--out', at('running.html'), '--manager', run.manager.address];
    expect(await typed('export', ...page, '--data', at('running'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('with 0 matches'),
    });
    expect(await typed('export', 'players', ...there, '--data', at('elsewhere'))).toEqual({
      code: 1,
      out: '',
      err: `league: the files of the league at ${run.manager.address} are not in ${at('elsewhere')}; do this where its manager runs, or name them with --data DIR\n`,
    });
  } finally {
    await run.stop('the test is over');
    await Promise.all(worlds.flatMap(({ transport, disk }) => [transport.close(), disk.close()]));
    await disk.close();
  }
}, 60_000);

describe('of a league made from events', () => {
  test('faults have their sentences, open matches no seed, and what is not at hand is told', async () => {
    const opened = running({ players: 4, agents: { P01: { display_name: '=cmd()' } } });
    const entry = { player_id: 'P02', step: 1, awaited: 'CHOOSE_PARITY_RESPONSE', attempt: 1 };
    const timeline = [
      {
        ...entry,
        asked_ms: 5,
        answered_ms: null,
        deadline_ms: 3_005,
        fault: { code: 'E001', sentence: 'P02 was late' },
      },
      { ...entry, attempt: 2, asked_ms: 3_010, answered_ms: 3_500, deadline_ms: 6_010 },
    ];
    const league = folded(opened);
    const decided = decision(matchIn(league, 'R1M1'), { silent: [matchIn(league, 'R1M1').pairing.seats[0]] });
    const fault = { ...decided.result.details.faults[0], player_id: 'P02', cause: 'timeout' as const, evidence: {} };
    const details = { ...decided.result.details, faults: [fault], reason: 'P02 lost.', timeline };
    const violations = [{ player_id: 'P02', kind: 'crash' as const, example: 'HTTP 500' }];
    const result = { ...decided.result, details: { ...details, violations } };
    const removal = { type: 'agent_removed', at: AT, agent_id: 'P04', reason: 'it cheats', by: 'operator' } as const;
    const removed = { ...removal, counted: false };
    await keepLeague(at('events'), 'cup', [...opened, { ...decided, result }, removed]);
    const told = await typed('export', '--format', 'json', '--out', at('cup'), '--data', at('events'));
    expect(told).toMatchObject({
      code: 0,
      err: 'the messages of 1 of the decided matches are left out: the file of the match is where its referee runs, or not written yet\n',
    });
    const { faults, matches, players } = await tablesIn(at('cup'));
    expect(faults).toMatchObject([
      {
        ...{ match_id: 'R1M1', player_id: 'P02', is_decisive: true, cause: 'timeout', code: 'E001', attempt: 1 },
        ...{ asked_ms: 5, answered_ms: null, deadline_ms: 3_005, sentence: 'P02 was late' },
      },
    ]);
    expect(matches?.map(({ match_id, status, draw_seed }) => [match_id, status, draw_seed])).toEqual([
      ['R1M1', 'DECIDED', seedOf('R1M1')],
      ['R1M2', 'RUNNING', null],
      ['R2M1', 'SCHEDULED', null],
      ['R2M2', 'NOT_PLAYED', null],
      ['R3M1', 'NOT_PLAYED', null],
      ['R3M2', 'SCHEDULED', null],
    ]);
    expect(players?.map(({ strategy }) => strategy)).toEqual([null, null, null, null]);
    expect(players?.at(-1)).toMatchObject({ player_id: 'P04', mark: 'removed', reason: 'it cheats' });
    expect(players?.find(({ player_id }) => player_id === 'P02')).toMatchObject({
      mark: null,
      violations: { crash: 1 },
    });
    const { player_a, player_b, is_counted } = matches?.[0] ?? {};
    expect(is_counted).toBe(player_a !== 'P04' && player_b !== 'P04');
    await typed('export', 'players', '--out', at('players.csv'), '--data', at('events'));
    expect(await readFile(at('players.csv'), 'utf8')).toContain(`P01,'=cmd(),`);
    // This league has no file in the configuration of this installation.
    const page = await typed('export', '--format', 'html', '--out', at('cup.html'), '--data', at('events'));
    expect(page).toMatchObject({ code: 0, out: expect.stringContaining('the page of cup with 2 matches'), err: '' });
  });

  test('a word that is no table or no format is told in a line', async () => {
    expect(await typed('export', 'playrs', '--data', at('events'))).toEqual({
      code: 2,
      out: '',
      err: 'league: there is no table "playrs" to export; there are: players, matches, moves, messages, faults, history, log\n',
    });
    expect(await typed('export', '--format', 'xls', '--data', at('events'))).toMatchObject({
      code: 2,
      err: 'league: --format takes csv, json, sqlite, parquet, html, files, not "xls"\n',
    });
    await mkdir(at('taken'));
    expect(await typed('export', 'players', '--out', at('taken'), '--data', at('events'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^league: cannot write .*taken: a folder is where a file should be.*\n$/),
    });
  });
});
