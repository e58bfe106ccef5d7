/** Checks a league that was started by hand: every seat was its owner's, and play went on when all were back. */
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { OWNERS_MOVE, roleOf } from './battlefield.ts';
import { decisionsIn, type RemainsViolation } from './check.ts';
import type { Moment } from './crew.ts';

/** The traces of such a league. */
export interface HandRemains {
  readonly events: readonly LeagueEvent[];
  /** The text of the league's log. */
  readonly log: string;
  readonly ids: readonly string[];
  /** The players that a launcher started. */
  readonly usurpers: readonly string[];
  readonly starts: readonly Moment[];
  readonly deaths: readonly Moment[];
}

/** A player may die after it answered and before all had; its answer is not older than this. */
const FRESH_MS = 3_000;
/** After so many silent matches a player is waited for no more. */
const SUSPENDED_AFTER = 3;

/** Everything that is wrong with it; empty when nothing is. */
export function checkByHand(remains: HandRemains): readonly RemainsViolation[] {
  const { events, usurpers } = remains;
  const decided = [...decisionsIn(events).values()].flat();
  return [
    ...usurpers.map((id) => usurped(`a launcher started ${id}, which its owner had started by hand`)),
    ...decided.flatMap(({ match_id, result }) =>
      Object.entries(result.details['choices'] ?? {})
        .filter(([, move]) => move !== null && move !== OWNERS_MOVE)
        .map(([id, move]) => usurped(`${id} said "${move}" in ${match_id}, which its owner never says`)),
    ),
    ...rollsIn(remains.log).flatMap((roll) =>
      remains.ids
        .filter((id) => roleOf(id) === 'player' && !wasThere(remains, id, roll) && !isSuspended(decided, id, roll.at))
        .map(
          (id): RemainsViolation => ({
            wrong: 'too soon',
            detail: `${id} was not back when play went on at ${roll.at}`,
          }),
        ),
    ),
  ];
}

function usurped(detail: string): RemainsViolation {
  return { wrong: 'usurped', detail };
}

/** A roll call: when its manager began it, and when play went on. */
interface Roll {
  readonly begun: number;
  readonly at: number;
}

function rollsIn(log: string): readonly Roll[] {
  const rolls: Roll[] = [];
  let begun = 0;
  for (const [, time, type] of log.matchAll(/^\{"timestamp":"([^"]+)".*"event_type":"(LEAGUE_RESUMED|ROLL_ENDED)"/gm)) {
    const at = Date.parse(time ?? '');
    if (type === 'ROLL_ENDED') rolls.push({ begun, at });
    else begun = at;
  }
  return rolls;
}

/** Whether a process of the player lived at some time of a roll call, not long before its end. */
function wasThere({ starts, deaths }: HandRemains, id: string, { begun, at }: Roll): boolean {
  const start = starts.filter((each) => each.id === id && each.at <= at).at(-1)?.at;
  if (start === undefined) return false;
  const death = deaths.find((each) => each.id === id && each.at >= start)?.at ?? Number.POSITIVE_INFINITY;
  return death >= Math.max(begun, at - FRESH_MS);
}

function isSuspended(decided: readonly Extract<LeagueEvent, { type: 'match_decided' }>[], id: string, at: number) {
  const last = decided
    .filter(({ at: when, result }) => Date.parse(when) <= at && Object.hasOwn(result.score, id))
    .slice(-SUSPENDED_AFTER);
  const isSilent = ({ result }: (typeof last)[number]) =>
    result.details.faults.some(({ player_id, cause }) => player_id === id && /timeout|unreachable/.test(cause));
  return last.length === SUSPENDED_AFTER && last.every(isSilent);
}
