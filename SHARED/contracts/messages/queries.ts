/** Asking the league (spec 002 section 2.2.10): standings, schedule, the next match, a player's statistics. */
import { contract } from '../contract.ts';
import { anyJson, Cursor, LeagueId, Leaving, nullable } from '../fields.ts';
import { Type } from '../schema_builder.ts';

const QUERY_TYPES = ['GET_STANDINGS', 'GET_SCHEDULE', 'GET_NEXT_MATCH', 'GET_PLAYER_STATS'] as const;

export const LEAGUE_QUERY = contract(
  {
    type: 'LEAGUE_QUERY',
    about: 'Asks the league manager for information.',
    chapter: 'queries',
    from: ['player', 'referee', 'operator'],
    to: ['league_manager'],
    method: 'league_query',
    reply: { type: 'LEAGUE_QUERY_RESPONSE', withinMs: 10_000 },
    refusals: ['E005', 'E007'],
  },
  {
    league_id: Type.Optional(LeagueId),
    query_type: Type.Enum([...QUERY_TYPES], { description: 'What is asked for.' }),
    query_params: Type.Optional(
      Type.Object(
        {
          player_id: Type.Optional(Type.String({ maxLength: 128, description: 'Whose; absent: the asker’s own.' })),
          round_id: Type.Optional(Type.Integer({ minimum: 1, description: 'One round of the schedule only.' })),
          cursor: Type.Optional(Cursor),
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 1_000, description: 'Rows a page, at most 1,000.' }),
          ),
        },
        { description: 'The question’s particulars.' },
      ),
    ),
    leaving: Type.Optional(Leaving),
  },
  { league_id: 'league_2025_even_odd', query_type: 'GET_NEXT_MATCH', query_params: { player_id: 'P01' } },
);

export const LEAGUE_QUERY_RESPONSE = contract(
  {
    type: 'LEAGUE_QUERY_RESPONSE',
    about: 'The answer to a LEAGUE_QUERY.',
    chapter: 'queries',
    from: ['league_manager'],
    to: ['player', 'referee', 'operator'],
  },
  {
    query_type: Type.String({ description: 'The question.' }),
    success: Type.Boolean({ description: 'Whether it could be answered.' }),
    data: nullable(
      Type.Record(Type.String(), anyJson()),
      'GET_STANDINGS: `standings`, `total`, `next_cursor` (null on the last page). GET_SCHEDULE: `total_rounds`, `total_matches`, `matches`, `next_cursor`. GET_NEXT_MATCH: `match`, the open one (with its ticket, unless the token was given for name and endpoint), else the next one planned, else null. GET_PLAYER_STATS: the row of the standings, and `state`.',
    ),
    error: nullable(
      Type.Record(Type.String(), anyJson()),
      'error_code, error_name and error_description when it could not.',
    ),
  },
  {
    query_type: 'GET_NEXT_MATCH',
    success: true,
    data: { match: { match_id: 'R1M1', round_id: 1, player_a: 'P01', player_b: 'P02', referee_id: 'REF01' } },
    error: null,
  },
);
