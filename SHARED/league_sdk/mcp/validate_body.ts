/** The messages and batches that are refused before the SDK sees them. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { MAX_BATCH } from '../messaging/envelope.ts';
import { isLeagues } from './is_mcp.ts';
import { LONGEST_URI, MOST_SUBSCRIPTIONS } from './serve_resources.ts';

/** Why a batch is not taken, as the end of a sentence. */
export function batchObjection(batch: readonly Json[]): string | undefined {
  if (batch.length === 0 || batch.length > MAX_BATCH) return `a batch has 1 to ${MAX_BATCH} messages`;
  // Only one of the two could answer all of it: they differ in sessions, streams and what a batch may be.
  if (batch.some(isLeagues)) return 'a batch is either the league’s or MCP’s; send two';
  const unknown = batch.map(unknownName).find((sentence) => sentence !== undefined);
  if (unknown !== undefined) return unknown;
  const ids = batch.map(keyOf).filter((key) => key !== undefined);
  return new Set(ids).size < ids.length ? 'two requests of a batch have the same id' : undefined;
}

const NAMED: ReadonlyMap<Json | undefined, string> = new Map([
  ['tools/call', 'Tool'],
  ['prompts/get', 'Prompt'],
]);

/** Of which every one of ours is a single page. */
const LISTS = /^(?:tools|prompts|resources|resources\/templates)\/list$/;

/**
 * The SDK looks names up in plain objects, where it would find `toString`, and `__proto__` throws in our processes:
 * a request for a name that every object inherits is answered before the SDK sees it, with this sentence. So is one for
 * a further page, of which the SDK would make the first.
 */
export function unknownName(message: Json): string | undefined {
  if (!isJsonObject(message) || !isJsonObject(message['params'])) return undefined;
  const [kind, { name, cursor }] = [NAMED.get(message['method']), message['params']];
  if (cursor !== undefined && LISTS.test(String(message['method'])))
    return 'the cursor is none of this server’s: each of its lists is one page';
  return kind !== undefined && typeof name === 'string' && name in Object.prototype
    ? `${kind} ${name} not found`
    : undefined;
}

/** Why a `subscriptions/listen` asks for too much, as a sentence. Whether its resources exist is not looked at. */
export function listenObjection(message: JsonObject): string | undefined {
  const { params } = message;
  const wanted = isJsonObject(params) && isJsonObject(params['notifications']) ? params['notifications'] : {};
  const uris = wanted['resourceSubscriptions'];
  if (!isJsonArray(uris)) return undefined;
  if (uris.length > MOST_SUBSCRIPTIONS) return `no more than ${MOST_SUBSCRIPTIONS} subscriptions`;
  const isTooLong = (uri: Json) => typeof uri === 'string' && uri.length > LONGEST_URI;
  return uris.some(isTooLong) ? `a resource has a name of up to ${LONGEST_URI} characters` : undefined;
}

/** Each message of a body, which is one or a batch of them. */
export function messagesOf(body: Json): readonly Json[] {
  return isJsonArray(body) ? body : [body];
}

/** One key for each id of a request; undefined when it is none: 1 and "1" are two. */
export function keyOf(message: Json): string | undefined {
  if (!isJsonObject(message) || typeof message['method'] !== 'string') return undefined;
  return idKey(message['id']);
}

/** The key of an id, where there is one. */
export function idKey(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}

/** The id of a request, or null where it has none. */
export function requestId(message: Json): string | number | null {
  const id = isJsonObject(message) ? message['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
