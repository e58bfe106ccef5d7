/** Refusals, told within a budget: a limited number of lines in a log, and fewer on a terminal. */
import type { Clock } from '../../core/clock.ts';
import { LogBudget, REFUSALS_SHOWN } from '../flow/token_bucket.ts';
import { isErrorCode } from '../messaging/envelope.ts';
import type { OnRefused } from '../transport/transport.ts';

/** Limits the lines about one address; the next line says how many refusals were left out before it. */
export function withinLogBudget(onRefused: OnRefused, budget: LogBudget): OnRefused {
  return (what, { code, detail }, origin) => {
    const unsaid = budget.spend(origin.address);
    if (unsaid === undefined) return;
    const more = unsaid === 0 ? '' : ` (and ${unsaid} more refusals not written down)`;
    onRefused(what, { code, detail: `${detail}${more}` }, origin);
  };
}

/** The one terminal that all addresses share. */
const TERMINAL = 'terminal';

/**
 * Lines for the terminal of an agent on what could not be understood at all: no JSON, no envelope, no such method or
 * path. A message of the league that was refused by its rules is in the log alone.
 */
export function refusalLines(say: (line: string) => void, clock: Clock): OnRefused {
  const budget = new LogBudget(REFUSALS_SHOWN, clock);
  return (what, { code, detail }, { address }) => {
    if (isErrorCode(code)) return;
    const unsaid = budget.spend(TERMINAL);
    if (unsaid === undefined) return;
    const more = unsaid === 0 ? '' : ` (and ${unsaid} more not shown)`;
    const about = what === 'unknown' ? 'something' : what;
    // A sender may choose these words, and a terminal obeys some of them.
    say(`${address} sent ${about} that cannot be read: ${code}, ${detail}${more}`.replace(/\p{C}/gu, '?'));
  };
}
