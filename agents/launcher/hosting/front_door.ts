/** The door of a host: every league of the database at its own path, whichever machine runs it. */
import { cut, type JsonObject } from '../../../SHARED/core/json.ts';
import { refusalText } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { type RefusalStatus, sendRefusal } from '../../../SHARED/league_sdk/transport/http/hosts.ts';
import { type PassingOn, Signpost } from '../../../SHARED/league_sdk/transport/http/pass_on.ts';
import type { HttpRequest, HttpResponse, Rest } from '../../../SHARED/league_sdk/transport/http/server.ts';
import type { QueuedLeague } from '../world/installation.ts';

export interface FrontDoorOptions {
  readonly passing: Pick<PassingOn, 'take'>;
  /** The leagues that wait or run, as they are now. */
  readonly look: () => Promise<readonly QueuedLeague[]>;
  /** A league that neither waits nor runs; undefined where none was ever submitted. */
  readonly find: (league_id: string) => Promise<QueuedLeague | undefined>;
  /** What callers of a league are vouched for by; undefined before its manager has made it. */
  readonly secretOf: (league_id: string) => Promise<string | undefined>;
  /** The season that an id is of, as it is told, and the final it leads to; undefined where it is of none. */
  readonly seasonOf: (id: string) => Promise<ToldSeason | undefined>;
  /** Whether this host has its lease and takes leagues. */
  readonly isReady: () => boolean;
}

export interface ToldSeason {
  readonly final: string | null;
  /** Whether it was called off, so that no final comes. */
  readonly isCancelled: boolean;
  readonly told: JsonObject;
}

/** A league as the door knows it. */
interface Way {
  readonly signpost: Signpost;
  /** Requests that are not answered yet. */
  open: number;
}

/** The league that a path leads to; `why` where that cannot be said now. */
interface At {
  readonly league_id?: string;
  readonly isNamed: boolean;
  readonly why?: string;
}

/** A league has so many requests open at once by this host, so that it leaves room for others. */
const MOST_OPEN = 512;
const LEAGUE = /^\/([^/?]+)(\/[^?]*)?(\?.*)?$/;
/** What a manager has at its own address: a path that names no league. */
const BARE = /^(|mcp|api|metrics|register|index\.html|page\.(js|css))$/;
const NO_STORE = { 'cache-control': 'no-store', 'content-type': 'application/json' };

export class FrontDoor {
  readonly #options: FrontDoorOptions;
  readonly #ways = new Map<string, Way>();
  readonly #secrets = new Map<string, string>();
  #looking: Promise<void> | undefined;

  constructor(options: FrontDoorOptions) {
    this.#options = options;
  }

  /** Takes every request that comes to the host. */
  readonly rest: Rest = async (request, response, asked) => {
    const target = request.url ?? '/';
    const [, first = '', below, query = ''] = LEAGUE.exec(target) ?? [];
    if (first === 'healthz' || first === 'readyz') return this.#probe(first, response);
    if (below === '/season' && request.method === 'GET') return this.#tellSeason(response, first);
    const { league_id, isNamed, why } = await this.#leagueAt(first).catch((): At => away());
    if (why !== undefined) return refuse(response, 503, why);
    if (league_id === undefined) return this.#nowhere(request, response, first);
    if (isNamed && below === undefined) {
      // What the page asks for is found below its own address.
      response.writeHead(308, { location: `/${first}/${query}`, 'content-length': 0 }).end();
      return true;
    }
    const way = this.#ways.get(league_id) as Way;
    if (way.open >= MOST_OPEN) return refuse(response, 503, `${league_id} has too many requests open; ask again`);
    way.open++;
    try {
      const as = isNamed ? `${below}${query}` : target;
      return await this.#options.passing.take(request, response, asked, {
        ...{ to: way.signpost, as, awaited: `the manager of ${league_id}` },
      });
    } finally {
      way.open--;
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
        const way = this.#ways.get(league_id) ?? { signpost: new Signpost(), open: 0 };
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

  /** The league that the first word of a path names, or whose final it names; else the only one there is. */
  async #leagueAt(first: string): Promise<At> {
    const found = () => (this.#ways.has(first) ? { league_id: first, isNamed: true } : undefined);
    const only = () => (this.#ways.size === 1 ? { league_id: [...this.#ways.keys()][0] as string } : {});
    const known = found();
    if (known !== undefined) return known;
    if (BARE.test(first) && this.#ways.size === 1) return { ...only(), isNamed: false };
    // A league that was submitted a moment ago is not known yet; all who ask meanwhile wait for one look.
    this.#looking ??= this.#options
      .look()
      .then((leagues) => this.show(leagues))
      .finally(() => {
        this.#looking = undefined;
      });
    await this.#looking;
    const now = found();
    if (now !== undefined) return now;
    if (BARE.test(first)) return { ...only(), isNamed: false };
    const season = await this.#options.seasonOf(first);
    if (season === undefined) return { isNamed: false };
    if (season.final === null && season.isCancelled) return { isNamed: true };
    if (season.final === null)
      return { isNamed: true, why: `the final of this season is made when all divisions are over; ask again` };
    return this.#ways.has(season.final) ? { league_id: season.final, isNamed: true } : { isNamed: true };
  }

  async #tellSeason(response: HttpResponse, id: string): Promise<true> {
    const season = await this.#options.seasonOf(id).catch(away);
    if (season === undefined) return refuse(response, 404, 'this league is of no season');
    if ('isAway' in season) return refuse(response, 503, season.why);
    response.writeHead(200, NO_STORE).end(JSON.stringify(season.told));
    return true;
  }

  async #nowhere({ method }: HttpRequest, response: HttpResponse, first: string): Promise<true> {
    if (first === '' && method === 'GET') {
      response.writeHead(200, NO_STORE).end(JSON.stringify({ leagues: [...this.#ways.keys()] }));
      return true;
    }
    const known = await this.#options.find(first).catch(away);
    if (known !== undefined && 'isAway' in known) return refuse(response, 503, known.why);
    if (known !== undefined)
      return refuse(response, 404, `league ${known.league_id} is ${known.state}: ${known.why ?? 'nobody plays it'}`);
    const why = this.#ways.size === 0 ? 'no league is played at present' : 'name one: POST /<league_id>/mcp';
    return refuse(response, 404, `there is no league ${JSON.stringify(cut(first, 80))} here; ${why}`);
  }

  #probe(which: 'healthz' | 'readyz', response: HttpResponse): true {
    const isReady = which === 'healthz' || this.#options.isReady();
    response.writeHead(isReady ? 200 : 503, NO_STORE).end(JSON.stringify({ status: isReady ? 'ok' : 'not ready' }));
    return true;
  }
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
