import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { systemEntropy } from '../../SHARED/core/entropy.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { postgresLedgerStore } from '../../SHARED/league_sdk/postgres/store.ts';
import { readLeague } from '../league_manager/league/read_league.ts';
import { statusOf } from '../league_manager/public/queries.ts';
import { scratchFolder } from './scratch_folder.ts';
import { hasPostgres, PASSWORD, sharedPostgres, startPostgres } from './testing/postgres_server.ts';
import { freePortBase, league, ran, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const PLAYERS = 12;
const MATCHES = (PLAYERS * (PLAYERS - 1)) / 2;

/** Whatever a league wrote below a folder. */
async function everythingIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
  return texts.join('\n');
}

describe.skipIf(!(await hasPostgres()))('a league in a database', () => {
  test('it is killed, resumed and verified from the command line, and leaves no password anywhere', async () => {
    const url = await (await sharedPostgres()).database();
    const scratch = await scratchFolder('postgres-league-');
    const base = String(await freePortBase(2, PLAYERS));
    const from = ['--ledger', url, '--data', join(scratch.path, 'data')];
    const where = [...from, '--logs', join(scratch.path, 'logs')];
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    const decided = async () => {
      const played = unwrap(await readLeague(store, LEAGUE));
      return played === undefined ? 0 : statusOf(played).matches_completed;
    };
    const run = league('run', ...where, '--port-base', base, '--players', String(PLAYERS));
    try {
      await until('a result', async () => ((await decided()) > 0 ? true : undefined));
    } finally {
      await run.end();
    }
    const before = await decided();
    const second = await ran('run', ...where, '--port-base', base, '--players', String(PLAYERS));
    const resumed = await ran('resume', ...where);
    const verified = await typed('verify', ...from);
    const shown = await typed('standings', ...from);
    const status = await typed('status', '--ledger', url, '--data', join(scratch.path, 'none'));
    const elsewhere = await typed('standings', '--ledger', url, '--data', join(scratch.path, 'none'), '--json');
    await rename(join(scratch.path, 'data', 'matches'), join(scratch.path, 'lost'));
    const withoutFiles = await typed('verify', ...from);
    const match = await typed('match', 'R1M1', ...from, '--json');
    await rename(join(scratch.path, 'lost'), join(scratch.path, 'data', 'matches'));
    // What a manager that was killed in the middle of a view had begun is no file of the league.
    const left = await readdir(join(scratch.path, 'data', 'leagues', LEAGUE));
    const beforeCopy = left.filter((name) => !name.endsWith('.tmp'));
    const inFiles = ['--data', join(scratch.path, 'copy')];
    const other = await (await sharedPostgres()).database();
    const copied = await typed('ledger', 'copy', join(scratch.path, 'copy'), ...from);
    const verifiedFiles = await typed('verify', ...inFiles);
    const back = await typed('ledger', 'copy', other, ...inFiles);
    const none = ['--data', join(scratch.path, 'none')];
    const verifiedBack = await typed('verify', ...none, '--ledger', other, '--json');
    const exported = await typed(
      'export',
      '--format',
      'csv',
      '--out',
      join(scratch.path, 'x'),
      ...inFiles,
      '--ledger',
      other,
    );
    const said = [
      run,
      second,
      resumed,
      verified,
      shown,
      elsewhere,
      copied,
      verifiedFiles,
      back,
      verifiedBack,
      exported,
    ];
    const texts = said.map(({ out, err }) => [out, err].map((text) => (typeof text === 'string' ? text : text())));
    try {
      expect(before).toBeLessThan(MATCHES);
      expect([second.code, second.err]).toEqual([
        1,
        expect.stringMatching(/is in postgres:\/\/localhost\/league_\w+;/),
      ]);
      expect([resumed.code, resumed.out]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^${MATCHES} matches\\b`, 'm')),
      ]);
      expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('All is as it was played')]);
      expect([withoutFiles.code, withoutFiles.out]).toEqual([0, verified.out]);
      expect([match.code, JSON.parse(match.out)]).toEqual([
        0,
        expect.objectContaining({ match_id: 'R1M1', messages: expect.any(Array) }),
      ]);
      expect(shown.out).toContain('Agent Alpha');
      expect(JSON.parse(elsewhere.out)).toHaveLength(PLAYERS);
      expect(status.out).toMatch(/read from postgres:\/\/localhost\/league_\w+; no manager runs it now\n$/);
      expect(resumed.out).toMatch(/^Matches +postgres:\/\/localhost\/league_\w+$/m);
      expect([copied.code, copied.out]).toEqual([
        0,
        expect.stringMatching(/\d+ events copied to .*ledger.* and compared/),
      ]);
      // The first line says which league was read, and where.
      const found = (out: string) => out.replace(/^League .*\n/, '');
      expect(verified.out).toMatch(/^League +league_2025_even_odd in postgres:\/\/localhost\/league_\w+\n/);
      expect([verifiedFiles.code, found(verifiedFiles.out)]).toEqual([0, found(verified.out)]);
      expect([back.code, back.out]).toEqual([0, expect.stringMatching(/copied to postgres:/)]);
      expect([verifiedBack.code, JSON.parse(verifiedBack.out)]).toEqual([
        0,
        expect.objectContaining({ verified: true, records: MATCHES }),
      ]);
      expect([exported.code, exported.err]).toEqual([0, '']);
      expect(`${texts}${await everythingIn(scratch.path)}`).not.toContain(PASSWORD);
      expect(beforeCopy.filter((name) => !/^(agents_config|rounds|standings)\.json$/.test(name))).toEqual([]);
    } finally {
      await scratch.remove();
      await store.end();
    }
  });

  test('its database is killed under it: the league stops with one line, and goes on when the database is back', async () => {
    const server = await startPostgres();
    const url = await server.database();
    const scratch = await scratchFolder('postgres-killed-');
    const from = ['--ledger', url, '--data', join(scratch.path, 'data')];
    const where = [...from, '--logs', join(scratch.path, 'logs')];
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    const base = String(await freePortBase(2, PLAYERS));
    const run = league('run', ...where, '--port-base', base, '--players', String(PLAYERS));
    try {
      await until('the league', async () => ((await store.leagues()).length > 0 ? true : undefined));
      await server.kill();
      expect(await run.ended()).toBe(1);
      expect(run.err()).toMatch(/the database postgres:\/\/localhost\/league_\w+ failed/);
      await server.start();
      const resumed = await ran('resume', ...where);
      expect([resumed.code, resumed.out]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^${MATCHES} matches\\b`, 'm')),
      ]);
      const verified = await typed('verify', ...from);
      expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('All is as it was played')]);
    } finally {
      await run.end();
      await store.end();
      await scratch.remove();
    }
  });

  test.each([
    [
      ['--ledger', `mysql://league:${PASSWORD}@localhost/cup`],
      2,
      /--ledger takes the address of a PostgreSQL database/,
    ],
    [
      ['--ledger', `postgres://league:${PASSWORD}@127.0.0.1:1/cup`],
      1,
      /postgres:\/\/127\.0\.0\.1:1\/cup failed: .*REFUSED/,
    ],
  ])('a database that cannot be is one line: %s', async (words, code, line) => {
    for (const command of [['verify'], ['manager', '--port', '0']]) {
      const { code: ended, err } = await typed(...command, ...words);
      expect([ended, err]).toEqual([code, expect.stringMatching(line)]);
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(err).not.toContain(PASSWORD);
    }
  });
});
