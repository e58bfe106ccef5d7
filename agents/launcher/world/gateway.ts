/** Seats for clients of MCP beside a manager: their tools on its face, their players in its process. */
import { ok } from '../../../SHARED/core/result.ts';
import type { Tool } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import type { Address, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type GatewayOptions, type ManagerBeside, makeGateway } from '../../gateway/gateway.ts';
import { seatTools } from '../../gateway/tools.ts';
import { memoByEvent } from '../../league_manager/league/store.ts';
import type { Manager } from '../../league_manager/manager.ts';
import { statusOf } from '../../league_manager/public/queries.ts';

export type SeatsOptions = Omit<GatewayOptions, 'manager'>;

export interface Seats {
  /** For the manager's face. */
  readonly tools: readonly Tool[];
  /** The manager's transport, whose listener stays until clients have heard how the league ended. */
  outlasting(transport: Transport): Transport;
  /** The manager listens here: from now on seats can be taken, and those that were kept are held again. */
  open(manager: Pick<Manager, 'address' | 'league' | 'rows' | 'objectionTo'>): Promise<void>;
}

/** Between the last referee's port and the first player's: with the manager at 8000, seats are at 8100. */
const FROM_MANAGER_TO_SEATS = 100;
const LAST_PORT = 65_535;

/**
 * Where the players of seats listen. Not at the manager's own port: registration refuses that to everybody, so that no
 * manager can be made to call itself, and what is sent to players may be longer than what a manager takes.
 */
export function seatAddresses(host: string, managerPort: number): (place: number) => Address {
  const usual = managerPort + FROM_MANAGER_TO_SEATS;
  const port = managerPort === 0 || usual > LAST_PORT ? 0 : usual;
  return (place) => `http://${host}:${port}/mcp/seat/${place}`;
}

/** Where they are found in a league on pipes, whose hub leads there. */
export const seatOnPipe = (place: number): Address => `stdio:SEAT${place}`;

/** The seats of one league; nothing is opened before the first is taken. */
export function seatsOf(options: SeatsOptions): Seats {
  let beside: ManagerBeside | undefined;
  const gateway = makeGateway({ ...options, manager: () => beside });
  return {
    tools: seatTools(gateway),
    outlasting: (transport) => ({
      ...{ send: transport.send, knock: transport.knock, close: transport.close },
      async listen(at, answer, guest) {
        const listened = await transport.listen(at, answer, guest);
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
    async open({ address, league, rows, objectionTo }) {
      const rowOf = (player_id: string) => rows().find((row) => row.player_id === player_id);
      beside = { address, status: memoByEvent(league, () => statusOf(league)), rowOf, objectionTo };
      await gateway.resume();
    },
  };
}
