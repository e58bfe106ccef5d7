/** What a referee answers to the league manager, and what it shows of itself. */
import type { Envelope } from '../../SHARED/contracts/contract.ts';
import { refusal } from '../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../SHARED/contracts/fields.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import type { AgentState } from '../../SHARED/contracts/states.ts';
import { sameSecret } from '../../SHARED/core/hash.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { err, ok } from '../../SHARED/core/result.ts';
import { type Authenticate, type Handlers, refuse, type Service } from '../../SHARED/league_sdk/messaging/serve.ts';
import type { MatchOrder } from './match/order.ts';
import type { Matches } from './matches.ts';
import type { Workspace } from './workspace.ts';

/** What the handlers act upon. */
export interface HandlerOptions {
  /** The workspace of a registered referee; undefined when there is none. */
  readonly workspace: () => Workspace | undefined;
  /** The referee's life moves on. */
  readonly live: (event: 'league_start' | 'league_end') => void;
}

const HEARD = { status: 'acknowledged' } as const;

/** One handler for every message to a referee. They run after `authenticator`, so there is a workspace. */
export function refereeHandlers({ workspace, live }: HandlerOptions): Omit<Handlers<'referee'>, 'SHUTDOWN_COMMAND'> {
  return {
    async RUN_MATCH(message) {
      const order = orderIn(message);
      const at = workspace();
      if (at === undefined) return refuse('E007', 'this referee is not registered');
      // A manager that gave no token may have given no id either, and call this referee as it likes.
      if (order.referee_id !== at.referee_id && at.manager_token !== undefined)
        return refuse('E006', `this is ${at.referee_id}, not ${order.referee_id}`);
      live('league_start');
      const taken = at.matches.take(order);
      if (taken.ok && taken.value.status === 'refused') at.log.warning('MATCH_REFUSED', { ...taken.value });
      return taken;
    },
    async ROUND_ANNOUNCEMENT({ round_id }) {
      live('league_start');
      return ok({ round_id, ...HEARD });
    },
    async LEAGUE_STANDINGS_UPDATE({ round_id }) {
      return ok({ round_id, ...HEARD });
    },
    async ROUND_COMPLETED({ round_id }) {
      return ok({ round_id, ...HEARD });
    },
    async LEAGUE_COMPLETED() {
      live('league_end');
      workspace()?.over();
      return ok(HEARD);
    },
    async LEAGUE_ERROR({ error_code, error_name, error_description }) {
      workspace()?.log.warning('LEAGUE_ERROR', { error_code, error_name, error_description });
      // A notice: nothing is awaited.
      return ok(undefined as never);
    },
  };
}

/** The order without its envelope: the manager's token goes no further. */
function orderIn(message: Message<'RUN_MATCH'>): MatchOrder {
  const {
    protocol: _p,
    message_type: _m,
    sender: _s,
    timestamp: _t,
    conversation_id: _c,
    auth_token: _a,
    ...order
  } = message as Envelope & MatchOrder;
  return order;
}

/** Only the manager speaks to a referee by messages; it is known by the token it gave. */
export function authenticator(workspace: () => Workspace | undefined): Authenticate {
  return ({ head: { type } }, { auth_token }) => {
    const manager_token = workspace()?.manager_token;
    if (manager_token !== undefined) {
      if (auth_token === undefined) return err(refusal('E011', `${type} needs the manager’s auth_token`));
      if (!sameSecret(auth_token, manager_token)) return err(refusal('E012', 'this is not the manager’s auth_token'));
    }
    return ok({ party: 'league_manager', id: MANAGER_ID });
  };
}

/** What a referee shows of itself. */
export interface Seen {
  readonly referee_id: string;
  readonly state: AgentState;
  readonly matches: Matches | undefined;
}

/** The read-only methods of a referee. They show no choice, no token and no seed. */
export function refereeReadOnly(see: () => Seen): Service<'referee'>['readOnly'] {
  const basics = ({ referee_id, state, matches }: Seen) => ({ referee_id, state, playing: matches?.playing() ?? 0 });
  return {
    ping: () => ({ status: 'ok', ...basics(see()) }),
    get_match_state: ({ match_id }): JsonObject => {
      const seen = see();
      return {
        ...basics(seen),
        matches: seen.matches?.states(typeof match_id === 'string' ? match_id : undefined) ?? [],
      };
    },
  };
}
