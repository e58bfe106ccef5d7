/** A whole league in this process, from registration to the end, over wires and a disk that are handed in. */
import { systemClock } from '../../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../../SHARED/core/entropy.ts';
import { ok } from '../../../../SHARED/core/result.ts';
import type { Disk } from '../../../../SHARED/league_sdk/disk/disk.ts';
import type { Places } from '../../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../../SHARED/league_sdk/logs/logs.ts';
import type { Records } from '../../../../SHARED/league_sdk/records/records.ts';
import { memoryNetwork } from '../../../../SHARED/league_sdk/transport/memory.ts';
import type { Transport } from '../../../../SHARED/league_sdk/transport/transport.ts';
import { games } from '../../../../SHARED/testing/shipped_games.ts';
import { MATCHES_AT_ONCE } from '../../../launcher/processes/roster.ts';
import { startInProcess } from '../../../launcher/processes/run_in_process.ts';
import { need } from '../../../launcher/world/installation.ts';
import { addressesOf, type Field } from '../field.ts';

export interface Here {
  readonly transport: Transport;
  readonly disk: Disk;
  readonly places: Places;
  /** How matches and histories are kept; absent: in files. */
  readonly records?: Records | undefined;
}

/** Resolves when all agents have ended. */
export async function playHere(field: Field, { transport, disk, places, records }: Here): Promise<void> {
  const { settings, cast } = field;
  // As in a run of one process: messages are kept as records are.
  const logs = { ...USUAL_LOGS, messages: records?.policy ?? 'files' };
  const effects = { clock: systemClock, entropy: systemEntropy, transport, disk, logs, records };
  const store = fileLedgerStore(disk, places.data);
  const run = need(
    await startInProcess({
      effectsOf: () => effects,
      addressOf: addressesOf(field),
      places,
      settings,
      limits: settings.limits,
      store,
      cast,
      games,
      matchesAtOnce: MATCHES_AT_ONCE,
    }),
  );
  await run.play();
}

/** A network in memory that takes addresses of any kind. */
export function memoryWires(): Transport {
  const memory = memoryNetwork({ clock: systemClock }).transport();
  return {
    ...memory,
    send: (to, text, deadline) => memory.send(`memory:${to}`, text, deadline),
    async listen(at, answer) {
      const listening = await memory.listen(`memory:${at}`, answer);
      return listening.ok ? ok({ ...listening.value, address: at }) : listening;
    },
  };
}
