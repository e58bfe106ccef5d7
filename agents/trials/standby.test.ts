/** Managers that stand by for one league, as real processes on addresses of their own; their database is a real one. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { systemEntropy } from '../../SHARED/core/entropy.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { postgresLedgerStore } from '../../SHARED/league_sdk/postgres/store.ts';
import { CALLER_HEADER } from '../../SHARED/league_sdk/transport/http/forwarded.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { readLeague } from '../league_manager/league/read_league.ts';
import { statusOf } from '../league_manager/public/queries.ts';
import { OwnStage } from './testing/own_stage.ts';
import { hasPostgres, sharedPostgres, startPostgres } from './testing/postgres_server.ts';
import { freePortBase, league, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
/** Twice four players, each against each. */
const MATCHES = 12;
/** A leader that hangs is replaced within five seconds; the machine of the tests may be busy. */
const SOON_MS = 5_000 + 4_000;
/** Plays on only while there is no file of this name: what happens to managers happens in the middle of matches. */
const holding = (file: string) => `import { existsSync } from 'node:fs';
export const strategy = {
  name: 'held',
  decide: ({ moves, clock }) =>
    new Promise((settle) => {
      const look = () => (existsSync(${JSON.stringify(file)}) ? clock.after(50, look) : settle(moves[0]));
      clock.after(150, look);
    }),
};
`;
const stage = new OwnStage();

