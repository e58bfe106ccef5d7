/** The read-only JSON API: every document of a league under `/api/`, made once for all readers and told once it is durable. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openApi } from '../../SHARED/contracts/api/openapi.ts';
import { ROUTES, type Route, type RouteName } from '../../SHARED/contracts/api/routes.ts';
import { schemaFault } from '../../SHARED/contracts/read.ts';
import type { Monotonic } from '../../SHARED/core/clock.ts';
import { sha256 } from '../../SHARED/core/hash.ts';
import { cut, type Json } from '../../SHARED/core/json.ts';
import type { Overload } from '../../SHARED/core/limits.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { FairSlots } from '../../SHARED/league_sdk/flow/fair_share.ts';
import type { HttpResponse } from '../../SHARED/league_sdk/transport/http/server.ts';
import { subnetOf } from '../../SHARED/league_sdk/transport/net_address.ts';
import { isLoopback } from '../league_manager/registration/endpoints.ts';
import {
  type AskedDocument,
  type DocumentName,
  type DocumentQuery,
  documentsOf,
  type NoDocument,
} from './documents/documents.ts';
import { isKnown, type ShownLeague, sendText, takesGzip, type WebPart, type WebRequest } from './web.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const UNDER = '/api';

/** Answers everything under `/api/` but the events: 503 before there is a league to be shown. */
export function api(shown: () => ShownLeague | undefined): WebPart {
  let texts: DocumentTexts | undefined;
  let described: string | undefined;
  return async (asked, response) => {
    const { path } = asked;
    if (path !== UNDER && !path.startsWith(`${UNDER}/`)) return false;
    if (path === UNDER || path === `${UNDER}/`) return sendJson(response, 200, { routes: routeList() });
    if (path === `${UNDER}/openapi.json`) {
      described ??= JSON.stringify(openApi());
      return sendText(response, 200, JSON_TYPE, described);
    }
    const found = routeAt(path);
    if (found === undefined) return refuse(response, { status: 404, error: `nothing at this path` }, routeList());
    if (found.name === 'events') return false;
    const query = readQuery(ROUTES[found.name], asked.query);
    if (!query.ok) return refuse(response, query.error);
    const league = shown();
    if (league === undefined) return sendJson(response, 503, { error: 'the league cannot be seen yet' });
    if (texts?.league !== league) texts = new DocumentTexts(league);
    const bearer = (ROUTES[found.name] as Route).isFuller ? asked.origin.bearer : undefined;
    const allowed = bearer === undefined ? undefined : league.isOperator?.(bearer, asked.origin.address);
    if (allowed?.ok === false)
      return sendJson(response, WRONG_TOKEN[allowed.error.code] ?? 401, { error: allowed.error.detail });
    const wanted = { ...found.variables, query: query.value, ...(allowed === undefined ? {} : { isOperator: true }) };
    const made = await texts.text(found.name, wanted, subnetOf(asked.origin.address));
    return made.ok ? sendDocument(asked, response, made.value, wanted.isOperator) : refuse(response, made.error);
  };
}

/** The status of HTTP for a token that is not the operator's, by the code of its refusal. */
const WRONG_TOKEN: { readonly [code: string]: number } = { E012: 401, E014: 429 };

function refuse(response: HttpResponse, { status, ...fault }: NoDocument, routes?: readonly object[]): true {
  if (status === 429 || status === 503) response.setHeader('retry-after', '1');
  return sendJson(response, status, routes === undefined ? fault : { ...fault, routes });
}

function sendJson(response: HttpResponse, status: number, body: object): true {
  return sendText(response, status, JSON_TYPE, JSON.stringify(body));
}

const NAMES = Object.keys(ROUTES) as readonly RouteName[];

function routeList(): readonly object[] {
  return NAMES.map((name) => {
    const { path, about, query } = ROUTES[name] as Route;
    return { path, about, parameters: Object.keys(query.properties) };
  });
}

interface FoundRoute {
  readonly name: RouteName;
  readonly variables: { readonly [name: string]: string };
}

