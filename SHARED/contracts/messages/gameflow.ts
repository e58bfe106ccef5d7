/** One match: the invitation and the calls for moves (spec 002 section 3, spec 001). */
import { contract } from '../contract.ts';
import {
  anyJson,
  Commitment,
  DRAW_COMMITMENT,
  Epoch,
  endpoint,
  GameType,
  id,
  LeagueId,
  MatchId,
  RecordSoFar,
  RoundId,
  TIMESTAMP_PATTERN,
} from '../fields.ts';
import { Type } from '../schema_builder.ts';

const toPlayer = { chapter: 'gameflow', from: ['referee'], to: ['player'] } as const;
const toReferee = { chapter: 'gameflow', from: ['player'], to: ['referee'] } as const;
const place = { league_id: Type.Optional(LeagueId), round_id: Type.Optional(RoundId), match_id: MatchId };
const whose = { ...place, match_id: Type.Optional(MatchId), player_id: Type.Optional(id('Who answers.')) };
/** Agents of other making may have such fields: what does not fit is left out, and breaks nothing. */
const OF_ITSELF = {
  guarded: Type.Optional(
    anyJson(
      'A text: the player’s strategy failed, and how; the move is the first legal one. No opponent is told. Anything else is left out.',
    ),
  ),
  model_use: Type.Optional(
    anyJson(
      'What the language model that it asked took, as `model_use` in the timeline of MATCH_RESULT_REPORT has it. No opponent is told. Anything else is left out.',
    ),
  ),
};
const Deadline = Type.String({ pattern: TIMESTAMP_PATTERN, description: 'Until when the answer counts, UTC.' });
const YourStandings = Type.Object(RecordSoFar, { description: 'Your record so far.' });

export const GAME_INVITATION = contract(
  {
    type: 'GAME_INVITATION',
    about: 'Asks a player to take a seat in a match.',
    ...toPlayer,
    method: 'handle_game_invitation',
    reply: { type: 'GAME_JOIN_ACK', withinMs: 5_000, ownFields: ['accept'] },
  },
  {
    ...place,
    game_type: GameType,
    player_id: Type.Optional(id('Whom it is for.')),
    role_in_match: Type.Enum(['PLAYER_A', 'PLAYER_B', 'UNKNOWN'], {
      description: 'Which seat; UNKNOWN is never written, and read where the referee’s dialect does not say.',
    }),
    opponent_id: id('The player in the other seat.'),
    opponent_name: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Its name for people.' })),
    referee_endpoint: Type.Optional(endpoint('Where the answer may be posted.')),
    draw_commitment: Type.Optional(Commitment),
    assignment_epoch: Type.Optional(Epoch),
  },
  {
    league_id: 'league_2025_even_odd',
    round_id: 1,
    match_id: 'R1M1',
    game_type: 'even_odd',
    player_id: 'P01',
    role_in_match: 'PLAYER_A',
    opponent_id: 'P02',
    opponent_name: 'Agent Beta',
    referee_endpoint: 'http://localhost:8001/mcp',
    draw_commitment: DRAW_COMMITMENT,
    assignment_epoch: 1,
  },
);

export const GAME_JOIN_ACK = contract(
  {
    type: 'GAME_JOIN_ACK',
    about: 'The player takes its seat. Without `accept` it accepts; false forfeits.',
    ...toReferee,
  },
  {
    ...whose,
    arrival_timestamp: Type.Optional(
      Type.String({ pattern: TIMESTAMP_PATTERN, description: 'When the player took its seat, UTC.' }),
    ),
    accept: Type.Optional(Type.Boolean({ description: 'false declines, and forfeits the match.' })),
  },
  { match_id: 'R1M1', player_id: 'P01', arrival_timestamp: '2025-01-15T10:15:01.000Z', accept: true },
);

