/** The resources of a catalog as a server of the official SDK shows them, and whom it tells of their changes. */

import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { cut } from '../../core/json.ts';
import type { Catalog, ResourceFamily, Resources } from './catalog.ts';
import type { ServeOptions } from './serve_mcp.ts';

/** The lists of a catalog stay the same as long as the agent runs. */
export const FIXED = { listChanged: false };
const MOST_COMPLETIONS = 100;
/** Of one conversation. */
export const MOST_SUBSCRIPTIONS = 100;
export const LONGEST_URI = 256;

/** Adds them to a server that is not connected yet. */
export function addResources(server: Server, resources: Resources, { updates, onBug }: ServeOptions): void {
  server.registerCapabilities({ resources: { ...FIXED, subscribe: true } });
  server.setRequestHandler('resources/list', async () => ({
    resources: resources.list().map((each) => ({ ...each })),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: resources.families.map(({ complete: _, ...family }) => family),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await unlessBug('a resource', () => resources.read(uri), onBug);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    const mimeType = mimeTypeOf(uri, resources);
    const body = typeof found === 'string' ? { text: found } : { blob: Buffer.from(found).toString('base64') };
    return { contents: [{ uri, ...(mimeType === undefined ? {} : { mimeType }), ...body }] };
  });
  tellOfChanges(server, resources, updates);
}

function tellOfChanges(server: Server, resources: Resources, updates: ServeOptions['updates']): void {
  const asked = new Set<string>();
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (!isShown(uri, resources)) throw new ResourceNotFoundError(cut(uri, LONGEST_URI));
    if (asked.size >= MOST_SUBSCRIPTIONS && !asked.has(uri)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no more than ${MOST_SUBSCRIPTIONS} subscriptions`);
    }
    asked.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    asked.delete(uri);
    return {};
  });
  if (updates === 'none') return;
  const stop = resources.onChange((uri) => {
    // A client that cannot be told any more has gone.
    if (updates === 'all' || asked.has(uri)) server.sendResourceUpdated({ uri }).catch(() => stop());
  });
  server.onclose = stop;
}

/** Whether something may be found under a name, now or later. */
function isShown(uri: string, resources: Resources): boolean {
  return uri.length <= LONGEST_URI && kindOf(uri, resources) !== undefined;
}

function mimeTypeOf(uri: string, resources: Resources): string | undefined {
  return kindOf(uri, resources)?.mimeType;
}

function kindOf(uri: string, resources: Resources): { readonly mimeType: string } | undefined {
  return resources.list().find((each) => each.uri === uri) ?? resources.families.find((each) => isOf(uri, each));
}

/** Whether a name is one of a family: what stands around the variable of its template is the same. */
function isOf(uri: string, { uriTemplate }: ResourceFamily): boolean {
  const [before = '', after = ''] = uriTemplate.split(/\{[^}]*\}/);
  return uri.length > before.length + after.length && uri.startsWith(before) && uri.endsWith(after);
}

/** Lets a server complete the variables of resource families and the arguments of prompts, where their values are known. */
export function addCompletion(server: Server, { resources, prompts = [] }: Catalog): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const completed =
      ref.type === 'ref/resource'
        ? resources?.families.find((each) => each.uriTemplate === ref.uri)
        : prompts.find((each) => each.name === ref.name)?.given.find((each) => each.name === argument.name);
    const values = (completed?.complete?.(argument.value) ?? []).slice(0, MOST_COMPLETIONS);
    return { completion: { values, total: values.length, hasMore: false } };
  });
}

/** The value, or an error that says nothing of what went wrong inside. */
export async function unlessBug<T>(what: string, make: () => Promise<T>, onBug: ServeOptions['onBug']): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    onBug(what, cause);
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
}
