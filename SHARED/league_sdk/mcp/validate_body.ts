/** The messages that are refused before the SDK sees them. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { LONGEST_URI, MOST_SUBSCRIPTIONS } from './serve_resources.ts';

const NAMED: ReadonlyMap<Json | undefined, string> = new Map([
  ['tools/call', 'Tool'],
  ['prompts/get', 'Prompt'],
]);

/** Each list of ours is a single page. */
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

/** The id of a request, or null where it has none. */
export function requestId(message: Json): string | number | null {
  const id = isJsonObject(message) ? message['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
