/** The shape of agents_config.json (spec 004): the agents of this installation. */
import { DisplayName, Endpoint, GameType, MANAGER_ID, PlayerId, RefereeId } from '../fields.ts';
import { Type } from '../schema_builder.ts';
import { Concurrency, closed, SchemaVersion } from './pieces.ts';

const Version = Type.String({
  default: '1.0.0',
  maxLength: 32,
  description: 'The agent’s own version, which it registers with.',
});
const GameTypes = Type.Array(GameType, {
  default: [],
  description: 'The games it plays, in others it takes no part; empty: every game.',
});
const Active = Type.Boolean({
  default: true,
  description: 'Whether it takes part; `status` says the same: ACTIVE and REGISTERED do.',
});

export const AgentConfig = closed(
  {
    agent_id: Type.Literal(MANAGER_ID, {
      default: MANAGER_ID,
      description: 'Its id, which is the same in every league.',
    }),
    agent_type: Type.Literal('league_manager', { default: 'league_manager', description: 'Its role.' }),
    display_name: DisplayName,
    port: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65_535, description: 'The port of its endpoint; either is enough.' }),
    ),
    endpoint: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'Where it listens; left out: at base_host and default_league_manager_port of system.json.',
      }),
    ),
    status: Type.Optional(Type.String({ description: 'Accepted, and without effect: it is started, or it is not.' })),
    capabilities: Type.Optional(
      Type.Array(Type.String(), { description: 'Accepted, and without effect: every manager can do the same.' }),
    ),
  },
  'Who the manager is and where.',
);

export const RefereeConfig = closed(
  {
    referee_id: RefereeId,
    display_name: DisplayName,
    endpoint: Endpoint,
    version: Version,
    game_types: GameTypes,
    max_concurrent_matches: Concurrency,
    active: Active,
  },
  'A referee of this installation.',
);

export const PlayerConfig = closed(
  {
    player_id: PlayerId,
    display_name: DisplayName,
    version: Version,
    preferred_leagues: Type.Array(Type.String(), {
      default: [],
      description: 'The leagues it wants to play in, in others it takes no part; empty: every league.',
    }),
    game_types: GameTypes,
    default_endpoint: Endpoint,
    active: Active,
  },
  'A player of this installation.',
);

export const AgentsConfig = closed(
  {
    schema_version: SchemaVersion,
    league_manager: AgentConfig,
    referees: Type.Array(RefereeConfig, { default: [], description: 'All referees.' }),
    players: Type.Array(PlayerConfig, { default: [], description: 'All players.' }),
  },
  'config/agents/agents_config.json: the agents that are expected.',
);
