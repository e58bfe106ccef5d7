/** The shapes of a player's history file, and of the credentials every agent keeps. */
import type { Json } from '../../core/json.ts';
import { DisplayName, Endpoint, GameType, MatchId, PlayerId, RoundId, Timestamp } from '../fields.ts';
import { type Static, Type } from '../schema_builder.ts';
import { ENDING, GAME_FACTS, MatchRecordResult, move, Run, Seeded } from './match.ts';
import { fileName, SchemaVersion } from './pieces.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const HistoryEntry = Type.Object(
  {
    match_id: MatchId,
    round_id: RoundId,
    league_id: fileName('Which league.'),
    run_id: Run,
    game_type: Type.Optional(GameType),
    opponent_id: PlayerId,
    opponent_name: Type.Optional(DisplayName),
    result: Type.Enum(['WIN', 'LOSS', 'DRAW', 'TECHNICAL_LOSS'], { description: 'How it went for this player.' }),
    my_choice: move('This player’s last move; null when there was none.'),
    opponent_choice: move('The opponent’s last move; null when there was none.'),
    ...GAME_FACTS,
    points_earned: Type.Number({ description: 'League points.' }),
    timestamp: Timestamp,
    ...ENDING,
    seeded: Seeded,
  },
  { description: 'One finished match as the player saw it; other games’ facts stand beside these fields.' },
);

/** One line beside a history. */
export const HistoryLine = Type.Object(HistoryEntry.properties, {
  description:
    'data/players/<id>/history.jsonl: matches that may not be in history.json yet; gone when its player has ended in order.',
});

export const HistoryFile = Type.Object(
  {
    schema_version: SchemaVersion,
    player_id: PlayerId,
    display_name: Type.Optional(DisplayName),
    last_updated: Type.Optional(Timestamp),
    stats: Type.Object({
      total_matches: count('All matches of all runs.'),
      wins: count('Won.'),
      losses: count('Lost by play.'),
      draws: count('Drawn.'),
      technical_losses: Type.Optional(count('Lost by forfeit; not among the losses.')),
      win_rate: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Won of all.' })),
      total_points: Type.Optional(Type.Number({ description: 'League points.' })),
    }),
    matches: Type.Array(HistoryEntry, { description: 'One entry per run and match, oldest first.' }),
    opponent_history: Type.Record(
      Type.String(),
      Type.Object({
        matches_played: count('Matches against it.'),
        wins: count('Won against it.'),
        losses: count('Lost against it, forfeits too.'),
        draws: Type.Optional(count('Drawn against it.')),
        their_choices: Type.Array(Type.Unsafe<Json>({}), { description: 'Its last moves, oldest match first.' }),
      }),
      { description: 'What is known of each opponent.' },
    ),
  },
  { description: 'data/players/<player_id>/history.json: the player’s own memory.' },
);

export const Credential = Type.Object(
  {
    league_id: Type.String({ description: 'Which league.' }),
    run_id: Type.String({ description: 'Which run of it.' }),
    agent_id: fileName('The id the manager gave.'),
    display_name: DisplayName,
    auth_token: Type.String({ description: 'Proves to the manager who this is.' }),
    manager_token: Type.Optional(Type.String({ description: 'By which the manager proves who it is.' })),
    endpoint: Type.Optional(Endpoint),
    manager: Type.Optional(Type.String({ description: 'Where the manager was that gave them.' })),
    saved_at: Timestamp,
  },
  { description: 'What one registration gave.' },
);

export const CredentialsFile = Type.Object(
  {
    schema_version: SchemaVersion,
    credentials: Type.Array(Credential, { description: 'One entry per manager, league and run.' }),
  },
  {
    description:
      'data/players/<id>/credentials.json, data/referees/<id>/credentials.json: readable by the owner alone.',
  },
);

export const SeatFile = Type.Object(
  {
    schema_version: SchemaVersion,
    display_name: DisplayName,
    manager: Type.String({ description: 'The manager at which the seat is.' }),
    player_id: fileName('The id the manager gave.'),
    game_type: Type.String({ description: 'What is played there.' }),
    seat_token: Type.String({ description: 'Proves whose seat it is.' }),
  },
  {
    description: 'data/seats/<name_hash>.json: the seat of a player without a server; readable by the owner alone.',
  },
);
export type SeatFile = Static<typeof SeatFile>;

/** The facts of a game in its own words: all fields of a result or history entry but the general ones. */
export function factsOf(entry: { readonly [key: string]: unknown }): { readonly [name: string]: Json } {
  return Object.fromEntries(
    Object.entries(entry).filter(([key, value]) => value !== undefined && !GENERAL.has(key)),
  ) as { [name: string]: Json };
}

const GENERAL = new Set(
  [...Object.keys(MatchRecordResult.properties), ...Object.keys(HistoryEntry.properties)].filter(
    (key) => !(key in GAME_FACTS),
  ),
);

export type HistoryFile = Static<typeof HistoryFile>;
export type HistoryEntry = Static<typeof HistoryEntry>;
export type CredentialsFile = Static<typeof CredentialsFile>;
export type Credential = Static<typeof Credential>;
