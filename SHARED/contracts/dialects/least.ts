/**
 * The least that an agent of ours needs of a message: of a call or an invitation the match, of an order the ten fields
 * of spec 003, of news nothing. Managers and referees of other making leave out or misspell the rest.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Contract, Envelope } from '../contract.ts';
import type { Refusal } from '../errors.ts';
import { PROTOCOL, TIMESTAMP_PATTERN } from '../fields.ts';
import { CONTRACTS } from '../index.ts';
import { type EnvelopeDefaults, merelyAcknowledges, readMessage, usableIn, withZ } from '../read.ts';
import type { SchemaNode } from '../schema_builder.ts';
import { fits } from '../validator.ts';
import { readBare } from './bare.ts';
import { UNSAID_OF_A_MATCH } from './bare_league.ts';
import { UNNAMED_PLAYER } from './bare_match.ts';
import { fieldsIn, seatingOf } from './bare_message.ts';
import { type Hints, withoutUndefined } from './dialect.ts';

/** What goes without saying in one message, where it cannot be used as it came. */
interface Least {
  readonly unsaid: (message: JsonObject, hints: Hints) => JsonObject;
  /** A list whose entries are filled in one by one; what cannot be used even so is left out. */
  readonly list?: readonly [string, (entry: JsonObject, index: number) => JsonObject];
}

const NO_RECORD = { wins: 0, losses: 0, draws: 0 };

const LEAST: { readonly [type: string]: Least } = {
  GAME_INVITATION: {
    unsaid: (message, hints) => ({ opponent_id: opponentIn(message, hints), role_in_match: 'UNKNOWN' }),
  },
  CHOOSE_PARITY_CALL: { unsaid: () => ({}) },
  GAME_MOVE_CALL: { unsaid: unsaidOfCall },
  GAME_OVER: { unsaid: (message) => withoutUndefined({ game_result: resultIn(message) }) },
  ROUND_ANNOUNCEMENT: {
    unsaid: () => ({ round_id: 0, matches: [] }),
    list: ['matches', () => ({ ...UNSAID_OF_A_MATCH, referee_id: UNNAMED_PLAYER })],
  },
  LEAGUE_STANDINGS_UPDATE: { unsaid: () => ({ round_id: 0, standings: [] }), list: ['standings', unsaidOfRow] },
  ROUND_COMPLETED: { unsaid: unsaidOfRound, list: ['results', () => ({})] },
  LEAGUE_COMPLETED: {
    unsaid: () => ({ total_rounds: 0, total_matches: 0, champion: null, final_standings: [] }),
    list: ['final_standings', unsaidOfRow],
  },
};
/** An order is carried out as it stands: what it leaves out is filled in, and what makes no sense is refused. */
const TAKEN_WHOLE: ReadonlySet<string> = new Set(['RUN_MATCH']);

/**
 * A message read by its least; undefined for news that say nothing of use. `strict` is what is wrong with it by its
 * contract, and stays where too much is missing.
 */
export function readLeast(
  of: Contract,
  words: JsonObject,
  { hints, fresh, strict }: { readonly hints: Hints; readonly fresh: EnvelopeDefaults; readonly strict: Refusal },
): Result<(Envelope & JsonObject) | undefined, Refusal> {
  // Another protocol is another language.
  if (typeof words['protocol'] === 'string' && strict.code === 'E018') return err(strict);
  const envelope = usableEnvelope(words);
  const said = withoutUndefined({
    league_id: hints.league_id,
    ...readBare(withoutNulls(of, { ...words, ...envelope }), hints),
  });
  const body = TAKEN_WHOLE.has(of.head.type) ? said : withoutUndefined({ ...said, ...usableBody(of, said, hints) });
  const read = readMessage(of, { ...body, ...envelope }, fresh);
  if (read.ok || TAKEN_WHOLE.has(of.head.type)) return read;
  return isNews(of) ? ok(undefined) : err(strict);
}

/** Whether nothing follows from a message but that it was heard: then nothing in it is needed. */
function isNews({ head: { reply } }: Contract): boolean {
  return reply === undefined || merelyAcknowledges(CONTRACTS[reply.type as keyof typeof CONTRACTS] as Contract);
}

