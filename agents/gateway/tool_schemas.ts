/** The input and output schemas of the seat tools. */
import { Type } from 'typebox';
import { NewName } from '../../SHARED/contracts/fields.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';

/** Clients give up after a minute or less, so that no call is kept waiting longer than this. */
export const LONGEST_WAIT_SEC = 25;
export const USUAL_WAIT_SEC = 20;

const seat = Type.String({ minLength: 1, maxLength: 128, description: 'The seat that join_league gave you.' });
const anything = (description: string) => Type.Unsafe<unknown>({ description });
const text = (description: string) => Type.String({ description });
const list = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description });
const next = text('What to do next.');

/** The schemas of each tool; answers may say more than is named here. */
export const SCHEMAS = {
  join_league: {
    input: Type.Object({
      display_name: NewName,
      seat: Type.Optional({
        ...seat,
        description: 'A seat you were given before: you are back in it, whatever display_name says.',
      }),
      request_id: Type.Optional(
        Type.String({
          ...{ minLength: 16, maxLength: 128 },
          description:
            'A long random text of your own. If the answer does not reach you, join again at once with the same name and request_id: it is the same seat.',
        }),
      ),
    }),
    output: Type.Object({
      player_id: text('Who you are in the league.'),
      display_name: text('Your name there.'),
      league_id: text('Which league.'),
      game_type: text('What is played.'),
      league_status: text('waiting, running or completed.'),
      game: text('The game and its rules, in short.'),
      seat: text('Proves that the seat is yours; keep it, nobody can tell it to you again.'),
      next,
    }),
  },
  wait_for_turn: {
    input: Type.Object({
      seat,
      wait_sec: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: LONGEST_WAIT_SEC,
          description: `How long to wait for something to do, at most ${LONGEST_WAIT_SEC} seconds; absent: ${USUAL_WAIT_SEC}.`,
        }),
      ),
      heard: Type.Optional(
        Type.String({
          maxLength: 128,
          description:
            'told_up_to of the last answer you have read; absent: the last finished_matches may be told twice.',
        }),
      ),
    }),
    output: Type.Object({
      status: Type.Enum(['your_turn', 'match_over', 'league_over', 'waiting', 'left'], {
        description: 'What is to be done.',
      }),
      player_id: text('Who you are in the league.'),
      finished_matches: Type.Optional(
        list(
          'Matches of yours that ended: result, points, why, both moves, seed. Those you have not said you heard come again; the same match_id is the same match.',
        ),
      ),
      told_up_to: Type.Optional(text('The last of your finished matches: hand it back as heard.')),
      match_id: Type.Optional(text('your_turn: the match.')),
      opponent_id: Type.Optional(text('your_turn: against whom.')),
      legal_moves: Type.Optional(
        Type.Array(anything('A move.'), { description: 'your_turn: the moves you may make.' }),
      ),
      view: Type.Optional(anything('your_turn: what you may see of the position.')),
      deadline: Type.Optional(text('your_turn: when the move must be made.')),
      seconds_left: Type.Optional(Type.Number({ description: 'your_turn: how long that is from now.' })),
      times_asked: Type.Optional(
        Type.Number({ description: 'your_turn: how often the referee has asked for this move.' }),
      ),
      earlier_matches: Type.Optional(list('your_turn: your last matches against this opponent in this league.')),
      waiting_for: Type.Optional(text('waiting: start, round, match, opponent or manager.')),
      why: Type.Optional(text('waiting: why there is nothing to do yet.')),
      your_rank: Type.Optional(anything('league_over: where you ended.')),
      champion: Type.Optional(anything('league_over: who won the league.')),
      standings: Type.Optional(list('league_over: the first rows of the final table.')),
      next,
    }),
  },
  make_move: {
    input: Type.Object({
      seat,
      match_id: Type.String({ minLength: 1, maxLength: 128, description: 'The match, as wait_for_turn named it.' }),
      move: anything('One of legal_moves, as it stands there.'),
      reasoning: Type.Optional(
        Type.String({ maxLength: 2_000, description: 'Why; it goes to your player’s own log and nowhere else.' }),
      ),
    }),
    output: Type.Object({
      match_id: text('The match.'),
      move: anything('The move that was made.'),
      seconds_to_spare: Type.Number({ description: 'What was left until the deadline.' }),
      next,
    }),
  },
  my_standing: {
    input: Type.Object({ seat }),
    output: Type.Object({
      player_id: text('Who you are in the league.'),
      league_status: text('waiting, running or completed.'),
      rank: anything('Your rank now; null before the league begins.'),
      row: anything('Your row of the standings: played, wins, draws, losses, points.'),
      next_match: anything('Your undecided match of this round: match_id and opponent; null when there is none.'),
      last_matches: list('Your last matches, oldest first.'),
    }),
  },
  leave: {
    input: Type.Object({
      seat,
      confirm: Type.Optional(
        Type.Boolean({ description: 'true: do it. Without it you are only told what it would mean.' }),
      ),
    }),
    output: Type.Object({
      left: Type.Boolean({ description: 'Whether you have left.' }),
      what_it_means: text('What follows.'),
    }),
  },
} as const;

/** A schema as tools show it. */
export function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}
