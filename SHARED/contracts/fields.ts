/** The fields that messages share, each described once. */
import { ID_PATTERN } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import { CODE_RANGE } from './errors.ts';
import { type Static, Type } from './schema_builder.ts';

/** The protocol that our messages name. */
export const PROTOCOL = 'league.v2';
/** The version of it that our agents register with. */
export const PROTOCOL_VERSION = '2.1.0';
/** The oldest version that a manager admits. */
export const MINIMUM_PROTOCOL_VERSION = '2.0.0';
/** The id of every league's manager, in files and logs (spec 004). */
export const MANAGER_ID = 'LM01' as const;

const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?';
/** UTC, ending in Z. */
export const TIMESTAMP_PATTERN = `^${DAY}T${TIME}Z$`;

/** An id of any kind, which is also safe as the name of a file. */
export const id = (description: string) => Type.String({ pattern: ID_PATTERN, description });
export const endpoint = (description: string) => Type.String({ minLength: 1, maxLength: 2048, description });
/** Any JSON at all: a move, a view, evidence. */
export const anyJson = (description?: string) => Type.Unsafe<Json>(description === undefined ? {} : { description });
export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description?: string) =>
  Type.Union([type, Type.Null()], description === undefined ? {} : { description });

export const LeagueId = Type.String({ minLength: 1, maxLength: 128, description: 'Which league.' });
export const RoundId = Type.Integer({ minimum: 0, description: 'Round number, from 1; 0 before the first.' });
export const MatchId = id('Which match: R{round}M{match}, such as R1M1.');
export const PlayerId = id('A player’s id, given by the league manager: P01, P02, …');
export const RefereeId = id('A referee’s id, given by the league manager: REF01, REF02, …');
export const GameType = id('Which game is played, such as even_odd.');
export const Endpoint = endpoint('Full URL of the agent’s /mcp endpoint.');
export const Timestamp = Type.String({ pattern: TIMESTAMP_PATTERN, description: 'UTC, as 2025-01-15T10:15:00.000Z.' });
export const DisplayName = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The agent’s name for people; unique in the league.',
});
/** A display name that is new to the league; names that were admitted earlier are read all the same. */
export const NewName = Type.String({
  ...{ minLength: 1, maxLength: 64 },
  // Control characters, ends of lines, and marks that change the direction of the text around them.
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]+$',
  description: 'The agent’s name for people; unique in the league. One line, without control characters.',
});
export const Cursor = Type.String({
  pattern: '^\\d{1,15}$',
  description: 'Where the last page ended: its next_cursor.',
});
export const Leaving = Type.Boolean({
  description: 'The referee ends soon: it gets no further match until it registers again.',
});

export const Epoch = Type.Integer({
  minimum: 1,
  description: 'How often this match has been assigned; only the newest assignment counts.',
});
export const Commitment = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of seed bytes and match id, published before anybody chooses.',
});
export const Seed = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'The seed of the match’s chance, revealed when it is over.',
});
export const Ticket = Type.String({
  maxLength: 512,
  description: 'Proves that a message of this match comes from its referee.',
});
export const Choices = Type.Record(Type.String(), anyJson(), {
  description: 'Each player’s last move, null when there was none.',
});
/** The name of an entry in a record, an end of line included: the value of every entry is checked. */
export const AnyName = Type.String({ pattern: '^[\\s\\S]*$' });
export const Scores = Type.Record(AnyName, Type.Number(), { description: 'League points of each player.' });
export const Steps = Type.Array(Type.Record(Type.String(), anyJson()), {
  description: 'Every move of the match: one entry per step, player id to move.',
});
/** Wins, losses and draws as they travel with a match. */
export const RecordSoFar = {
  wins: Type.Integer({ description: 'Matches won.' }),
  losses: Type.Integer({ description: 'Matches lost.' }),
  draws: Type.Integer({ description: 'Matches drawn.' }),
  points: Type.Optional(Type.Number({ description: 'League points.' })),
};
export const ErrorCodeField = Type.String({ description: `${CODE_RANGE.first} to ${CODE_RANGE.last}.` });
/** The status of an answer that merely acknowledges. */
export const Heard = Type.Literal('acknowledged', { description: 'That it was heard.' });
/** How often an agent broke each kind of rule. */
export const Violated = Type.Record(AnyName, Type.Integer({ minimum: 1 }), {
  description: 'Breaches of the protocol, kind by kind; absent: none.',
});
/** The marks of a row of the standings whose player does not take part as the others do. */
export const MARK = {
  mark: Type.Optional(
    Type.Enum(['removed', 'disqualified', 'suspended'], {
      description:
        'The player was removed by the operator or by a rule of the league, and stands behind all others, or is suspended by the operator; absent: none of it.',
    }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why, where there is a mark.' })),
};
/** The kind of a known player: a person, or, where the field is absent, a program. */
export const KIND = {
  kind: Type.Optional(Type.Enum(['human'], { description: 'human: a person chooses its moves; absent: a program.' })),
};
/** The kind of a player as it is kept; undefined: a program. */
export type PlayerKind = Static<typeof KIND.kind> | undefined;
export const StandingsRow = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Equal in everything that counts means equal in rank.' }),
    player_id: PlayerId,
    display_name: DisplayName,
    played: Type.Integer({ minimum: 0, description: 'Matches played.' }),
    games_played: Type.Integer({ minimum: 0, description: 'The same as played (spec 003).' }),
    wins: Type.Integer({ minimum: 0, description: 'Matches won.' }),
    draws: Type.Integer({ minimum: 0, description: 'Matches drawn.' }),
    losses: Type.Integer({ minimum: 0, description: 'Matches lost, by play or by forfeit.' }),
    technical_losses: Type.Integer({ minimum: 0, description: 'How many of the losses were technical.' }),
    points: Type.Number({ description: 'League points.' }),
    violations: Type.Optional(Violated),
    ...KIND,
    ...MARK,
  },
  { description: 'One row of the standings.' },
);
export type StandingsRow = Static<typeof StandingsRow>;
export const Standings = Type.Array(StandingsRow, { description: 'The table, the first of the league first.' });

/** The seed of every example. */
export const DRAW_SEED = '000000000000000000000000000000000000000000000000000000000000000f';
/** SHA-256 of the seed's bytes and `R1M1`. */
export const DRAW_COMMITMENT = 'beebfc5f421e14aad4e859234e1145a12f8154d556479efaeb41c9c86c4ddcb2';

/** Tokens of agents, managers, tickets, operators and seats, also where their end is cut off, and invite codes. */
export const TOKEN = /\b(?:(?:tok|mgr|tkt|op|seat)_[0-9a-f]{16,}|[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3})\b/;
const TOKENS = new RegExp(TOKEN, 'g');

/** A text in which `[secret]` stands for every token and invite code. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(TOKENS, '[secret]');
}
