/** Durable results a second in a ledger of files and in a database, one after the other and many at once. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, timestamp } from '../../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../../SHARED/core/entropy.ts';
import { toHex } from '../../../../SHARED/core/hash.ts';
import type { Json } from '../../../../SHARED/core/json.ts';
import { unwrap } from '../../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Ledger, LedgerStore } from '../../../../SHARED/league_sdk/ledger/ledger.ts';
import { postgresLedgerStore } from '../../../../SHARED/league_sdk/postgres/store.ts';
import type { StoreFigures } from '../../../../SHARED/tools/performance/bench_report.ts';
import { Mistake } from '../../../launcher/options.ts';
import { ledgersIn } from '../../../launcher/world/installation.ts';
import { hasPostgres, startPostgres } from '../../testing/postgres_server.ts';
import { rounded } from '../sums.ts';
import type { CommandOptions } from '../timed_commands.ts';

const AT_ONCE = [1, 64];
const SLICE_MS = 3_000;
const WARM_UP = 500;

interface Way {
  readonly store: string;
  readonly ledgers: LedgerStore;
  /** CPU milliseconds that a server has used so far. */
  readonly serversMs: () => Promise<number>;
}

/** Each store with each number of results on their way, in turn, as often as there are slices. */
export async function stores({ slices, folder, tell }: Pick<CommandOptions, 'slices' | 'folder' | 'tell'>) {
  if (!(await hasPostgres())) throw new Mistake('this needs the PostgreSQL that `npm run database` fetches');
  const disk = nodeDisk();
  const server = await startPostgres(tmpdir());
  const database = postgresLedgerStore(await server.database(), { clock: systemClock, entropy: systemEntropy });
  const ways: readonly Way[] = [
    { store: 'files', ledgers: ledgersIn({ data: join(folder, 'stores') }, disk), serversMs: async () => 0 },
    { store: 'PostgreSQL', ledgers: database, serversMs: server.cpuMs },
  ];
  const found = new Map<string, { perSecond: number[]; managerUs: number[]; databaseUs: number[] }>();
  try {
    for (let slice = 0; slice < slices; slice++) {
      for (const way of ways) {
        for (const at_once of AT_ONCE) {
          const name = `${way.store}, ${at_once} at once`;
          const lists = found.get(name) ?? { perSecond: [], managerUs: [], databaseUs: [] };
          found.set(name, lists);
          const { perSecond, managerUs, databaseUs } = await measured(way, at_once, `L${slice}_${at_once}`);
          lists.perSecond.push(perSecond);
          lists.managerUs.push(managerUs);
          lists.databaseUs.push(databaseUs);
          tell(`${name}: ${Math.round(perSecond)} results a second`);
        }
      }
    }
  } finally {
    await database.end();
    await server.kill();
    await disk.close();
  }
  const rows = [...found].map(
    ([name, { perSecond, managerUs, databaseUs }]): StoreFigures => ({
      name,
      per_second: rounded(perSecond, 0),
      manager_us: rounded(managerUs, 0),
      database_us: rounded(databaseUs, 0),
    }),
  );
  return { rows };
}

async function measured({ ledgers, serversMs }: Way, atOnce: number, league_id: string) {
  const ledger = unwrap(await ledgers.open<Json>(league_id));
  try {
    await append(ledger, atOnce, (done) => done < WARM_UP);
    const begun = systemClock.monotonic();
    const [own, servers] = [process.cpuUsage(), await serversMs()];
    const done = await append(ledger, atOnce, () => systemClock.monotonic() - begun < SLICE_MS);
    const ms = systemClock.monotonic() - begun;
    const { user, system } = process.cpuUsage(own);
    return {
      perSecond: (1_000 * done) / ms,
      managerUs: (user + system) / done,
      databaseUs: (1_000 * ((await serversMs()) - servers)) / done,
    };
  } finally {
    await ledger.close();
  }
}

/** Appends by that many at once, each of which waits until its result is durable. */
async function append(ledger: Ledger<Json>, atOnce: number, goesOn: (done: number) => boolean): Promise<number> {
  let done = 0;
  const one = async () => {
    while (goesOn(done)) {
      done += 1;
      await ledger.append(result(done));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return done;
}

/** As much as a manager writes of a match of Even/Odd. */
function result(n: number): Json {
  const asked = (player_id: string, step: number) => ({
    ...{ player_id, step, attempt: 1, asked_ms: 5 * step, answered_ms: 5 * step + 3 },
    ...{ awaited: step === 0 ? 'GAME_JOIN_ACK' : 'CHOOSE_PARITY_RESPONSE', deadline_ms: 5_000 },
  });
  const timeline = ['P01', 'P02'].flatMap((id) => [asked(id, 0), asked(id, 1)]);
  const scores = { P01: 3, P02: 0 };
  const details = { drawn_number: 4, choices: { P01: 'even', P02: 'odd' }, timeline, messages: { P01: 2, P02: 2 } };
  return {
    ...{ type: 'match_decided', at: timestamp(systemClock), match_id: `R1M${n}`, epoch: 1, referee_id: 'REF01' },
    result: { outcome: 'WIN', winners: ['P01'], scores, moves: [{ P01: 'even', P02: 'odd' }], faults: [], details },
    ...{ verified: true, record_sha256: toHex(systemEntropy.bytes(32)) },
  };
}
