/** Requests that are answered before they are read: those to hosts that are not ours, the text of a refusal, and signs of life. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLocalhost, kindOf, plainAddress, plainName } from '../net_address.ts';

export interface HostRules {
  /** The names of this machine, beside addresses and localhost, which anybody may use. */
  readonly hosts?: readonly string[];
  /** The certificate of this server, by whose names it may be called: a page of another name is stopped by them. */
  readonly tls?: { covers(host: string): boolean } | undefined;
  /** Web pages beside this server's own and those of this machine, such as https://league.example.org. */
  readonly origins?: readonly string[];
}

/** The headers of responses that a client of MCP or of the API reads. */
const EXPOSED = 'mcp-session-id, retry-after, etag';
const PREFLIGHT = { 'access-control-allow-methods': 'GET, POST, DELETE', 'access-control-max-age': '600' };
const HEADER_NAMES = /^[\w\-, ]{1,1000}$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:@/?#[\]\\]+)(?::\d{1,5})?$/i;
/** The most spellings that are remembered as good, so that each is looked at once. */
const REMEMBERED = 256;

/** The check of the Host and Origin headers of one server. */
export class HostCheck {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #good = new Set<string>();
  readonly #certificate: HostRules['tls'];

  constructor({ hosts = [], origins = [], tls }: HostRules) {
    this.#certificate = tls;
    this.#hosts = new Set(hosts.map(plainName));
    this.#origins = new Set(origins.map((origin) => URL.parse(origin)?.origin ?? origin));
  }

  /** Why a request with these headers is refused; undefined for one that is welcome. */
  objection(host: string | undefined, origin: string | undefined): string | undefined {
    // Clients that know no Host header are no browsers, and browsers always send one.
    if (host !== undefined && !this.#good.has(host)) {
      if (!this.#isOurs(host)) return NOT_OURS;
      if (this.#good.size < REMEMBERED) this.#good.add(host);
    }
    if (origin === undefined || this.#mayAsk(origin, host)) return undefined;
    return NOT_WELCOME;
  }

  /** Lets a listed web page of another origin read the response, a refusal too, as CORS has it. */
  share({ headers }: IncomingMessage, response: ServerResponse): void {
    const origin = headers.origin === undefined ? undefined : URL.parse(headers.origin)?.origin;
    if (origin === undefined || !this.#origins.has(origin)) return;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', EXPOSED);
    response.setHeader('vary', 'origin');
  }

  /** Answers the question of a page that may read the response whether it may send a request, and says whether it was one. */
  answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
    if (!response.hasHeader('access-control-allow-origin')) return false;
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    const wanted = headers['access-control-request-headers'] ?? '';
    if (HEADER_NAMES.test(wanted)) response.setHeader('access-control-allow-headers', wanted);
    response.writeHead(204, PREFLIGHT).end();
    return true;
  }

  /**
   * A page can make a name of its own stand for our address, and a neighbour any single word or name in `.local`;
   * nobody can do so with an address or localhost.
   */
  #isOurs(header: string): boolean {
    const host = HOST.exec(header)?.[1];
    if (host === undefined) return false;
    if (plainAddress(host) !== undefined || isLocalhost(host) || this.#hosts.has(plainName(host))) return true;
    return this.#certificate?.covers(plainName(host)) ?? false;
  }

  #mayAsk(origin: string, host: string | undefined): boolean {
    const page = URL.parse(origin);
    if (page === null || page.origin === 'null') return false;
    if (this.#origins.has(page.origin) || page.host === host?.toLowerCase()) return true;
    return isLocalhost(page.hostname) || isThisMachine(page.hostname);
  }
}

/** A target may be a whole URL (RFC 9112, 3.2.2): then its host is the one that was called, whatever the header says. */
export function takeTargetApart(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (url.startsWith('/')) return;
  const target = URL.parse(url);
  if (target === null || !/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '') return;
  request.headers.host = target.host;
  request.url = `${target.pathname}${target.search}`;
}

/** Why a request is refused by the letter of HTTP, where Node lets it pass. */
export function faultInHead({ httpVersionMajor, rawHeaders }: IncomingMessage): RefusalStatus | undefined {
  if (httpVersionMajor !== 1) return 505;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1 ? 400 : undefined;
}

function isThisMachine(hostname: string): boolean {
  return plainAddress(hostname) !== undefined && kindOf(hostname) === 'loopback';
}

const NOT_OURS =
  'the Host header names a host this server is not; call it by its address, or have network.allowed_hosts list the name';
const NOT_WELCOME =
  'the Origin header names a web page that may not call this server; have network.allowed_origins list it';

/** The body of a refusal: a JSON text for the author of a client. */
export type RefusalText = (status: RefusalStatus, why: string) => string;

const WHY = {
  400: 'there is more than one Host header',
  403: 'this is not for you',
  404: 'nobody listens here; post to /mcp',
  405: 'use POST',
  413: 'the body is too large',
  415: 'the body must be JSON: send it with content-type: application/json',
  429: 'too many requests or connections from your address; try again a little later',
  503: 'too much to do at present; try again a little later',
  505: 'this server speaks HTTP/1.1',
} as const;
export type RefusalStatus = keyof typeof WHY;

/** The words of a server that was given no others. */
export const plainRefusal: RefusalText = (_status, why) => JSON.stringify({ error: why });

interface Refusing {
  readonly text: RefusalText;
  readonly why?: string | undefined;
  readonly headers?: { readonly [name: string]: string };
}

/** Answers with a status and its reason, unless something was answered before. */
export function sendRefusal(response: ServerResponse, status: RefusalStatus, { text, why, headers }: Refusing): void {
  if (response.headersSent) return;
  const body = text(status, why ?? WHY[status]);
  const retry = status === 429 || status === 503 ? { 'retry-after': '1' } : undefined;
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...retry,
      ...headers,
    })
    .end(body);
}

/** For launchers that wait until an agent is there: it is asked for nothing else. */
const HEALTH_PATH = /^\/health\/?$/;
const HEALTHY = JSON.stringify({ status: 'ok' });

/** Whether a request asks for no more than a sign of life. */
export function isHealthCheck({ method }: IncomingMessage, path: string): boolean {
  return HEALTH_PATH.test(path) && (method === 'GET' || method === 'HEAD');
}

/** Gives the sign of life: in these words, or in the usual ones. */
export function sendHealth(response: ServerResponse, words = HEALTHY): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(words) })
    .end(words);
}
