/** The shape of agents_config.json (spec 004): the agents of this installation. */
import { Type } from 'typebox';
import { DisplayName, Endpoint, GameType, PlayerId, RefereeId } from '../fields.ts';
import { Concurrency, closed, fileName, SchemaVersion } from './pieces.ts';

const Version = Type.String({ default: '1.0.0', maxLength: 32, description: 'The agent’s own version.' });
const GameTypes = Type.Array(GameType, { default: [], description: 'The games it plays; empty: every game.' });
const Active = Type.Boolean({ default: true, description: 'Whether it takes part.' });

export const AgentConfig = closed(
  {
    agent_id: fileName('The agent’s id, such as LM01.'),
    agent_type: Type.Enum(['league_manager', 'referee', 'player'], {
      default: 'league_manager',
      description: 'Its role.',
    }),
    display_name: DisplayName,
    port: Type.Integer({ minimum: 0, maximum: 65_535, description: 'Where it listens; 0: any free port.' }),
    endpoint: Endpoint,
    capabilities: Type.Optional(Type.Array(Type.String(), { description: 'What it can do.' })),
  },
  'Who an agent is and where.',
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
    preferred_leagues: Type.Array(Type.String(), { default: [], description: 'Leagues it would like to play in.' }),
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