/** The route of a path, with the variables in it; undefined where there is none. */
function routeAt(path: string): FoundRoute | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  for (const name of NAMES) {
    const wanted = ROUTES[name].path.split('/');
    const variables: { [name: string]: string } = {};
    const fits = wanted.every((part, i) => {
      const given = parts[i] ?? '';
      if (!part.startsWith('{')) return part === given;
      variables[part.slice(1, -1)] = decoded(given);
      return given !== '';
    });
    if (fits && wanted.length === parts.length) return { name, variables };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query of a route by its schema, or the one thing that is wrong with it. */
export function readQuery(
  { query: schema }: Pick<Route, 'query'>,
  given: URLSearchParams,
): Result<DocumentQuery, NoDocument> {
  const read: { [name: string]: Json } = {};
  for (const [name, text] of given) {
    if (!Object.hasOwn(schema.properties, name)) {
      const known = Object.keys(schema.properties);
      const there = known.length === 0 ? 'there are none here' : `there is ${known.join(', ')}`;
      return wrong(name, `no parameter "${cut(name, 40)}"; ${there}`);
    }
    if (Object.hasOwn(read, name)) return wrong(name, `${name} is there twice`);
    const { type } = schema.properties[name] as { readonly type?: string };
    read[name] = type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
  const fault = schemaFault(schema, read);
  return fault === undefined ? ok(read) : wrong(fault.where, fault.detail);
}

function wrong(parameter: string, error: string): Result<never, NoDocument> {
  return err({ status: 400, parameter: cut(parameter, 40), error });
}

/** A document as it is sent. */
interface DocumentText {
  readonly etag: string;
  readonly text: string;
  packed?: Promise<Buffer>;
}

/** A text with its tag. Weak: a document that tells the time as well is the same as long as nothing else has changed. */
export function documentText(text: string, state: string): DocumentText {
  return { etag: `W/"${state}.${sha256(text.replace(NOW, '')).slice(0, 16)}"`, text };
}

interface KeptText {
  readonly made: Promise<Result<DocumentText, NoDocument>>;
  readonly at: Monotonic;
}

/** Texts that are kept at most, their length together, and how long one may be: some of it no event tells. */
const KEPT = { texts: 200, length: 16_000_000, ms: 1_000 };

/** Documents that are being made at once, all readers together; one address may have its share of them. */
const MAKING = 250;
const TOO_MANY = {
  caller: { status: 429, error: 'too much is being made for your address; try again a little later' },
  here: { status: 503, error: 'too much is being made at present; try again a little later' },
} as const satisfies { readonly [O in Overload]: NoDocument };

/** The documents of one league as texts: each is made once between two events, and once a second at most, for all readers. */
class DocumentTexts {
  readonly league: ShownLeague;
  readonly #documents: ReturnType<typeof documentsOf>;
  readonly #kept = new Map<string, KeptText>();
  readonly #slots = new FairSlots(MAKING);
  #length = 0;
  #state = '';

  constructor(league: ShownLeague) {
    this.league = league;
    this.#documents = documentsOf(league);
  }

  /** The text for a reader of a subnet; one that is made already, or is being made, is had by any number of readers. */
  text(name: DocumentName, asked: AskedDocument, subnet: string): KeptText['made'] {
    const { league, clock, live } = this.league;
    const state = `${league.run_id}.${league.sequence}`;
    const at = clock.monotonic();
    if (state !== this.#state) this.#forget(state);
    const key = JSON.stringify([name, asked]);
    const kept = this.#kept.get(key);
    if (kept !== undefined && (live === undefined || at - kept.at < KEPT.ms)) return kept.made;
    const slot = this.#slots.take(subnet, false);
    if (typeof slot === 'string') return Promise.resolve(err(TOO_MANY[slot]));
    if (this.#kept.size >= KEPT.texts || this.#length > KEPT.length) this.#forget(state);
    const made = this.#make(name, asked, state).finally(slot);
    this.#kept.set(key, { made, at });
    return made;
  }

  #forget(state: string): void {
    this.#kept.clear();
    this.#length = 0;
    this.#state = state;
  }

  async #make(name: DocumentName, asked: AskedDocument, state: string): KeptText['made'] {
    const made = await this.#documents[name](asked);
    // What a reader sees, no crash can undo.
    await this.league.store.durable();
    if (!made.ok) return made;
    const text = JSON.stringify(made.value);
    if (state === this.#state) this.#length += text.length;
    return ok(documentText(text, state));
  }
}

const NOW = /"now":"[^"]*"/;

/** Shorter texts are not packed, and none for a reader on this machine: it would cost more than it saves. */
const PACKED_FROM = 4_096;
const pack = promisify(gzip);

/** Sends a document by GET or HEAD, unless its reader has it already; a document for the operator alone is not cached. */
export async function sendDocument(
  asked: WebRequest,
  response: HttpResponse,
  document: DocumentText,
  isSecret = false,
): Promise<true> {
  const { etag, text } = document;
  const cache = isSecret ? 'no-store' : 'no-cache';
  const head = { etag, 'cache-control': cache, vary: 'origin, accept, accept-encoding, authorization' };
  if (isKnown(asked, etag)) {
    response.writeHead(304, head).end();
    return true;
  }
  const isPacked = takesGzip(asked) && text.length >= PACKED_FROM && !isLoopback(asked.origin.address);
  if (isPacked) document.packed ??= pack(text, { level: 1 });
  const body = isPacked ? ((await document.packed) as Buffer) : Buffer.from(text);
  response.writeHead(200, {
    ...head,
    'content-type': JSON_TYPE,
    'content-length': body.length,
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(asked.method === 'HEAD' ? undefined : body);
  return true;
}