export const CHOOSE_PARITY_CALL = contract(
  {
    type: 'CHOOSE_PARITY_CALL',
    about: 'Asks a player of Even/Odd for its choice.',
    ...toPlayer,
    method: 'choose_parity',
    reply: { type: 'CHOOSE_PARITY_RESPONSE', withinMs: 30_000, ownFields: ['parity_choice'] },
    refusals: ['E002'],
  },
  {
    ...place,
    player_id: id('Whom it is for.'),
    game_type: GameType,
    context: Type.Object(
      { opponent_id: id('The player in the other seat.'), round_id: RoundId, your_standings: YourStandings },
      { description: 'What the choice may depend on.' },
    ),
    valid_options: Type.Optional(Type.Array(Type.String(), { description: 'The choices there are.' })),
    deadline: Deadline,
    assignment_epoch: Type.Optional(Epoch),
  },
  {
    league_id: 'league_2025_even_odd',
    round_id: 1,
    match_id: 'R1M1',
    player_id: 'P01',
    game_type: 'even_odd',
    context: { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
    valid_options: ['even', 'odd'],
    deadline: '2025-01-15T10:15:35.000Z',
    assignment_epoch: 1,
  },
);

export const CHOOSE_PARITY_RESPONSE = contract(
  { type: 'CHOOSE_PARITY_RESPONSE', about: 'The player’s choice.', ...toReferee },
  {
    ...whose,
    parity_choice: anyJson('"even" or "odd".'),
    reasoning: Type.Optional(Type.String({ maxLength: 1_000, description: 'Why, in the player’s own words.' })),
    ...OF_ITSELF,
  },
  { match_id: 'R1M1', player_id: 'P01', parity_choice: 'even' },
);

export const GAME_MOVE_CALL = contract(
  {
    type: 'GAME_MOVE_CALL',
    about: 'Asks a player of any other game for a move.',
    ...toPlayer,
    method: 'game_move',
    reply: { type: 'GAME_MOVE_RESPONSE', withinMs: 30_000, ownFields: ['move_data'] },
    refusals: ['E002'],
  },
  {
    ...place,
    player_id: id('Whom it is for.'),
    game_type: GameType,
    step: Type.Integer({ minimum: 1, description: 'Which call of the match this is, from 1.' }),
    move_request: Type.Object(
      {
        move_type: Type.String({ description: 'The game’s name for such a move.' }),
        valid_options: Type.Array(anyJson(), { description: 'Every legal move.' }),
        context: Type.Object(
          {
            opponent_id: id('The player in the other seat.'),
            round_id: RoundId,
            your_standings: YourStandings,
            view: anyJson('What this seat may know of the position.'),
          },
          { description: 'What the move may depend on.' },
        ),
      },
      { description: 'The question.' },
    ),
    deadline: Deadline,
    assignment_epoch: Type.Optional(Epoch),
  },
  {
    league_id: 'league_2025_tic_tac_toe',
    round_id: 1,
    match_id: 'R1M1',
    player_id: 'P01',
    game_type: 'tic_tac_toe',
    step: 1,
    move_request: {
      move_type: 'tic_tac_toe',
      valid_options: [0, 1, 2, 3, 4, 5, 6, 7, 8],
      context: {
        opponent_id: 'P02',
        round_id: 1,
        your_standings: { wins: 0, losses: 0, draws: 0 },
        view: { board: '.........', mark: 'X' },
      },
    },
    deadline: '2025-01-15T10:15:35.000Z',
    assignment_epoch: 1,
  },
);

export const GAME_MOVE_RESPONSE = contract(
  { type: 'GAME_MOVE_RESPONSE', about: 'The player’s move.', ...toReferee },
  {
    ...whose,
    step: Type.Optional(Type.Integer({ minimum: 1, description: 'Which call it answers.' })),
    move_data: Type.Object(
      {
        move_type: Type.Optional(Type.String({ description: 'The game’s name for such a move.' })),
        choice: anyJson('One of the valid options.'),
      },
      { description: 'The answer.' },
    ),
    ...OF_ITSELF,
  },
  { match_id: 'R1M1', player_id: 'P01', step: 1, move_data: { move_type: 'tic_tac_toe', choice: 4 } },
);
