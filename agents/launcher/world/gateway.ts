/** Seats for clients beside a manager: their methods at its address and in its catalog, their players in its process. */
import { ok } from '../../../SHARED/core/result.ts';
import type { Tool } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type GatewayOptions, type ManagerBeside, makeGateway } from '../../gateway/gateway.ts';
import { withSeatMethods } from '../../gateway/methods.ts';
import { seatTools } from '../../gateway/tools.ts';
import { memoByEvent } from '../../league_manager/league/store.ts';
import type { Manager } from '../../league_manager/manager.ts';
import { statusOf } from '../../league_manager/public/queries.ts';

export type SeatsOptions = Omit<GatewayOptions, 'manager'>;

export interface Seats {
  /** For the manager's catalog. */
  readonly tools: readonly Tool[];
  /** The manager's transport: its listener answers the methods of seats too, and stays until clients have heard the end. */
  outlasting(transport: Transport): Transport;
  /** Resolves so long after the clients of a league that is over were told; at once where there are none. */
  linger(ms: number, onBegin: () => void): Promise<void>;
  /** The manager listens here: from now on seats can be taken, and those that were kept are held again. */
  open(manager: Pick<Manager, 'address' | 'league' | 'rows' | 'objectionTo' | 'codeOf'>): Promise<void>;
}

/** The seats of one league; nothing is opened before the first is taken. */
export function seatsOf(options: SeatsOptions): Seats {
  let beside: ManagerBeside | undefined;
  const gateway = makeGateway({ ...options, manager: () => beside });
  const tools = seatTools(gateway);
  const onBug = (method: string, cause: unknown) =>
    options.onTrouble(`${method} failed: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
  return {
    tools,
    linger: gateway.linger,
    outlasting: (transport) => ({
      ...transport,
      async listen(at, answer, side) {
        const listened = await transport.listen(at, withSeatMethods(answer, tools, onBug), side);
        if (!listened.ok) return listened;
        const { address: here, close } = listened.value;
        let closing: Promise<void> | undefined;
        return ok({
          address: here,
          close: () => {
            closing ??= gateway.farewell().then(close);
            return closing;
          },
        });
      },
    }),
    async open({ address, league, rows, objectionTo, codeOf }) {
      const rowOf = (player_id: string) => rows().find((row) => row.player_id === player_id);
      beside = { address, status: memoByEvent(league, () => statusOf(league)), rowOf, objectionTo, codeOf };
      await gateway.resume();
    },
  };
}
