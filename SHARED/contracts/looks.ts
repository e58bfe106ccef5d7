/** A look inside an agent: read-only methods that need no token and show no secret. */
import { type TObject, Type } from 'typebox';
import type { Role } from './contract.ts';
import { Standings } from './fields.ts';

export interface Look {
  readonly method: string;
  readonly about: string;
  readonly at: readonly Role[];
  readonly params: TObject;
  readonly result: TObject;
}

const look = <const L extends Look>(definition: L): L => definition;
const open = { additionalProperties: true } as const;

export const LOOKS = {
  ping: look({
    method: 'ping',
    about: 'Whether anybody is there.',
    at: ['league_manager', 'referee', 'player'],
    params: Type.Object({}, open),
    result: Type.Object({}, open),
  }),
  get_status: look({
    method: 'get_status',
    about: 'How far the league is, in the fields of LEAGUE_STATUS, and how many are registered.',
    at: ['league_manager'],
    params: Type.Object({}, open),
    result: Type.Object({ league_id: Type.String(), status: Type.String() }, open),
  }),
  get_standings: look({
    method: 'get_standings',
    about: 'The standings now.',
    at: ['league_manager'],
    params: Type.Object(
      { limit: Type.Optional(Type.Integer({ minimum: 1 })), cursor: Type.Optional(Type.String()) },
      open,
    ),
    result: Type.Object({ league_id: Type.String(), standings: Standings }, open),
  }),
  get_match_state: look({
    method: 'get_match_state',
    about: 'The phase of a match this referee runs or ran; never a choice of an undecided one.',
    at: ['referee'],
    params: Type.Object({ match_id: Type.Optional(Type.String()) }, open),
    result: Type.Object({ referee_id: Type.String(), matches: Type.Array(Type.Object({}, open)) }, open),
  }),
  get_player_state: look({
    method: 'get_player_state',
    about: 'The player’s state and its record so far.',
    at: ['player'],
    params: Type.Object({}, open),
    result: Type.Object({ player_id: Type.String(), state: Type.String() }, open),
  }),
} as const;
export type LookName = keyof typeof LOOKS;
