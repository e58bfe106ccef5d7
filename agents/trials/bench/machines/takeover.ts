/** How long a league has no leader: the one that leads is killed, or stands still, and another takes over. */
import { join } from 'node:path';
import { systemClock } from '../../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../../SHARED/core/entropy.ts';
import { type PostgresLedgerStore, postgresLedgerStore } from '../../../../SHARED/league_sdk/postgres/store.ts';
import { Mistake } from '../../../launcher/options.ts';
import { lookAt } from '../../../launcher/world/wires_http.ts';
import { hasPostgres, startPostgres } from '../../testing/postgres_server.ts';
import { league, type Program, until } from '../../testing/rehearsal.ts';
import { rounded } from '../sums.ts';
import type { CommandOptions } from '../timed_commands.ts';

/** How often each, for every slice. */
const TIMES = 5;
const LEAGUE = 'league_2025_even_odd';
const HOSTS = ['127.0.0.2', '127.0.0.3'] as const;
type Host = (typeof HOSTS)[number];

/** Two managers as processes on addresses of their own; seconds from the signal until the other answers as the leader. */
export async function takeovers({ slices, folder, portBase, tell }: CommandOptions) {
  if (!(await hasPostgres())) throw new Mistake('this needs the PostgreSQL that `npm run database` fetches');
  const server = await startPostgres();
  const url = await server.database();
  const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
  const running = new Map<Host, Program>();
  const start = (host: Host) => {
    const place = ['--host', host, '--port', String(portBase), '--ledger', url];
    const where = ['--data', join(folder, host), '--logs', join(folder, `${host}_logs`)];
    const program = league('manager', '--standby', ...place, ...where);
    running.set(host, program);
    return program;
  };
  const [killed, stopped]: [number[], number[]] = [[], []];
  try {
    await start(HOSTS[0]).says(/listens at/);
    await start(HOSTS[1]).says(/stands by at/);
    for (let i = 0; i < slices * TIMES; i++) {
      killed.push(await struck('SIGKILL'));
      stopped.push(await struck('SIGSTOP'));
      tell(`killed: ${killed.at(-1)?.toFixed(2)} s, stopped: ${stopped.at(-1)?.toFixed(2)} s`);
    }
  } finally {
    for (const program of running.values()) await program.end();
    await store.end();
    await server.kill();
  }
  return { killed_seconds: rounded(killed, 2), stopped_seconds: rounded(stopped, 2) };

  /** Strikes the one that leads; the other leads when it is told, and the first stands by then. */
  async function struck(signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
    const [leader, other] = (await leads(store, HOSTS[0])) ? HOSTS : ([HOSTS[1], HOSTS[0]] as const);
    const begun = systemClock.monotonic();
    const program = running.get(leader) as Program;
    program.signal(signal);
    await until(`${other} to lead`, async () => ((await isLeading(other, portBase)) ? true : undefined));
    const seconds = (systemClock.monotonic() - begun) / 1_000;
    if (signal === 'SIGKILL') await start(leader).says(/stands by at/);
    else {
      program.signal('SIGCONT');
      await program.says(/leads no longer[\s\S]*stands by at/);
      // What it has said by now is not heard again.
      await program.end();
      await start(leader).says(/stands by at/);
    }
    return seconds;
  }
}

async function leads(store: PostgresLedgerStore, host: Host): Promise<boolean> {
  return (await store.leader(LEAGUE))?.address?.includes(host) === true;
}

/** Whether a manager answers as one that leads; one that stands by says so. */
async function isLeading(host: Host, port: number): Promise<boolean> {
  const health = await lookAt(`http://${host}:${port}/health`);
  return health.ok && health.value.status === 200 && !health.value.text.includes('standby');
}
