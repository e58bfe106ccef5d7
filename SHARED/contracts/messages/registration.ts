/** Joining a league (spec 002 sections 2.2.2 and 2.2.3, spec 003 section 1). */
import { contract } from '../contract.ts';
import { dialectName } from '../dialects/dialect.ts';
import { HABIT_NAMES } from '../dialects/habits.ts';
import { Endpoint, GameType, LeagueId, NewName, nullable, PlayerId, RefereeId } from '../fields.ts';
import { Type } from '../schema_builder.ts';

const meta = {
  display_name: NewName,
  version: Type.Optional(Type.String({ maxLength: 64, description: 'The agent’s own version.' })),
  protocol_version: Type.Optional(
    Type.String({ maxLength: 64, description: 'The protocol version it speaks; absent means 2.1.0.' }),
  ),
  game_types: Type.Array(GameType, { maxItems: 64, description: 'The games it can play or run.' }),
  contact_endpoint: Endpoint,
  batches: Type.Optional(Type.Boolean({ description: 'Whether it takes several messages as one JSON-RPC batch.' })),
  dialects: Type.Optional(
    Type.Array(dialectName(), {
      description: 'The dialects it speaks; absent: the one it registers in.',
    }),
  ),
  habits: Type.Optional(
    Type.Array(Type.Enum([...HABIT_NAMES]), {
      maxItems: HABIT_NAMES.length,
      description: 'Habits that it has beside those its registration shows.',
    }),
  ),
};

const accepted = {
  status: Type.Enum(['ACCEPTED', 'REJECTED'], { description: 'Whether the agent is in.' }),
  auth_token: nullable(Type.String(), 'The agent’s own token, for messages to the league manager and nobody else.'),
  manager_token: Type.Optional(
    nullable(Type.String(), 'What every message of the league manager to this agent will carry as auth_token.'),
  ),
  league_id: LeagueId,
  run_id: Type.Optional(nullable(Type.String(), 'Which run of the league this is.')),
  reason: nullable(Type.String(), 'Why it was rejected, in the words of the specification.'),
  error_code: Type.Optional(nullable(Type.String(), 'The error code that goes with the reason.')),
  detail: Type.Optional(nullable(Type.String(), 'What exactly was wrong, and what to do about it.')),
};

export const REFEREE_REGISTER_REQUEST = contract(
  {
    type: 'REFEREE_REGISTER_REQUEST',
    about: 'A referee offers its services. With its former token it registers again, at a new endpoint if need be.',
    chapter: 'registration',
    from: ['referee'],
    to: ['league_manager'],
    method: 'register_referee',
    reply: { type: 'REFEREE_REGISTER_RESPONSE', withinMs: 10_000 },
    refusals: ['E002', 'E006', 'E007', 'E015', 'E016', 'E017', 'E018', 'E019'],
  },
  {
    referee_meta: Type.Object(
      {
        ...meta,
        referee_id: Type.Optional(Type.String({ maxLength: 128, description: 'The id it would like to have.' })),
        max_concurrent_matches: Type.Optional(
          Type.Integer({ minimum: 1, description: 'How many matches it runs at once; absent: 1.' }),
        ),
        tickets: Type.Optional(Type.Boolean({ description: 'Whether its messages to players carry match tickets.' })),
      },
      { description: 'Who the referee is and what it can do.' },
    ),
  },
  {
    referee_meta: {
      display_name: 'Referee Alpha',
      version: '1.0.0',
      game_types: ['even_odd'],
      contact_endpoint: 'http://localhost:8001/mcp',
      max_concurrent_matches: 2,
      referee_id: 'REF01',
      tickets: true,
    },
  },
);

export const REFEREE_REGISTER_RESPONSE = contract(
  {
    type: 'REFEREE_REGISTER_RESPONSE',
    about: 'Takes the referee in, or says why not.',
    chapter: 'registration',
    from: ['league_manager'],
    to: ['referee'],
  },
  {
    ...accepted,
    referee_id: nullable(RefereeId, 'The referee’s id from now on, if it was taken in.'),
    warning: Type.Optional(Type.String({ description: 'What its reports need to be taken, where that is in doubt.' })),
  },
  {
    status: 'ACCEPTED',
    referee_id: 'REF01',
    auth_token: 'tok_ref01_abc123',
    manager_token: 'mgr_ref01_def456',
    league_id: 'league_2025_even_odd',
    run_id: 'run_20250115T101500',
    reason: null,
  },
);

export const LEAGUE_REGISTER_REQUEST = contract(
  {
    type: 'LEAGUE_REGISTER_REQUEST',
    about: 'A player asks to take part. With its former token it registers again, at a new endpoint if need be.',
    chapter: 'registration',
    from: ['player'],
    to: ['league_manager'],
    method: 'register_player',
    reply: { type: 'LEAGUE_REGISTER_RESPONSE', withinMs: 10_000 },
    refusals: ['E002', 'E006', 'E007', 'E015', 'E016', 'E017', 'E018', 'E019'],
  },
  {
    player_meta: Type.Object(
      {
        ...meta,
        player_id: Type.Optional(Type.String({ maxLength: 128, description: 'The id it would like to have.' })),
        // Any text is taken: an agent of other making may have such a field of its own.
        kind: Type.Optional(
          Type.String({ description: '`human` where a person chooses its moves; anything else is a program.' }),
        ),
        invite_code: Type.Optional(
          Type.String({
            maxLength: 128,
            description:
              'Its invite code, in a league that has a roster; the bearer token of the request and `?code=` at the manager’s address say the same.',
          }),
        ),
      },
      { description: 'Who the player is and what it can do.' },
    ),
  },
  {
    player_meta: {
      display_name: 'Agent Alpha',
      version: '1.0.0',
      game_types: ['even_odd'],
      contact_endpoint: 'http://localhost:8101/mcp',
      player_id: 'P01',
    },
  },
);

export const LEAGUE_REGISTER_RESPONSE = contract(
  {
    type: 'LEAGUE_REGISTER_RESPONSE',
    about: 'Takes the player in, or says why not.',
    chapter: 'registration',
    from: ['league_manager'],
    to: ['player'],
  },
  { ...accepted, player_id: nullable(PlayerId, 'The player’s id from now on, if it was taken in.') },
  {
    status: 'ACCEPTED',
    player_id: 'P01',
    auth_token: 'tok_p01_xyz789',
    manager_token: 'mgr_p01_uvw123',
    league_id: 'league_2025_even_odd',
    run_id: 'run_20250115T101500',
    reason: null,
  },
);
