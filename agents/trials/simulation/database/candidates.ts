/** Several managers of one league: how each of them waits until it leads, and how agents find the one that does. */
import { type Clock, sleep } from '../../../../SHARED/core/clock.ts';
import { err, ok, type Result } from '../../../../SHARED/core/result.ts';
import type { StartFailure } from '../../../../SHARED/league_sdk/effects.ts';
import { type LedgerStore, StoreError } from '../../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Transport } from '../../../../SHARED/league_sdk/transport/transport.ts';
import { damageText, type HeldLeague, holdLeague } from '../../../league_manager/league/read_league.ts';

/** The address that agents are given for all managers. */
export const ANY_MANAGER = 'memory:LM01';
/** So often a manager that stands by looks whether it can lead. */
const LOOK_MS = 500;

/** Resolves when this process holds the league, or with undefined when it is over and every agent has been told. */
export async function untilHeld(
  store: LedgerStore,
  league_id: string,
  clock: Clock,
): Promise<Result<HeldLeague | undefined, StartFailure>> {
  for (;;) {
    const held = await holdLeague(store, league_id).catch((thrown: unknown) => {
      if (thrown instanceof StoreError) return undefined;
      throw thrown;
    });
    if (held?.ok === true) {
      if (!held.value.league.told) return ok(held.value);
      await held.value.ledger.close();
      return ok(undefined);
    }
    if (held !== undefined && held.error.code === 'DAMAGED')
      return err({ code: 'DATA_INIT_FAILED', detail: damageText(store, league_id, held.error) });
    await sleep(clock, LOOK_MS);
  }
}

/** Wires on which a text to the manager goes to the one that answered last, and to the next where it does not. */
export function findingLeader(wires: Transport, managers: readonly string[]): Transport {
  let at = 0;
  const addresses = managers.map((home) => `memory:${home}`);
  return {
    ...wires,
    async send(to, ...what) {
      if (to !== ANY_MANAGER) return wires.send(to, ...what);
      for (let tried = 1; ; tried++) {
        const asked = at;
        const heard = await wires.send(addresses[asked] as string, ...what);
        if (heard.ok) return heard;
        if (at === asked) at = (at + 1) % addresses.length;
        if (heard.error.code !== 'UNREACHABLE' || tried >= addresses.length) return heard;
      }
    },
  };
}
