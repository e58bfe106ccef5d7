/** The web of a league: everything a manager's address answers to a GET, put together from its parts. */
import { ROUTES } from '../../SHARED/contracts/api/routes.ts';
import type { JudgedMatch, Step } from '../../SHARED/contracts/messages/result.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { HttpRequest, HttpResponse, Rest } from '../../SHARED/league_sdk/transport/http/server.ts';
import type { HttpAsked } from '../../SHARED/league_sdk/transport/side_protocol.ts';
import type { LiveLeague } from '../league_manager/liveness/live_league.ts';
import type { Manager } from '../league_manager/manager.ts';
import type { FeedSource } from '../league_manager/public/change_feed.ts';
import type { PublicSource } from '../league_manager/public/public_league.ts';

/** A league to be shown: a manager's own, or one that is played back from its files. */
export interface ShownLeague extends PublicSource {
  readonly clock: Clock;
  readonly store: FeedSource['store'];
  /** Whether it is played back, so that a reader may say how fast. */
  readonly isPlayback?: true;
  /** What no event tells; absent of a league that is played back. */
  readonly live?: LiveLeague;
  /** The boards of a match by the rules of the league's game, the first position and after each step; absent: none are drawn. */
  readonly boardsOf?: (match: BoardMatch, moves: readonly Step[]) => readonly Board[];
  /** Whether a token is the operator's; absent: there is no operator. */
  readonly isOperator?: Manager['isOperator'];
}

type Board = readonly (readonly (string | null)[])[];
type BoardMatch = Pick<JudgedMatch, 'game_type' | 'options' | 'players' | 'draw_seed'>;

/** A request for something to look at. */
export interface WebRequest extends HttpAsked {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HttpRequest['headers'];
}

/** One part of what is shown: answers a request that is its own, and says whether it was. Never rejects. */
export type WebPart = ((asked: WebRequest, response: HttpResponse) => boolean | Promise<boolean>) & {
  /** Ends its streams; what is asked for later is still answered. */
  readonly close?: () => void;
};

/** Where nothing can be posted. Any other path is left to the agents: one that registers there is told where to. */
const READ_ONLY = new RegExp(
  `^(?:/healthz|/readyz|/metrics|/api/openapi[.]json|${Object.values(ROUTES)
    .map(({ path }) => path.replaceAll(/\{\w+\}/g, '[^/]+'))
    .join('|')})/?$`,
);

/** The parts in the order in which they are asked; `onBug` hears of what threw, and its reader gets no answer. */
export function webRest(parts: readonly WebPart[], onBug: (what: string, cause: unknown) => void): Rest {
  const answer: Rest = async (request, response, asked) => {
    const { method, headers, url = '/' } = request;
    const parsed = URL.parse(url.startsWith('/') ? `http://localhost${url}` : url);
    if (parsed === null) return false;
    const { pathname: path, searchParams: query } = parsed;
    // What is sent is what its type says; no browser is to guess another.
    response.setHeader('x-content-type-options', 'nosniff');
    if (method !== 'GET' && method !== 'HEAD') {
      if (!READ_ONLY.test(path)) return false;
      response.setHeader('allow', 'GET, HEAD');
      return sendText(response, 405, 'application/json', JSON.stringify({ error: 'this is read only: use GET' }));
    }
    try {
      for (const part of parts) if (await part({ ...asked, method, path, query, headers }, response)) return true;
      return false;
    } catch (cause) {
      onBug(`GET ${path}`, cause);
      response.destroy();
      return true;
    }
  };
  return Object.assign(answer, {
    close() {
      for (const part of parts) part.close?.();
    },
  });
}

/** Answers a text, of which no copy is kept. */
export function sendText(response: HttpResponse, status: number, type: string, text: string): true {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? '' : text);
  return true;
}

/** Whether a reader takes a packed body. */
export function takesGzip({ headers }: Pick<WebRequest, 'headers'>): boolean {
  return /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/i.test(String(headers['accept-encoding'] ?? '').replaceAll(/\s/g, ''));
}

/** Whether a reader has the document with this tag already; weak and strong tags are compared alike. */
export function isKnown({ headers }: Pick<WebRequest, 'headers'>, etag: string): boolean {
  const [own, ...tags] = [etag, ...(headers['if-none-match']?.split(',') ?? [])].map((tag) =>
    tag.trim().replace(/^W\//, ''),
  );
  return tags.some((tag) => tag === own || tag === '*');
}

/** `/healthz`: the process answers. `/readyz`: its league can be seen and played; 503 before that. */
export function probes(shown: () => ShownLeague | undefined): WebPart {
  return ({ path }, response) => {
    if (path !== '/healthz' && path !== '/readyz') return false;
    const isUp = path === '/healthz' || shown() !== undefined;
    return sendText(
      response,
      isUp ? 200 : 503,
      'application/json',
      JSON.stringify({ status: isUp ? 'ok' : 'starting' }),
    );
  };
}
