/** The matches of a league by id: those of open rounds as objects, those of closed rounds as compressed pages. */
import { compress, decompress } from '../../../SHARED/core/bytes.ts';
import type { Pairing } from '../tournament/format.ts';

/** The number of matches in a page: reading one of them decompresses all. */
const PAGE_MATCHES = 128;

interface StoredMatch {
  readonly pairing: Pairing;
  readonly decided?: { readonly result: { readonly score: { readonly [player_id: string]: number } } } | undefined;
}

/** The facts of a match that a restart needs: its players, and the points of each, undefined while the match is open. */
export type IndexEntry = readonly [match_id: string, first: string, second: string, points?: readonly [number, number]];

export function indexEntry({ pairing: { match_id, seats }, decided }: StoredMatch): IndexEntry {
  const [first, second] = seats;
  if (decided === undefined) return [match_id, first, second];
  const { score } = decided.result;
  return [match_id, first, second, [score[first] ?? 0, score[second] ?? 0]];
}

/** A closed match takes a twentieth of the memory of an object; each `get` makes an equal one anew. */
export class PackedMatchStore<M extends StoredMatch> {
  readonly #unpacked = new Map<string, M>();
  /** The page of each match of a closed round. */
  readonly #packed = new Map<string, Uint8Array>();
  /** Pages since the newest snapshot, for each round its index and then its matches. */
  #newPages: Uint8Array[] = [];
  /** The number of pages in the snapshots so far. */
  #savedPages = 0;
  /** The page that was read last. */
  #cachedPage: { readonly page: Uint8Array; readonly matches: ReadonlyMap<string, M> } | undefined;

  get size(): number {
    return this.#packed.size + this.#unpacked.size;
  }

  get(match_id: string): M | undefined {
    const page = this.#packed.get(match_id);
    return page === undefined ? this.#unpacked.get(match_id) : this.#matchesOf(page).get(match_id);
  }

  /** Sets a match of an open round. */
  set(match_id: string, match: M): void {
    this.#unpacked.set(match_id, match);
  }

  /** Packs the matches of a round that will not change; where one of them is open, all stay as they are. */
  close(match_ids: readonly string[]): void {
    const matches = match_ids.flatMap((match_id) => this.#unpacked.get(match_id) ?? []);
    if (matches.length === 0 || matches.some(({ decided }) => decided === undefined)) return;
    this.#newPages.push(compress(JSON.stringify(matches.map(indexEntry))));
    for (let i = 0; i < matches.length; i += PAGE_MATCHES) {
      const part = matches.slice(i, i + PAGE_MATCHES);
      const page = compress(JSON.stringify(part));
      this.#newPages.push(page);
      for (const { pairing } of part) {
        this.#packed.set(pairing.match_id, page);
        this.#unpacked.delete(pairing.match_id);
      }
    }
  }

  isPacked(match_id: string): boolean {
    return this.#packed.has(match_id);
  }

  /** The ids in the order in which the matches were opened. */
  *keys(): Generator<string, void> {
    yield* this.#packed.keys();
    yield* this.#unpacked.keys();
  }

  *values(): Generator<M, void> {
    for (const [match_id, page] of this.#packed) yield this.#matchesOf(page).get(match_id) as M;
    yield* this.#unpacked.values();
  }

  unpacked(): IterableIterator<M> {
    return this.#unpacked.values();
  }

  /** The pages that no snapshot has yet, and the number of those before them. Each page is given once. */
  takePages(): { readonly pages: readonly Uint8Array[]; readonly from: number } {
    const [pages, from] = [this.#newPages, this.#savedPages];
    this.#newPages = [];
    this.#savedPages += pages.length;
    return { pages, from };
  }

  /** Fills an empty store from the pages of all snapshots; gives the index of each packed round in turn. */
  *restore(pages: readonly Uint8Array[]): Generator<readonly IndexEntry[], undefined> {
    this.#savedPages = pages.length;
    for (let i = 0; i < pages.length; i++) {
      const index = JSON.parse(decompress(pages[i] as Uint8Array)) as readonly IndexEntry[];
      for (const [at, [match_id]] of index.entries()) {
        if (at % PAGE_MATCHES === 0) i += 1;
        this.#packed.set(match_id, pages[i] as Uint8Array);
      }
      yield index;
    }
  }

  #matchesOf(page: Uint8Array): ReadonlyMap<string, M> {
    if (this.#cachedPage?.page !== page) {
      const matches = JSON.parse(decompress(page)) as readonly M[];
      this.#cachedPage = { page, matches: new Map(matches.map((match) => [match.pairing.match_id, match])) };
    }
    return this.#cachedPage.matches;
  }
}