describe.skipIf(!(await hasPostgres()))('two managers of one league', () => {
  test('a leader that hangs is replaced and fenced, one that is killed is replaced, and the league ends as if none had', {
    timeout: 120_000,
  }, async () => {
    const url = await (await sharedPostgres()).database();
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    const disk = nodeDisk();
    const config = join(stage.folder, 'config');
    const strategy = join(stage.folder, 'held.mjs');
    const hold = join(stage.folder, 'hold');
    await disk.replace(strategy, holding(hold));
    await writeTestConfig(disk, config, { 'system.json': { retry_policy: { base_delay_sec: 0.2 } } });
    const base = await freePortBase(2, 4);
    const at = (host: string) => `http://${host}:${base}/mcp`;
    const [one, other] = ['127.0.0.2', '127.0.0.3'];
    const from = (name: string) => [
      '--config',
      config,
      '--data',
      join(stage.folder, name),
      '--logs',
      join(stage.folder, `${name}_logs`),
    ];
    const manager = (host: string) =>
      stage.own(
        league(
          'manager',
          '--standby',
          '--ledger',
          url,
          '--host',
          host,
          '--port',
          String(base),
          '--legs',
          '2',
          ...from(host),
        ),
      );
    const agent = (words: string, managers: string, ...more: readonly string[]) =>
      stage.own(league(...words.split(' '), '--manager', managers, ...more, ...from(words.replaceAll(/\W/g, '_'))));
    const decided = async () => {
      const played = unwrap(await readLeague(store, LEAGUE));
      return played === undefined ? 0 : statusOf(played).matches_completed;
    };
    const led = (host: string) =>
      until(`${host} to lead`, async () => ((await store.leader(LEAGUE))?.address === at(host) ? true : undefined));
    const progress = async (more: number) => {
      const before = await decided();
      await disk.remove(hold);
      await until('results', async () => ((await decided()) >= before + more ? true : undefined));
      await disk.replace(hold, '');
    };

    const first = manager(one);
    await first.says(/listens at/);
    const second = manager(other);
    await second.says(/stands by at http:\/\/127\.0\.0\.3:\d+; http:\/\/127\.0\.0\.2:\d+\/mcp leads/);
    const both = `${at(one)},${at(other)}`;
    const agents = [
      agent(`referee --id REF01 --port ${base + 1}`, both),
      agent(`referee --id REF02 --port ${base + 2}`, `${at(other)},${at(one)}`),
      ...['P01', 'P02', 'P03'].map((id, i) =>
        agent(`player --id ${id} --port ${base + 101 + i}`, both, '--strategy', strategy),
      ),
      // It knows one that stands by, and no other.
      agent(`player --id P04 --port ${base + 104}`, at(other), '--strategy', strategy),
    ];
    await Promise.all(agents.map((each) => each.says(/is registered/)));
    const health = await fetch(`http://${other}:${base}/health`);
    expect(await health.json()).toEqual({ status: 'ok', role: 'standby', leader: at(one) });
    expect(await (await fetch(`http://${other}:${base}/api/league`)).json()).toMatchObject({ league_id: LEAGUE });
    const forged = await fetch(at(one), {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"get_status","params":{}}',
      headers: {
        'content-type': 'application/json',
        [CALLER_HEADER]: `1 10.9.9.9 ${systemClock.now().getTime()} aa - bb`,
      },
    });
    expect([forged.status, await forged.text()]).toEqual([403, expect.stringContaining(CALLER_HEADER)]);
    expect(await typed('start', '--manager', at(other), '--ledger', url)).toMatchObject({ code: 0, err: '' });
    await progress(2);

    const hung = systemClock.monotonic();
    first.signal('SIGSTOP');
    await led(other);
    expect(systemClock.monotonic() - hung).toBeLessThan(SOON_MS);
    // A leader that hangs is silent for the whole of its lease.
    await second.says(/has taken over ([4-9]|\d\d)\.\d s after the last leader was heard of/);
    await progress(1);
    first.signal('SIGCONT');
    await first.says(/leads no longer: .*(another manager has taken|could not be renewed)[\s\S]*stands by again/);
    await first.says(/stands by at http:\/\/127\.0\.0\.2:\d+; http:\/\/127\.0\.0\.3:\d+\/mcp leads/);
    await progress(1);

    const killed = systemClock.monotonic();
    second.signal('SIGKILL');
    await led(one);
    expect(systemClock.monotonic() - killed).toBeLessThan(SOON_MS);
    await first.says(/has taken over \d+\.\d s after the last leader was heard of/);
    const third = manager(other);
    await third.says(/stands by at/);
    await disk.remove(hold);

    expect([await first.ended(), await third.ended()]).toEqual([0, 0]);
    expect(third.out()).toMatch(/stands by no longer: the league is over/);
    await Promise.all(agents.map((each) => each.ended()));
    expect(await decided()).toBe(MATCHES);
    const verified = await typed('verify', '--ledger', url, '--json', ...from('nowhere').slice(0, 4));
    expect([verified.code, JSON.parse(verified.out)]).toEqual([
      0,
      expect.objectContaining({ verified: true, records: MATCHES }),
    ]);
    // Nobody lost by a change of leaders.
    const played = unwrap(await readLeague(store, LEAGUE));
    const faults = [...(played?.matches.values() ?? [])].flatMap((match) => match.decided?.result.details.faults ?? []);
    expect(faults).toEqual([]);
    await store.end();
    await disk.close();
  });

  test('a database that is away is waited for by all of them, and league stop ends them all', {
    timeout: 120_000,
  }, async () => {
    const server = await startPostgres();
    const url = await server.database();
    const base = await freePortBase(2, 0);
    const manager = (host: string) =>
      stage.started('manager', '--standby', '--ledger', url, '--host', host, '--port', String(base));
    const first = manager('127.0.0.2');
    await first.says(/listens at/);
    const second = manager('127.0.0.3');
    await second.says(/stands by at/);
    await server.kill();
    await first.says(/leads no longer: the database .* failed.*stands by again/);
    await second.says(/stands by and waits: the database .* failed/);
    expect(await (await fetch(`http://127.0.0.2:${base}/readyz`)).json()).toMatchObject({
      status: 'waiting for a leader',
    });
    await server.start();
    const leads = () => [first, second].find(({ out }) => /has taken over/.test(out()));
    await until('one of them to lead', () => leads());
    const other = leads() === first ? second : first;
    await until('the other to stand by', () => (/leads\.\n$/.test(other.out()) ? true : undefined));
    const to = ['--manager', `http://127.0.0.2:${base}/mcp,http://127.0.0.3:${base}/mcp`];
    expect(await typed('stop', ...to, '--ledger', url)).toMatchObject({ code: 0 });
    expect([await first.ended(), await second.ended()]).toEqual([0, 0]);
    expect(other.out()).toMatch(/stands by no longer: the league was stopped/);
  });

  test('a database that is not there at the start is told, and not waited for', async () => {
    const words = ['--standby', '--port', '1', '--ledger', 'postgres://league@127.0.0.1:1/cup'];
    const { code, err } = await typed('manager', ...words, ...stage.where);
    expect([code, err]).toEqual([1, expect.stringMatching(/^league: the database .*cup failed: .*\n$/)]);
  });

  test.each([
    [['--standby'], /--standby needs a database: --ledger URL, or LEAGUE_DATABASE_URL/],
    [['--standby', '--ledger', 'postgres://league@127.0.0.1:1/cup', '--fresh'], /--standby and --fresh contradict/],
    [['--standby', '--ledger', 'postgres://league@127.0.0.1:1/cup', '--port', '0'], /--standby needs a port/],
  ])('league manager %j is a mistake that says what to do', async (words, line) => {
    const { code, err } = await typed('manager', ...words, ...stage.where);
    expect([code, err]).toEqual([2, expect.stringMatching(line)]);
  });
});
