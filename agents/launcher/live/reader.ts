/** Reads the documents of a league that is watched, over HTTP from any manager. */
import { ROUTES, type RouteName } from '../../../SHARED/contracts/api/routes.ts';
import { schemaFault } from '../../../SHARED/contracts/read.ts';
import type { Static } from '../../../SHARED/contracts/schema_builder.ts';
import { parseJson } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { hostFromHere, lookAt } from '../world/wires_http.ts';

/** The answer of a route. */
export type Answer<R extends RouteName> = Static<(typeof ROUTES)[R]['answer']>;
export type ReadQuery = { readonly [name: string]: string | number };

/** Why there is no document: nothing answers, or what answers is no league that can be watched. */
export interface Unread {
  readonly code: 'SILENT' | 'NO_LEAGUE';
  readonly detail: string;
}

export interface LeagueReader {
  /** A document as the API has it; never rejects. */
  read<R extends RouteName>(route: R, query?: ReadQuery): Promise<Result<Answer<R>, Unread>>;
}

/** The manager at an address, such as http://localhost:8000/mcp or the page beside it; `name` is how the reader is known there. */
export function readerAt(address: string, name?: string): LeagueReader {
  const page = pageOf(address);
  return {
    async read(route, query = {}) {
      const { path, answer } = ROUTES[route];
      const url = new URL(path.slice(1), page);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const got = await lookAt(url.href, name);
      if (!got.ok) return err({ code: 'SILENT', detail: got.error });
      const { status, text } = got.value;
      // Too much to do, or not quite there yet.
      if (status === 429 || status === 503) return err({ code: 'SILENT', detail: `it answers with HTTP ${status}` });
      const parsed = parseJson(text);
      const fault = status !== 200 || !parsed.ok ? 'none of its kind' : schemaFault(answer, parsed.value)?.detail;
      if (!parsed.ok || fault !== undefined)
        return err({ code: 'NO_LEAGUE', detail: `${url.pathname} is answered with HTTP ${status}: ${fault}` });
      return ok(parsed.value as never);
    },
  };
}

/** The page of the manager at an address, as it is called from here; undefined where it is on no network. */
export function pageOf(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/[^/]*$/, '');
  return `${url.protocol}//${hostFromHere(url.hostname)}${url.port === '' ? '' : `:${url.port}`}${path}`;
}
