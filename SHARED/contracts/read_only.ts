/** The read-only methods of agents: they need no token and show no secret. */
import type { JsonObject } from '../core/json.ts';
import type { Role } from './contract.ts';
import { Cursor, Standings } from './fields.ts';
import { LEAGUE_STATUS } from './messages/control.ts';
import { LEAGUE_STANDINGS_UPDATE } from './messages/standings.ts';
import { type TObject, Type } from './schema_builder.ts';

/** One read-only method. */
export interface Look {
  readonly method: string;
  readonly about: string;
  /** The same in short, for clients of MCP; absent: `about`. */
  readonly brief?: string;
  readonly at: readonly Role[];
  readonly params: TObject;
  readonly result: TObject;
  /** A whole result. */
  readonly example: JsonObject;
}

const look = <const L extends Look>(definition: L): L => definition;
const open = { additionalProperties: true } as const;
const RECORD = { played: 1, wins: 1, draws: 0, losses: 0, technical_losses: 0, points: 3 };
const of = { league_id: 'league_2025_even_odd', run_id: 'run_20250115T101500' };
const { status, current_round, total_rounds, matches_completed, total_matches } = LEAGUE_STATUS.example as JsonObject;
const { standings } = LEAGUE_STANDINGS_UPDATE.example as { readonly standings: readonly JsonObject[] };

/** Every read-only method by name. */
export const READ_ONLY = {
  ping: look({
    method: 'ping',
    about: 'Whether anybody is there; and of an agent, whether it is the one that registers.',
    at: ['league_manager', 'referee', 'player'],
    params: Type.Object(
      {
        conversation_id: Type.Optional(
          Type.String({ description: 'A registration in the name and at the endpoint of this agent, as it came.' }),
        ),
      },
      open,
    ),
    result: Type.Object(
      {
        registering: Type.Optional(
          Type.Boolean({ description: 'Whether this agent sent that registration; for agents, where one is named.' }),
        ),
      },
      open,
    ),
    example: { status: 'ok' },
  }),
  get_status: look({
    method: 'get_status',
    about:
      'How far the league is, in the fields of LEAGUE_STATUS, and how many are registered; while a league that goes on waits, for which agents (`waiting_for`); matches whose players take longer than 5 s (`long_matches`, since when); how agents with habits speak (`speaks`); and how many lines of the manager’s logs could not be written (`log_lines_missing`), if any.',
    brief: 'How far the league is: status, rounds, matches, and how many players are in.',
    at: ['league_manager'],
    params: Type.Object({}, open),
    result: Type.Object({ league_id: Type.String(), status: Type.String() }, open),
    example: {
      ...of,
      ...({ game_type: 'even_odd', status, current_round, total_rounds } as JsonObject),
      ...({ matches_completed, total_matches, players: 4, referees: 2, seeded: false } as JsonObject),
    },
  }),
  get_standings: look({
    method: 'get_standings',
    about: 'The standings now.',
    at: ['league_manager'],
    params: Type.Object(
      {
        limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Rows a page; absent: 100.' })),
        cursor: Type.Optional(Cursor),
      },
      open,
    ),
    result: Type.Object({ league_id: Type.String(), standings: Standings }, open),
    example: { ...of, seeded: false, total: standings.length, standings, next_cursor: null },
  }),
  get_matches: look({
    method: 'get_matches',
    about:
      'What is known of matches: one by its id, whatever its state; else all that are decided, of one player or of all. Of a decided match result, moves, faults, times and seed.',
    at: ['league_manager'],
    params: Type.Object(
      {
        match_id: Type.Optional(Type.String({ maxLength: 128, description: 'One match.' })),
        player_id: Type.Optional(Type.String({ maxLength: 128, description: 'Those of one player.' })),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, description: 'Matches a page; fewer where they are long.' }),
        ),
        cursor: Type.Optional(Cursor),
      },
      open,
    ),
    result: Type.Object({ league_id: Type.String(), matches: Type.Array(Type.Object({}, open)) }, open),
    example: {
      ...of,
      matches: [
        {
          ...{ match_id: 'R1M1', round_id: 1, player_a: 'P01', player_b: 'P02', referee_id: 'REF01' },
          ...{ status: 'DECIDED', winner: 'P01', decided_at: '2025-01-15T10:16:00.000Z', verified: true },
        },
      ],
      next_cursor: null,
    },
  }),
  get_match_state: look({
    method: 'get_match_state',
    about:
      'The phase of a match this referee runs or ran, and the players whose answer it awaits (`waits_for`); never a choice of an undecided one.',
    at: ['referee'],
    params: Type.Object({ match_id: Type.Optional(Type.String()) }, open),
    result: Type.Object({ referee_id: Type.String(), matches: Type.Array(Type.Object({}, open)) }, open),
    example: {
      ...{ referee_id: 'REF01', state: 'ACTIVE', playing: 1 },
      matches: [
        {
          ...{ match_id: 'R1M1', round_id: 1, assignment_epoch: 1, players: ['P01', 'P02'] },
          ...{ phase: 'COLLECTING_CHOICES', state: 'COLLECTING_CHOICES', waits_for: ['P02'], abandoned: false },
        },
      ],
    },
  }),
  get_player_state: look({
    method: 'get_player_state',
    about: 'The player’s state and its record so far.',
    at: ['player'],
    params: Type.Object({}, open),
    result: Type.Object({ player_id: Type.String(), state: Type.String() }, open),
    example: {
      ...{ player_id: 'P01', display_name: 'Agent Alpha', state: 'WAITING_FOR_ROUND', ...of },
      ...{ round_id: 2, match_id: null, record: RECORD, standing: standings[0] ?? null },
    },
  }),
} as const;
export type LookName = keyof typeof READ_ONLY;
