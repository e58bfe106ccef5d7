/** The catalog of each kind of agent: the tools, resources and prompts it shows to clients of MCP. */
import type { Role } from '../../../SHARED/contracts/contract.ts';
import { PROTOCOL_VERSION } from '../../../SHARED/contracts/fields.ts';
import type { NetworkConfig } from '../../../SHARED/league_sdk/config_models.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import type { McpLimits } from '../../../SHARED/league_sdk/mcp/admission.ts';
import { type McpOptions, withMcp } from '../../../SHARED/league_sdk/mcp/beside.ts';
import type { Catalog, Resources, Tool } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import { contractTools } from '../../../SHARED/league_sdk/mcp/contract_tools.ts';
import type { Answer } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Manager } from '../../league_manager/manager.ts';
import type { ChangeFeed } from '../../league_manager/public/change_feed.ts';
import { leaguePrompts } from '../../league_manager/public/prompts.ts';
import type { PublicSource } from '../../league_manager/public/public_league.ts';
import { leagueResources, type ResourceSource } from '../../league_manager/public/resources.ts';
import type { Layer } from './wires.ts';

/** The parts of a catalog besides the agent's own methods. */
type CatalogParts = Partial<Pick<Catalog, 'tools' | 'resources' | 'prompts'>> & {
  /** Instructions for a model, beside those that hold for every agent of the role. */
  readonly moreInstructions?: string;
};

const ABOUT: { readonly [R in Role]: Pick<Catalog, 'title' | 'instructions'> } = {
  league_manager: {
    title: 'League Manager',
    instructions:
      'A league of players in a simple game. get_status and get_standings need no token. The tools of agents that have an endpoint of their own, and of the operator, are listed where the address ends in ?tools=all; a token is handed in to them as auth_token or as the bearer token of the request.',
  },
  referee: {
    title: 'Referee',
    instructions:
      'Runs matches of a league. get_match_state needs no token and shows how far a match is, never an undecided choice. run_match is for the league manager, whose token it needs.',
  },
  player: {
    title: 'Player',
    instructions:
      'Plays in a league. get_player_state needs no token. All other tools are for the referee of a match, whose ticket they need as auth_token.',
  },
};

/** The catalog of an agent whose methods `answer` answers. */
export function catalogOf(role: Role, answer: Answer, parts: CatalogParts = {}): Catalog {
  const { tools = [], moreInstructions, ...more } = parts;
  const { title, instructions } = ABOUT[role];
  return {
    name: role,
    title,
    instructions: moreInstructions === undefined ? instructions : `${moreInstructions}\n\n${instructions}`,
    version: PROTOCOL_VERSION,
    tools: [...tools, ...contractTools(answer, role)],
    ...more,
  };
}

export interface McpLayerOptions
  extends Pick<McpOptions, 'clock' | 'entropy'>,
    Partial<Omit<McpOptions, 'clock' | 'entropy'>> {
  readonly parts?: (answer: Answer) => CatalogParts;
  /** The configuration for clients of MCP; absent: the defaults. */
  readonly network?: McpNetwork;
}

/** Wires by which clients of MCP can see and use an agent as well, unless its network says otherwise. */
export function mcpLayer(role: Role, { parts = () => ({}), network, ...options }: McpLayerOptions): Layer {
  if (network?.serve_mcp === false) return (transport) => transport;
  const catalog = (answer: Answer) => catalogOf(role, answer, parts(answer));
  const limits = network === undefined ? {} : mcpLimits(network);
  return (transport) => withMcp(transport, catalog, { onBug, limits, ...options });
}

/** The configuration for clients of MCP. */
type McpNetwork = Pick<
  NetworkConfig,
  | 'serve_mcp'
  | 'max_mcp_sessions'
  | 'max_mcp_sessions_per_address'
  | 'max_mcp_exchanges'
  | 'max_mcp_requests_per_sec_per_address'
>;

function mcpLimits(network: McpNetwork): Partial<McpLimits> {
  return {
    sessions: network.max_mcp_sessions,
    sessionsPerAddress: network.max_mcp_sessions_per_address,
    exchanges: network.max_mcp_exchanges,
    requestsPerSec: network.max_mcp_requests_per_sec_per_address,
  };
}

/** A bug is shown to the operator of the agent, not to its clients. */
export function onBug(what: string, cause: unknown): void {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  process.stderr.write(`league: ${what} failed: ${reason}\n`);
}

interface ManagerCatalogOptions extends Pick<PublicSource, 'game' | 'data'>, Pick<Effects, 'disk'> {
  /** Tools that are not the manager's own: a seat for a model that plays. */
  readonly moreTools?: (answer: Answer) => readonly Tool[];
  /** Instructions for a model that plays by them. */
  readonly moreInstructions?: string;
}

/** The parts of a manager's catalog. They are made when it begins to listen, and show the manager once it has started. */
export class ManagerCatalog {
  readonly #options: ManagerCatalogOptions;
  readonly #started = Promise.withResolvers<Resources>();
  readonly #sessionKey = Promise.withResolvers<string>();
  #source: ResourceSource | undefined;
  #resources: Resources | undefined;

  constructor(options: ManagerCatalogOptions) {
    this.#options = options;
  }

  /** From now on this manager is shown, and its feed tells of changes. */
  show(
    { league, settings, rows, sessionKey }: Pick<Manager, 'league' | 'settings' | 'rows' | 'sessionKey'>,
    feed: ChangeFeed,
  ): void {
    this.#sessionKey.resolve(sessionKey);
    this.#source = { ...this.#options, league, settings, rows, feed };
    this.#resources = leagueResources(this.#source);
    this.#started.resolve(this.#resources);
  }

  /** The manager's, once it has started. */
  get sessionKey(): Promise<string> {
    return this.#sessionKey.promise;
  }

  /** The catalog's parts beside the tools of the contracts. */
  readonly parts = (answer: Answer): CatalogParts => {
    const { moreTools, moreInstructions } = this.#options;
    return {
      tools: moreTools?.(answer) ?? [],
      ...(moreInstructions === undefined ? {} : { moreInstructions }),
      resources: this.#lateResources(),
      prompts: leaguePrompts(() => this.#shown(), moreInstructions),
    };
  };

  /** A client that is quicker than its manager finds an empty list, and waits for what it reads. */
  #lateResources(): Resources {
    const now = () => this.#resources;
    const { promise } = this.#started;
    return {
      list: () => now()?.list() ?? [],
      get families() {
        return now()?.families ?? [];
      },
      read: async (uri) => (await promise).read(uri),
      onChange(changed) {
        let stop: (() => void) | undefined;
        let isOver = false;
        void promise.then((resources) => {
          if (!isOver) stop = resources.onChange(changed);
        });
        return () => {
          isOver = true;
          stop?.();
        };
      },
    };
  }

  #shown(): PublicSource {
    if (this.#source === undefined) throw new Error('the league manager has not started yet');
    return this.#source;
  }
}
