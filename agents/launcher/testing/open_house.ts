/** A manager, a referee and a player that listen on real ports of this machine and keep their files in memory. */
import { systemClock } from '../../../SHARED/league_sdk/core/clock.ts';
import { systemEntropy } from '../../../SHARED/league_sdk/core/entropy.ts';
import { unwrap } from '../../../SHARED/league_sdk/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { openFileLedger } from '../../../SHARED/league_sdk/ledger/file.ts';
import { poster } from '../../../SHARED/testing/http_client.ts';
import { systemEffects } from '../installation.ts';
import { startInProcess } from '../run_in_process.ts';
import { loadStrategy } from '../strategies.ts';
import { shippedSettings } from './rehearsal_in_process.ts';

type PostedWith = [body: string | Buffer, headers?: { readonly [name: string]: string }];

/** Everybody is registered, and nobody plays yet. */
export async function openHouse() {
  const disk = memoryDisk();
  const settings = { ...(await shippedSettings(['http:'])), keep: true };
  const run = unwrap(
    await startInProcess({
      effectsOf: (id) => ({
        clock: systemClock,
        entropy: systemEntropy,
        disk,
        transport: systemEffects(id === 'LM01' ? 'manager' : 'agent').transport,
      }),
      addressOf: () => 'http://localhost:0/mcp',
      places: { data: '/data', logs: '/logs' },
      settings,
      limits: settings.limits,
      openLedger: openFileLedger,
      cast: {
        referees: [{ id: 'REF01', name: 'Referee Alpha' }],
        players: [{ id: 'P01', name: 'Agent Alpha', strategy: await loadStrategy('random', 'P01', 'random') }],
      },
      matchesAtOnce: 8,
    }),
  );
  const doors = new Map([run.manager, ...run.agents].map(({ id, address }) => [id, address]));
  const client = poster();

  return {
    ...run,
    disk,
    /** Posts bytes to somebody, as any client can. */
    post: (to: string, ...what: PostedWith) => client.post(doors.get(to) ?? '', ...what),
    async close(): Promise<void> {
      client.close();
      await run.stop('the test is over');
    },
  };
}
