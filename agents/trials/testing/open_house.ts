/** A manager, a referee and a player that listen on real ports of this machine and keep their files in memory. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { poster } from '../../../SHARED/testing/http_client.ts';
import { games } from '../../../SHARED/testing/shipped_games.ts';
import { startInProcess } from '../../launcher/processes/run_in_process.ts';
import { systemEffects } from '../../launcher/world/installation.ts';
import { loadStrategy } from '../../launcher/world/strategies.ts';
import type { Layer } from '../../launcher/world/wires.ts';
import { shippedSettings } from './rehearsal_in_process.ts';

type PostedWith = [body: string | Buffer, headers?: { readonly [name: string]: string }];

/** All agents are registered, and no match is played yet. `layerOf` may put something between each and its wires. */
export async function openHouse(layerOf?: (effects: Effects, agent_id: string) => Layer) {
  const disk = memoryDisk();
  const settings = { ...(await shippedSettings(['http:'])), keep: true };
  const run = unwrap(
    await startInProcess({
      effectsOf: (id) => {
        const { transport } = systemEffects(id === 'LM01' ? 'manager' : 'agent');
        const effects = { clock: systemClock, entropy: systemEntropy, disk, transport, logs: USUAL_LOGS };
        return { ...effects, transport: layerOf?.(effects, id)(transport) ?? transport };
      },
      addressOf: () => 'http://localhost:0/mcp',
      places: { data: '/data', logs: '/logs' },
      settings,
      limits: settings.limits,
      store: fileLedgerStore(disk, '/data'),
      cast: {
        referees: [{ id: 'REF01', name: 'Referee Alpha' }],
        players: [{ id: 'P01', name: 'Agent Alpha', strategy: await loadStrategy('random', 'P01', 'random') }],
      },
      games,
      matchesAtOnce: 8,
    }),
  );
  const addresses = new Map([run.manager, ...run.agents].map(({ id, address }) => [id, address]));
  const client = poster();

  return {
    ...run,
    disk,
    /** The address of an agent. */
    addressOf: (id: string) => addresses.get(id) ?? '',
    /** Posts bytes to an agent, as any client can. */
    post: (to: string, ...what: PostedWith) => client.post(addresses.get(to) ?? '', ...what),
    async close(): Promise<void> {
      client.close();
      await run.stop('the test is over');
    },
  };
}
