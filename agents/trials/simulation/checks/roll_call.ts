/**
 * I6, of managers that start again: no player loses as unreachable in a match that was ordered before the manager had
 * heard it, unless the time to come back had passed or the operator had said go.
 */
import type { Json } from '../../../../SHARED/core/json.ts';
import { ownerOf } from '../network.ts';
import { isManager, type TraceEvent } from '../trace.ts';
import { broken, type Case, type Check, fieldIn, messagesIn, typeIn } from './evidence.ts';

/** One life of the manager, up to an event of the trace. */
interface Life {
  readonly begun: number;
  /** The agents that have answered it. */
  readonly heard: Set<string>;
  isWaived: boolean;
}

/** A match that was ordered, and the players of it that the manager had not waited for. */
type TooSoon = ReadonlyMap<string, ReadonlySet<string>>;

export const rollCall: Check = (of) => {
  const tooSoon = orderedTooSoon(of);
  for (const { event } of of.ledger) {
    if (event.type !== 'match_decided') continue;
    const early = tooSoon.get(`${event.match_id} ${event.epoch}`);
    for (const { player_id, cause } of event.result.details.faults) {
      if (cause === 'unreachable' && early?.has(player_id) === true)
        return broken('I6', `${player_id} lost ${event.match_id} by ${cause} before the manager had heard it again`);
    }
  }
  return undefined;
};

function orderedTooSoon({ events, sent, limits, terms }: Case): TooSoon {
  const firstTerm = Math.min(...terms.values());
  const lives = new Map<string, Life>();
  const early = new Map<string, Set<string>>();
  for (const event of events) {
    const life = lifeOf(event, lives);
    if (life === undefined) continue;
    if (event.kind === 'heard') life.heard.add(ownerOf(sent.get(event.call)?.to ?? ''));
    else if (event.kind === 'arrived') life.isWaived ||= typeIn(sent.get(event.call)?.text ?? '') === 'START_LEAGUE';
    else if (event.kind === 'sent' && typeIn(event.text) === 'RUN_MATCH') {
      // A take-over calls no roll.
      if ((terms.get(event.life) ?? 0) > firstTerm || life.isWaived || event.at - life.begun >= limits.registrationMs)
        continue;
      const missed = playersIn(event.text, limits.maxRetries).filter((id) => !life.heard.has(id));
      if (missed.length > 0) early.set(matchIn(event.text), new Set(missed));
    }
  }
  return early;
}

function lifeOf(event: TraceEvent, lives: Map<string, Life>): Life | undefined {
  if (!('life' in event) || !isManager(event.life)) return undefined;
  const known = lives.get(event.life);
  if (known !== undefined) return known;
  const life = { begun: event.at, heard: new Set<string>(), isWaived: false };
  lives.set(event.life, life);
  return life;
}

/** The players of an order that are not suspended: those are asked as often as any. */
function playersIn(order: string, attempts: number): readonly string[] {
  const players = (messagesIn(order)[0]?.['players'] ?? []) as readonly { readonly [field: string]: Json }[];
  return players.filter((player) => player['attempts'] === attempts).map(({ player_id }) => String(player_id));
}

function matchIn(order: string): string {
  return `${fieldIn(order, 'match_id')} ${/"assignment_epoch":(\d+)/.exec(order)?.[1]}`;
}
