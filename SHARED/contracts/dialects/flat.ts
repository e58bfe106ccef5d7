/** The flat dialect of specs 000, 001 and 003: the bare league.v2 message is the body, the bare answer the response. */
import { isJsonArray, type JsonObject } from '../../core/json.ts';
import { contractByType } from '../index.ts';
import { bareMessage, lacking, readBare, typeOf } from './bare.ts';
import { type Addressee, BARE_PROTOCOLS, type Dialect, idIn, readFlatSender, withoutUndefined } from './dialect.ts';

/** Message types that always carry league, round and match in the documents. */
const WITH_PLACE: ReadonlySet<string> = new Set([
  ...['GAME_INVITATION', 'GAME_JOIN_ACK', 'CHOOSE_PARITY_CALL', 'CHOOSE_PARITY_RESPONSE', 'GAME_OVER', 'GAME_ERROR'],
  ...['GAME_MOVE_CALL', 'GAME_MOVE_RESPONSE', 'MATCH_RESULT_REPORT'],
]);

/** The codec of the flat dialect. */
export const flat: Dialect = {
  name: 'flat',
  enveloped: false,
  write(message, to = {}) {
    const type = typeOf(message);
    const { type: name = type, flat: spell } =
      type === 'CHOOSE_PARITY_RESPONSE' && isAskedInCourseWords(to) ? COURSE_CHOICE : bareMessage(type);
    const placed = { ...message, ...placeOf(type, message, to) };
    const { protocol: _, message_type: __, ...body } = spell?.(placed, to) ?? placed;
    return withoutUndefined({ protocol: BARE_PROTOCOLS.flat, message_type: name, ...body, sender: idIn(body.sender) });
  },
  read(wire, hints = {}) {
    const { from = [] } = contractByType(typeOf(wire, hints.awaited))?.head ?? {};
    const read = readBare(wire, hints);
    return withoutUndefined({ ...read, sender: readFlatSender(read.sender, from) });
  },
  lacks: (wire) => lacking(wire, 'flat'),
  echoOf: () => undefined,
};

/** An answer to a call in the words of the course, as spec 002 has it. */
const COURSE_CHOICE: ReturnType<typeof bareMessage> = {
  flat: ({ parity_choice = null, ...message }) => ({ ...message, parity_choice, choice: parity_choice }),
};

/** Whether a bare call has the fields of spec 002, which the documents of this dialect do not know. */
function isAskedInCourseWords({ wire = {} }: Addressee): boolean {
  const { message_type, valid_options, context, deadline } = wire;
  if (message_type !== 'CHOOSE_PARITY_CALL') return false;
  if (isJsonArray(valid_options)) return valid_options.includes('even');
  return context !== undefined || deadline !== undefined;
}

/** League, round and match of a message, else of its request. The fields are always there, empty if need be. */
function placeOf(type: string, message: JsonObject, { request = {} }: Addressee): JsonObject {
  const league_id = message.league_id ?? request.league_id;
  if (type === 'LEAGUE_ERROR') return { league_id: league_id ?? '' };
  if (!WITH_PLACE.has(type)) return {};
  return {
    league_id: league_id ?? '',
    round_id: message.round_id ?? request.round_id ?? 0,
    match_id: message.match_id ?? request.match_id ?? '',
  };
}
