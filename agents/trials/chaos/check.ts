/**
 * Checks that a league played under fire is whole: its ledger beside what others were told, and the simulation's
 * invariants.
 */
import { type Json, sameJson } from '../../../SHARED/core/json.ts';
import type { LeagueEvent, MatchDecided } from '../../league_manager/league/events.ts';
import { meetings, roundsInLedger } from '../simulation/checks/schedule.ts';
import { standingsFile } from '../simulation/checks/standings.ts';
import type { Testimony } from './evidence.ts';

export type Wrong = 'lost' | 'doubled' | 'changed' | 'not ended' | 'untrue' | 'usurped' | 'too soon';

export interface RemainsViolation {
  readonly wrong: Wrong;
  readonly detail: string;
  /** The match it is about, if it is about one. */
  readonly match_id?: string;
}

export interface Remains {
  /** The events of the ledger. */
  readonly events: readonly LeagueEvent[];
  /** The text of standings.json. */
  readonly standings: string | undefined;
  readonly testimonies: readonly Testimony[];
  /** Results as they stood in the ledger while it was played. */
  readonly seen: ReadonlyMap<string, MatchDecided>;
}

/** Everything that is wrong with a league; empty when it is whole. */
export function checkRemains(remains: Remains): readonly RemainsViolation[] {
  const { events } = remains;
  const decided = decisionsIn(events);
  const isClosed = events.some(({ type }) => type === 'league_closed');
  return oncePerMatch([
    ...[...decided].flatMap(([match_id, all]) =>
      all.length > 1 ? [violation('doubled', `${match_id} was decided ${all.length} times`, match_id)] : [],
    ),
    ...remains.testimonies.flatMap((said) => contradiction(said, decided.get(said.match_id)?.[0])),
    ...[...remains.seen.values()].flatMap((then) => difference(then, decided.get(then.match_id)?.[0])),
    ...invariantsOf(remains, isClosed),
    ...(isClosed ? [] : [violation('not ended', 'the league was never closed')]),
  ]);
}

/** I2, I3 and I7, as the simulation has them. */
function invariantsOf({ events, standings }: Remains, ended: boolean): readonly RemainsViolation[] {
  if (!events.some(({ type }) => type === 'league_started')) return [violation('untrue', 'the league has no start')];
  const ledger = events.map((event) => ({ event, end: 0 }));
  return [meetings({ ledger, ended }), roundsInLedger({ ledger }), standingsFile({ ledger }, standings)].flatMap(
    (broken) => (broken === undefined ? [] : [violation('untrue', `${broken.invariant}: ${broken.detail}`)]),
  );
}

/** The decisions of a ledger, by match. */
export function decisionsIn(events: readonly LeagueEvent[]): ReadonlyMap<string, readonly MatchDecided[]> {
  return Map.groupBy(
    events.filter((event) => event.type === 'match_decided'),
    ({ match_id }) => match_id,
  );
}

function violation(wrong: Wrong, detail: string, match_id?: string): RemainsViolation {
  return { wrong, detail, ...(match_id === undefined ? {} : { match_id }) };
}

/** Many may say the same of one match; it is lost once for all that. */
function oncePerMatch(violations: readonly RemainsViolation[]): readonly RemainsViolation[] {
  const told = new Set<string>();
  return violations.filter(({ wrong, match_id, detail }) => {
    const key = `${wrong} ${match_id ?? detail}`;
    return !told.has(key) && told.add(key);
  });
}

function contradiction(said: Testimony, decided: MatchDecided | undefined): readonly RemainsViolation[] {
  const { match_id, by, winner, score = {}, choices, drawn } = said;
  if (decided === undefined)
    return [violation('lost', `${match_id} is not in the ledger: ${by} says it was recorded`, match_id)];
  const { result } = decided;
  const facts: readonly (readonly [string, Json | undefined, Json | undefined])[] = [
    ['winner', winner, result.winner],
    ...Object.entries(score).map(([id, points]) => [`points of ${id}`, points, result.score[id]] as const),
    ['choices', choices, result.details['choices']],
    ['number drawn', drawn, result.details['drawn_number']],
  ];
  return facts.flatMap(([what, told, kept]) =>
    told === undefined || sameJson(told, kept ?? null)
      ? []
      : [
          violation(
            'changed',
            `${match_id}: the ${what}: ${JSON.stringify(kept)} now, ${JSON.stringify(told)} by ${by}`,
            match_id,
          ),
        ],
  );
}

function difference(then: MatchDecided, now: MatchDecided | undefined): readonly RemainsViolation[] {
  if (now === undefined)
    return [violation('lost', `${then.match_id} was in the ledger, and is not any more`, then.match_id)];
  return JSON.stringify(now) === JSON.stringify(then)
    ? []
    : [violation('changed', `${then.match_id} stands otherwise in the ledger than it stood before`, then.match_id)];
}
