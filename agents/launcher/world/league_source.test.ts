/** The same league, read at its manager, in its data folder and in an archive. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { games } from '../../../SHARED/testing/shipped_games.ts';
import { running } from '../../league_manager/testing/rehearsal.ts';
import { type ScratchFolder, scratchFolder } from '../../trials/scratch_folder.ts';
import { within } from '../../trials/testing/rehearsal.ts';
import { overHttpHere, shippedCast, shippedSettings, typed } from '../../trials/testing/rehearsal_in_process.ts';
import { Flags } from '../options.ts';
import { noteRun } from '../processes/roster.ts';
import { type InProcessRun, startInProcess } from '../processes/run_in_process.ts';
import { keepLeague } from '../testing/kept_league.ts';
import { archive, earlierRun } from './archive.ts';
import { ledgersIn, machine, systemEffects } from './installation.ts';
import { type LeagueSource, leagueInFolder, leagueSource } from './league_source.ts';

const LEAGUE = 'league_2025_even_odd';
let scratch: ScratchFolder;
let data: string;
let run: InProcessRun;
const worlds: Effects[] = [];

beforeAll(async () => {
  scratch = await scratchFolder('source-');
  data = join(scratch.path, 'data');
  const settings = { ...(await shippedSettings(['http:'])), keep: true };
  const disk = machine().disk;
  worlds.push({ ...systemEffects('agent'), disk });
  const places = { data, logs: join(scratch.path, 'logs') };
  const store = ledgersIn(places, disk);
  const { limits } = settings;
  const world = {
    ...overHttpHere,
    effectsOf(id: string) {
      const effects = overHttpHere.effectsOf(id);
      worlds.push(effects);
      return effects;
    },
  };
  const cast = await shippedCast();
  run = unwrap(await startInProcess({ ...world, places, settings, limits, store, games, cast, matchesAtOnce: 2 }));
  await run.operator().ask('START_LEAGUE', { league_id: LEAGUE });
  const isOver = async () => (await run.operator().look('get_status'))['status'] === 'completed';
  await within(
    (async () => {
      while (!(await isOver())) await sleep(systemClock, 20);
    })(),
    'the league to be over',
  );
});
afterAll(async () => {
  await run.stop('the test is over');
  await Promise.all(worlds.flatMap(({ transport, disk }) => [transport.close(), disk.close()]));
  await scratch.remove();
});

const token = async () => (await ledgersIn({ data }).document(LEAGUE, 'operator_token').read())?.trim() ?? '';
const source = (...flags: readonly (readonly [string, string])[]) => leagueSource(new Flags(flags));

/** Everything a source says. */
async function saidBy(league: LeagueSource): Promise<Json> {
  const decided: Json[] = [];
  const records: Json[] = [];
  for await (const match of league.decided()) {
    decided.push({ ...match });
    const record = await league.record(match);
    records.push(record.ok ? (record.value as unknown as JsonObject) : record.error);
  }
  const ofP02: Json[] = [];
  for await (const { match_id } of league.decided('P02')) ofP02.push(match_id);
  const { league_id, run_id, game_type } = league;
  const said = {
    ...{ league_id, run_id, game_type, status: await league.status(), standings: await league.standings() },
    ...{ schedule: await league.schedule(), match: await league.match('R3M2'), none: await league.match('R9M9') },
    ...{ decided, records, ofP02 },
  };
  return JSON.parse(JSON.stringify(said)) as Json;
}

const COMMANDS = [['status'], ['standings'], ['schedule'], ['match', 'R3M2'], ['player-report', 'p02']] as const;

test('manager, data folder and archive say the same, and so do the commands that read them', async () => {
  async function typedAt(...where: readonly string[]) {
    const printed: string[] = [];
    for (const command of COMMANDS) printed.push((await typed(...command, '--json', ...where)).out);
    return printed;
  }
  const atManager = await source(['manager', run.manager.address], ['data', data]);
  const [said, printed] = [await saidBy(atManager), await typedAt('--manager', run.manager.address, '--data', data)];
  expect(atManager.kind).toBe('manager');
  expect(JSON.parse(printed[3] ?? '')).toMatchObject({
    match_id: 'R3M2',
    draw: { as_promised: true },
    steps: [{ step: 0 }, { step: 0 }, { step: 1 }, { step: 1 }],
  });
  expect(said).toMatchObject({ decided: { length: 6 }, records: [{ match_id: 'R1M1' }, {}, {}, {}, {}, {}] });
  expect(said).toMatchObject({ ofP02: { length: 3 }, match: { match_id: 'R3M2', status: 'DECIDED' } });

  // Far from its files the manager says the same, without a token; only records are not at hand.
  const afar = await source(
    ['manager', run.manager.address],
    ['data', scratch.path],
    ['operator-token', await token()],
  );
  const far = (await saidBy(afar)) as { records: Json };
  expect(afar.league).toBeUndefined();
  expect(far).toEqual({ ...(said as JsonObject), records: far.records });
  expect(far.records).toContain('the file of the match is where its referee runs, or not written yet');

  // The ledger says where its manager listens, so that the folder is enough.
  const found = await source(['data', data]);
  expect([found.kind, found.where]).toEqual(['manager', run.manager.address]);

  await run.stop('enough');
  const inFolder = await source(['data', data]);
  expect(inFolder.kind).toBe('folder');
  expect(await saidBy(inFolder)).toEqual(said);
  expect(await typedAt('--data', data)).toEqual(printed);
  expect((await typed('status', '--data', data)).out).toContain(`read from ${data}; no manager runs it now\n`);

  const { disk } = machine();
  const shelf = { store: ledgersIn({ data }, disk), disk, data };
  await archive(shelf, LEAGUE, await earlierRun(shelf, LEAGUE));
  await disk.close();
  for (const where of [
    ['--archive', 'latest', '--data', data],
    ['--archive', (await source(['archive', 'latest'], ['data', data])).where],
  ])
    expect(await typedAt(...where)).toEqual(printed);
  const archived = await source(['archive', 'latest'], ['data', data]);
  expect(archived.kind).toBe('archive');
  expect(await saidBy(archived)).toEqual(said);
});

