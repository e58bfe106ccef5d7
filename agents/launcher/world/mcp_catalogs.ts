/** The catalog of each kind of agent: the tools, resources and prompts it shows to clients of MCP. */
import type { Role } from '../../../SHARED/contracts/contract.ts';
import { PROTOCOL_VERSION } from '../../../SHARED/contracts/fields.ts';
import { stackOf } from '../../../SHARED/core/result.ts';
import type { NetworkConfig } from '../../../SHARED/league_sdk/config_models.ts';
import type { McpLimits } from '../../../SHARED/league_sdk/mcp/admission.ts';
import { type McpOptions, withMcp } from '../../../SHARED/league_sdk/mcp/beside.ts';
import type { Catalog } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import { contractTools } from '../../../SHARED/league_sdk/mcp/contract_tools.ts';
import type { Answer } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Layer } from './wires.ts';

/** The parts of a catalog besides the agent's own methods. */
export type CatalogParts = Partial<Pick<Catalog, 'tools' | 'resources' | 'prompts'>> & {
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
  let all: Catalog['tools'] | undefined;
  return {
    name: role,
    title,
    instructions: moreInstructions === undefined ? instructions : `${moreInstructions}\n\n${instructions}`,
    version: PROTOCOL_VERSION,
    /** Made when a client of MCP comes: a host has thousands of players, and most never meet one. */
    get tools() {
      all ??= [...tools, ...contractTools(answer, role)];
      return all;
    },
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
  process.stderr.write(`league: ${what} failed: ${stackOf(cause)}\n`);
}
