/** What each kind of agent shows to clients of MCP. */
import type { Role } from '../../../SHARED/contracts/contract.ts';
import { PROTOCOL_VERSION } from '../../../SHARED/contracts/fields.ts';
import type { NetworkConfig } from '../../../SHARED/league_sdk/config_models.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import type { Catalog } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import { contractTools } from '../../../SHARED/league_sdk/mcp/contract_tools.ts';
import type { McpLimits } from '../../../SHARED/league_sdk/mcp/limits.ts';
import type { McpOptions } from '../../../SHARED/league_sdk/mcp/mcp_guest.ts';
import { withMcp } from '../../../SHARED/league_sdk/mcp/with_mcp.ts';
import type { Answer } from '../../../SHARED/league_sdk/transport/transport.ts';

/** What an agent shows besides its own methods. */
export type CatalogParts = Partial<Pick<Catalog, 'tools' | 'resources' | 'prompts'>> & {
  /** What a model should know beside what holds for every agent of the role. */
  readonly moreInstructions?: string;
};

const ABOUT: { readonly [R in Role]: Pick<Catalog, 'title' | 'instructions'> } = {
  league_manager: {
    title: 'League Manager',
    instructions:
      'A league of players in a simple game. get_status and get_standings need no token. register_player enters an agent that has an endpoint of its own and gives it a token, which league_query needs; start_league is the operator’s. A token is handed in as auth_token or as the bearer token of the request.',
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

/** The face of an agent whose methods `answer` answers. */
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

/** The same world, in which clients of MCP can see and use an agent as well, unless its network says otherwise. */
export function speakingMcp<E extends Pick<Effects, 'transport' | 'clock' | 'entropy'>>(
  effects: E,
  role: Role,
  { parts = () => ({}), ...options }: { readonly parts?: (answer: Answer) => CatalogParts } & Partial<McpOptions> = {},
  network?: McpNetwork,
): E {
  if (network?.serve_mcp === false) return effects;
  const { clock, entropy, transport } = effects;
  const face = (answer: Answer) => catalogOf(role, answer, parts(answer));
  const limits = network === undefined ? {} : mcpLimits(network);
  return { ...effects, transport: withMcp(transport, face, { clock, entropy, onBug, limits, ...options }) };
}

/** What the configuration says of clients of MCP. */
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

/** What goes wrong inside is for whoever runs the agent to see, not for its clients. */
function onBug(what: string, cause: unknown): void {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  process.stderr.write(`league: ${what} failed: ${reason}\n`);
}
