/**
 * I1: a result that was acknowledged is safe, once, under all faults. I4: a match has one outcome, for all agents,
 * forever.
 */

import { fromHex, sha256 } from '../../../../SHARED/core/hash.ts';
import { type Json, type JsonObject, sameJson } from '../../../../SHARED/core/json.ts';
import { verify } from '../../../../SHARED/league_sdk/ledger/text.ts';
import type { MatchDecided } from '../../../league_manager/league/events.ts';
import { agentIn, isManager } from '../trace.ts';
import {
  broken,
  type Case,
  type Check,
  isHonest,
  messagesIn,
  type Placed,
  placedIn,
  typeIn,
  type Violation,
} from './evidence.ts';

type Decided = Placed & { readonly event: MatchDecided };

export const acknowledgedResults: Check = (of) => {
  const sound = verify(of.ledgerText);
  if (!sound.ok) return broken('I1', `the ledger is damaged at line ${sound.error.line}: ${sound.error.detail}`);
  const decided = decidedIn(of.ledger);
  const promised = new Map<string, Json>();
  for (const [i, event] of of.events.entries()) {
    if (event.kind === 'fault' && event.ledger !== undefined) {
      const lost = lostFrom(event.ledger, promised);
      if (lost !== undefined)
        return broken(
          'I1',
          `${lost} was acknowledged and is not in the ledger that ${event.where} left at ${event.at}`,
        );
    }
    if (event.kind !== 'answered' || !isManager(event.life) || event.text?.includes('"status":"recorded"') !== true)
      continue;
    const report = reportIn(of.sent.get(event.call)?.text ?? '');
    if (report === undefined) continue;
    const match_id = String(report['match_id']);
    const [first, ...more] = decided.get(match_id) ?? [];
    if (first === undefined || more.length > 0)
      return broken(
        'I1',
        `${match_id} was acknowledged at ${event.at} and is ${first === undefined ? 'not' : 'more than once'} in the ledger`,
      );
    if (first.end > (of.safe[i] ?? 0))
      return broken('I1', `${match_id} was acknowledged at ${event.at} before it was safe on the disk`);
    if (!sameResult(report['result'] as JsonObject, first.event))
      return broken('I1', `${match_id} was acknowledged at ${event.at} with another result than the ledger has`);
    promised.set(match_id, report['result'] as Json);
  }
  return undefined;
};

function reportIn(text: string): { readonly [field: string]: Json } | undefined {
  return typeIn(text) === 'MATCH_RESULT_REPORT' ? messagesIn(text)[0] : undefined;
}

function decidedIn(ledger: readonly Placed[]): ReadonlyMap<string, readonly Decided[]> {
  const decided = new Map<string, Decided[]>();
  for (const placed of ledger) {
    if (placed.event.type !== 'match_decided') continue;
    const { match_id } = placed.event;
    decided.set(match_id, [...(decided.get(match_id) ?? []), placed as Decided]);
  }
  return decided;
}

/** The first promise that a ledger does not keep. */
function lostFrom(text: string, promised: ReadonlyMap<string, Json>): string | undefined {
  if (promised.size === 0) return undefined;
  const decided = decidedIn(placedIn(text));
  for (const [match_id, result] of promised) {
    const [kept] = decided.get(match_id) ?? [];
    if (kept === undefined || !sameResult(result as JsonObject, kept.event)) return match_id;
  }
  return undefined;
}

function sameResult(reported: JsonObject, { result }: MatchDecided): boolean {
  const details = reported['details'] as JsonObject;
  return sameJson({ ...reported, details: { ...details, faults: details['faults'] ?? [] } }, result);
}

export const oneOutcome: Check = (of) => oncePerMatch(of) ?? sameDraw(of) ?? sameReport(of);

/** In the ledger: one seed, one result, from the referee the match was given to last. */
function oncePerMatch({ ledger }: Case): Violation | undefined {
  const assigned = new Map<string, { readonly referee_id: string; readonly epoch: number }>();
  const decided = new Set<string>();
  /** The players that forfeit by the operator's word. */
  const out = new Set<string>();
  for (const { event } of ledger) {
    if (event.type === 'agent_removed' || event.type === 'agent_suspended') out.add(event.agent_id);
    else if (event.type === 'agent_readmitted') out.delete(event.agent_id);
    if (event.type === 'round_opened') {
      for (const { match_id, referee_id } of event.matches) {
        if (assigned.has(match_id)) return broken('I4', `${match_id} was opened twice, with two seeds`);
        assigned.set(match_id, { referee_id, epoch: 1 });
      }
    } else if (event.type === 'match_reassigned') assigned.set(event.match_id, event);
    else if (event.type === 'match_decided') {
      const { match_id, referee_id, epoch } = event;
      if (decided.has(match_id)) return broken('I4', `${match_id} was decided twice`);
      decided.add(match_id);
      const holder = assigned.get(match_id);
      const isForfeit =
        referee_id === 'LM01' && event.result.details.faults.some(({ player_id }) => out.has(player_id));
      if ((holder?.referee_id !== referee_id && !isForfeit) || holder?.epoch !== epoch)
        return broken(
          'I4',
          `${match_id} was decided by ${referee_id} in epoch ${epoch}, and belonged to ${holder?.referee_id} in epoch ${holder?.epoch}`,
        );
    }
  }
  return undefined;
}

/** In every message: the commitment of the one seed. */
function sameDraw(of: Case): Violation | undefined {
  const commitments = new Map<string, string>();
  for (const { event } of of.ledger) {
    if (event.type !== 'round_opened') continue;
    for (const { match_id, seed } of event.matches) commitments.set(match_id, sha256(fromHex(seed), match_id));
  }
  for (const event of of.events) {
    if (event.kind !== 'sent' || !isHonest(of, event.life)) continue;
    const { text, life, at } = event;
    if (!text.includes('"draw_commitment":"')) continue;
    for (const [, match_id = '', commitment = ''] of text.matchAll(COMMITTED)) {
      if (commitments.get(match_id) !== commitment)
        return broken('I4', `${life} told of another draw for ${match_id} at ${at}`);
    }
  }
  return undefined;
}

/** A match and, before anything else is opened, its commitment. */
const COMMITTED = /"match_id":"(\w+)"[^{}]*?"draw_commitment":"(\w+)"/g;

/** A referee that has said how an assignment ended never says anything else of it, unless its machine lost its memory. */
function sameReport(of: Case): Violation | undefined {
  const said = new Map<string, JsonObject>();
  for (const event of of.events) {
    if (event.kind === 'fault' && event.what === 'power cut') {
      for (const key of said.keys()) if (key.startsWith(`${agentIn(event.where)} `)) said.delete(key);
    }
    if (event.kind !== 'sent' || typeIn(event.text) !== 'MATCH_RESULT_REPORT' || !isHonest(of, event.life)) continue;
    const agent = agentIn(event.life);
    const report = reportIn(event.text) ?? {};
    const key = `${agent} ${String(report['match_id'])} ${String(report['assignment_epoch'])}`;
    const before = said.get(key);
    if (before !== undefined && !sameJson(before, report['result']))
      return broken('I4', `${event.life} reported two outcomes: ${key}, the second at ${event.at}`);
    said.set(key, report['result'] as JsonObject);
  }
  return undefined;
}
