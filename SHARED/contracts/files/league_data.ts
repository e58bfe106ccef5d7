/** The shapes of the manager's views of a league (standings, rounds, agents), and of the ledger they are made from. */
import type { Json } from '../../core/json.ts';
import { dialectName } from '../dialects/dialect.ts';
import {
  Choices,
  DisplayName,
  Endpoint,
  KIND,
  MARK,
  MatchId,
  nullable,
  PlayerId,
  RefereeId,
  Scores,
  Timestamp,
  Violated,
} from '../fields.ts';
import { Guarded, Models, ResultStatus, Termination } from '../messages/result.ts';
import { type Static, Type } from '../schema_builder.ts';
import { AgentConfig, PlayerConfig, RefereeConfig } from './agents.ts';
import { fileName, SchemaVersion } from './pieces.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** The fields of every view that describe the view itself. Optional where spec 004 does not know them. */
const view = {
  schema_version: SchemaVersion,
  league_id: fileName('Which league.'),
  run_id: Type.Optional(Type.String({ description: 'Which run of the league.' })),
  sequence: Type.Optional(count('The last event of the ledger that is shown here.')),
  seeded: Type.Optional(Type.Boolean({ description: 'true: the draws come from a seed somebody chose.' })),
};

export const StandingsFile = Type.Object(
  {
    ...view,
    version: count('How many results are counted here.'),
    last_updated: Timestamp,
    rounds_completed: count('Rounds whose results are all in.'),
    unverified: Type.Optional(count('How many of the results could not be checked.')),
    standings: Type.Array(
      Type.Object({
        rank: Type.Integer({ minimum: 1, description: 'Equal in everything that counts means equal in rank.' }),
        player_id: PlayerId,
        display_name: DisplayName,
        wins: count('Matches won.'),
        draws: count('Matches drawn.'),
        losses: count('Matches lost, by play or by forfeit.'),
        points: Type.Number({ description: 'League points.' }),
        games_played: count('Matches decided.'),
        technical_losses: Type.Optional(count('How many of the losses were forfeits.')),
        violations: Type.Optional(Violated),
        ...KIND,
        ...MARK,
      }),
      { description: 'All players, the first of the league first.' },
    ),
  },
  { description: 'data/leagues/<league_id>/standings.json: the table.' },
);

export const RoundEntry = Type.Object(
  {
    round_id: Type.Integer({ minimum: 1, description: 'Which round.' }),
    status: Type.Enum(['RUNNING', 'COMPLETED'], { description: 'COMPLETED when all its results are in.' }),
    started_at: Timestamp,
    completed_at: Type.Optional(nullable(Timestamp, 'null while the round is running.')),
    matches: Type.Array(
      Type.Object({
        match_id: MatchId,
        player_a: PlayerId,
        player_b: PlayerId,
        winner: nullable(PlayerId, 'null for a draw, and while the match is undecided.'),
        status: Type.Optional(nullable(ResultStatus, 'null while the match is undecided.')),
        score: Type.Optional(Scores),
        choices: Type.Optional(Choices),
        reason: Type.Optional(Type.String({ description: 'The result in a sentence.' })),
        termination: Type.Optional(Termination),
        referee_id: Type.Optional(RefereeId),
        unverified: Type.Optional(Type.Boolean({ description: 'true: nobody could check this result.' })),
        annulled: Type.Optional(
          Type.Boolean({ description: 'true: it counts in no table, because a player of it was removed.' }),
        ),
        guarded: Guarded,
        models: Models,
      }),
      { description: 'Its matches, in order.' },
    ),
  },
  { description: 'One round.' },
);

export const RoundsFile = Type.Object(
  {
    ...view,
    total_rounds: count('How many rounds the league has.'),
    rounds: Type.Array(RoundEntry, { description: 'The rounds announced so far; of a long league the newest.' }),
  },
  { description: 'data/leagues/<league_id>/rounds.json: the rounds so far; of a long league those behind its slices.' },
);

