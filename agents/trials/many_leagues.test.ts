/** Many leagues on several hosts, which share a database: real processes at addresses of their own. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sleep, systemClock } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { leagueQueue, type QueuedLeague } from '../../SHARED/league_sdk/postgres/queue.ts';
import { machine } from '../launcher/world/installation.ts';
import { lookAt, networkTransport } from '../launcher/world/wires_http.ts';
import { type PlayerAtWork, startPlayer } from '../player/player.ts';
import { random } from '../player/strategies/random.ts';
import type { Strategy } from '../player/strategy.ts';
import { OwnStage } from './testing/own_stage.ts';
import { hasPostgres, sharedPostgres } from './testing/postgres_server.ts';
import { freePortBase, type Program, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const stage = new OwnStage();

/** Long enough for a league to be seen while it is played. */
const slowly = (ms: number): Strategy => ({
  name: 'slowly',
  async decide(turn) {
    await sleep(turn.clock, ms);
    return random.decide(turn);
  },
});

/** A database, a port for its hosts, and the processes of one test. */
async function hall() {
  const url = await (await sharedPostgres()).database();
  const port = String(await freePortBase(0, 0));
  const queue = leagueQueue(url);
  const database = ['--database', url];
  let places = 0;
  const own = () => ['--data', join(stage.folder, `data${places}`), '--logs', join(stage.folder, `logs${places++}`)];
  const all = () => queue.list();
  const find = async (league_id: string) => (await all()).find((league) => league.league_id === league_id);
  const doorOf = (address: string) => `http://${address}:${port}`;
  return {
    ...{ url, queue, all, doorOf },
    async host(address: string, ...words: readonly string[]): Promise<Program> {
      const host = stage.started('host', ...database, '--host', address, '--port', port, ...words, ...own());
      await host.says(/Host listens/);
      return host;
    },
    referees: (...words: readonly string[]) => stage.started('referee', ...database, ...words, ...own()),
    async submitted(name: string, file: JsonObject, ...words: readonly string[]) {
      const path = join(stage.folder, `${name}.json`);
      await writeFile(path, JSON.stringify(file));
      return typed('submit', path, ...database, ...words);
    },
    command: (...words: readonly string[]) => typed(...words, ...database),
    verified: (league_id: string) => typed('verify', '--league', league_id, '--ledger', url, ...own().slice(0, 2)),
    /** Players of this process, at a league of a host. */
    players: (address: string, league_id: string, names: readonly string[], ms = 0): Promise<readonly PlayerAtWork[]> =>
      Promise.all(
        names.map(async (display_name) => {
          const [, data = '', , logs = ''] = own();
          const manager = `${doorOf(address)}/${league_id}/mcp`;
          const transport = networkTransport('agent', undefined, manager);
          const effects = { ...machine(), transport };
          const started = await startPlayer({
            ...{
              effects,
              places: { data, logs },
              display_name,
              manager,
              strategy: slowly(ms),
              game_types: ['even_odd'],
            },
            ...{ listen: 'http://127.0.0.1:0/mcp', waiting: { ms: 30_000, tell: () => undefined } },
          });
          return unwrap(started);
        }),
      ),
    reaches: (league_id: string, what: string, look: (league: QueuedLeague) => boolean) =>
      until(`${league_id} to be ${what}`, async () => {
        const found = await find(league_id);
        await sleep(systemClock, 100);
        return found !== undefined && look(found) ? found : undefined;
      }),
  };
}

const cup = (league_id: string, players: number, more: JsonObject = {}): JsonObject => ({
  ...{ league_id, display_name: league_id, game_type: 'even_odd' },
  participants: { auto_start_players: players },
  ...more,
});
const OVER = ({ state }: QueuedLeague) => state === 'OVER';

