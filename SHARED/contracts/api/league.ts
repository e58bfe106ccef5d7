/** The documents of the read-only API that are about a league as a whole. */
import { dialectName } from '../dialects/dialect.ts';
import {
  Cursor,
  DisplayName,
  Endpoint,
  GameType,
  KIND,
  LeagueId,
  MARK,
  MatchId,
  nullable,
  PlayerId,
  RefereeId,
  Timestamp,
} from '../fields.ts';
import { Termination } from '../messages/result.ts';
import { type Static, type TProperties, type TSchema, Type } from '../schema_builder.ts';

export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const text = (description: string) => Type.String({ description });

/** The head of every document: which run of which league, and how far it was when the document was made. */
const HEAD = {
  league_id: LeagueId,
  run_id: text('Which run of the league.'),
  sequence: count('The last event of the ledger that is shown here.'),
};

export const document = <P extends TProperties>(properties: P, description: string) =>
  Type.Object({ ...HEAD, ...properties }, { description });

/** A page of a list: `rows` from the cursor on, and where the next page begins. */
export const pageOf = <T extends TSchema>(row: T, description: string) =>
  document(
    {
      total: count('Rows of all pages together.'),
      next_cursor: nullable(Cursor, 'The cursor of the next page; null on the last.'),
      rows: Type.Array(row),
    },
    description,
  );

export const Status = Type.Enum(['waiting', 'running', 'completed'], { description: 'How far the league is.' });

export const LeagueDocument = document(
  {
    display_name: text('The league’s name for people.'),
    kind: Type.Enum(['local', 'class'], { description: 'Whether the agents of strangers take part.' }),
    game: Type.Object({
      game_type: GameType,
      display_name: text('The game’s name for people.'),
      description: text('The game in a sentence.'),
    }),
    status: Status,
    paused: nullable(Type.String(), 'Why the league is held; null where it is not.'),
    seeded: Type.Boolean({ description: 'Whether the draws come from a seed somebody chose.' }),
    is_playback: Type.Boolean({ description: 'Whether it is played back from its files, by /api/playback.' }),
    now: Timestamp,
    created_at: Timestamp,
    started_at: nullable(Timestamp, 'When play began.'),
    closed_at: nullable(Timestamp, 'When the last match was decided.'),
    rounds: Type.Object({
      current: count('The newest round that was opened; 0 before the first.'),
      closed: count('Rounds whose results are all in.'),
      total: nullable(count('Rounds.'), 'Rounds in all; null where nothing says so beforehand.'),
    }),
    matches: Type.Object({
      decided: count('Matches with a result.'),
      running: count('Matches that are open: being played, or queued.'),
      queued: count('How many of those wait until a referee takes them.'),
      total: nullable(count('Matches.'), 'Matches in all; null where nothing says so beforehand.'),
    }),
    remaining_sec: nullable(
      Type.Number({ minimum: 0 }),
      'How long the rest will take at the pace so far; null before there is a pace.',
    ),
    players: count('Players that take part.'),
    referees: count('Referees that take part.'),
    technical_losses: count('Forfeits: the technical losses of all players together.'),
    violations: count('Breaches of the protocol by all players together.'),
    champion: nullable(
      Type.Object({ player_id: PlayerId, display_name: DisplayName }),
      'The winner of the league; null before its end, or where there is none.',
    ),
    leader: nullable(
      Type.Object({ player_id: PlayerId, display_name: DisplayName, points: Type.Number() }),
      'The first of the table; null before a match is decided, and where that one takes part no longer.',
    ),
    first_place: nullable(
      Type.String(),
      'That several share the first place, in a line; null where one has it, and before a match is decided.',
    ),
    outlook: Type.Object({
      about: nullable(Type.String(), 'Who meets whom, in a sentence.'),
      meetings: nullable(
        Type.Object({ least: count('At least.'), most: count('At most.') }),
        'How often two players meet in the whole league.',
      ),
    }),
    scoring: Type.Object({
      win_points: Type.Number(),
      draw_points: Type.Number(),
      loss_points: Type.Number(),
      technical_loss_points: Type.Number(),
      tiebreakers: Type.Array(Type.String()),
      double_forfeit: Type.Enum(['draw', 'loss'], { description: 'What a match counts as that both players forfeit.' }),
    }),
    deadlines: nullable(
      Type.Object({
        join_sec: Type.Number({ description: 'How long a player has to accept an invitation.' }),
        move_sec: Type.Number({ description: 'How long a player has for one move.' }),
      }),
      'null for a league of files: they do not say by which limits it was played.',
    ),
  },
  'How far the league is, by which rules it is played, and who won.',
);

/** A row of the table with what a person asks about it. */
export const TableRow = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Equal in everything that counts means equal in rank.' }),
    player_id: PlayerId,
    display_name: DisplayName,
    played: count('Matches decided.'),
    wins: count('Matches won.'),
    draws: count('Matches drawn.'),
    losses: count('Matches lost, by play or by forfeit.'),
    technical_losses: count('How many of the losses were forfeits.'),
    points: Type.Number({ description: 'League points.' }),
    violations: count('Breaches of the protocol.'),
    movement: nullable(
      Type.Integer(),
      'Places gained (lost, if below 0) since the end of the round before the newest closed one: its rank now against that without the results of the newest closed round and of later ones; null before two rounds are closed.',
    ),
    ...KIND,
    tie: nullable(Type.String(), 'What tells it from those with as many points, in a sentence; null where none has.'),
    mark: Type.Optional(
      Type.Enum(['removed', 'disqualified', 'suspended', 'given up'], {
        description:
          'The player was removed by the operator or by a rule of the league, and stands behind all others, is suspended by the operator, or is not waited for since it failed in several matches in a row; absent: none of it.',
      }),
    ),
    reason: MARK.reason,
  },
  { description: 'One player of the table.' },
);
export const StandingsPage = pageOf(TableRow, 'The table, the first of the league first.');

