/**
 * I6: a player that loses by silence was silent until its own deadline, one that loses by an answer gave it, and every
 * loss has its reason.
 */
import { moveIn, wordsFor } from '../../../../SHARED/contracts/moves.ts';
import { cut, type Json, type JsonObject, sameJson } from '../../../../SHARED/core/json.ts';
import type { MatchDecided } from '../../../league_manager/league/events.ts';
import { ownerOf } from '../network.ts';
import { agentIn, isManager } from '../trace.ts';
import { broken, type Case, type Check, fieldIn, isHonest, typeIn, type Violation } from './evidence.ts';
import { isOwn, isRefusal, meantIn, questionsIn, type SeatQuestion, saidIn, seatIn, seatKey } from './seats.ts';

type Questions = ReturnType<typeof questionsIn>;
interface Attempt {
  /** Absent where nothing was sent. */
  readonly sent_ms?: number;
  readonly deadline_ms: number;
  readonly settled_ms: number;
  readonly lag_ms: number;
  readonly charged_ms: number;
  readonly handshake_ms?: number;
  readonly excused_ms?: number;
  readonly stood_ms?: number;
  /** It did not count. */
  readonly excused?: true;
  readonly cause: string;
}

export const fairness: Check = (of) => {
  const questions = questionsIn(of.events);
  const out = new Set<string>();
  for (const { event } of of.ledger) {
    if (event.type === 'agent_removed' || event.type === 'agent_suspended') out.add(event.agent_id);
    if (event.type === 'agent_readmitted') out.delete(event.agent_id);
    if (event.type !== 'match_decided') continue;
    const { faults, termination, status } = event.result.details;
    if (
      (status === 'TECHNICAL_LOSS') !== faults.length > 0 ||
      termination === 'referee_fault' ||
      termination === 'manager_fault'
    )
      return broken('I6', `${event.match_id} is ${status} by ${termination} with ${faults.length} faults`);
    for (const fault of faults) {
      const isExcluded = fault.cause === 'excluded' && event.referee_id === 'LM01' && out.has(fault.player_id);
      const wrong = isExcluded ? undefined : unfounded(of, event, fault, questions);
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
  const { referee_id, match_id } = event;
  const moves = event.result.details['moves'] as readonly { readonly [player_id: string]: Json }[];
  for (const [player_id, move] of moves.flatMap((step) => Object.entries(step))) {
    // A run that goes on from the moves of an earlier one has them from there.
    const asked = (questions.get(seatKey({ referee_id, match_id, player_id })) ?? []).filter(
      ({ awaited, epoch }) => awaited === answer && epoch <= event.epoch,
    );
    const isSaid = (text: string) => sameJson(moveIn(meantIn(text) ?? {}), move);
    if (!asked.some((each) => each.texts.some((text) => isSaid(text) && isOwn(text, each))))
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
): readonly SeatQuestion[] {
  const all = questions.get(seatKey({ referee_id, match_id, player_id })) ?? [];
  return all.filter((asked) => asked.awaited === awaited && asked.epoch === epoch);
}

/** A player that was told it had been silent, and had not. */
function unheard(of: Case, questions: Questions): Violation | undefined {
  for (const event of of.events) {
    if (event.kind !== 'sent' || typeIn(event.text) !== 'GAME_ERROR' || !isHonest(of, event.life)) continue;
    const { text, begun: at, life } = event;
    const player_id = fieldIn(text, 'affected_player') ?? '';
    const error_code = fieldIn(text, 'error_code') ?? '';
    // A call that hangs in a handshake is not sent, so the last one that was sent may be one before it.
    const hangs = of.plan.wires.handshakes.has(player_id);
    // A line that was ended instead of an answer has the code of one that was down.
    const isSilence = SILENCE.has(error_code) && !text.includes('gave no usable answer');
    if (!isSilence || !isHonest(of, player_id) || hangs) continue;
    const key = seatKey({ ...seatIn(text), player_id });
    // After the last attempt nothing is awaited any more.
    const newest = questions.get(key)?.findLast((asked) => asked.life === life && asked.at < at);
    const awaited = fieldIn(text, 'action_required') ?? newest?.awaited ?? '';
    const limitMs = limitOf(of, awaited);
    const failed = Number(/"retry_count":(\d+)/.exec(text)?.[1] ?? 1);
    const had = questions
      .get(key)
      ?.filter((asked) => asked.life === life && asked.awaited === awaited && asked.at <= at - limitMs + ROUNDING_MS);
    if (error_code === 'E001' && (had?.length ?? 0) < failed)
      return broken(
        'I6',
        `${life} called ${player_id} silent at ${at} (${key}), which had been asked ${had?.length ?? 0} times of ${failed} in time`,
      );
    const last = questions
      .get(key)
      ?.findLast((asked) => asked.life === life && asked.awaited === awaited && asked.at < at);
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
  if (cause === 'bad_answer' && isBelieved) {
    const isHangUp = evidence['error_code'] === 'E009';
    if (isHangUp) return asked.some(({ hungUp }) => hungUp) ? undefined : 'it never ended a line';
    const texts = asked.flatMap((each) => each.texts);
    if (texts.length === 0) return 'it never said anything';
    // What goes wrong on its own disk an honest player says itself; that a method is not known is the asker's to mend.
    const isFounded =
      !isHonest(of, player_id) || texts.some((text) => isRefusal(text) && !text.includes('"code":-32601'));
    return isFounded ? undefined : `it speaks as it should: ${evidence['detail']}`;
  }
  if (cause === 'bad_answer') return undefined;
  if (cause !== 'timeout' && cause !== 'unreachable') return 'that is no fault of a player';
  if (isBelieved && saidNonsense(asked)) return 'it had said something that is no answer, which is another cause';
  const attempts = evidence['attempts'] as unknown as readonly Attempt[];
  const { charged_ms } = evidence['clock'] as { readonly charged_ms: number };
  if (attempts.length === 0 && charged_ms < of.limits.maxMatchMs - ROUNDING_MS) return 'no attempt is on record';
  const limitMs = limitOf(of, String(evidence['awaited']));
  for (const attempt of attempts) {
    // An earlier one may have come to nothing by an answer.
    if (attempt.cause !== 'timeout' && attempt.cause !== 'unreachable') continue;
    const wrong = unproved(attempt, limitMs) ?? (isBelieved ? untrue(of, event, attempt, asked) : undefined);
    if (wrong !== undefined) return wrong;
    const { deadline_ms } = attempt;
    if (!isHonest(of, player_id) || attempt.excused) continue;
    const good = asked.find(
      ({ at, answered }) =>
        answered !== undefined && at >= deadline_ms - limitMs - ROUNDING_MS && answered < deadline_ms - 1,
    );
    if (good !== undefined) return `its answer had come at ${good.answered}, before its deadline at ${deadline_ms}`;
  }
  return undefined;
}

/** Whether a player has said something that cannot be read to the run that decided, after its last good answer. */
function saidNonsense(asked: readonly SeatQuestion[]): boolean {
  const run = asked.filter(({ life }) => life === asked.at(-1)?.life);
  const since = run.slice(run.findLastIndex(({ answered }) => answered !== undefined) + 1);
  return since.some(({ texts }) => texts.some((text) => text.trim() !== '' && saidIn(text) === undefined));
}

/** Why the evidence of a silent attempt does not charge its player. */
function unproved(
  { deadline_ms, settled_ms, lag_ms, charged_ms, excused }: Attempt,
  limitMs: number,
): string | undefined {
  if (excused) return undefined;
  if (settled_ms < deadline_ms || typeof lag_ms !== 'number')
    return `settled at ${settled_ms}, before its deadline at ${deadline_ms}`;
  return charged_ms < limitMs - ROUNDING_MS ? `it had ${charged_ms} ms instead of ${limitMs}` : undefined;
}

/** What the wires and the process of the referee say against the evidence of an attempt. */
function untrue(
  of: Case,
  { referee_id }: MatchDecided,
  attempt: Attempt,
  asked: readonly SeatQuestion[],
): string | undefined {
  const { sent_ms, settled_ms, charged_ms, handshake_ms = 0, excused_ms = 0, stood_ms = 0, excused } = attempt;
  if (sent_ms !== undefined && !asked.some(({ at }) => Math.abs(at - sent_ms) <= ROUNDING_MS))
    return `nothing was sent to it at ${sent_ms}`;
  // A referee may have another id than the one it began with.
  const referee = agentIn(asked[0]?.life ?? referee_id);
  const tookMs = charged_ms + excused_ms + stood_ms;
  const stoppedMs = stoppedBetween(of, referee, settled_ms - tookMs, settled_ms);
  if (stood_ms > stoppedMs + ROUNDING_MS)
    return `${stood_ms} ms are held against nobody, in which its referee was stopped for ${stoppedMs}`;
  // No text of this world waits for anything but its process and its receiver.
  if (excused_ms > ROUNDING_MS) return `${excused_ms} ms are excused that nobody but the player took`;
  if (excused) return undefined;
  const since = questionedSince(asked, { sent_ms, begun_ms: settled_ms - tookMs });
  const sinceMs = since === undefined ? 0 : settled_ms - since - stoppedBetween(of, referee, since, settled_ms);
  return sinceMs + handshake_ms < charged_ms - ROUNDING_MS
    ? `it is charged ${charged_ms} ms, and had ${sinceMs} after a handshake of ${handshake_ms}`
    : undefined;
}

/**
 * The instant from which a player had the question of an attempt. One that answered with an id of its own is asked again
 * in the same attempt, and the evidence has the second asking; it had the question from the first.
 */
export function questionedSince(
  asked: readonly Pick<SeatQuestion, 'at' | 'texts'>[],
  { sent_ms, begun_ms }: { readonly sent_ms: number | undefined; readonly begun_ms: number },
): number | undefined {
  if (sent_ms === undefined) return undefined;
  const isEarlier = ({ at, texts }: Pick<SeatQuestion, 'at' | 'texts'>) =>
    texts.length > 0 && at >= begun_ms - ROUNDING_MS && at < sent_ms;
  return asked.find(isEarlier)?.at ?? sent_ms;
}

/** How long the processes of an agent were stopped between two instants. */
function stoppedBetween({ events }: Case, agent: string, from: number, to: number): number {
  let sum = 0;
  let since: number | undefined;
  for (const event of events) {
    if (event.kind !== 'fault') continue;
    const [, what, life] = /^(stopped|goes on) (.+)$/.exec(event.what) ?? [];
    if (life === undefined || agentIn(life) !== agent) continue;
    if (what === 'stopped') since ??= event.at;
    else if (since !== undefined) {
      sum += Math.max(0, Math.min(event.at, to) - Math.max(since, from));
      since = undefined;
    }
  }
  return since === undefined ? sum : sum + Math.max(0, to - Math.max(since, from));
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

const QUESTION = /"message_type":"(?:GAME_INVITATION|CHOOSE_PARITY_CALL|GAME_MOVE_CALL)"/;

/** A player is asked at its own endpoint, unless the manager found it silent there and another agent moved its seat. */
export const thefts: Check = (of) => {
  if (!of.plan.thief) return undefined;
  // A ping that hangs in a handshake is not sent, and its player is silent all the same.
  const foundSilent = new Set([...silentSeats(of), ...of.plan.wires.handshakes.keys()]);
  // The name of a player that was removed before the start is free, and a seat under it is nobody else's.
  const taken = of.ledger.flatMap(({ event }) =>
    event.type === 'agent_registered' && event.display_name !== `${event.role} ${event.agent_id}` ? event.agent_id : [],
  );
  for (const player_id of taken) foundSilent.add(player_id);
  for (const event of of.events) {
    if (event.kind !== 'sent' || !QUESTION.test(event.text) || !isHonest(of, event.life)) continue;
    // A report may hold the record of its match, and so all that was asked.
    if (typeIn(event.text) === 'MATCH_RESULT_REPORT') continue;
    const player_id = fieldIn(event.text, 'player_id') ?? '';
    if (ownerOf(event.to) === player_id || foundSilent.has(player_id)) continue;
    return broken('I6', `${player_id} was asked at ${event.to} at ${event.at}, and had answered where it was`);
  }
  return undefined;
};

/** The players that the manager has asked for a sign of life in vain. */
function silentSeats({ events, sent }: Case): ReadonlySet<string> {
  const silent = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'failed' || !isManager(event.life)) continue;
    const asked = sent.get(event.call);
    if (asked?.text.includes('"method":"ping"') === true) silent.add(ownerOf(asked.to));
  }
  return silent;
}

/** Codes of errors that say nothing of an answer. */
const UNHEARD: ReadonlySet<string | undefined> = new Set(['E001', 'E009']);

/** Finding a habit out costs no attempt: no player with habits is told that its answer was no good, unless it refused. */
export const habits: Check = (of) => {
  // Under a name that was stolen another agent answers, and has no habits.
  if (of.plan.habits.size === 0 || of.plan.thief) return undefined;
  const questions = questionsIn(of.events);
  for (const asked of questions.values()) {
    const again = asked.find((each, i) => isMerelyRepeated(of, each, asked[i + 1]));
    if (again !== undefined)
      return broken('I6', `${again.player_id} acknowledged ${again.method} at ${again.at}, and was asked so again`);
  }
  for (const event of of.events) {
    if (event.kind !== 'sent' || typeIn(event.text) !== 'GAME_ERROR' || !isHonest(of, event.life)) continue;
    const player_id = fieldIn(event.text, 'affected_player') ?? '';
    const error_code = fieldIn(event.text, 'error_code');
    if (!of.plan.habits.has(player_id) || UNHEARD.has(error_code)) continue;
    const asked = questions.get(seatKey({ ...seatIn(event.text), player_id })) ?? [];
    const texts = asked.flatMap((each) => each.texts);
    if (texts.some((text) => isRefusal(text) && !text.includes('"code":-32601'))) continue;
    const names = of.plan.habits.get(player_id)?.join(', ');
    return broken('I6', `${event.life} told ${player_id} ${error_code} at ${event.at}, which is habits: ${names}`);
  }
  return undefined;
};

/** Whether words that a player merely acknowledged in time were used for the next attempt too. */
function isMerelyRepeated(of: Case, asked: SeatQuestion, next: SeatQuestion | undefined): boolean {
  const { acknowledged, at, awaited, life, method, player_id } = asked;
  if (acknowledged === undefined || next === undefined || !isHonest(of, life)) return false;
  const isNext = next.awaited === awaited && next.life === life && next.epoch === asked.epoch;
  const isInTime = acknowledged < at + limitOf(of, awaited) - ROUNDING_MS;
  const habits = of.plan.habits.get(player_id);
  return isNext && isInTime && next.method === method && habits?.includes('acknowledges all else') === true;
}
