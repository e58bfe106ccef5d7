/** A league as bytes, so that a start need not fold all of its events again; this file alone knows their format. */
import { sha256 } from '../../../SHARED/core/hash.ts';
import { valueBytes, valueOfBytes } from '../../../SHARED/core/pack.ts';
import type { Sealed, Snapshot } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { addPoints, codeOf, MEETING, type PackedRound } from '../tournament/format.ts';
import { startedFormat } from '../tournament/formats.ts';
import type { LeagueEvent } from './events.ts';
import { isOfWorth, type League, type Match, newLeague, type Round } from './state.ts';

/** The version of the bytes, which changes where a league with the same fields is written otherwise: an earlier form is not read, and the events are folded. */
const VERSION = 2;

/** The form of snapshots of a league with these fields; another one where a field was added or went. */
export function formOf(league: object): string {
  return sha256(`${VERSION} ${Object.keys(league).sort().join(' ')}`);
}

const FORM = formOf(newLeague());

interface Kept {
  readonly form: string;
  /** Everything that is no part of the other fields, and cannot be made from them. */
  readonly rest: Omit<League, 'format' | 'matches' | 'matchesOf' | 'pointsAgainst' | 'rounds'>;
  /** A round whose matches are packed without their ids. */
  readonly rounds: readonly (Omit<Round, 'matches'> & Partial<Pick<Round, 'matches'>>)[];
  readonly packed: readonly PackedRound[];
  readonly loose: readonly Match[];
  /** The players in the order of their places. */
  readonly places: readonly string[];
  readonly newest: readonly LeagueEvent[];
}

/** A league as it was when its ledger was sealed, and the newest of its events then. */
export interface SealedLeague {
  readonly league: League;
  readonly newest: readonly LeagueEvent[];
}

/** The snapshot of a league as it is now, with the newest of its events, for a seal of the ledger. Its pages are given once. */
export function snapshotOf(league: League, newest: readonly LeagueEvent[] = []): Snapshot {
  const { format: _, matches, matchesOf: __, pointsAgainst, rounds, ...rest } = league;
  const { rounds: packed, pages, from } = matches.take();
  const kept: Kept = {
    ...{ form: FORM, rest, packed, loose: [...matches.loose()], places: [...pointsAgainst.places.keys()], newest },
    rounds: [...rounds.values()].map((round) => {
      // One by one: a packed round makes the ids of its matches whenever it is asked for them.
      const { round_id, opened_at, closed_at, decided } = round;
      const lasting = { round_id, opened_at, closed_at, decided };
      return round_id <= packed.length ? lasting : { ...lasting, matches: round.matches };
    }),
  };
  return { state: valueBytes(kept), pages, from };
}

/** The league of a snapshot; undefined where it is of another form than this, or no league comes out of it. */
export function leagueIn({ state, pages, last }: Sealed): SealedLeague | undefined {
  const kept = valueOfBytes(state) as Kept | undefined;
  if (kept?.form !== FORM || kept.rest.sequence !== last) return undefined;
  try {
    return restored(kept, pages);
  } catch {
    // The events are there, and the league is folded from them.
    return undefined;
  }
}

function restored(kept: Kept, pages: readonly Uint8Array[]): SealedLeague {
  const league = { ...newLeague(), ...kept.rest };
  if (league.start !== undefined) league.format = startedFormat(league.start);
  restorePacked(league, kept, pages);
  const { matches, matchesOf } = league;
  for (const match of kept.loose) matches.set(match.pairing.match_id, match);
  for (const round of kept.rounds) {
    league.rounds.set(round.round_id, matches.lean({ ...round, matches: round.matches ?? [] }));
    for (const match_id of round.matches ?? []) {
      const { pairing, decided } = matches.get(match_id) as Match;
      const [a, b] = pairing.seats;
      for (const id of pairing.seats) matchesOf.add(id, match_id);
      if (decided === undefined || !isOfWorth(league, pairing.seats)) continue;
      addPoints(league.pointsAgainst, a, b, decided.result.score[a] ?? 0);
      addPoints(league.pointsAgainst, b, a, decided.result.score[b] ?? 0);
    }
  }
  return { league, newest: kept.newest };
}

/** Fills the book, and works out the lists of matches and the points of packed rounds: by places, which are quicker than ids. */
function restorePacked(league: League, { places, packed }: Kept, pages: readonly Uint8Array[]): void {
  const { matches, matchesOf, pointsAgainst } = league;
  for (const id of places) pointsAgainst.placeOf(id);
  const isCounted = places.map((id) => isOfWorth(league, [id, id]));
  const { most: often = 1 } = league.format?.outlook().meetings ?? {};
  const isOnce = league.format?.outlook().meetings?.most === 1;
  const rounds = matches.restore(packed, pages);
  const counts = new Uint32Array(places.length);
  for (const meetings of rounds)
    for (let at = 0; at < meetings.length; at += MEETING) {
      for (const place of [meetings[at + 1], meetings[at + 2]])
        counts[place as number] = (counts[place as number] as number) + 1;
    }
  const lists = places.map((id, place) => {
    const count = counts[place] as number;
    pointsAgainst.reserveAt(place, Math.ceil(count / often));
    return count === 0 ? undefined : matchesOf.listOf(id, count, codeOf(packed.length + 1, 0));
  });
  let round_id = 0;
  for (const meetings of rounds) {
    round_id += 1;
    for (let at = 0; at < meetings.length; at += MEETING) {
      const [number = 0, a = 0, b = 0] = [meetings[at], meetings[at + 1], meetings[at + 2]];
      const code = codeOf(round_id, number);
      lists[a]?.push(code);
      lists[b]?.push(code);
      if (!isCounted[a] || !isCounted[b]) continue;
      pointsAgainst.addAt(a, b, meetings[at + 3] ?? 0, isOnce);
      pointsAgainst.addAt(b, a, meetings[at + 4] ?? 0, isOnce);
    }
  }
}