export const Crosstable = document(
  {
    total: count('Players in all.'),
    players: Type.Array(Type.Object({ rank: count('Its rank.'), player_id: PlayerId, display_name: DisplayName }), {
      description: 'Those of a page of the table, in its order.',
    }),
    cells: Type.Array(
      Type.Array(
        Type.Array(
          Type.Object({
            match_id: MatchId,
            outcome: Type.Enum(['won', 'drawn', 'lost', 'forfeited', 'both_forfeited', 'running', 'scheduled'], {
              description: 'For the player of the row; `forfeited`: by it alone.',
            }),
            points: nullable(Type.Number(), 'What the player of the row got; null before it is decided.'),
          }),
        ),
      ),
      {
        description:
          'Row by row, the meetings with each player of the columns; none with oneself. Where more than 50,000 matches are to come, none of these is shown.',
      },
    ),
  },
  'Who took what from whom, among the players of a page of the table.',
);

export const Progress = document(
  {
    rounds: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'The rounds that were opened; of more than 500 an even choice with the newest.',
    }),
    lines: Type.Array(
      Type.Object({
        player_id: PlayerId,
        display_name: DisplayName,
        points: Type.Array(Type.Number(), { description: 'Its points after each of the rounds.' }),
      }),
    ),
  },
  'Points over rounds, of the first of the table or of the players that are named.',
);

export const RoundRow = Type.Object({
  round_id: Type.Integer({ minimum: 1, description: 'Its number.' }),
  status: Type.Enum(['SCHEDULED', 'RUNNING', 'COMPLETED'], { description: 'How far it is.' }),
  started_at: nullable(Timestamp, 'When it was opened.'),
  completed_at: nullable(Timestamp, 'When its results were all in.'),
  matches: count('Its matches.'),
  decided: count('How many of them are decided.'),
});
export const RoundsPage = pageOf(RoundRow, 'The rounds, played and to come.');

/** A match in a list. */
export const MatchRow = Type.Object(
  {
    match_id: MatchId,
    round_id: Type.Integer({ minimum: 1, description: 'Its round.' }),
    player_a: PlayerId,
    name_a: DisplayName,
    player_b: PlayerId,
    name_b: DisplayName,
    referee_id: nullable(RefereeId, 'Who runs it; null before it is given out.'),
    status: Type.Enum(
      ['SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED', 'DECIDED', 'LATE_PLACE', 'NOT_PLAYED', 'CAME_LATER'],
      {
        description: 'How far it is, or why it is not played; QUEUED waits until a referee takes it.',
      },
    ),
    winner: nullable(PlayerId, 'null for a draw, and before it is decided.'),
    score_a: nullable(Type.Number(), 'The league points of player_a; null before it is decided.'),
    score_b: nullable(Type.Number(), 'The league points of player_b; null before it is decided.'),
    termination: nullable(Termination, 'How it ended; null before that.'),
    reason: nullable(Type.String(), 'The result in a sentence.'),
    annulled: Type.Optional(Type.String({ description: 'Why its result counts in no table; absent where it counts.' })),
    opened_at: nullable(Timestamp, 'When its round was opened.'),
    decided_at: nullable(Timestamp, 'When its result was taken.'),
    waits_for: Type.Array(PlayerId, { description: 'Of a running match: the players whose answer is awaited now.' }),
  },
  { description: 'One match.' },
);
export const MatchesPage = pageOf(MatchRow, 'Matches, in the order of the schedule or, if asked for, newest first.');

export const AgentRow = Type.Object(
  {
    agent_id: text('Its id.'),
    role: Type.Enum(['player', 'referee']),
    display_name: DisplayName,
    ...KIND,
    version: text('Its own version, as it registered.'),
    state: text('What has become of it, in the words of the specification.'),
    is_ready: nullable(
      Type.Boolean(),
      'Whether it answered when it was last asked, for a sign of life or in a match; null where it was not asked.',
    ),
    mark: nullable(text('A word.'), 'suspended, given up, removed or disqualified; null where none of it.'),
    reason: nullable(text('A sentence.'), 'Why, where there is a mark.'),
    since: nullable(Timestamp, 'Since when.'),
    silent_since: nullable(
      Timestamp,
      'Where it gives no usable answer: when it was first asked in vain, or when the first round opened in which it failed.',
    ),
    failure: nullable(
      text('A sentence.'),
      'What it failed at in its newest match, where it gave no usable answer; null where nothing is known of that.',
    ),
    dialect: dialectName('How it is written to.'),
    habits: Type.Array(Type.String(), { description: 'In which ways it speaks otherwise, in words.' }),
    endpoint: Type.Optional(Endpoint),
  },
  { description: 'One agent; its endpoint is for the operator alone.' },
);
export const AgentsPage = pageOf(AgentRow, 'The agents that registered.');

export type LeagueDocument = Static<typeof LeagueDocument>;
export type TableRow = Static<typeof TableRow>;
export type StandingsPage = Static<typeof StandingsPage>;
export type Crosstable = Static<typeof Crosstable>;
export type Progress = Static<typeof Progress>;
export type RoundRow = Static<typeof RoundRow>;
export type RoundsPage = Static<typeof RoundsPage>;
export type MatchRow = Static<typeof MatchRow>;
export type MatchesPage = Static<typeof MatchesPage>;
export type AgentRow = Static<typeof AgentRow>;
export type AgentsPage = Static<typeof AgentsPage>;
