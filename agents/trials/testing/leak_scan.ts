/** Finds secrets where they do not belong: in files, on wires, and in the words of an error. */
import type { CapturedLeague, Letter } from './captured_league.ts';
import { messagesIn, type Secret, secretsOf } from './captured_secrets.ts';

/**
 * The files a secret may lie in. A referee keeps its orders, with tickets and seeds, as long as a report is to be
 * acknowledged.
 */
export const HOMES: { readonly [K in Secret['kind']]: (path: string, secret: Secret) => boolean } = {
  'auth token': (path, { owner }) => path.endsWith(`/${owner}/credentials.json`),
  'manager token': (path, { owner }) => path.endsWith(`/${owner}/credentials.json`),
  'operator token': (path) => path.endsWith('/operator.token'),
  'league secret': (path) => path.endsWith('/secret'),
  ticket: isOutbox,
  conversation: () => false,
  seed: (path, secret) =>
    isOutbox(path, secret) || path.endsWith('/ledger.jsonl') || path.endsWith(`/${secret.match_id}.json`),
};

function isOutbox(path: string, { knownTo }: Secret): boolean {
  return knownTo.some((id) => path.includes(`/referees/${id}/outbox`));
}

/** Every secret in a file that is not its home, or not locked. With its result a seed becomes public. */
export function strayed(league: CapturedLeague): readonly string[] {
  const { all } = secretsOf(league);
  const isPublic = (path: string) => path.startsWith('/data/matches/');
  return [...league.disk.files()].flatMap(([path, text]) =>
    all
      .filter((secret) => text.includes(secret.text))
      .filter((secret) => !HOMES[secret.kind](path, secret) || !(league.locked.has(path) || isPublic(path)))
      .map(({ kind, owner, match_id = '' }) => `${kind} of ${owner} ${match_id} in ${path}`),
  );
}

/** Every secret that went to, or came from, an agent that may not know it. */
export function overheard({ letters, ...league }: CapturedLeague): readonly string[] {
  const { all } = secretsOf({ letters, ...league });
  const decided = (match_id: string | undefined) => letters.findIndex((letter) => isReportOf(letter, match_id));
  return letters.flatMap(({ from, to, text, reply = '' }, i) =>
    all
      .filter((secret) => (text + reply).includes(secret.text))
      .filter(({ kind, match_id, knownTo }) => {
        // With its result a seed becomes public.
        const isTold = kind === 'seed' && decided(match_id) >= 0 && i > decided(match_id);
        return !isTold && !(knownTo.includes(from) && knownTo.includes(to));
      })
      .map(({ kind, owner, match_id = '' }) => `${kind} of ${owner} ${match_id} from ${from} to ${to}`),
  );
}

const isReportOf = ({ text }: Letter, match_id: string | undefined) =>
  messagesIn(text).some(
    (message) => message['message_type'] === 'MATCH_RESULT_REPORT' && message['match_id'] === match_id,
  );

/** Our insides: stack traces, files of ours, words of the language. */
export const INSIDES =
  /\bat [\w.<>]+ \(|\.(ts|js|mjs):\d+|node:internal|file:\/\/|\/(data|logs|SHARED|agents)\/|\b(Type|Range|Reference)Error\b/;

/** Our insides, or the word for an error of our own: what no answer holds, however hostile the question. */
export const BROKEN = new RegExp(`-32603|"E020"|\\s+at [^"]*:\\d+:\\d+|${INSIDES.source}`);
