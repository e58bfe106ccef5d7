/** I3: the matches keep the laws of the league's format. I7: a round begins when the one before is closed. */
import type { Seats } from '../../../league_manager/tournament/format.ts';
import { meetingsBreach, roundBreach } from '../../../league_manager/tournament/format_laws.ts';
import { startedFormat } from '../../../league_manager/tournament/formats.ts';
import { agentIn } from '../trace.ts';
import { broken, type Case, type Check, typeIn, type Violation } from './evidence.ts';

/** I3, from the ledger alone. */
export function meetings({ ledger, ended }: Pick<Case, 'ledger' | 'ended'>): Violation | undefined {
  const started = ledger.find(({ event }) => event.type === 'league_started')?.event;
  if (started?.type !== 'league_started') return undefined;
  const { players } = started;
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
  const breach = meetingsBreach([...rounds.values()].flat(), players, startedFormat(started).outlook(), ended);
  return breach === undefined ? undefined : broken('I3', breach);
}

/** I7, in the ledger and in what the manager sent. */
export const roundsInOrder: Check = (of) => roundsInLedger(of) ?? roundsTold(of);

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
    if (event.kind !== 'sent' || agentIn(event.life) !== 'LM01') continue;
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
