/** The door of a host: every league of the database at its own path, whichever machine runs it. */
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import { isId } from '../../../SHARED/core/ids.ts';
import { cut } from '../../../SHARED/core/json.ts';
import { FairSlots } from '../../../SHARED/league_sdk/flow/fair_share.ts';
import { StoreError } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { refusalText } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { type RefusalStatus, sendRefusal } from '../../../SHARED/league_sdk/transport/http/hosts.ts';
import { type PassingOn, Signpost } from '../../../SHARED/league_sdk/transport/http/pass_on.ts';
import type { HttpRequest, HttpResponse, Rest } from '../../../SHARED/league_sdk/transport/http/server.ts';
import { subnetOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { HttpAsked } from '../../../SHARED/league_sdk/transport/side_protocol.ts';
import { BARE_WORDS } from '../world/addresses.ts';
import type { QueuedLeague } from '../world/installation.ts';

export interface FrontDoorOptions {
  readonly clock: Clock;
  readonly passing: Pick<PassingOn, 'take'>;
  /** The leagues that wait or run, as they are now. */
  readonly look: () => Promise<readonly QueuedLeague[]>;
  /** A league that neither waits nor runs; undefined where none was ever submitted. */
  readonly find: (league_id: string) => Promise<QueuedLeague | undefined>;
  /** What shows a league that is over and has a page; else why none does. */
  readonly past: (league: QueuedLeague) => Promise<Rest | NotShown>;
  /** What callers of a league are vouched for by; undefined before its manager has made it. */
  readonly secretOf: (league_id: string) => Promise<string | undefined>;
  /** Whether this host has its lease and takes leagues. */
  readonly isReady: () => boolean;
  /** The most requests one league has open at once, so that it leaves room for others; one address has a share of them. */
  readonly mostOpen?: number;
}

/** Why a league that is over is not shown: at all, or now. */
export interface NotShown {
  readonly status: 404 | 503;
  readonly why: string;
}

/** A league as the door knows it. */
interface Way {
  readonly signpost: Signpost;
  /** For requests that are not answered yet. */
  readonly places: FairSlots;
}

/** The league that a path leads to; `why` where that cannot be said now. */
interface At {
  readonly league_id?: string;
  readonly isNamed: boolean;
  readonly why?: string;
}

/** Players that pull have one open each while they wait for their turn. */
const MOST_OPEN = 2_000;
/** Words that no league has cost one look in so long, however many ask by them. */
const LOOK_AGAIN_MS = 200;
/** What was found out about a word is true for so long, of so many words. */
const REMEMBERED_MS = 1_000;
const REMEMBERED = 1_000;
const LEAGUE = /^\/([^/?]+)(\/[^?]*)?(\?.*)?$/;
/** A path that names no league. */
const BARE = new RegExp(String.raw`^(|${BARE_WORDS.join('|')}|index\.html|page\.(js|css))$`);
/** The longest league, in matches, that is shown when it is over. */
const MOST_MATCHES = 10_000;
/** The most leagues that a sentence names. */
const MOST_NAMED = 8;
const NO_STORE = { 'cache-control': 'no-store', 'content-type': 'application/json' };

export class FrontDoor {
  readonly #options: FrontDoorOptions;
  readonly #ways = new Map<string, Way>();
  readonly #secrets = new Map<string, string>();
  readonly #find: FrontDoorOptions['find'];
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: FrontDoorOptions) {
    this.#options = options;
    this.#find = remembering(options.clock, options.find);
  }

  /** Takes every request that comes to the host. */
  readonly rest: Rest = async (request, response, asked) => {
    const target = request.url ?? '/';
    const [, first = '', below, query = ''] = LEAGUE.exec(target) ?? [];
    if (first === 'healthz' || first === 'readyz') return this.#probe(first, response);
    const over = isLook(request, below) ? await this.#overAt(first).catch(away) : undefined;
    if (over !== undefined && 'isAway' in over) return refuse(response, 503, over.why);
    if (over !== undefined && below === undefined) return toPage(response, first, query);
    if (over !== undefined) {
      request.url = `${below}${query}`;
      return this.#showOver(over, request, response, asked);
    }
    const { league_id, isNamed, why } = await this.#leagueAt(first).catch((): At => away());
    if (why !== undefined) return refuse(response, 503, why);
    if (league_id === undefined) return this.#nowhere(request, response, first);
    if (isNamed && below === undefined) return toPage(response, first, query);
    const way = this.#ways.get(league_id) as Way;
    let leave: (() => void) | undefined;
    const enter = (): boolean => {
      const place = way.places.take(subnetOf(asked.origin.address), false);
      if (place === 'caller') refuse(response, 429, `you have too many requests open at ${league_id}; ask again`);
      else if (place === 'here') refuse(response, 503, `${league_id} has too many requests open; ask again`);
      else leave = place;
      return leave !== undefined;
    };
    try {
      if (!hasBody(request) && !enter()) return true;
      const as = isNamed ? `${below}${query}` : target;
      return await this.#options.passing.take(request, response, enteringWith(asked, enter), {
        ...{ to: way.signpost, as, awaited: `the manager of ${league_id}` },
      });
    } finally {
      leave?.();
    }
  };

  /** The leagues as they are now: their managers may have moved. */
  async show(leagues: readonly QueuedLeague[]): Promise<void> {
    const there = new Set(leagues.map(({ league_id }) => league_id));
    for (const [league_id, { signpost }] of this.#ways) {
      if (there.has(league_id)) continue;
      signpost.point(undefined);
      this.#ways.delete(league_id);
      this.#secrets.delete(league_id);
    }
    await Promise.all(
      leagues.map(async ({ league_id, manager }) => {
        const way = this.#ways.get(league_id) ?? {
          ...{ signpost: new Signpost(), places: new FairSlots(this.#options.mostOpen ?? MOST_OPEN) },
        };
        this.#ways.set(league_id, way);
        const secret = manager === null ? undefined : await this.#secretOf(league_id);
        way.signpost.point(manager === null || secret === undefined ? undefined : { address: manager, secret });
      }),
    );
  }

  async #secretOf(league_id: string): Promise<string | undefined> {
    const known = this.#secrets.get(league_id) ?? (await this.#options.secretOf(league_id));
    if (known !== undefined) this.#secrets.set(league_id, known);
    return known;
  }

  /** The league that the first word of a path names; else the only one there is. */
  async #leagueAt(first: string): Promise<At> {
    const isBare = BARE.test(first);
    const only = () => (this.#ways.size === 1 ? { league_id: [...this.#ways.keys()][0] as string } : {});
    if (this.#ways.has(first)) return { league_id: first, isNamed: true };
    if (isBare && this.#ways.size === 1) return { ...only(), isNamed: false };
    if (!isBare && !isId(first)) return { isNamed: false };
    // A league that was submitted a moment ago is not known yet; all who ask meanwhile wait for one look.
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
    if (this.#ways.has(first)) return { league_id: first, isNamed: true };
    return { ...(isBare ? only() : {}), isNamed: false };
  }

  async #look(): Promise<void> {
    const { clock, look } = this.#options;
    const waitMs = this.#lookedAt + LOOK_AGAIN_MS - clock.monotonic();
    if (waitMs > 0) await sleep(clock, waitMs);
    this.#lookedAt = clock.monotonic();
    await this.show(await look());
  }

  /** The league of this id, where it was played to its end. */
  async #overAt(first: string): Promise<QueuedLeague | undefined> {
    if (this.#ways.has(first) || BARE.test(first) || !isId(first)) return undefined;
    const found = await this.#find(first);
    return found?.state === 'OVER' ? found : undefined;
  }

  async #showOver(over: QueuedLeague, ...[request, response, asked]: Parameters<Rest>): Promise<true> {
    if (!hasPage(over)) return refuse(response, 404, overText(over));
    const show = await this.#options.past(over).catch((problem: unknown): NotShown => {
      if (!(problem instanceof StoreError)) throw problem;
      return { status: 503, why: away().why };
    });
    if ('why' in show) return refuse(response, show.status, show.why);
    return (await show(request, response, asked)) ? true : refuse(response, 404, overText(over));
  }

  async #nowhere({ method }: HttpRequest, response: HttpResponse, first: string): Promise<true> {
    if (first === '' && method === 'GET') {
      response.writeHead(200, NO_STORE).end(JSON.stringify({ leagues: [...this.#ways.keys()] }));
      return true;
    }
    const known = isId(first) ? await this.#find(first).catch(away) : undefined;
    if (known !== undefined && 'isAway' in known) return refuse(response, 503, known.why);
    if (known?.state === 'OVER') return refuse(response, 404, overText(known));
    if (known !== undefined)
      return refuse(response, 404, `league ${known.league_id} is ${known.state}: ${known.why ?? 'nobody plays it'}`);
    const none = `there is no league ${JSON.stringify(cut(first, 80))}`;
    return refuse(response, 404, BARE.test(first) ? this.leagues() : `${none}; ${this.leagues()}`);
  }

  /** Which leagues are here, and how one of them is named. */
  leagues(): string {
    const there = [...this.#ways.keys()];
    const [first] = there;
    if (first === undefined) return 'no league is here at present';
    const more = there.length > MOST_NAMED ? ` and ${there.length - MOST_NAMED} more` : '';
    const some = `${there.slice(0, MOST_NAMED).join(', ')}${more}`;
    const are = there.length === 1 ? '1 league is' : `${there.length} leagues are`;
    return `${are} here: ${some}; name one in the path, such as POST /${first}/mcp`;
  }

  #probe(which: 'healthz' | 'readyz', response: HttpResponse): true {
    const isReady = which === 'healthz' || this.#options.isReady();
    response.writeHead(isReady ? 200 : 503, NO_STORE).end(JSON.stringify({ status: isReady ? 'ok' : 'not ready' }));
    return true;
  }
}

/** Whether a request is one to look at something, of a page or a script; what agents ask has a path of its own. */
function isLook({ method }: HttpRequest, below = '/'): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(mcp|register)\/?$/.test(below);
}

/** What a page asks for is found below its own address. */
function toPage(response: HttpResponse, league_id: string, query: string): true {
  response.writeHead(308, { location: `/${league_id}/${query}`, 'content-length': 0 }).end();
  return true;
}

/** Whether the page of a league is here when it is over: reading a longer one would keep a host from its lease. */
export function hasPage({ state, total_matches }: QueuedLeague): boolean {
  return state === 'OVER' && total_matches <= MOST_MATCHES;
}

function overText(league: QueuedLeague): string {
  const { league_id } = league;
  if (hasPage(league)) return `league ${league_id} is over; its page at /${league_id}/ shows how it ended`;
  return `league ${league_id} is over, and too long for the page of a host: npx league export --format html --league ${league_id} makes one`;
}

function hasBody({ headers }: HttpRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** A request that is counted when its body is there: a caller that sends none keeps no other out. */
function enteringWith(asked: HttpAsked, enter: () => boolean): HttpAsked {
  const body = async () => {
    const text = await asked.body?.();
    return text !== undefined && enter() ? text : undefined;
  };
  return { ...asked, body };
}

/** What was found out by a word is not looked up again for a moment; a failure is. */
function remembering<T>(clock: Clock, find: (word: string) => Promise<T>): (word: string) => Promise<T> {
  const known = new Map<string, { readonly found: Promise<T>; readonly until: number }>();
  return (word) => {
    const now = clock.monotonic();
    const before = known.get(word);
    if (before !== undefined && before.until > now) return before.found;
    const found = find(word);
    known.delete(word);
    known.set(word, { found, until: now + REMEMBERED_MS });
    found.catch(() => known.delete(word));
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

/** A look-up that failed says nothing of what is there. */
function away() {
  return {
    why: 'the database of this host cannot be asked at present; ask again',
    isNamed: false,
    isAway: true,
  } as const;
}

function refuse(response: HttpResponse, status: RefusalStatus, why: string): true {
  sendRefusal(response, status, { text: refusalText, why });
  return true;
}
