/** A league by hand: agents started one by one as the specification says, operated by commands, ending by themselves. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Effects } from '../../SHARED/league_sdk/effects.ts';
import { games } from '../../SHARED/testing/shipped_games.ts';
import { type InProcessRun, startInProcess } from '../launcher/processes/run_in_process.ts';
import { ledgersIn } from '../launcher/world/installation.ts';
import { freePortBase, type Program, program } from './testing/rehearsal.ts';
import { overHttpHere, shippedCast, shippedSettings, typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
/** Processes on a busy machine take their time. */
const PATIENT = { timeout: 15_000 };
const SCHEDULE = [
  'R1M1 P01 – P02',
  'R1M2 P03 – P04',
  'R2M1 P03 – P01',
  'R2M2 P04 – P02',
  'R3M1 P04 – P01',
  'R3M2 P03 – P02',
];

let folder: string;
let data: readonly string[];
let logs: readonly string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  data = ['--data', join(folder, 'data')];
  logs = ['--logs', join(folder, 'logs')];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('seven agents started by hand play the documented league and all end by themselves', async () => {
  const base = await freePortBase();
  const manager = `http://localhost:${base}/mcp`;
  const programs: Program[] = [];
  const start = async (script: string, port: number, says: RegExp, more: readonly string[] = []) => {
    const started = program(`agents/${script}/main.ts`, ['--port', String(port), ...more, ...data, ...logs]);
    programs.push(started);
    await started.says(says);
  };
  try {
    await start('league_manager', base, /League Manager of league_2025_even_odd listens at .* npx league start .*\n/);
    const to = ['--manager', manager];
    const referees = ['REF01', 'REF02'].map((id, i) =>
      start(`referee_${id}`, base + 1 + i, new RegExp(`^Referee ${id} listens at .* and is registered\\.\\n`), to),
    );
    const players = ['P01', 'P02', 'P03', 'P04'].map((id, i) =>
      start(`player_${id}`, base + 101 + i, new RegExp(`^Player ${id} plays ".+" at .* and is registered\\.\\n`), to),
    );
    await Promise.all([...referees, ...players]);
    const { code, out, err } = await typed('start', ...to, ...data);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^league_2025_even_odd: running; 4 players, 2 referees; round 1 of 3/);

    expect(await Promise.all(programs.map((each) => each.ended()))).toEqual(Array(7).fill(0));
    for (const each of programs) {
      expect(each.out()).toMatch(/ ended: .*\.\n/);
      expect(each.err()).toBe('');
    }
  } finally {
    await Promise.all(programs.map((each) => each.end()));
  }
  const rounds = JSON.parse(
    await readFile(join(folder, 'data', 'leagues', LEAGUE, 'rounds.json'), 'utf8'),
  ) as RoundsFile;
  const matches = rounds.rounds.flatMap((round) => round.matches);
  expect(matches.map((match) => `${match.match_id} ${match.player_a} – ${match.player_b}`)).toEqual(SCHEDULE);
  expect(matches.map(({ status }) => status)).not.toContain('TECHNICAL_LOSS');
});

