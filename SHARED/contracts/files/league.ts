/** The shapes of league files and of the games registry (spec 004), with every default of a league. */
import { PLAYERS_PER_ADDRESS } from '../../core/limits.ts';
import { GameType, MANAGER_ID, PlayerId, RefereeId } from '../fields.ts';
import { Type } from '../schema_builder.ts';
import { closed, fileName, LIMIT_OPINIONS, Options, SchemaVersion } from './pieces.ts';

/** The criteria of the order of the standings, in the order that holds unless the league file has another. */
export const TIEBREAKERS = ['points', 'wins', 'head_to_head', 'player_id'] as const;
export type Tiebreaker = (typeof TIEBREAKERS)[number];

const points = (byDefault: number, description: string) => Type.Number({ default: byDefault, description });

export const ScoringConfig = closed(
  {
    win_points: points(3, 'For a win.'),
    draw_points: points(1, 'For a draw.'),
    loss_points: points(0, 'For a loss.'),
    technical_loss_points: points(0, 'For a match forfeited.'),
    tiebreakers: Type.Array(Type.Enum([...TIEBREAKERS]), {
      default: [...TIEBREAKERS],
      uniqueItems: true,
      description: 'What the order of the standings looks at, in this order; the id comes last in any case.',
    }),
  },
  'What results are worth.',
  { default: {} },
);

export const LeagueConfig = closed(
  {
    schema_version: SchemaVersion,
    league_id: fileName('The league’s name, which is also the file’s.'),
    display_name: Type.String({ minLength: 1, maxLength: 128, description: 'The league’s name for people.' }),
    game_type: GameType,
    options: Options,
    status: Type.Enum(['ACTIVE', 'INACTIVE'], {
      default: 'ACTIVE',
      description: 'Whether the league is offered; one that is INACTIVE is not played.',
    }),
    kind: Type.Enum(['local', 'class'], {
      default: 'local',
      description:
        'class: agents of strangers; referees need the operator’s token, endpoints end in /mcp, and no seed may be chosen.',
    }),
    scoring: ScoringConfig,
    double_forfeit: Type.Enum(['draw', 'loss'], {
      default: 'draw',
      description:
        'What it is when both players fail: a draw, or a loss for both, which counts as forfeited. Absent: a loss in a class league.',
    }),
    violations: Type.Enum(['count', 'disqualify'], {
      default: 'count',
      description:
        'What a breach of the protocol by a player costs. count: it is counted, with an example. disqualify: the first one, also of what is read all the same, takes the player out of the league (004).',
    }),
    participants: closed(
      {
        min_players: Type.Integer({ minimum: 2, default: 2, description: 'Fewer cannot start.' }),
        max_players: Type.Integer({ minimum: 2, default: 10_000, description: 'More are turned away.' }),
        max_registrations_per_address: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: `Players that may register from one address, or from one network of 64 bits in IPv6; the manager’s own machine is not counted. Absent: ${PLAYERS_PER_ADDRESS} in a class league, any number in a local one.`,
          }),
        ),
        roster: Type.Optional(
          Type.Array(
            Type.Object(
              {
                name: Type.String({
                  minLength: 1,
                  maxLength: 128,
                  description: 'The person’s name, for the organiser.',
                }),
                code_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The hash of the invite code.' }),
              },
              { additionalProperties: false },
            ),
            {
              description:
                'The people invited, written by `league class roster`: one seat for each code, whatever address it comes from. Absent: players need no code.',
            },
          ),
        ),
        names: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
            minItems: 1,
            uniqueItems: true,
            description:
              'The names of the players that may register; beside a roster, those that need no code. Absent: any name.',
          }),
        ),
        auto_start_players: Type.Optional(
          Type.Integer({ minimum: 2, description: 'Start by itself when so many have registered.' }),
        ),
        late_places: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 1_000,
            description:
              'Places that are drawn into the schedule for players that come after the start; each takes the next one, and its id. What it missed is not played and worth nothing. Absent: none.',
          }),
        ),
        allowed_networks: Type.Optional(
          Type.Array(Type.String({ pattern: '^[0-9a-fA-F:.]+(/[0-9]{1,3})?$', maxLength: 50 }), {
            description:
              'Addresses and networks, such as 192.168.1.0/24, whose endpoints any agent may register; otherwise each registers its own address only.',
          }),
        ),
      },
      'Who may play, and how many.',
      { default: {} },
    ),
    schedule: closed(
      {
        algorithm: Type.String({
          pattern: '^[a-z][a-z0-9_]{0,63}$',
          default: 'round_robin',
          description: 'The format. round_robin: everybody meets everybody, `legs` times.',
        }),
        legs: Type.Integer({
          minimum: 1,
          maximum: 2,
          default: 1,
          description: 'How often everybody meets everybody; the second time the seats are swapped.',
        }),
        max_rounds: Type.Optional(Type.Integer({ minimum: 1, description: 'Stop after so many rounds.' })),
      },
      'Who meets whom, and when.',
      { default: {} },
    ),
    total_rounds: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Computed from the players; another number is noted and ignored.' }),
    ),
    matches_per_round: Type.Optional(Type.Integer({ minimum: 0, description: 'Computed from the players, likewise.' })),
    players: Type.Array(PlayerId, {
      default: [],
      uniqueItems: true,
      description: 'The players that are expected; empty: all active ones of the agents file that play its game.',
    }),
    referees: closed(
      {
        accept: Type.Enum(['verified', 'consistent', 'trusted'], {
          default: 'verified',
          description: 'How much of a result a referee has to prove.',
        }),
        ids: Type.Array(RefereeId, {
          default: [],
          uniqueItems: true,
          description: 'The referees that are expected; empty: all active ones of the agents file for its game.',
        }),
      },
      'Who referees, and how far it is believed.',
      { default: {} },
    ),
    league_manager: Type.Literal(MANAGER_ID, { default: MANAGER_ID, description: 'Id of its manager.' }),
    timeouts: closed(LIMIT_OPINIONS, 'Time limits of this league; they come before those of any other file.', {
      default: {},
    }),
  },
  'config/leagues/<league_id>.json: one league and its rules.',
);

export const GameConfig = closed(
  {
    game_type: GameType,
    display_name: Type.String({ minLength: 1, maxLength: 128, description: 'The game’s name for people.' }),
    rules_module: Type.String({
      minLength: 1,
      description:
        'The file of its rules, .ts or .js, from the folder of this file; or a dotted name, whose last part names a file of SHARED/games.',
    }),
    max_round_time_sec: Type.Optional(
      Type.Number({ minimum: 0.01, description: 'How long a player has for one move, in seconds.' }),
    ),
    max_match_sec: Type.Optional(
      Type.Number({ minimum: 0.01, description: 'Each player’s clock for a whole match, in seconds.' }),
    ),
    min_players: Type.Integer({ minimum: 2, default: 2, description: 'Seats at its table, at least.' }),
    max_players: Type.Integer({ minimum: 2, default: 2, description: 'And at most; the rules are held to it.' }),
    description: Type.String({ default: '', description: 'The game in a sentence.' }),
    options: Options,
  },
  'A game that can be played.',
);

export const GamesRegistry = closed(
  {
    schema_version: SchemaVersion,
    games: Type.Array(GameConfig, { minItems: 1, description: 'All games.' }),
  },
  'config/games/games_registry.json: the games that can be played.',
);