describe.skipIf(!(await hasPostgres()))('leagues of several hosts', () => {
  test('a host is killed: the other one takes its leagues over, and all are played to their end', async () => {
    const { host, submitted, players, referees, reaches, verified, all, doorOf } = await hall();
    const names = ['north', 'south', 'west'];
    for (const name of names) {
      const { code, out } = await submitted(name, cup(name, 4, { schedule: { legs: 2 } }));
      expect([code, out]).toEqual([0, expect.stringContaining('begins by itself when 4 players')]);
    }
    const first = await host('127.0.0.2', '--leagues', '2');
    for (const name of names.slice(0, 2)) await reaches(name, 'taken', ({ state }) => state === 'RUNNING');
    await host('127.0.0.3', '--leagues', '3');
    referees();
    await Promise.all(names.map((name) => players('127.0.0.3', name, ['Ann', 'Ben', 'Cy', 'Di'], 500)));
    const here = (address: string) => (league: QueuedLeague) => league.address === doorOf(address);
    await until('a match on the first host', async () =>
      (await all()).some((league) => here('127.0.0.2')(league) && league.matches_completed > 0) ? true : undefined,
    );
    const page = await lookAt(`${doorOf('127.0.0.3')}/north/api/league`);
    expect(page).toMatchObject({ ok: true, value: { status: 200, text: expect.stringContaining('"north"') } });
    const nowhere = await lookAt(`${doorOf('127.0.0.3')}/east/mcp`);
    expect(nowhere).toMatchObject({ value: { status: 404, text: expect.stringContaining('no league') } });
    first.signal('SIGKILL');
    for (const name of names) await reaches(name, 'over', OVER);
    for (const name of names)
      expect(await verified(name)).toMatchObject({ code: 0, out: expect.stringContaining('12 results') });
    expect(new Set((await all()).map(({ address }) => address))).toEqual(new Set([doorOf('127.0.0.3')]));
    // How each ended stays to be seen.
    expect(await lookAt(`${doorOf('127.0.0.3')}/north/`)).toMatchObject({
      value: { status: 200, text: expect.stringContaining('<html') },
    });
    const ended = unwrap(await lookAt(`${doorOf('127.0.0.3')}/north/api/league`));
    expect(JSON.parse(ended.text)).toMatchObject({ league_id: 'north', status: 'completed', matches: { decided: 12 } });
    const match = unwrap(await lookAt(`${doorOf('127.0.0.3')}/north/api/matches/R1M1`));
    expect(JSON.parse(match.text)).toMatchObject({ match_id: 'R1M1', record_missing: null });
  });

  test('a league is cancelled, another given up by a host that is told to end, and gone on with elsewhere', async () => {
    const { host, submitted, players, referees, reaches, verified, command, queue } = await hall();
    expect(await submitted('early', cup('early', 4))).toMatchObject({ code: 0 });
    expect(await command('cancel', 'early')).toMatchObject({ code: 0, out: expect.stringContaining('never begins') });
    expect(await submitted('bad', { league_id: 'bad', game_type: 'no_such_game', display_name: 'bad' })).toMatchObject({
      ...{ code: 2, err: expect.stringMatching(/^league: [^\n]*no_such_game[^\n]*\n$/) },
    });
    const elsewhere = { league_id: 'elsewhere', game_type: 'go', settings: [] };
    await queue.submit({ ...elsewhere, file: JSON.stringify({ ...cup('elsewhere', 2), game_type: 'go' }) });
    await submitted('kept', cup('kept', 4, { schedule: { legs: 2 } }));
    await submitted('ended', cup('ended', 2, { schedule: { legs: 2 } }));
    expect(await submitted('kept', cup('kept', 4))).toMatchObject({
      code: 2,
      err: expect.stringContaining('cancel it first'),
    });
    const first = await host('127.0.0.2');
    const second = await host('127.0.0.3', '--leagues', '1');
    referees();
    const [cancelled] = await Promise.all([
      players('127.0.0.3', 'ended', ['Ann', 'Ben'], 2_000),
      players('127.0.0.3', 'kept', ['Ann', 'Ben', 'Cy', 'Di'], 1_000),
    ]);
    await reaches('ended', 'played', ({ is_playing }) => is_playing);
    expect(await command('cancel', 'ended', '--reason', 'rain')).toMatchObject({ code: 0 });
    expect(await Promise.all(cancelled.map(({ ended }) => ended))).toEqual(['rain', 'rain']);
    expect(await reaches('ended', 'cancelled', ({ state }) => state === 'CANCELLED')).toMatchObject({ why: 'rain' });
    const there = await reaches('kept', 'played', ({ matches_completed }) => matches_completed > 0);
    const [leaving] = there.address?.includes('127.0.0.2') === true ? [first] : [second];
    leaving?.signal('SIGTERM');
    expect(await leaving?.ended()).toBe(0);
    await reaches('kept', 'on the other host', ({ address }) => address !== null && address !== there.address);
    await reaches('kept', 'over', OVER);
    expect(await verified('kept')).toMatchObject({ code: 0 });
    const listed = await command('list', '--json');
    expect(JSON.parse(listed.out)).toEqual([
      expect.objectContaining({ league_id: 'early', state: 'CANCELLED' }),
      expect.objectContaining({ state: 'FAILED', why: expect.stringContaining('is not in games_registry.json: "go"') }),
      expect.objectContaining({ league_id: 'kept', state: 'OVER', matches_completed: 12, total_matches: 12 }),
      expect.objectContaining({ league_id: 'ended', state: 'CANCELLED', why: 'rain' }),
    ]);
    expect(await submitted('kept', cup('kept', 4))).toMatchObject({ code: 2, err: expect.stringContaining('--fresh') });
    await queue.end();
  });

  test('agents of several leagues that share a folder keep their files apart: ids are those of one league', async () => {
    const { host, submitted, reaches, url, doorOf } = await hall();
    const names = ['north', 'south'];
    for (const name of names) await submitted(name, cup(name, 3));
    await host('127.0.0.2');
    const at = (name: string) => ['--manager', `${doorOf('127.0.0.2')}/${name}/mcp`, '--host', '127.0.0.1'];
    const agents = names.flatMap((name) => [
      ...['Ann', 'Ben'].map((player) => stage.started('player', '--name', `${player} ${name}`, ...at(name))),
      stage.started('player', '--pull', '--name', 'Cy', ...at(name).slice(0, 2)),
      stage.started('referee', ...at(name), '--port', '0'),
    ]);
    for (const name of names) await reaches(name, 'over', OVER);
    await Promise.all(agents.map((agent) => agent.ended()));
    for (const name of names) {
      const folder = join(stage.folder, 'data', 'hosted', name);
      const called = await readdir(join(folder, 'players'));
      expect(called).toHaveLength(3);
      for (const id of called) {
        const file = join(folder, 'players', id, 'history.json');
        const { matches } = JSON.parse(await readFile(file, 'utf8')) as { matches: readonly { league_id: string }[] };
        expect(matches.map(({ league_id }) => league_id)).toEqual([name, name]);
      }
      // The seats of one name are two.
      expect(await readdir(join(folder, 'seats'))).toHaveLength(1);
      const where = ['--league', name, '--ledger', url, ...stage.where];
      const out = join(stage.folder, `${name}.json`);
      const exported = await typed('export', 'history', '--format', 'json', '--out', out, ...where);
      expect(exported).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(await readFile(out, 'utf8'))).toHaveLength(6);
      const laid = await typed('export', '--format', 'files', '--out', join(stage.folder, `${name}-files`), ...where);
      expect(laid.out).toContain('3 matches, 3 players');
    }
    // So are those of a run that has made room for the next one.
    expect(await submitted('north', cup('north', 3), '--fresh')).toMatchObject({ code: 0 });
    const archived = ['--archive', 'latest', '--league', 'north', '--ledger', url, ...stage.where];
    const laid = await typed('export', '--format', 'files', '--out', join(stage.folder, 'archived'), ...archived);
    expect([laid.out, laid.err]).toEqual([expect.stringMatching(/3 matches of \S+, 3 players/), '']);
  });
});
