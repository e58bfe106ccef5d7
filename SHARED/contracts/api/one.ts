/** The documents of the read-only API that are about one match or one player. */
import { anyJson, Commitment, DisplayName, MatchId, nullable, PlayerId, Seed, Timestamp } from '../fields.ts';
import { type Static, Type } from '../schema_builder.ts';
import { AgentRow, count, document, MatchRow, TableRow, text } from './league.ts';

const ms = (description: string) => Type.Integer({ minimum: 0, description });

/** One attempt to ask a player. */
export const MatchStep = Type.Object({
  player_id: PlayerId,
  step: count('Which call for a move, from 1; 0 is the invitation.'),
  awaited: text('The message that was awaited.'),
  attempt: Type.Integer({ minimum: 1, description: 'Which attempt at this question.' }),
  asked_ms: ms('When it was asked, since the match began.'),
  answered_ms: nullable(ms('When.'), 'When something came back; null where nothing did.'),
  deadline_ms: nullable(ms('When.'), 'When its time was over; null where that is not known.'),
  fault: nullable(text('A sentence.'), 'Why the attempt came to nothing; null where it did not.'),
  guarded: Type.Optional(
    text('How the strategy failed in whose place a guard made the move; for the operator alone, and absent else.'),
  ),
});

/** One message of a match. */
export const MatchMessage = Type.Object({
  at_ms: ms('When, since the match began.'),
  message_type: text('Which message.'),
  from: nullable(text('An id.'), 'The player that wrote it; null for the referee.'),
  to: Type.Array(Type.String(), { description: 'The players it was written to; none where it was to the referee.' }),
  move: Type.Optional(anyJson('The move it brought.')),
  error_code: Type.Optional(text('What was wrong with it.')),
});

/** The position after a step, as the rules draw it. */
export const Frame = Type.Object({
  step: count('After which step; 0 is the first position.'),
  moves: Type.Record(PlayerId, anyJson(), { description: 'The moves of the step.' }),
  board: nullable(
    Type.Array(Type.Array(nullable(Type.String()))),
    'Rows of cells: the mark in each, null where it is empty; cells are counted from 0, row by row from the top left. Null for a game without a board.',
  ),
});

/** A fault with what to change. */
const ToldFault = Type.Object({
  player_id: PlayerId,
  cause: text('What the player failed at.'),
  error_code: nullable(text('A code.'), 'The code of the league for it.'),
  sentence: text('What was wrong, in the words the player was told.'),
  advice: text('What to change in the player.'),
});

export const MatchDocument = document(
  {
    game_type: text('Which game.'),
    ...MatchRow.properties,
    facts: Type.Array(Type.Object({ name: text('A word.'), text: text('What it says.') }), {
      description: 'Result, reason and the like, in the words of `league match`.',
    }),
    draw: nullable(
      Type.Object({
        commitment: Commitment,
        seed: nullable(Seed, 'null before it is decided.'),
        told_commitment: nullable(
          Commitment,
          'What the players were told before the match, by its record; null where that is not at hand or not decided.',
        ),
        as_promised: nullable(Type.Boolean(), 'Whether these two are the same; null where the second is.'),
      }),
      'The draw; null before the match is open.',
    ),
    steps: Type.Array(MatchStep, { description: 'Every attempt to ask a player; none before it is decided.' }),
    steps_left_out: count('Earlier attempts that are not kept.'),
    messages: nullable(
      Type.Array(MatchMessage),
      'The messages of the record; null where it is not at hand or the match not decided.',
    ),
    record_missing: nullable(text('A sentence.'), 'Why there are no messages, where there are none.'),
    frames: Type.Array(Frame, { description: 'The course of the game; none before it is decided.' }),
    faults: Type.Array(ToldFault),
  },
  'One match: how far it is, and once it is decided how it went and why it ended so.',
);

export const PlayerDocument = document(
  {
    row: TableRow,
    agent: AgentRow,
    next_match: nullable(MatchRow, 'The match it plays, or plays next; null where none is known.'),
    matches: Type.Array(
      Type.Object({
        match_id: MatchId,
        round_id: Type.Integer({ minimum: 1 }),
        opponent_id: PlayerId,
        opponent_name: DisplayName,
        outcome: Type.Enum(['won', 'drawn', 'lost', 'forfeited', 'both_forfeited'], {
          description: '`forfeited`: by it alone.',
        }),
        points: Type.Number(),
        own_move: anyJson('Its last move; null where it made none.'),
        opponent_move: anyJson('Its opponent’s last move; null where it made none.'),
        termination: text('How it ended.'),
        reason: text('The result in a sentence.'),
        annulled: Type.Optional(text('Why its result counts in no table; absent where it counts.')),
        decided_at: Timestamp,
      }),
      { description: 'Its decided matches, newest first; at most 200. What follows is counted over these.' },
    ),
    matches_left_out: count('Older matches that are not told.'),
    choices: Type.Record(Type.String(), count('How often.'), {
      description: 'How often it made each move, the move as JSON; at most 20 kinds.',
    }),
    answers: Type.Array(
      Type.Object({
        match_id: MatchId,
        step: count('0 is the invitation.'),
        took_ms: nullable(ms('How long.'), 'null where no answer came.'),
        limit_ms: nullable(ms('The limit.'), 'null where it is not known.'),
      }),
      { description: 'How long it took to answer, newest last; at most 500.' },
    ),
    latencies: Type.Array(
      Type.Object({
        asked_for: Type.Enum(['join', 'move']),
        answers: count('How many.'),
        median_ms: Type.Number(),
        p95_ms: Type.Number(),
        max_ms: Type.Number(),
        limit_ms: nullable(Type.Number(), 'The shortest limit that held.'),
      }),
    ),
    faults: Type.Array(Type.Object({ ...ToldFault.properties, matches: Type.Array(MatchId) }), {
      description: 'What it forfeited by, kind by kind, in the words of the newest.',
    }),
    violations: Type.Array(
      Type.Object({ kind: text('Which rule.'), about: text('The rule in a sentence.'), count: count('How often.') }),
    ),
  },
  'One player: how it did, how fast it answers, and what went wrong.',
);

export type MatchStep = Static<typeof MatchStep>;
export type MatchMessage = Static<typeof MatchMessage>;
export type Frame = Static<typeof Frame>;
export type MatchDocument = Static<typeof MatchDocument>;
export type PlayerDocument = Static<typeof PlayerDocument>;