test('a manager started by hand says on its terminal what it could not read, and at which path', async () => {
  const port = await freePortBase();
  const manager = program('agents/league_manager/main.ts', ['--port', String(port), ...data, ...logs]);
  try {
    await manager.says(/listens at/);
    const post = (path: string, body: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
    expect((await post('/mcp', '{"jsonrpc":')).status).toBe(200);
    expect((await post('/mpc', '{}')).status).toBe(404);
    await expect
      .poll(() => manager.err(), PATIENT)
      .toBe(
        'league: 127.0.0.1 sent something that cannot be read: -32700, not valid JSON\n' +
          'league: 127.0.0.1 sent POST /mpc that cannot be read: HTTP 404, nothing listens at this path; a player registers by POST /mcp, method register_player, params with protocol, message_type and player_meta (see doc/protocol_spec.md)\n',
      );
  } finally {
    await manager.end();
  }
});

test('a player says on its terminal what the manager tells it of, by LEAGUE_ERROR', async () => {
  const port = await freePortBase();
  const manager = program('agents/league_manager/main.ts', ['--port', String(port), ...data, ...logs]);
  let player: Program | undefined;
  try {
    await manager.says(/listens at/);
    const to = ['--manager', `http://127.0.0.1:${port}`];
    player = program('agents/launcher/main.ts', ['player', '--id', 'P01', '--port', '0', ...to, ...data, ...logs]);
    await player.says(/is registered/);
    expect(await typed('suspend', 'P01', '--reason', 'it floods', ...to, ...data)).toMatchObject({ code: 0 });
    await expect.poll(() => player?.err(), PATIENT).toMatch(/LEAGUE_ERROR E\d{3}: .*it floods/);
  } finally {
    await player?.end();
    await manager.end();
  }
});

test('an operator adds a player that never registers itself, and is told what is wrong with an address', async () => {
  const port = await freePortBase();
  const to = ['--manager', `http://127.0.0.1:${port}/mcp`, ...data];
  const manager = program('agents/league_manager/main.ts', ['--port', String(port), ...data, ...logs]);
  const silent = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    await manager.says(/listens at/);
    const at = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`;
    const add = async (...args: string[]) => {
      const run = program('agents/launcher/main.ts', ['add', ...args, ...to]);
      return { code: await run.ended(), out: run.out(), err: run.err() };
    };
    expect(await add('nonsense')).toMatchObject({ code: 2 });
    expect(await add(at, '--habit', 'nonsense')).toMatchObject({ code: 2 });
    const nobody = await add(`http://127.0.0.1:${await freePortBase()}/mcp`);
    expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining('nothing listens at') });
    const added = await add(at, '--name', 'Silent One', '--habit', 'own_ids');
    expect(added).toMatchObject({ code: 0, out: `P01 is “Silent One” at ${at}.\n` });
    const more = await add(`${at}/2`, '--name', 'Player 3');
    expect(more.out).toBe(`P02 is “Player 3” at ${at}/2.\n`);
    // No name that is told to everybody says an address, and one that is taken is not tried in vain.
    expect(await add(`${at}/3`)).toMatchObject({ code: 0, out: `P03 is “Player 4” at ${at}/3.\n` });
    const status = program('agents/launcher/main.ts', ['status', ...to]);
    await status.ended();
    expect(status.out()).toContain('P01 speaks rpc, ids of its own');
  } finally {
    silent.close();
    await manager.end();
  }
});

