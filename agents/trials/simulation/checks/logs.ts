/** I9: every line of every log can be read, and no secret is in any log or in any file that others may read. */
import { agentIn } from '../trace.ts';
import { broken, type Case, type Check, isJson } from './evidence.ts';

/** Files that are for their owner alone. */
const PRIVATE = /\/(credentials\.json|secret|operator\.token|ledger\.jsonl|outbox\.jsonl)(\.damaged-[\w-]+)?$/;
const SECRETS = /"(?:auth_token|manager_token|ticket)":"([^"]{8,})"/g;
/** Words that could be a secret. */
const SECRET_LIKE = /\b(?:tok|mgr|tkt|op)_\w+/g;

export const logs: Check = (of) => {
  const secrets = secretsIn(of);
  const tolerated = interruptions(of);
  for (const [agent, files] of of.files) {
    for (const [path, text] of files) {
      if (PRIVATE.test(path)) continue;
      for (const [word] of text.matchAll(SECRET_LIKE))
        if (secrets.has(word)) return broken('I9', `a secret is in ${path} of ${agent}`);
      if (!path.endsWith('.log.jsonl')) continue;
      const unreadable = text.split('\n').filter((line) => line !== '' && !isJson(line));
      if (unreadable.length > (tolerated.get(agent) ?? 0))
        return broken('I9', `${path} of ${agent} has a line that cannot be read: ${unreadable[0]?.slice(0, 200)}`);
    }
  }
  return undefined;
};

/** Everything that ever travelled as a proof. */
function secretsIn({ events }: Case): ReadonlySet<string> {
  const secrets = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'sent' && event.kind !== 'answered') continue;
    for (const [, secret] of (event.text ?? '').matchAll(SECRETS)) secrets.add(secret as string);
  }
  return secrets;
}

/** A machine that lost its power, or had no room, may have left half a line each time. */
function interruptions({ events }: Case): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== 'fault' || event.where === '' || (event.what !== 'power cut' && event.what !== 'disk full'))
      continue;
    const agent = agentIn(event.where);
    found.set(agent, (found.get(agent) ?? 0) + 1);
  }
  return found;
}