export const RoundsSlice = Type.Object(
  {
    schema_version: view.schema_version,
    league_id: view.league_id,
    run_id: Type.String({ description: 'Which run of the league.' }),
    removals: count('How many agents had been removed: each of them may take the worth of results.'),
    last_round: Type.Integer({
      minimum: 1,
      description: 'Its last round; the next slice begins with the one after it.',
    }),
    rounds: Type.Array(RoundEntry, { description: 'Closed rounds, in order.' }),
  },
  {
    description:
      'data/leagues/<league_id>/rounds.<first_round>.json: earlier rounds of a long league, from `rounds.00001.json` on.',
  },
);

const presence = {
  status: Type.Enum(['INIT', 'REGISTERED', 'ACTIVE', 'SUSPENDED', 'SHUTDOWN'], {
    description: 'Where in its life it is.',
  }),
  dialect: Type.Optional(dialectName('How it is written to.')),
};

export const AgentsView = Type.Object(
  {
    ...view,
    last_updated: Timestamp,
    league_manager: Type.Object({ ...AgentConfig.properties, status: presence.status }),
    referees: Type.Array(Type.Object({ ...RefereeConfig.properties, endpoint: Endpoint, ...presence })),
    players: Type.Array(Type.Object({ ...PlayerConfig.properties, default_endpoint: Endpoint, ...presence, ...KIND })),
  },
  { description: 'data/leagues/<league_id>/agents_config.json: who registered.' },
);

export const LedgerLine = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: 'Number of the first event of this line.' }),
    prev: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'hash of the line before; zeros in the first.' }),
    closed: Type.Optional(
      Type.Array(
        Type.Object({
          file: Type.String({ description: 'the file of an earlier segment, beside this one.' }),
          sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'the hash of its bytes.' }),
          length: Type.Integer({ minimum: 1, description: 'characters of its text.' }),
          last: Type.Integer({ minimum: 0, description: 'number of its last event.' }),
          hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'hash of its last line.' }),
          snapshot: Type.Optional(
            Type.Unknown({ description: 'files that can be made anew from the segments so far.' }),
          ),
        }),
        {
          description:
            'only in the first line of a later segment: those before it. The next line follows from the last line of the last of them.',
        },
      ),
    ),
    ends: Type.Optional(
      Type.Literal(true, { description: 'only in the last line of a segment: the ledger goes on in the next.' }),
    ),
    events: Type.Array(Type.Unsafe<Json>({}), {
      description: 'What was written together, all or none; empty in the first and last line of a segment.',
    }),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the line’s text up to the comma before "hash".',
    }),
  },
  { description: 'data/leagues/<league_id>/ledger.jsonl: one line of what happened.' },
);

export const RunFile = Type.Object(
  {
    schema_version: SchemaVersion,
    options: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String())]), {
      description: 'What `league run` was started with; `league resume` starts the same.',
    }),
    strategies: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'How each player that was started with it plays, by its id; absent in runs before it was noted.',
      }),
    ),
  },
  { description: 'data/leagues/<league_id>/run.json: how a run was begun; readable by the owner alone.' },
);

export const KeptSeat = Type.Object(
  {
    place: Type.Integer({
      minimum: 1,
      description: 'Which of the seats it is; its player listens at a place of its own.',
    }),
    seat_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The hash of what proves whose seat it is.' }),
    player_id: fileName('The player that holds it in the league.'),
    display_name: DisplayName,
    address: Type.String({ description: 'From where it was taken.' }),
    left: Type.Boolean({ description: 'Whether its client has left: then no player is started for it.' }),
    invite_sha256: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The hash of the invite code it was taken with.' }),
    ),
    ...KIND,
  },
  { description: 'One seat.' },
);

export const SeatsFile = Type.Object(
  {
    schema_version: SchemaVersion,
    seats: Type.Array(KeptSeat, { description: 'In the order in which they were taken.' }),
  },
  {
    description:
      'data/leagues/<league_id>/seats.json: seats that are held for players without a server; readable by the owner alone.',
  },
);

export type KeptSeat = Static<typeof KeptSeat>;
export type SeatsFile = Static<typeof SeatsFile>;
export type RunFile = Static<typeof RunFile>;
export type StandingsFile = Static<typeof StandingsFile>;
export type StandingsFileRow = StandingsFile['standings'][number];
export type RoundsFile = Static<typeof RoundsFile>;
export type RoundsSlice = Static<typeof RoundsSlice>;
export type RoundEntry = Static<typeof RoundEntry>;
export type AgentsView = Static<typeof AgentsView>;
