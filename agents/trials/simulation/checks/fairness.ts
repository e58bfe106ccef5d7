/**
 * I6: a player that loses by silence was silent until its own deadline, one that loses by an answer gave it, and every
 * loss has its reason.
 */
import { moveIn, wordsFor } from '../../../../SHARED/contracts/moves.ts';
import { cut, type Json, type JsonObject, sameJson } from '../../../../SHARED/core/json.ts';
import type { MatchDecided } from '../../../league_manager/league/events.ts';
import { broken, type Case, type Check, fieldIn, isHonest, typeIn, type Violation } from './evidence.ts';
import { type Asked, questionsIn, saidIn, seatIn, seatKey } from './seats.ts';

type Questions = ReturnType<typeof questionsIn>;
interface Attempt {
  readonly sent_ms: number;
  readonly deadline_ms: number;
  readonly settled_ms: number;
  readonly lag_ms: number;
  readonly error_code: string;
}

export const fairness: Check = (of) => {
  const questions = questionsIn(of.events);
  for (const { event } of of.ledger) {
    if (event.type !== 'match_decided') continue;
    const { faults, termination, status } = event.result.details;
    if (
      (status === 'TECHNICAL_LOSS') !== faults.length > 0 ||
      termination === 'referee_fault' ||
      termination === 'manager_fault'
    )
      return broken('I6', `${event.match_id} is ${status} by ${termination} with ${faults.length} faults`);
    for (const fault of faults) {
      const wrong = unfounded(of, event, fault, questions);
      if (wrong !== undefined)
        return broken('I6', `${fault.player_id} lost ${event.match_id} by ${fault.cause}: ${wrong}`);
    }
    const misheard = isHonest(of, event.referee_id) ? neverSaid(of, event, questions) : undefined;
    if (misheard !== undefined) return broken('I6', `${event.match_id}: ${misheard}`);
  }
  return unheard(of, questions);
};

/** A move on record that no player made. */
function neverSaid({ config }: Case, event: MatchDecided, questions: Questions): string | undefined {
  const { answer } = wordsFor(config.game_type);
  const moves = event.result.details['moves'] as readonly { readonly [player_id: string]: Json }[];
  for (const [player_id, move] of moves.flatMap((step) => Object.entries(step))) {
    const asked = askedOf(event, player_id, answer, questions);
    const isSaid = (text: string) => sameJson(moveIn(saidIn(text) ?? {}), move);
    if (!asked.some(({ texts }) => texts.some(isSaid)))
      return `${player_id} never said ${JSON.stringify(move)}, which ${event.referee_id} has on record`;
  }
  return undefined;
}

/** The requests to a player in the assignment that decided a match. */
function askedOf(
  { referee_id, match_id, epoch }: MatchDecided,
  player_id: string,
  awaited: string,
  questions: Questions,
): readonly Asked[] {
  const all = questions.get(seatKey({ referee_id, match_id, player_id })) ?? [];
  return all.filter((asked) => asked.awaited === awaited && asked.epoch === epoch);
}

/** A player that was told it had been silent, and had not. */
function unheard(of: Case, questions: Questions): Violation | undefined {
  for (const event of of.events) {
    if (event.kind !== 'sent' || typeIn(event.text) !== 'GAME_ERROR' || !isHonest(of, event.life)) continue;
    const { text, at, life } = event;
    const player_id = fieldIn(text, 'affected_player') ?? '';
    const error_code = fieldIn(text, 'error_code') ?? '';
    if (!SILENCE.has(error_code) || !isHonest(of, player_id)) continue;
    const awaited = fieldIn(text, 'action_required') ?? '';
    const limitMs = limitOf(of, awaited);
    const key = seatKey({ ...seatIn(text), player_id });
    const last = questions.get(key)?.findLast((asked) => asked.awaited === awaited && asked.at < at);
    if (last?.answered !== undefined && last.answered < last.at + limitMs - ROUNDING_MS)
      return broken(
        'I6',
        `${life} called ${player_id} silent at ${at} (${key}), whose answer to the call of ${last.at} had come at ${last.answered}`,
      );
  }
  return undefined;
}