describe('without a manager', () => {
  test('a folder with one league has that one, and of several one is named', async () => {
    const folder = join(scratch.path, 'several');
    await keepLeague(folder, 'cup', running({ players: 2 }));
    expect((await typed('standings', '--data', folder, '--json')).code).toBe(0);
    await keepLeague(folder, 'bowl', running({ players: 3 }));
    expect(await typed('standings', '--data', folder)).toEqual({
      code: 2,
      out: '',
      err: `league: ${folder} has several leagues: bowl, cup; name one with --league ID\n`,
    });
    expect((await typed('standings', '--data', folder, '--league', 'cup')).code).toBe(0);
    expect(await typed('standings', '--data', folder, '--league', 'vase')).toMatchObject({
      code: 2,
      err: `league: there is no league vase in ${folder}, which has: bowl, cup\n`,
    });
  });

  test('a folder that is not there is told as such, and no manager is asked in its place', async () => {
    const nowhere = join(scratch.path, 'nowhere');
    for (const command of ['status', 'standings', 'schedule', 'pause'])
      expect(await typed(command, '--data', nowhere)).toEqual({
        code: 2,
        out: '',
        err: `league: there is no folder ${nowhere}; name the data folder of a league, or the address of its manager\n`,
      });
  });

  test('verify names no league of several, and resume takes one of several that alone is not over', async () => {
    const folder = join(scratch.path, 'of_two');
    await keepLeague(folder, 'cup', running({ players: 2 }).slice(0, 3));
    await keepLeague(folder, 'bowl', running({ players: 2 }).slice(0, 3));
    const several = { code: 2, err: `league: ${folder} has several leagues: bowl, cup; name one with --league ID\n` };
    expect(await typed('verify', '--data', folder)).toMatchObject(several);
    expect(await typed('resume', '--data', folder)).toMatchObject(several);
    const { disk } = machine();
    const store = ledgersIn({ data: folder }, disk);
    const flags = new Flags([['data', folder]]);
    expect(await leagueInFolder(flags, store, ({ league_id }) => league_id === 'cup')).toBe('cup');
    await disk.close();
  });

  test('verify and resume take the only league of a folder', async () => {
    const folder = join(scratch.path, 'only');
    await keepLeague(folder, 'cup', running({ players: 2 }).slice(0, 3));
    expect((await typed('verify', '--data', folder)).err).not.toContain('there is no ledger');
    expect((await typed('resume', '--data', folder)).err).toBe(
      `league: play has not begun in cup; start its manager again with: npx league manager --data ${folder}\n`,
    );
  });

  test('a league that was killed says how it goes on', async () => {
    const folder = join(scratch.path, 'killed');
    await keepLeague(folder, 'cup', running({ players: 2 }));
    expect((await typed('status', '--data', folder)).out).toContain(
      `read from ${folder}; no manager runs it now; go on with: npx league resume --league cup --data ${folder}\n`,
    );
  });

  test('a run that was interrupted before play says how it goes on; a manager that waited alone does not', async () => {
    const folder = join(scratch.path, 'early');
    await keepLeague(folder, 'cup', running({ players: 2 }).slice(0, 3));
    expect((await typed('status', '--data', folder)).out).not.toContain('go on with');
    const { disk } = machine();
    const flags = new Flags([['players', '2']]);
    await noteRun(ledgersIn({ data: folder }, disk), 'cup', { flags, strategies: new Map() });
    await disk.close();
    expect((await typed('status', '--data', folder)).out).toContain('; go on with: npx league resume --league cup ');
  });

  test('an archive that is not there is told in a line, with those that are', async () => {
    const folder = join(scratch.path, 'empty');
    expect(await typed('status', '--data', folder, '--archive', 'latest')).toMatchObject({
      code: 2,
      err: `league: latest in ${folder} is no archive of a league; there is none\n`,
    });
    expect((await typed('status', '--archive', './nowhere')).code).toBe(2);
  });
});

test('a manager that answers without its list is told as such', async () => {
  const server = createServer(async (request, response) => {
    const { id } = (await json(request)) as JsonObject;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, result: { league_id: LEAGUE, next_cursor: null } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const league = await source(['manager', `http://127.0.0.1:${port}/mcp`], ['data', data]);
    await expect(league.standings()).rejects.toThrow("the manager's answer has no list of standings");
    await expect(league.match('R1M1')).rejects.toThrow("the manager's answer has no list of matches");
  } finally {
    server.close();
  }
});
