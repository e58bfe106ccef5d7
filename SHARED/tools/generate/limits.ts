/** What may take how long and be how large, as tables. */
import { LIMIT_OPINIONS, type LimitKey, RETRY_SETTINGS, WAIT_SETTINGS } from '../../contracts/files/pieces.ts';
import { JSON_LIMITS } from '../../core/json.ts';
import { MAX_BATCH } from '../../league_sdk/messaging/envelope.ts';
import { HTTP_LIMITS } from '../../league_sdk/transport/http/limits.ts';
import { markdownTable } from './markdown.ts';
import { plain } from './schemas.ts';

/** Every setting that bounds waiting and trying again, with its variable and its default. */
export function timeLimits(): string {
  const settings = { ...WAIT_SETTINGS, ...RETRY_SETTINGS };
  const rows = (Object.keys(LIMIT_OPINIONS) as LimitKey[]).map((key) => {
    const { description = '', default: usual } = plain(settings[key]) as { description?: string; default?: unknown };
    return [`\`${key}\``, `\`LEAGUE_${key.toUpperCase()}\``, String(usual), description];
  });
  return markdownTable(['Setting', 'Environment', 'Default', 'Meaning'], rows);
}

/** What a stranger’s text may cost at most. */
export function sizes(): string {
  const rows: readonly (readonly [string, number])[] = [
    ['the body of a request, in bytes', HTTP_LIMITS.maxRequestBytes],
    ['the body of an answer, in bytes', HTTP_LIMITS.maxReplyBytes],
    ['request line or status line with all headers, in bytes', HTTP_LIMITS.maxHeadBytes],
    ['seconds for the head of a request to arrive', HTTP_LIMITS.headMs / 1_000],
    ['seconds for a whole request to arrive', HTTP_LIMITS.requestMs / 1_000],
    ['messages in a JSON-RPC batch', MAX_BATCH],
    ['levels a text may nest', JSON_LIMITS.depth],
    ['keys of an object', JSON_LIMITS.keys],
    ['entries of a list', JSON_LIMITS.items],
    ['characters of a string', JSON_LIMITS.stringLength],
  ];
  return markdownTable(
    ['What', 'At most'],
    rows.map(([what, most]) => [what, most.toLocaleString('en')]),
  );
}