/** Nothing is said by null, unless the contract knows it. */
function withoutNulls({ body }: Contract, words: JsonObject): JsonObject {
  const said = Object.entries(words).filter(([name, value]) => {
    const schema = body.properties[name];
    return value !== null || schema === undefined || fits(schema, null);
  });
  const { deadline, ...rest } = Object.fromEntries(said) as JsonObject;
  return deadline === undefined ? rest : { ...rest, deadline: withZ(deadline) };
}

const UTC = new RegExp(TIMESTAMP_PATTERN);

/** The envelope as far as it can be used; a time stamp is only noted. */
function usableEnvelope({ protocol, timestamp, conversation_id, sender }: JsonObject): JsonObject {
  const text = (value: Json | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  const at = withZ(timestamp ?? null);
  return {
    protocol: protocol ?? PROTOCOL,
    timestamp: typeof at === 'string' && UTC.test(at) ? at : null,
    conversation_id: text(conversation_id),
    sender: text(sender),
  };
}

function usableBody(
  { head, body }: Contract,
  message: JsonObject,
  hints: Hints,
): { [field: string]: Json | undefined } {
  const { unsaid, list } = LEAST[head.type] ?? {};
  const [name = '', entryUnsaid] = list ?? [];
  const items = (body.properties[name] as SchemaNode | undefined)?.items;
  const entries = message[name];
  const rows =
    items !== undefined && isJsonArray(entries)
      ? entries
          .filter(isJsonObject)
          .map((entry, index) => ({ ...entryUnsaid?.(entry, index), ...usableIn(items, entry) }))
      : undefined;
  const usable = usableIn(body, rows === undefined ? message : { ...message, [name]: rows });
  // What cannot be used is as if it were not there.
  const nothing = Object.fromEntries(Object.keys(body.properties).map((field) => [field, undefined]));
  return { ...nothing, ...unsaid?.(message, hints), ...usable };
}

function opponentIn(message: JsonObject, hints: Hints): string {
  return seatingOf(message, hints).opponent_id ?? UNNAMED_PLAYER;
}

/** Of a call for any other game, the moves must be said. */
function unsaidOfCall(message: JsonObject, hints: Hints): JsonObject {
  const { game_type, move_request } = message;
  const { move_type, valid_options, context } = fieldsIn(move_request);
  const said = fieldsIn(context);
  return withoutUndefined({
    player_id: hints.me,
    step: 1,
    deadline: hints.now?.(),
    move_request: withoutUndefined({
      move_type: move_type ?? game_type,
      valid_options,
      context: {
        ...{ opponent_id: opponentIn(message, hints), round_id: 0, your_standings: NO_RECORD, view: {} },
        ...withoutUndefined({ view: said.view }),
      },
    }),
  });
}

/** A result that names a winner, or says that there is none. */
function resultIn({ game_result }: JsonObject): JsonObject | undefined {
  const { winner_player_id, winner, winner_id, ...rest } = fieldsIn(game_result);
  const named = winner_player_id ?? winner ?? winner_id ?? (rest.status === 'DRAW' ? null : undefined);
  if (named === undefined) return undefined;
  const usable = usableIn(CONTRACTS.GAME_OVER.body.properties.game_result, rest);
  const unsaid = {
    status: named === null ? 'DRAW' : 'WIN',
    drawn_number: null,
    number_parity: null,
    choices: {},
    reason: '',
  };
  return { ...unsaid, ...usable, winner_player_id: named };
}

function unsaidOfRow({ player_id = null, wins = 0, draws = 0, losses = 0 }: JsonObject, index: number): JsonObject {
  const played = [wins, draws, losses].reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
  return {
    ...{ rank: index + 1, display_name: player_id, played, games_played: played },
    ...{ wins: 0, draws: 0, losses: 0, technical_losses: 0 },
  };
}

function unsaidOfRound({ results }: JsonObject): JsonObject {
  const total_matches = isJsonArray(results) ? results.length : 0;
  return {
    ...{ round_id: 0, matches_played: total_matches, next_round_id: null, results: [] },
    summary: { total_matches, wins: 0, draws: 0, technical_losses: 0 },
  };
}