/** No answer came, or no agent was there. */
const SILENCE: ReadonlySet<string> = new Set(['E001', 'E009']);

function limitOf({ limits }: Case, awaited: string): number {
  return awaited === 'GAME_JOIN_ACK' ? limits.joinMs : limits.moveMs;
}

/** The flaw of a fault that the ledger holds against a player. */
function unfounded(
  of: Case,
  event: MatchDecided,
  fault: { readonly player_id: string; readonly cause: string; readonly evidence: JsonObject },
  questions: Questions,
): string | undefined {
  const { player_id, cause, evidence } = fault;
  if (typeof evidence['detail'] !== 'string' || evidence['detail'] === '') return 'no reason is given';
  const asked = askedOf(event, player_id, String(evidence['awaited']), questions);
  const isBelieved = isHonest(of, event.referee_id);
  if (cause === 'invalid_choice' || cause === 'declined') {
    const { answer } = evidence;
    if (typeof answer !== 'string' || answer === '') return 'its answer is not kept';
    const isGiven = asked.some(({ texts }) => texts.some((text) => keptOf(text) === answer || isUnread(text, answer)));
    return isGiven || !isBelieved ? undefined : `it never gave the answer that is held against it: ${answer}`;
  }
  if (cause === 'bad_answer')
    return asked.some(({ texts }) => texts.length > 0) || !isBelieved ? undefined : 'it never said anything';
  if (cause !== 'timeout' && cause !== 'unreachable') return 'that is no fault of a player';
  const attempts = evidence['attempts'] as unknown as readonly Attempt[];
  if (attempts.length === 0) return 'no attempt is on record';
  const limitMs = limitOf(of, String(evidence['awaited']));
  for (const { sent_ms, deadline_ms, settled_ms, lag_ms, error_code } of attempts) {
    // An earlier one may have come to nothing by an answer.
    if (!SILENCE.has(error_code)) continue;
    if (settled_ms < deadline_ms || typeof lag_ms !== 'number')
      return `settled at ${settled_ms}, before its deadline at ${deadline_ms}`;
    if (deadline_ms - sent_ms < limitMs - ROUNDING_MS)
      return `it had ${deadline_ms - sent_ms} ms instead of ${limitMs}`;
    const isAsked = asked.some(({ at }) => at >= sent_ms - ROUNDING_MS && at < deadline_ms);
    if (!isAsked && isBelieved) return `it was not asked between ${sent_ms} and ${deadline_ms}`;
    if (!isHonest(of, player_id)) continue;
    const good = asked.find(
      ({ at, answered }) =>
        answered !== undefined && at >= sent_ms - ROUNDING_MS && at < deadline_ms && answered < deadline_ms - 1,
    );
    if (good !== undefined) return `its answer had come at ${good.answered}, before its deadline at ${deadline_ms}`;
  }
  return undefined;
}

/** The evidence is in whole milliseconds, and a message takes a moment to leave. */
const ROUNDING_MS = 60;

/** The length of an answer that is kept. */
const KEPT_CHARACTERS = 500;

/** Whether this is the beginning of an answer that was not read. */
function isUnread(text: string, answer: string): boolean {
  const unread = answer.startsWith('{"unread":') ? (JSON.parse(answer) as { readonly unread: string }).unread : '';
  return unread !== '' && text.startsWith(unread);
}

/** An answer as the evidence has it: without the token that proves its sender. */
function keptOf(text: string): string | undefined {
  const said = saidIn(text);
  if (said === undefined) return undefined;
  const { auth_token: _token, conversation_id: _proof, ...rest } = said;
  return cut(JSON.stringify(rest), KEPT_CHARACTERS);
}
