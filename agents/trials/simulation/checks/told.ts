/**
 * I4 for the messages to agents: GAME_OVER, ROUND_COMPLETED and LEAGUE_COMPLETED say what the ledger says, to every
 * agent.
 */
import { toldDetails } from '../../../../SHARED/contracts/files/match.ts';
import { type Json, type JsonObject, sameJson } from '../../../../SHARED/core/json.ts';
import type { MatchDecided } from '../../../league_manager/league/events.ts';
import { isManager } from '../trace.ts';
import { broken, type Case, type Check, isHonest, messagesIn } from './evidence.ts';

/** The league in the ledger, by match and round. */
interface Truth {
  readonly seeds: ReadonlyMap<string, string>;
  readonly decided: ReadonlyMap<string, MatchDecided>;
  /** The matches of each round. */
  readonly rounds: ReadonlyMap<number, readonly string[]>;
  /** undefined: the league was not closed. */
  readonly champion: string | null | undefined;
}

export const told: Check = (of) => {
  const truth = truthOf(of);
  /** Texts that were found right: most copies differ in nothing but their envelope. */
  const right = new Set<string>();
  for (const event of of.events) {
    if (event.kind !== 'sent' || !isHonest(of, event.life)) continue;
    const { text, life, to, at } = event;
    const wrong = isManager(life)
      ? (found('ROUND_COMPLETED', '"results":[', text, roundFault) ?? championFault(text, truth))
      : found('GAME_OVER', '"game_result":{', text, gameOverFault);
    if (wrong !== undefined) return broken('I4', `${life} told ${to} at ${at} ${wrong}`);
  }
  return undefined;

  function found(
    type: string,
    body: string,
    text: string,
    faultIn: (message: JsonObject, truth: Truth) => string | undefined,
  ): string | undefined {
    const begun = text.indexOf(`"message_type":"${type}"`);
    if (begun < 0) return undefined;
    const start = text.lastIndexOf('"round_id":', text.indexOf(body, begun));
    const piece = text.slice(start, text.indexOf(',"id":', start));
    if (start > begun && right.has(piece)) return undefined;
    const message = messagesIn(text).find((each) => each['message_type'] === type);
    const wrong = faultIn(message ?? {}, truth);
    if (wrong === undefined) right.add(piece);
    return wrong;
  }
};

function championFault(text: string, { champion }: Truth): string | undefined {
  if (!text.includes('"message_type":"LEAGUE_COMPLETED"')) return undefined;
  const named = /"champion":(?:null|\{[^}]*?"player_id":"([^"]*)")/.exec(text)?.[1] ?? null;
  return named === champion ? undefined : `that ${named} is the champion, not ${champion}`;
}

function truthOf({ ledger }: Case): Truth {
  const seeds = new Map<string, string>();
  const decided = new Map<string, MatchDecided>();
  const rounds = new Map<number, readonly string[]>();
  let champion: string | null | undefined;
  for (const { event } of ledger) {
    if (event.type === 'round_opened') {
      for (const { match_id, seed } of event.matches) seeds.set(match_id, seed);
      rounds.set(
        event.round_id,
        event.matches.map(({ match_id }) => match_id),
      );
    } else if (event.type === 'match_decided') decided.set(event.match_id, event);
    else if (event.type === 'league_closed') champion = event.champion;
  }
  return { seeds, decided, rounds, champion };
}

function gameOverFault(over: JsonObject, { decided, seeds }: Truth): string | undefined {
  const match_id = String(over['match_id']);
  const known = decided.get(match_id)?.result;
  if (known === undefined) return `the end of ${match_id}, and the ledger has none`;
  if (over['draw_seed'] !== undefined && over['draw_seed'] !== seeds.get(match_id))
    return `a seed of ${match_id} that is not the one that was committed to`;
  const { winner_player_id, score, ...details } = over['game_result'] as JsonObject;
  const isSame =
    winner_player_id === known.winner &&
    sameJson(score, known.score) &&
    sameJson(withoutEvidence(details), withoutEvidence(toldDetails(known.details)));
  return isSame ? undefined : `another end of ${match_id} than the ledger has`;
}

/** A player's answer is not public; its failure is. */
function withoutEvidence(details: JsonObject): JsonObject {
  const faults = (details['faults'] ?? []) as readonly JsonObject[];
  return { ...details, faults: faults.map(({ player_id, cause }) => ({ player_id, cause }) as JsonObject) };
}

function roundFault(round: JsonObject, { rounds, decided, seeds }: Truth): string | undefined {
  const round_id = Number(round['round_id']);
  const results = round['results'] as readonly JsonObject[];
  const ids = rounds.get(round_id) ?? [];
  if (!sameJson(results.map((each) => each['match_id'] as Json).sort(), [...ids].sort()))
    return `the results of round ${round_id}, which are not those of its matches`;
  for (const told of results) {
    const match_id = String(told['match_id']);
    const known = decided.get(match_id)?.result;
    if (known === undefined) return `a result of ${match_id}, and the ledger has none`;
    const { winner, score, ...rest } = told;
    const details = known.details;
    const shown = Object.fromEntries(
      Object.keys(details).flatMap((field) => (rest[field] === undefined ? [] : [[field, details[field] as Json]])),
    );
    const said = Object.fromEntries(Object.keys(shown).map((field) => [field, rest[field] as Json]));
    const isSame =
      winner === known.winner &&
      sameJson(score, known.score) &&
      rest['status'] === details['status'] &&
      sameJson(withoutEvidence(said), withoutEvidence(shown));
    if (!isSame) return `another result of ${match_id} than the ledger has`;
    if (rest['draw_seed'] !== undefined && rest['draw_seed'] !== seeds.get(match_id))
      return `another seed of ${match_id} than the ledger has`;
  }
  return summaryFault(round, ids, decided);
}

function summaryFault(
  { round_id, matches_played, summary }: JsonObject,
  ids: readonly string[],
  decided: ReadonlyMap<string, MatchDecided>,
): string | undefined {
  const number = (status: string) => ids.filter((id) => decided.get(id)?.result.details.status === status).length;
  const expected = {
    total_matches: ids.length,
    wins: number('WIN'),
    draws: number('DRAW'),
    technical_losses: number('TECHNICAL_LOSS'),
  };
  return matches_played === ids.length && sameJson(summary, expected)
    ? undefined
    : `a summary of round ${String(round_id)} that its results do not make`;
}
