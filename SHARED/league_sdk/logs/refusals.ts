/** Refusals, told within a budget: a limited number of lines in a log, and fewer on a terminal. */
import { withoutSecrets } from '../../contracts/fields.ts';
import type { Clock } from '../../core/clock.ts';
import { cut } from '../../core/json.ts';
import { LogBudget, REFUSALS_OF_A_KIND, REFUSALS_SHOWN } from '../flow/token_bucket.ts';
import { isErrorCode } from '../messaging/envelope.ts';
import type { OnRefused } from '../transport/transport.ts';

/** Limits the lines about one address, and keeps secrets out; the next line says how many were left out before it. */
export function withinLogBudget(onRefused: OnRefused, budget: LogBudget): OnRefused {
  return (what, { code, detail }, origin) => {
    const unsaid = budget.spend(origin.address);
    if (unsaid === undefined) return;
    const more = unsaid === 0 ? '' : ` (and ${unsaid} more refusals not written down)`;
    const { path } = origin;
    const from = path === undefined ? origin : { ...origin, path: withoutSecrets(path) };
    onRefused(withoutSecrets(what), { code, detail: withoutSecrets(`${detail}${more}`) }, from);
  };
}

/** The one terminal that all addresses share. */
const TERMINAL = 'terminal';

/** Refusals by shape, of which a registration is told on a terminal: its sender may show them to no person. */
const MALFORMED: ReadonlySet<string> = new Set(['E002', 'E003', 'E018', 'E021']);
const REGISTRATION = /_REGISTER_REQUEST$/;

/**
 * Lines for the terminal of an agent on what could not be understood: no JSON, no envelope, no such method or path, a
 * malformed registration. The first of a kind from an address is told at once, and then one a minute with how many
 * there were; of all kinds together no more than a person reads. Any other message that was refused is in the log alone.
 */
export function refusalLines(say: (line: string) => void, clock: Clock): OnRefused {
  const [all, ofAKind] = [new LogBudget(REFUSALS_SHOWN, clock), new LogBudget(REFUSALS_OF_A_KIND, clock)];
  return (what, { code, detail }, { address, path }) => {
    if (isErrorCode(code) && !(MALFORMED.has(code) && REGISTRATION.test(what))) return;
    const again = ofAKind.spend(`${address} ${code} ${what}`);
    const unsaid = again === undefined ? undefined : all.spend(TERMINAL);
    if (again === undefined || unsaid === undefined) return;
    const more = again + unsaid === 0 ? '' : ` (and ${again + unsaid} more not shown)`;
    const about = what === 'unknown' ? 'something' : what;
    const at = path === undefined ? '' : ` to ${cut(path, 80)}`;
    // A sender may choose these words, and a terminal obeys some of them.
    const line = `${address} sent ${about}${at} that cannot be read: ${code}, ${detail}${more}`;
    say(withoutSecrets(line.replace(/\p{C}/gu, '?')));
  };
}
