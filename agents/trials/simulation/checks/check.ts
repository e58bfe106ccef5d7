/** All invariants over one simulated league, from its trace and its disks alone. */
import { answers } from './answers.ts';
import { broken, type Case, type Check, caseOf, type Evidence, type Violation } from './evidence.ts';
import { fairness, habits, thefts } from './fairness.ts';
import { lawful } from './lawful.ts';
import { leadership } from './leadership.ts';
import { logs } from './logs.ts';
import { records } from './records.ts';
import { acknowledgedResults, oneOutcome } from './results.ts';
import { rollCall } from './roll_call.ts';
import { meetings, roundsInOrder } from './schedule.ts';
import { secrecy } from './secrecy.ts';
import { standings } from './standings.ts';
import { told } from './told.ts';

export type { Invariant, Violation } from './evidence.ts';

/** The figures of the league that was played. */
export interface Figures {
  readonly texts: number;
  readonly matches: number;
  readonly technicalLosses: number;
  readonly reassigned: number;
}

const ends: Check = ({ ended, trouble, boundMs }) =>
  ended ? undefined : broken('I10', `the league did not end within ${boundMs} ms: ${trouble ?? 'no reason'}`);

const CHECKS: readonly ((of: Case) => ReturnType<Check> | Promise<Violation | undefined>)[] = [
  acknowledgedResults,
  oneOutcome,
  records,
  told,
  lawful,
  standings,
  meetings,
  secrecy,
  fairness,
  habits,
  rollCall,
  thefts,
  roundsInOrder,
  answers,
  logs,
  leadership,
  ends,
];

/** The first invariant that does not hold, if any, and what was played. */
export async function check(
  evidence: Evidence,
): Promise<{ readonly violation: Violation | undefined; readonly figures: Figures }> {
  const of = caseOf(evidence);
  let violation: Violation | undefined;
  for (const one of CHECKS) {
    violation = await one(of);
    if (violation !== undefined) break;
  }
  return { violation, figures: figuresOf(of) };
}

function figuresOf({ ledger, sent }: Case): Figures {
  const decided = ledger.flatMap(({ event }) => (event.type === 'match_decided' ? [event] : []));
  return {
    texts: sent.size,
    matches: decided.length,
    technicalLosses: decided.reduce((sum, { result }) => sum + result.details.faults.length, 0),
    reassigned: ledger.filter(({ event }) => event.type === 'match_reassigned').length,
  };
}
