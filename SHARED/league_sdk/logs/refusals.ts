/** Refusals, told within a budget: a limited number of lines in a log, and fewer on a terminal. */
import { USUAL_PATH } from '../../contracts/dialects/wrappings.ts';
import { withoutSecrets } from '../../contracts/fields.ts';
import type { Clock } from '../../core/clock.ts';
import { cut } from '../../core/json.ts';
import { LogBudget, REFUSALS_OF_A_KIND, REFUSALS_SHOWN } from '../flow/token_bucket.ts';
import { isErrorCode } from '../messaging/envelope.ts';
import type { OnRefused, Origin, Refused } from '../transport/transport.ts';

/** Limits the lines about one address, and keeps secrets out; the next line says how many were left out before it. */
export function withinLogBudget(onRefused: OnRefused, budget: LogBudget): OnRefused {
  return (what, refused, origin) => {
    const unsaid = budget.spend(origin.address);
    if (unsaid === undefined) return;
    const more = unsaid === 0 ? '' : ` (and ${unsaid} more refusals not written down)`;
    const { path } = origin;
    const from = path === undefined ? origin : { ...origin, path: withoutSecrets(path) };
    onRefused(withoutSecrets(what), { ...refused, detail: withoutSecrets(`${refused.detail}${more}`) }, from);
  };
}

/** The one terminal that all addresses share. */
const TERMINAL = 'terminal';
/** What was left out is told so long after the first of it. */
const REST_MS = 60_000;

/** Refusals by shape; any other refusal of a registration is one by the rules. */
const MALFORMED: ReadonlySet<string> = new Set(['E002', 'E003', 'E018', 'E021']);
const REGISTRATION = /_REGISTER_REQUEST$/;
/** Requests that clients of MCP and browsers send by themselves: whether an agent asks for OAuth, and for its icon. */
const AUTOMATIC = /^(GET|HEAD|OPTIONS) \/(\S*\/)?(\.well-known\/|favicon\.ico$)/;

/**
 * Lines for the terminal of an agent on what could not be understood: no JSON, no envelope, no such method or path, a
 * refused registration. The first of a kind from an address and a name is told at once, and then one a minute; of all
 * kinds together no more than a person reads. What was left out in a minute is told at its end, by its number and the
 * last of it. Any other message that was refused, and requests that clients send by themselves, are in the log alone.
 */
export function refusalLines(say: (line: string) => void, clock: Clock): OnRefused {
  const [all, ofAKind] = [new LogBudget(REFUSALS_SHOWN, clock), new LogBudget(REFUSALS_OF_A_KIND, clock)];
  let [unsaid, last] = [0, ''];
  return (what, refused, origin) => {
    const { code, sent } = refused;
    if ((isErrorCode(code) && !REGISTRATION.test(what)) || AUTOMATIC.test(what)) return;
    const line = lineOn(what, refused, origin);
    const isNew = ofAKind.spend(`${origin.address} ${code} ${what} ${sent?.name ?? ''}`) !== undefined;
    if (isNew && all.spend(TERMINAL) !== undefined) return say(line);
    if (unsaid === 0) clock.after(REST_MS, tellRest);
    [unsaid, last] = [unsaid + 1, line];
  };

  function tellRest(): void {
    say(`${unsaid} more that were refused came in the last ${REST_MS / 1_000} s, the last of them: ${last}`);
    [unsaid, last] = [0, ''];
  }
}

function lineOn(what: string, { code, detail, sent }: Refused, { address, path }: Origin): string {
  const about = what === 'unknown' ? 'something' : what;
  const by = sent === undefined || sent.name === '' ? '' : ` of “${sent.name}”`;
  const at = path === undefined && sent === undefined ? '' : ` to ${cut(path ?? USUAL_PATH, 80)}`;
  const as = sent === undefined ? '' : ` (${sent.wrapping})`;
  const verdict = isErrorCode(code) && !MALFORMED.has(code) ? 'which is refused' : 'that cannot be read';
  // A sender may choose these words, and a terminal obeys some of them.
  const line = `${address} sent ${about}${by}${at}${as} ${verdict}: ${code}, ${detail}`;
  return withoutSecrets(line.replace(/\p{C}/gu, '?'));
}
