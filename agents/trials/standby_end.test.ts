import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sleep, systemClock } from '../../SHARED/core/clock.ts';
import { systemEntropy } from '../../SHARED/core/entropy.ts';
import { postgresLedgerStore } from '../../SHARED/league_sdk/postgres/store.ts';
import { OwnStage } from './testing/own_stage.ts';
import { hasPostgres, sharedPostgres } from './testing/postgres_server.ts';
import { freePortBase, until } from './testing/rehearsal.ts';

const stage = new OwnStage();

test.skipIf(!(await hasPostgres()))(
  'a manager that is started to stand by, and finds that its league has just ended, begins no other one',
  { timeout: 120_000 },
  async () => {
    const url = await (await sharedPostgres()).database();
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    const [base, port] = [await freePortBase(1, 2), await freePortBase(1, 2)];
    const standby = () => stage.started('manager', '--standby', '--ledger', url, '--port', String(port));
    const slow = standby();
    // Node is there by then, and our code is still being read.
    await until('a process', async () => ((await readdir(`/proc/${slow.pid}/task`)).length > 4 ? true : undefined));
    slow.signal('SIGSTOP');
    const run = ['--players', '2', '--referees', '1', '--port-base', String(base)];
    expect(await stage.started('run', ...run, '--ledger', url).ended()).toBe(0);
    slow.signal('SIGCONT');
    expect([await slow.ended(), slow.err()]).toEqual([0, '']);
    expect(slow.out()).toContain('ended while this manager started; start it once more for the next one.');
    expect(await store.archives()).toEqual(new Map());
    // By then it is clear that the next league is meant.
    await sleep(systemClock, 2_000);
    const next = standby();
    await next.says(/listens at/);
    expect([...(await store.archives()).keys()]).toEqual(['league_2025_even_odd']);
    await store.end();
  },
);
