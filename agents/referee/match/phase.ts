/** How far a match is, by the tables of the specification: as its file says it, and in the referee's finer phases. */
import {
  type MatchEvent,
  type MatchState,
  matchCourse,
  type RefereeEvent,
  type RefereePhase,
  refereePhases,
} from '../../../SHARED/contracts/states.ts';
import { next, type Table } from '../../../SHARED/core/machine.ts';
import { unwrap } from '../../../SHARED/core/result.ts';

const FILE_EVENTS: ReadonlySet<string> = new Set(Object.values(matchCourse).flatMap((events) => Object.keys(events)));
const UNDECIDED: ReadonlySet<RefereePhase> = new Set([
  'IDLE',
  'WAITING_FOR_PLAYERS',
  'COLLECTING_CHOICES',
  'DRAWING_NUMBER',
]);

/** Where one match stands; it only moves along the tables. */
export class Phase {
  current: RefereePhase = 'IDLE';
  state: MatchState = 'WAITING_FOR_PLAYERS';
  /** Is told of every step. */
  onPhase: ((phase: RefereePhase) => void) | undefined;

  /** The match was decided before: only its report and the news of it are left. */
  resume(): void {
    this.current = 'REPORTING_RESULT';
    this.state = 'FINISHED';
    this.onPhase?.(this.current);
  }

  /** Goes on; throws where the tables know no such way, because then the code is wrong. */
  advance(event: RefereeEvent): void {
    this.current = unwrap(next<RefereePhase, RefereeEvent>(refereePhases, this.current, event));
    this.onPhase?.(this.current);
    if (!FILE_EVENTS.has(event)) return;
    const table: Table<MatchState, MatchEvent> = matchCourse;
    this.state = unwrap(next(table, this.state, event as MatchEvent));
  }

  /** Whether the result is still open. */
  get undecided(): boolean {
    return UNDECIDED.has(this.current);
  }
}
