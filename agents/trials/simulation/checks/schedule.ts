/** I3: the matches keep the laws of the league's format. I7: a round begins when the one before is closed. */
import type { Outlook, Seats } from '../../../league_manager/tournament/format.ts';
import { meetingsBreach, roundBreach } from '../../../league_manager/tournament/format_laws.ts';
import { startedFormat } from '../../../league_manager/tournament/formats.ts';
import { isManager } from '../trace.ts';
import { broken, type Case, type Check, fieldIn, termOf, typeIn, type Violation } from './evidence.ts';

/** I3, from the ledger alone. */
export function meetings({ ledger, ended }: Pick<Case, 'ledger' | 'ended'>): Violation | undefined {
  const started = ledger.find(({ event }) => event.type === 'league_started')?.event;
  if (started?.type !== 'league_started') return undefined;
  const players = [...started.players, ...(started.late_places ?? [])];
  const opened = new Map<string, Seats | undefined>();
  const rounds = new Map<string, { readonly seats: Seats }[]>();
  for (const { event } of ledger) {
    if (event.type === 'round_opened') for (const { match_id, seats } of event.matches) opened.set(match_id, seats);
    if (event.type !== 'match_decided') continue;
    const { match_id, result } = event;
    const seats = opened.get(match_id);
    const [a, b, ...more] = Object.keys(result.score).sort();
    if (a === undefined || b === undefined || more.length > 0 || [...(seats ?? [])].sort().join() !== [a, b].join())
      return broken('I3', `${match_id} was opened for ${seats} and played by ${a}, ${b}`);
    const round = rounds.get(roundOf(match_id)) ?? [];
    rounds.set(roundOf(match_id), [...round, { seats: [a, b] }]);
    const twice = roundBreach(rounds.get(roundOf(match_id)) ?? [], players);
    if (twice !== undefined) return broken('I3', `${twice}: ${match_id}`);
  }
  const outlook = startedFormat(started).outlook();
  // A player that came late has missed some, and one whose results count for nothing meets nobody any more.
  const removed = ledger.flatMap(({ event }) =>
    event.type === 'agent_removed' && !event.counted ? event.agent_id : [],
  );
  const whole = started.players.filter((id) => !removed.includes(id));
  const breach = meetingsBreach([...rounds.values()].flat(), whole, outlook, ended) ?? worthBreach(ledger, outlook);
  return breach === undefined ? undefined : broken('I3', breach);
}

/**
 * A removal that says of results that they count, or do not, against the number of matches that were played; what is
 * ahead are the meetings with those that have come and whose results count.
 */
function worthBreach(ledger: Case['ledger'], { planned }: Outlook): string | undefined {
  const decided = new Map<string, number>();
  const opened = new Map<string, number>();
  const there = new Set<string>();
  let rounds = 0;
  for (const { event } of ledger) {
    if (event.type === 'agent_registered') there.add(event.agent_id);
    else if (event.type === 'round_opened') {
      rounds = event.round_id;
      for (const { seats = [] } of event.matches) for (const id of seats) more(opened, id);
    } else if (event.type === 'match_decided') for (const id of Object.keys(event.result.score)) more(decided, id);
    else if (event.type === 'agent_removed') {
      const { agent_id, counted } = event;
      let all = opened.get(agent_id) ?? 0;
      for (let round_id = rounds + 1; (planned?.(round_id) ?? []).length > 0; round_id++)
        all += (planned?.(round_id) ?? []).filter(
          ({ seats }) => seats.includes(agent_id) && seats.every((id) => there.has(id)),
        ).length;
      if (!counted) there.delete(agent_id);
      const played = decided.get(agent_id) ?? 0;
      if (counted !== (played > 0 && 2 * played >= all))
        return `${agent_id} was removed after ${played} of ${all} matches, and its results ${counted ? 'count' : 'do not count'}`;
    }
  }
  return undefined;
}

function more(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

/** I7, in the ledger and in what the manager sent. */
export const roundsInOrder: Check = (of) => roundsInLedger(of) ?? roundsTold(of) ?? dealtWhilePaused(of);

/** I7, from the ledger alone. */
export function roundsInLedger({ ledger }: Pick<Case, 'ledger'>): Violation | undefined {
  const closed = new Set<number>();
  const open = new Map<string, number>();
  for (const { event } of ledger) {
    if (event.type === 'round_opened') {
      if (event.round_id > 1 && !closed.has(event.round_id - 1))
        return broken('I7', `round ${event.round_id} was opened before round ${event.round_id - 1} was closed`);
      for (const { match_id } of event.matches) open.set(match_id, event.round_id);
    } else if (event.type === 'match_decided') open.delete(event.match_id);
    else if (event.type === 'round_closed') {
      const left = [...open].find(([, round_id]) => round_id === event.round_id);
      if (left !== undefined) return broken('I7', `round ${event.round_id} was closed without ${left[0]}`);
      closed.add(event.round_id);
    }
  }
  return undefined;
}

function roundsTold({ ledger, events, safe }: Case): Violation | undefined {
  /** The position in the ledger at which each round is closed. */
  const closed = new Map<number, number>();
  for (const { event, end } of ledger) if (event.type === 'round_closed') closed.set(event.round_id, end);
  for (const [i, event] of events.entries()) {
    if (event.kind !== 'sent' || !isManager(event.life)) continue;
    const begun = beginningIn(event.text);
    if (begun === undefined || begun === 1) continue;
    if ((closed.get(begun - 1) ?? Number.POSITIVE_INFINITY) > (safe[i] ?? 0))
      return broken(
        'I7',
        `${typeIn(event.text)} of round ${begun} left at ${event.at} before round ${begun - 1} was closed for good`,
      );
  }
  return undefined;
}

/** A match that a manager gave out while the ledger, as it had left or read it, says that the league is held. */
function dealtWhilePaused(of: Case): Violation | undefined {
  const { ledger, events, safe } = of;
  const words = ledger.filter(({ event }) => event.type === 'league_paused' || event.type === 'league_unpaused');
  if (words.length === 0) return undefined;
  const dealt = new Set<string>();
  let pauser = 0;
  for (const [i, event] of events.entries()) {
    if (!('life' in event) || !isManager(event.life)) continue;
    const [before, after] = [safe[i] ?? 0, safe[i + 1] ?? of.ledgerText.length];
    if (event.kind === 'synced' && words.some(({ end }) => end > before && end <= after))
      pauser = termOf(of, event.life);
    if (event.kind !== 'sent' || typeIn(event.text) !== 'RUN_MATCH') continue;
    const order = `${event.life} ${fieldIn(event.text, 'match_id')} ${/"assignment_epoch":(\d+)/.exec(event.text)?.[1]}`;
    // An order may be sent again, and one that was given before may leave late.
    if (dealt.has(order) || event.begun < event.at) continue;
    dealt.add(order);
    const word = words.findLast(({ end }) => end <= (safe[i] ?? 0))?.event.type;
    if (word === 'league_paused' && termOf(of, event.life) >= pauser)
      return broken('I7', `${order} was given out at ${event.at}, while the league was paused`);
  }
  return undefined;
}

/** The round that a text of the manager begins. */
function beginningIn(text: string): number | undefined {
  const at = Math.max(text.indexOf('"message_type":"ROUND_ANNOUNCEMENT"'), text.indexOf('"message_type":"RUN_MATCH"'));
  if (at < 0) return undefined;
  const round = /"round_id":(\d+)/.exec(text.slice(at))?.[1];
  return round === undefined ? undefined : Number(round);
}

function roundOf(match_id: string): string {
  return /^R(\d+)M/.exec(match_id)?.[1] ?? match_id;
}
