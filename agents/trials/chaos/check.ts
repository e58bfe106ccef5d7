/** Whether a league that was played under fire is whole: I1 to I4, I7 and I10, from its ledger and what others were told. */
import { type Json, sameJson } from '../../../SHARED/core/json.ts';
import type { LeagueEvent, MatchDecided } from '../../league_manager/league/events.ts';
import { startedFormat } from '../../league_manager/league/state.ts';
import type { Seats } from '../../league_manager/tournament/format.ts';
import { meetingsBreach, roundBreach } from '../../league_manager/tournament/format_laws.ts';
import type { Testimony } from './evidence.ts';

export type Wrong = 'lost' | 'doubled' | 'changed' | 'not ended' | 'untrue';

export interface Violation {
  readonly wrong: Wrong;
  readonly detail: string;
  /** The match it is about, if it is about one. */
  readonly match_id?: string;
}

export interface Remains {
  /** What the ledger says. */
  readonly events: readonly LeagueEvent[];
  /** The text of standings.json. */
  readonly standings: string | undefined;
  readonly testimonies: readonly Testimony[];
  /** Results as they stood in the ledger while it was played. */
  readonly seen: ReadonlyMap<string, MatchDecided>;
}

/** Everything that is wrong with a league; empty when it is whole. */
export function checkRemains(remains: Remains): readonly Violation[] {
  const { events } = remains;
  const decided = decisionsIn(events);
  return oncePerMatch([
    ...[...decided].flatMap(([match_id, all]) =>
      all.length > 1 ? [violation('doubled', `${match_id} was decided ${all.length} times`, match_id)] : [],
    ),
    ...remains.testimonies.flatMap((said) => contradiction(said, decided.get(said.match_id)?.[0])),
    ...[...remains.seen.values()].flatMap((then) => difference(then, decided.get(then.match_id)?.[0])),
    ...meetings(events, decided),
    ...orderOfRounds(events),
    ...sums(decided, remains.standings),
    ...(events.some(({ type }) => type === 'league_closed')
      ? []
      : [violation('not ended', 'nobody closed the league')]),
  ]);
}

/** The decisions of a ledger, by match. */
export function decisionsIn(events: readonly LeagueEvent[]): ReadonlyMap<string, readonly MatchDecided[]> {
  return Map.groupBy(
    events.filter((event) => event.type === 'match_decided'),
    ({ match_id }) => match_id,
  );
}

function violation(wrong: Wrong, detail: string, match_id?: string): Violation {
  return { wrong, detail, ...(match_id === undefined ? {} : { match_id }) };
}

/** Many may say the same of one match; it is lost once for all that. */
function oncePerMatch(violations: readonly Violation[]): readonly Violation[] {
  const told = new Set<string>();
  return violations.filter(({ wrong, match_id, detail }) => {
    const key = `${wrong} ${match_id ?? detail}`;
    return !told.has(key) && told.add(key);
  });
}

function contradiction(said: Testimony, decided: MatchDecided | undefined): readonly Violation[] {
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

function difference(then: MatchDecided, now: MatchDecided | undefined): readonly Violation[] {
  if (now === undefined)
    return [violation('lost', `${then.match_id} was in the ledger, and is not any more`, then.match_id)];
  return JSON.stringify(now) === JSON.stringify(then)
    ? []
    : [violation('changed', `${then.match_id} stands otherwise in the ledger than it stood before`, then.match_id)];
}

/** I3: the matches keep the laws of the league's format. */
function meetings(
  events: readonly LeagueEvent[],
  decided: ReadonlyMap<string, readonly MatchDecided[]>,
): readonly Violation[] {
  const started = events.find((event) => event.type === 'league_started');
  if (started === undefined) return [violation('untrue', 'the league has no start')];
  const { players } = started;
  const matches = [...decided].map(([match_id, [match]]) => ({
    round: match_id.split('M')[0],
    seats: Object.keys(match?.result.score ?? {}) as unknown as Seats,
  }));
  const isOver = events.some(({ type }) => type === 'league_closed');
  const breaches = [
    ...[...Map.groupBy(matches, ({ round }) => round).values()].map((round) => roundBreach(round, players)),
    meetingsBreach(matches, players, startedFormat(started).outlook(), isOver),
  ];
  return breaches.flatMap((breach) => (breach === undefined ? [] : [violation('untrue', breach)]));
}

/** I7: no round begins before the one before it is closed, and none is closed before its last result is in. */
function orderOfRounds(events: readonly LeagueEvent[]): readonly Violation[] {
  const wrong: Violation[] = [];
  let open: Set<string> | undefined;
  for (const event of events) {
    if (event.type === 'match_decided') open?.delete(event.match_id);
    if (event.type === 'round_opened') {
      if (open !== undefined) wrong.push(violation('untrue', `round ${event.round_id} began in the middle of another`));
      open = new Set(event.matches.map(({ match_id }) => match_id));
    }
    if (event.type !== 'round_closed') continue;
    if (open === undefined || open.size > 0)
      wrong.push(violation('untrue', `round ${event.round_id} was closed without ${[...(open ?? [])].join(', ')}`));
    open = undefined;
  }
  return wrong;
}

interface Row {
  readonly player_id: string;
  readonly points: number;
}

/** I2: the points of the table are the sums of the results. */
function sums(
  decided: ReadonlyMap<string, readonly MatchDecided[]>,
  standings: string | undefined,
): readonly Violation[] {
  if (standings === undefined) return [violation('untrue', 'there is no standings.json')];
  const points = new Map<string, number>();
  for (const [match] of decided.values())
    for (const [id, score] of Object.entries(match?.result.score ?? {})) points.set(id, (points.get(id) ?? 0) + score);
  return (JSON.parse(standings) as { readonly standings: readonly Row[] }).standings.flatMap((row) =>
    row.points === (points.get(row.player_id) ?? 0)
      ? []
      : [
          violation(
            'untrue',
            `standings.json gives ${row.player_id} ${row.points} points, its results ${points.get(row.player_id)}`,
          ),
        ],
  );
}
