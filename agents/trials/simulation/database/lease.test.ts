/** A lease on virtual time, over the simulated database: when its holder stops, and when another may begin. */
import { expect, test } from 'vitest';
import { seededEntropy } from '../../../../SHARED/core/entropy.ts';
import type { Json } from '../../../../SHARED/core/json.ts';
import { seeded } from '../../../../SHARED/core/random.ts';
import { unwrap } from '../../../../SHARED/core/result.ts';
import { postgresLedgerStore } from '../../../../SHARED/league_sdk/postgres/store.ts';
import { fakeClock } from '../../../../SHARED/testing/fake_clock.ts';
import { Incarnation } from '../incarnation.ts';
import { newTrace } from '../trace.ts';
import { makeLinks } from './connection.ts';
import { startServer } from './server.ts';
import { runOf } from './tables.ts';

function stage() {
  const clock = fakeClock();
  const options = { clock, random: seeded(1), trace: newTrace(), count: () => undefined };
  const server = startServer({ ...options, ledgerPath: 'ledger.jsonl' });
  const links = makeLinks({ ...options, server });
  const storeOf = (life: string) => {
    const by = new Incarnation({ clock, life, skewMs: () => 0, onDeath: () => undefined });
    return postgresLedgerStore(links.database(by), { clock: by.clock, entropy: seededEntropy(1) });
  };
  return { clock, server, links, storeOf };
}

test('a holder that is cut off stops before its lease has ended, whenever that happens', async () => {
  for (let cutAt = 0; cutAt <= 1_500; cutAt += 50) {
    const { clock, server, links, storeOf } = stage();
    const opening = storeOf('LM01#1').open<Json>('cup');
    const ledger = unwrap(await clock.runUntil(opening));
    let stopped: number | undefined;
    ledger.onLost(() => {
      stopped = server.now();
    });
    await clock.runUntil(ledger.append('acknowledged'));
    await clock.advance(cutAt);
    links.cut('LM01', true);
    // What was on its way may have arrived just before.
    await clock.advance(5);
    const ends = runOf(server.tables, 'cup', null)?.expires ?? 0;
    await clock.advance(10_000);
    expect(stopped, `cut after ${cutAt} ms`).toBeLessThan(ends);
    await ledger.close();
  }
});
