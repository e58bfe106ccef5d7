/** Seats for clients beside a manager: their methods at its address and in its catalog, their players in its process. */
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { ok, stackOf } from '../../../SHARED/core/result.ts';
import { threw } from '../../../SHARED/core/thrown.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import type { Tool } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type GatewayOptions, type ManagerBeside, makeGateway } from '../../gateway/gateway.ts';
import { withSeatMethods } from '../../gateway/methods.ts';
import { seatTools } from '../../gateway/tools.ts';
import { memoByEvent } from '../../league_manager/league/store.ts';
import type { Manager } from '../../league_manager/manager.ts';
import { statusOf } from '../../league_manager/public/queries.ts';

export interface SeatsOptions extends Omit<GatewayOptions, 'manager' | 'moveSchema' | 'rowsOf'> {
  /** The rules of the league's game, of which clients are shown what a move is, and the board. */
  readonly rules: Game;
}

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
export function seatsOf({ rules, ...options }: SeatsOptions): Seats {
  let beside: ManagerBeside | undefined;
  const { moveSchema } = rules;
  let isBoardNoted = false;
  const noteBoard = (thrown: unknown) => {
    if (!isBoardNoted) options.onTrouble(`seats are shown no board where the game cannot draw it: ${threw(thrown)}`);
    isBoardNoted = true;
  };
  const gateway = makeGateway({
    ...options,
    ...(moveSchema === undefined ? {} : { moveSchema: moveSchema as JsonObject }),
    rowsOf: (view) => rowsOf(rules, view, noteBoard),
    manager: () => beside,
  });
  const tools = seatTools(gateway);
  const onBug = (method: string, cause: unknown) => options.onTrouble(`${method} failed: ${stackOf(cause)}`);
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
      beside = { address, status: memoByEvent(league, () => statusOf(league)), rows, objectionTo, codeOf };
      await gateway.resume();
    },
  };
}

/** The board of a view, a text for each row; none where the game has no board, or cannot draw what a referee shows. */
function rowsOf({ board }: Game, view: Json, onTrouble: (thrown: unknown) => void): readonly string[] | undefined {
  if (board === undefined) return undefined;
  try {
    return board(view).map((row) => row.map((mark) => mark ?? '.').join(' '));
  } catch (thrown) {
    onTrouble(thrown);
    return undefined;
  }
}
