/** The dialect of spec 004's body: bare league.v1 messages, each with all eight base fields. */

import type { Json, JsonObject } from '../../core/json.ts';
import { LeagueId } from '../fields.ts';
import { fitting } from '../read.ts';
import { bareMessage, lacking, readBare, typeOf } from './bare.ts';
import { type Addressee, BARE_PROTOCOLS, type Dialect, readV1Sender, v1Sender, withoutUndefined } from './dialect.ts';

/** The league id an agent writes before it knows the league's own. */
const UNKNOWN_LEAGUE = '00000000-0000-0000-0000-000000000000';

const BEFORE: readonly string[] = [
  ...['REFEREE_REGISTER_REQUEST', 'REFEREE_REGISTER_RESPONSE', 'LEAGUE_REGISTER_REQUEST', 'LEAGUE_REGISTER_RESPONSE'],
  'START_LEAGUE',
];
const OF_A_ROUND: readonly string[] = [
  ...['ROUND_ANNOUNCEMENT', 'ROUND_ANNOUNCEMENT_ACK', 'ROUND_COMPLETED', 'ROUND_COMPLETED_ACK'],
  ...['LEAGUE_STANDINGS_UPDATE', 'STANDINGS_UPDATE_ACK'],
];
const OF_THE_LEAGUE: readonly string[] = [
  ...['LEAGUE_STATUS', 'LEAGUE_COMPLETED', 'LEAGUE_COMPLETED_ACK', 'LEAGUE_ERROR', 'LEAGUE_QUERY'],
  ...['LEAGUE_QUERY_RESPONSE', 'AGENT_COMMAND', 'PAUSE_COMMAND', 'SHUTDOWN_COMMAND', 'SHUTDOWN_ACK'],
];
/** The match id of messages that are about no match, by message type. */
const NO_MATCH: ReadonlyMap<string, string> = new Map([
  ...BEFORE.map((type) => [type, 'REGISTRATION'] as const),
  ...OF_A_ROUND.map((type) => [type, 'ROUND'] as const),
  ...OF_THE_LEAGUE.map((type) => [type, 'LEAGUE'] as const),
]);

/** The codec of the `v1` dialect. */
export const v1: Dialect = {
  name: 'v1',
  enveloped: false,
  write(message, to = {}) {
    const type = typeOf(message);
    const { type: name = type, v1: spell } = bareMessage(type);
    const { protocol: _, message_type: __, ...body } = spell?.(message, to) ?? message;
    const place = placeOf(type, message, to);
    return withoutUndefined({
      protocol: BARE_PROTOCOLS.v1,
      message_type: name,
      ...body,
      ...place,
      sender: v1Sender(body.sender),
    });
  },
  read(wire, hints = {}) {
    const read = readBare(wire, hints);
    const league_id = read.league_id === undefined ? undefined : (hints.league_id ?? read.league_id);
    return withoutUndefined({ ...read, league_id, sender: readV1Sender(read.sender) });
  },
  lacks: (wire) => lacking(wire, 'v1'),
  echoOf: (wire) => {
    const league_id = fitting(LeagueId, wire.league_id);
    return league_id === undefined ? undefined : { league_id: String(league_id) };
  },
};

function placeOf(type: string, message: JsonObject, { echo, request = {} }: Addressee): JsonObject {
  return {
    league_id: echo?.league_id ?? message.league_id ?? request.league_id ?? UNKNOWN_LEAGUE,
    round_id: BEFORE.includes(type) ? 0 : roundOf(message, request),
    match_id: NO_MATCH.get(type) ?? message.match_id ?? request.match_id ?? 'LEAGUE',
  };
}

function roundOf(message: JsonObject, request: JsonObject): Json {
  return message.round_id ?? message.current_round ?? request.round_id ?? 0;
}
