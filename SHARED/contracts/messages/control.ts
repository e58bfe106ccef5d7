/** Starting, watching and ending a league, and its errors (spec 003 sections 2 and 4). */
import { contract } from '../contract.ts';
import { anyJson, Endpoint, ErrorCodeField, Heard, id, LeagueId } from '../fields.ts';
import { Type } from '../schema_builder.ts';

export const START_LEAGUE = contract(
  {
    type: 'START_LEAGUE',
    about: 'The operator closes registration and starts play.',
    chapter: 'control',
    from: ['operator'],
    to: ['league_manager'],
    method: 'start_league',
    reply: { type: 'LEAGUE_STATUS', withinMs: 10_000 },
    refusals: ['E002', 'E007'],
  },
  { league_id: LeagueId },
  { league_id: 'league_2025_even_odd' },
);

/** The public reasons for an agent's silence; the network's own error goes to the log alone. */
const SILENCE_REASONS = ['unreachable', 'silent'] as const;
export type SilenceReason = (typeof SILENCE_REASONS)[number];

export const LEAGUE_STATUS = contract(
  {
    type: 'LEAGUE_STATUS',
    about: 'How far the league is.',
    chapter: 'control',
    from: ['league_manager'],
    to: ['operator'],
  },
  {
    league_id: LeagueId,
    run_id: Type.Optional(Type.String({ description: 'Which run of the league this is.' })),
    game_type: Type.Optional(Type.String({ description: 'The game that is played.' })),
    status: Type.Enum(['waiting', 'running', 'completed', 'error'], {
      description: 'In one word. `error` is read and never sent: a manager that cannot go on ends.',
    }),
    current_round: Type.Integer({ minimum: 0, description: '0 before the first.' }),
    total_rounds: Type.Integer({ minimum: 0, description: 'How many rounds the league has.' }),
    matches_completed: Type.Integer({ minimum: 0, description: 'Matches decided so far.' }),
    total_matches: Type.Optional(Type.Integer({ minimum: 0, description: 'Matches of the whole league.' })),
    players: Type.Optional(Type.Integer({ minimum: 0, description: 'How many are registered.' })),
    referees: Type.Optional(Type.Integer({ minimum: 0, description: 'How many are registered.' })),
    seeded: Type.Optional(Type.Boolean({ description: 'Whether the draws come from a seed somebody chose.' })),
    paused: Type.Optional(
      Type.String({
        description:
          'Why no match is given out at present; absent where it goes on. PAUSE_COMMAND or START_LEAGUE ends a pause.',
      }),
    ),
    would_forfeit: Type.Optional(
      Type.Array(
        Type.Object({
          agent_id: Type.String({ description: 'Who.' }),
          display_name: Type.Optional(Type.String({ description: 'What it is called.' })),
          reason: Type.Enum([...SILENCE_REASONS], {
            description: 'Nobody takes a connection there (`unreachable`), or nobody answers in time (`silent`).',
          }),
          checked_at: Type.Optional(
            Type.String({ description: 'When it was last asked; it is asked again and again.' }),
          ),
        }),
        {
          description:
            'Before play, or when play goes on without them: agents that did not answer where they are registered, the first hundred.',
        },
      ),
    ),
  },
  {
    league_id: 'league_2025_even_odd',
    status: 'running',
    current_round: 1,
    total_rounds: 3,
    matches_completed: 0,
    total_matches: 6,
  },
);

const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Why, for the agent, the ledger and the table.',
});

export const AGENT_COMMAND = contract(
  {
    type: 'AGENT_COMMAND',
    about:
      'The operator removes an agent for good, suspends it, or readmits it. What it forfeits meanwhile stays forfeited; a command that has been carried out changes nothing more.',
    chapter: 'control',
    from: ['operator'],
    to: ['league_manager'],
    method: 'command_agent',
    reply: { type: 'LEAGUE_STATUS', withinMs: 10_000 },
    refusals: ['E002', 'E005', 'E007'],
  },
  {
    league_id: LeagueId,
    agent_id: id('Which player or referee.'),
    action: Type.Enum(['remove', 'suspend', 'readmit'], { description: 'What is to become of it.' }),
    reason: Reason,
    endpoint: Type.Optional({
      ...Endpoint,
      description: 'With readmit: where it may register next under its name, without a token.',
    }),
  },
  { league_id: 'league_2025_even_odd', agent_id: 'P03', action: 'suspend', reason: 'It floods the referees.' },
);

export const PAUSE_COMMAND = contract(
  {
    type: 'PAUSE_COMMAND',
    about: 'The operator holds the league, or lets it go on: while it is held no match is given out.',
    chapter: 'control',
    from: ['operator'],
    to: ['league_manager'],
    method: 'pause_league',
    reply: { type: 'LEAGUE_STATUS', withinMs: 10_000 },
    refusals: ['E002', 'E007'],
  },
  {
    league_id: LeagueId,
    action: Type.Enum(['pause', 'unpause'], { description: 'Which of the two.' }),
    reason: Type.Optional(Reason),
  },
  { league_id: 'league_2025_even_odd', action: 'pause', reason: 'A break of ten minutes.' },
);

export const SHUTDOWN_COMMAND = contract(
  {
    type: 'SHUTDOWN_COMMAND',
    about:
      'Ends an agent: files written, logs flushed. From the operator to the manager it ends the league’s processes.',
    chapter: 'control',
    from: ['league_manager', 'operator'],
    to: ['player', 'referee', 'league_manager'],
    method: 'shutdown',
    reply: { type: 'SHUTDOWN_ACK', withinMs: 10_000 },
  },
  { league_id: Type.Optional(LeagueId), reason: Type.Optional(Type.String({ maxLength: 1_000, description: 'Why.' })) },
  { league_id: 'league_2025_even_odd', reason: 'The league is complete.' },
);

export const SHUTDOWN_ACK = contract(
  {
    type: 'SHUTDOWN_ACK',
    about: 'The agent is about to end.',
    chapter: 'control',
    from: ['player', 'referee', 'league_manager'],
    to: ['league_manager', 'operator'],
  },
  { status: Heard },
  { status: 'acknowledged' },
);

export const LEAGUE_ERROR = contract(
  {
    type: 'LEAGUE_ERROR',
    about: 'Something is wrong between an agent and the league.',
    chapter: 'errors',
    from: ['league_manager'],
    to: ['player', 'referee'],
    method: 'notify_league_error',
  },
  {
    league_id: Type.Optional(LeagueId),
    error_code: ErrorCodeField,
    error_name: Type.String({ description: 'The code in words.' }),
    error_description: Type.String({ description: 'What exactly was wrong.' }),
    details: Type.Optional(Type.Record(Type.String(), anyJson(), { description: 'Whatever helps to find the cause.' })),
  },
  {
    league_id: 'league_2025_even_odd',
    error_code: 'E005',
    error_name: 'PLAYER_NOT_REGISTERED',
    error_description: 'Player P99 is not registered in this league.',
    details: { player_id: 'P99' },
  },
);
