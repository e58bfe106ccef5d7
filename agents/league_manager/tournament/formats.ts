/** The formats there are, by the name a league file has for them. */
import type { LeagueStarted, RoundOpened } from '../league/events.ts';
import type { League } from '../league/state.ts';
import {
  type Field,
  type Format,
  type FormatKind,
  type Outlook,
  type Pairing,
  plannedMatch,
  type ScheduleConfig,
} from './format.ts';
import { ROUND_ROBIN } from './round_robin.ts';

/** Every format by its `schedule.algorithm`: another one is a file and a line here. */
const FORMATS: { readonly [algorithm: string]: FormatKind } = {
  round_robin: ROUND_ROBIN,
};

/** The kind of format that a schedule names; undefined when there is none of that name. */
export function kindOf({ algorithm }: ScheduleConfig): FormatKind | undefined {
  return Object.hasOwn(FORMATS, algorithm) ? FORMATS[algorithm] : undefined;
}

/** The format of a league; undefined when there is none of the schedule's name. */
export function formatOf(schedule: ScheduleConfig, field: Field): Format | undefined {
  return kindOf(schedule)?.make(field, schedule);
}

/** Why no league can be played by this schedule, in one line. */
export function scheduleFault(schedule: ScheduleConfig): string | undefined {
  if (kindOf(schedule) !== undefined) return undefined;
  return `schedule.algorithm: there is no format "${schedule.algorithm}"; there is ${Object.keys(FORMATS).join(', ')}`;
}

interface StatedFigures {
  readonly total_rounds?: number | undefined;
  readonly matches_per_round?: number | undefined;
}

/** The figures of a league file to which players and schedule do not come. */
export function oddFigures({ total_rounds, matches_per_round }: StatedFigures, { rounds, planned }: Outlook) {
  const figures = [
    { key: 'total_rounds', of: 'rounds', stated: total_rounds, computed: rounds },
    { key: 'matches_per_round', of: 'matches', stated: matches_per_round, computed: planned?.(1).length },
  ];
  return figures.flatMap(({ stated, computed, ...figure }) =>
    stated === undefined || stated === computed ? [] : [{ ...figure, stated, computed }],
  );
}

/** The schedule of a league that has started; one that began before schedules were kept is a single round robin. */
export function scheduleIn({ rules, total_rounds }: LeagueStarted): ScheduleConfig {
  if (rules.schedule !== undefined) return rules.schedule;
  const once = { algorithm: 'round_robin', legs: 1 };
  return total_rounds === undefined ? once : { ...once, max_rounds: total_rounds };
}

/** The format a league started with; throws where there is none of that name. */
export function startedFormat(event: LeagueStarted): Format {
  const schedule = scheduleIn(event);
  const players = [...event.players, ...(event.late_places ?? [])];
  const format = formatOf(schedule, { players, seatsMatter: event.seats_matter });
  if (format === undefined) throw new Error(scheduleFault(schedule));
  return format;
}

/** The pairing of a match that was opened; where its seats are not written down, they are those that were planned. */
export function openedPairing(
  { format }: League,
  round_id: number,
  { match_id, seats }: RoundOpened['matches'][number],
): Pairing | undefined {
  if (seats !== undefined) return { match_id, round_id, seats };
  return format === undefined ? undefined : plannedMatch(format, match_id);
}
