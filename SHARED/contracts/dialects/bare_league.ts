/** Rounds and leagues without an envelope: fills in what orders, announcements, results and standings leave out. */
import { fromHex, sha256 } from '../../core/hash.ts';
import { asText, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { BareMessages } from './bare_message.ts';
import { bareDialect, type DialectName, eachIn, type Hints, withoutUndefined } from './dialect.ts';
import * as words from './results.ts';

export const LEAGUE: BareMessages = {
  ROUND_ANNOUNCEMENT: {
    read: (wire) => eachIn(wire, 'matches', (match) => ({ ...UNSAID_OF_A_MATCH, ...match })),
    requires: { flat: [['total_rounds']] },
  },
  RUN_MATCH: { read: readOrder },
  ROUND_COMPLETED: {
    flat: (message) => writeResults(message, words.FLAT_WORDING),
    v1: (message) => writeResults(message, words.V1_WORDING),
    read: readRound,
  },
  LEAGUE_STANDINGS_UPDATE: {
    flat: (message) => eachIn(message, 'standings', writeRow),
    v1: (message) => eachIn(message, 'standings', writeRow),
    read: (wire) => eachIn(wire, 'standings', readRow),
  },
  LEAGUE_COMPLETED: {
    flat: (message) => eachIn(message, 'final_standings', writeRow),
    v1: (message) => eachIn(message, 'final_standings', writeRow),
    read: readEnd,
  },
};

/** The fields that an announced match may leave out, with what stands for them. A referee without an address cannot be called. */
export const UNSAID_OF_A_MATCH = { game_type: words.ONLY_GAME, referee_endpoint: 'unknown:' };

/** The rules of documents 000 and 001, for orders that name none. */
const USUAL_RULES: JsonObject = {
  game_type: words.ONLY_GAME,
  options: {},
  scoring: { win_points: 3, draw_points: 1, loss_points: 0, technical_loss_points: 0 },
  double_forfeit: 'draw',
  timeouts: { join_sec: 5, move_sec: 30, notify_sec: 5, report_sec: 10, max_match_sec: 150 },
  max_retries: 3,
  retry_on_timeout: true,
};
const USUAL_LEASE_SEC = 30;

/** An order that names the players and no more: played by the usual rules, with a seed of the referee's own. */
function readOrder(wire: JsonObject, { seed, enveloped }: Hints): JsonObject {
  const { match_id, player_a, player_a_endpoint, player_b, player_b_endpoint } = wire;
  const dialect = enveloped === true ? 'rpc' : bareDialect(wire.protocol);
  const draw_seed = wire.draw_seed ?? seed?.();
  return withoutUndefined({
    rules: USUAL_RULES,
    assignment_epoch: 1,
    lease_sec: USUAL_LEASE_SEC,
    players: [seated(player_a, player_a_endpoint, dialect), seated(player_b, player_b_endpoint, dialect)],
    draw_commitment: typeof draw_seed === 'string' ? sha256(fromHex(draw_seed), asText(match_id)) : undefined,
    ...wire,
    draw_seed,
  });
}

function seated(player_id: Json | undefined, endpoint: Json | undefined, dialect: DialectName): JsonObject {
  const standings = { wins: 0, losses: 0, draws: 0 };
  return withoutUndefined({ player_id, display_name: player_id, endpoint, dialect, standings, attempts: 3 });
}

function writeResults(message: JsonObject, wording: words.Wording): JsonObject {
  return eachIn(message, 'results', (result) => ({
    ...words.wordedResult(result, result.game_type, wording),
    winner: words.writeWinner(result.winner),
  }));
}

function readRound(wire: JsonObject): JsonObject {
  const read = eachIn(wire, 'results', readRoundResult);
  const results = isJsonArray(read.results) ? read.results.filter(isJsonObject) : [];
  const count = (status: string): number => results.filter((result) => result.status === status).length;
  const summary = {
    total_matches: results.length,
    wins: count('WIN'),
    draws: count('DRAW'),
    technical_losses: count('TECHNICAL_LOSS'),
  };
  // These dialects do not say whether another round follows, and nothing depends on it: the next one is announced.
  return { matches_played: results.length, next_round_id: null, summary, ...read };
}

function readRoundResult(result: JsonObject): JsonObject {
  const status = result.winner === null ? 'DRAW' : 'WIN';
  return { status, score: {}, termination: 'normal', ...result };
}

/** The rows of the documents have no room for breaches, kinds and marks; an agent that is marked is told by LEAGUE_ERROR. */
function writeRow({
  violations: _violations,
  kind: _kind,
  mark: _mark,
  reason: _reason,
  ...row
}: JsonObject): JsonObject {
  return row;
}

function readRow(row: JsonObject): JsonObject {
  const played = row.played ?? row.games_played;
  return withoutUndefined({ display_name: row.player_id, technical_losses: 0, ...row, played, games_played: played });
}

function readEnd(wire: JsonObject): JsonObject {
  const read = eachIn(wire, 'final_standings', readRow);
  const rows = isJsonArray(read.final_standings) ? read.final_standings.filter(isJsonObject) : [];
  const [first] = rows;
  const { player_id, display_name, points } = first ?? {};
  // In a round robin every round has a match.
  const total_rounds = Math.max(0, ...rows.map((row) => Number(asText(row.games_played)) || 0));
  return {
    total_rounds,
    champion: first === undefined ? null : withoutUndefined({ player_id, display_name, points }),
    ...read,
  };
}
