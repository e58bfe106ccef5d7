/**
 * I9: every line of every log can be read, strict readers can read every file, and no secret is in any log or in any
 * file that others may read.
 */
import { cut, parseJson } from '../../../../SHARED/core/json.ts';
import { FILE_LIMITS } from '../../../../SHARED/league_sdk/files/document.ts';
import { agentIn } from '../trace.ts';
import { broken, type Case, type Violation } from './evidence.ts';

/** Files that are for their owner alone. */
const PRIVATE =
  /\/(credentials\.json|seats\/\w+\.json|secret|operator\.token|ledger\.[.\w]+|snapshot\.[.\w]+|outbox\.jsonl)(\.damaged-[\w-]+)?$/;
const SECRETS = /"(?:auth_token|manager_token|seat_token|ticket)":"([^"]{8,})"/g;
/** A log, and one that was full before it. */
const LOG = /\.log(\.\d+)?\.jsonl$/;
/** Words that could be a secret. */
const SECRET_LIKE = /\b(?:tok|mgr|tkt|op|seat)_\w+/g;

/** Check all files of all agents. */
export function logs(of: Case): Violation | undefined {
  const secrets = secretsIn(of);
  const interrupted = interruptions(of);
  for (const [agent, files] of of.files) {
    for (const [path, text] of files) {
      const { refused, unreadable } = faultsIn(/\.jsonl?$/.test(path) ? jsonIn(path, text) : []);
      if (refused !== undefined)
        return broken('I9', `no strict reader takes ${path} of ${agent}: ${cut(refused, 200)}`);
      if (PRIVATE.test(path)) continue;
      for (const [word] of text.matchAll(SECRET_LIKE))
        if (secrets.has(word)) return broken('I9', `a secret is in ${path} of ${agent}`);
      if (!LOG.test(path)) continue;
      if (unreadable !== undefined && !isWrittenByTwo(of, agent))
        return broken('I9', `${path} of ${agent} has a line that cannot be read: ${cut(unreadable, 200)}`);
      if (!text.endsWith('\n') && !interrupted.has(agent))
        return broken('I9', `${path} of ${agent} ends in the middle of a line`);
    }
  }
  return undefined;
}

/** Of two managers that write one log without a lock that both see, each may cut into a line of the other. */
function isWrittenByTwo({ events }: Case, agent: string): boolean {
  return agent === 'LM01' && events.some((event) => event.kind === 'fault' && event.what === 'second manager at LM01');
}

/** Everything that ever travelled as a proof. */
function secretsIn({ events }: Case): ReadonlySet<string> {
  const secrets = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'sent' && event.kind !== 'answered') continue;
    for (const [, secret] of (event.text ?? '').matchAll(SECRETS)) secrets.add(secret as string);
  }
  return secrets;
}

/** The JSON texts of a file; of lines, those that have an end. */
function jsonIn(path: string, text: string): readonly string[] {
  return path.endsWith('.jsonl') ? text.split('\n').slice(0, -1) : [text];
}

/** The first text that is JSON to us, and not to a reader that takes no half characters and no key twice; and the first that is none. */
function faultsIn(texts: readonly string[]): { readonly refused?: string; readonly unreadable?: string } {
  let unreadable: string | undefined;
  for (const text of texts) {
    const parsed = parseJson(text, FILE_LIMITS);
    if (parsed.ok) continue;
    if (parsed.error.kind !== 'syntax') return { refused: text };
    unreadable ??= text;
  }
  return unreadable === undefined ? {} : { unreadable };
}

/** An agent that lost its power, or had no room, may have left half a line, unless it has written again since. */
function interruptions({ events }: Case): ReadonlySet<string> {
  const found = new Set<string>();
  for (const event of events) {
    const isOne = event.kind === 'fault' && (event.what === 'power cut' || event.what === 'disk full');
    if (isOne && event.where !== '') found.add(agentIn(event.where));
  }
  return found;
}
