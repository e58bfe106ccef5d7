/** The meanings of fields that exist only in messages without an envelope. */
import { id, LeagueId, MatchId, nullable, RoundId } from '../fields.ts';
import { type TSchema, Type } from '../schema_builder.ts';
import type { BareDialectName } from './dialect.ts';

type Words = { readonly [path: string]: TSchema };

const seatChoice = (seat: string) =>
  Type.Enum(['EVEN', 'ODD', ''], {
    description: `What the player in the ${seat} seat chose; empty when that is nothing.`,
  });
const timeout_seconds = Type.Integer({ minimum: 1, description: 'How long the answer may take.' });
const error_message = Type.String({ description: 'What exactly was wrong, for people.' });

/** The place of a message of `v1` in the league: every message of that dialect has these fields. */
export const V1_PLACE = { league_id: LeagueId, round_id: RoundId, match_id: MatchId } as const satisfies Words;

/** By dialect, then by path. */
export const BARE_WORDS: { readonly [D in BareDialectName]: Words } = {
  flat: {
    choice: Type.Enum(['EVEN', 'ODD'], { description: 'The player’s choice.' }),
    player_a_choice: seatChoice('first'),
    player_b_choice: seatChoice('second'),
    error_message,
  },
  v1: {
    ...V1_PLACE,
    choice: Type.Object({}, { description: 'The player’s choice.' }),
    'choice.value': Type.Enum(['even', 'odd'], { description: 'What it chose.' }),
    game_info: Type.Object({}, { description: 'The match that is offered.' }),
    'game_info.timeout_seconds': timeout_seconds,
    game_state: Type.Object({}, { description: 'What is asked for.' }),
    'game_state.timeout_seconds': timeout_seconds,
    result: Type.Object(
      {},
      { description: 'The result; other games put their own facts where the drawn number stands.' },
    ),
    'result.loser_id': nullable(id(''), 'Who lost; null for a draw.'),
    'result.winner_choice': nullable(Type.String(), 'What the winner chose; null for a draw.'),
    'result.loser_choice': nullable(Type.String(), 'What the loser chose; null for a draw, and when that is nothing.'),
    'result.points_awarded': Type.Number({ description: 'League points of the winner; of each player in a draw.' }),
    error_message,
  },
};