describe('a league that is kept', () => {
  let run: InProcessRun;
  let to: readonly string[];
  let worlds: Effects[];

  beforeEach(async () => {
    const settings = await shippedSettings(['http:']);
    const { league_id } = settings.config;
    expect(league_id).toBe(LEAGUE);
    const options = { settings: { ...settings, keep: true }, limits: settings.limits, cast: await shippedCast() };
    const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
    worlds = [];
    const ofManager = overHttpHere.effectsOf('LM01');
    const store = ledgersIn(places, ofManager.disk);
    const effectsOf = (id: string) => {
      const effects = id === 'LM01' ? ofManager : overHttpHere.effectsOf(id);
      worlds.push(effects);
      return effects;
    };
    const { addressOf } = overHttpHere;
    run = unwrap(await startInProcess({ effectsOf, addressOf, ...options, places, store, games, matchesAtOnce: 1 }));
    to = ['--manager', run.manager.address.replace('/mcp', ''), ...data];
  });
  afterEach(async () => {
    await run.stop('the test is over');
    await Promise.all(worlds.flatMap(({ transport, disk }) => [transport.close(), disk.close()]));
  });

  /** Runs a command that must work; what it printed. */
  async function told(...words: readonly string[]): Promise<string> {
    const { code, out, err } = await typed(...words, ...to);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  }

  test('shows how far it is before, in and after play, to people and to programs', async () => {
    expect(await told('status')).toBe(`${LEAGUE}: waiting; 4 players, 2 referees\n`);
    expect(await told('schedule')).toBe('there is no schedule before the league starts\n');
    await told('start');
    await expect.poll(async () => JSON.parse(await told('status', '--json')).status, PATIENT).toBe('completed');
    expect(await told('status')).toMatch(/: completed; .* 6 of 6 matches decided\n$/);

    const schedule = await told('schedule');
    for (const line of SCHEDULE)
      expect(schedule).toMatch(new RegExp(`^  ${line.replace(' ', ' +')} +REF0[12] +decided +(P0\\d|draw)$`, 'm'));
    expect(JSON.parse(await told('schedule', '--json'))).toHaveLength(6);

    const rows = JSON.parse(await told('standings', '--json')) as { rank: number; player_id: string; points: number }[];
    expect(rows).toHaveLength(4);
    const table = (await told('standings')).trimEnd().split('\n').slice(1);
    expect(table.map((line) => line.trim().split(/ {2,}/)[1])).toEqual(rows.map(({ player_id }) => player_id));
  });

  test('is started once, however often it is told to', async () => {
    const outs = [await told('start', '--json'), await told('start', '--json')];
    expect(outs.map((out) => JSON.parse(out).message_type)).toEqual(['LEAGUE_STATUS', 'LEAGUE_STATUS']);
    expect(JSON.parse(await told('schedule', '--json'))).toHaveLength(6);
  });

  test('is operated by nobody without the operator’s token', async () => {
    const wrong = await typed('stop', ...to, '--operator-token', 'op_guessed');
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/^league: the manager at .* does not know this operator token; .*\n$/);
    const elsewhere = await typed('start', ...to.slice(0, 2), '--data', join(folder, 'elsewhere'));
    expect(elsewhere).toMatchObject({ code: 1, out: '' });
    expect(elsewhere.err).toMatch(
      /^league: no operator token in .*; name the manager's data folder with --data, .*\n$/,
    );
    expect(await told('status')).toContain('waiting');
  });

  test('is held and goes on, and its agents are suspended, readmitted and removed by their ids', async () => {
    expect(await told('pause', '--reason', 'lunch')).toMatch(
      /: paused; 4 players, 2 referees\npaused: lunch; go on with/,
    );
    expect(await told('unpause')).toBe(`${LEAGUE}: waiting; 4 players, 2 referees\n`);
    const why = ['--reason', 'it floods'];
    expect(await told('suspend', 'P01', ...why)).toMatch(/^P01 is suspended\.\n/);
    expect(await told('standings')).toMatch(/P01 .* suspended: it floods$/m);
    expect(await told('readmit', 'P01', ...why)).toMatch(/^P01 is readmitted\.\n/);
    expect(await told('remove', 'P01', ...why)).toMatch(/^P01 is removed\.\n.*; 3 players, 2 referees\n/);
    expect(await typed('remove', 'P22', ...why, ...to)).toEqual({
      code: 2,
      out: '',
      err: 'league: no agent P22 is in this league; did you mean P02?\n',
    });
    expect(await typed('remove', 'P02', ...to)).toMatchObject({
      code: 2,
      err: 'league: league remove needs a reason: league remove P02 --reason TEXT\n',
    });
    expect(await typed('readmit', 'P01', ...why, ...to)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/E007.*a removal is for good/),
    });
  });

  test('ends with all its agents when it is told to stop', async () => {
    await told('start');
    expect(await told('stop')).toBe('The manager ends, and tells its agents to.\n');
    const reasons = await Promise.all([run.manager, ...run.agents].map(({ ended }) => ended));
    expect(new Set(reasons)).toEqual(new Set(['the operator stopped the league']));
    const after = await typed('status', ...to);
    expect(after).toMatchObject({ code: 1, out: '' });
  });
});
