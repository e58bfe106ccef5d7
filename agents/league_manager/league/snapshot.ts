/** A league as bytes, so that a start need not fold all of its events again; this file alone knows their format. */
import { deserializeValue, serializeValue } from '../../../SHARED/core/bytes.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import type { Sealed, Snapshot } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { startedFormat } from '../tournament/formats.ts';
import { addPoints } from '../tournament/standings.ts';
import type { LeagueEvent } from './events.ts';
import { indexEntry } from './match_store.ts';
import { isOfWorth, type League, listMatch, type Match, newLeague, type Round } from './state.ts';

/** The version of the bytes, which changes where a league with the same fields is written otherwise: an earlier form is not read, and the events are folded. */
const VERSION = 3;

/** The form of snapshots of a league with these fields; another one where a field was added or went. */
export function formOf(league: object): string {
  return sha256(`${VERSION} ${Object.keys(league).sort().join(' ')}`);
}

const FORM = formOf(newLeague());

/** The state of a snapshot; its pages are those of the match store. */
interface SavedLeague {
  readonly form: string;
  /** Everything that is no part of the other fields, and cannot be made from them. */
  readonly rest: Omit<League, 'format' | 'matches' | 'matchesOf' | 'pointsAgainst' | 'rounds'>;
  /** The ids of packed matches are left out: the index of the round has them. */
  readonly rounds: readonly (Omit<Round, 'matches'> & { readonly matches: readonly string[] | undefined })[];
  readonly unpacked: readonly Match[];
  readonly newest: readonly LeagueEvent[];
}

/** A league as it was when its ledger was sealed, and the newest of its events then. */
export interface SealedLeague {
  readonly league: League;
  readonly newest: readonly LeagueEvent[];
}

/** The snapshot of a league as it is now, with the newest of its events, for a seal of the ledger. Its pages are given once. */
export function snapshotOf(league: League, newest: readonly LeagueEvent[] = []): Snapshot {
  const { format: _, matches, matchesOf: __, pointsAgainst: ___, rounds, ...rest } = league;
  const isPacked = ([first]: readonly string[]) => first !== undefined && matches.isPacked(first);
  const saved: SavedLeague = {
    form: FORM,
    rest,
    rounds: [...rounds.values()].map((round) => (isPacked(round.matches) ? { ...round, matches: undefined } : round)),
    unpacked: [...matches.unpacked()],
    newest,
  };
  return { state: serializeValue(saved), ...matches.takePages() };
}

/** The league of a snapshot; undefined where it is of another form than this, or no league comes out of it. */
export function leagueIn({ state, pages, last }: Sealed): SealedLeague | undefined {
  const saved = deserializeValue(state) as SavedLeague | undefined;
  if (saved?.form !== FORM || saved.rest.sequence !== last) return undefined;
  try {
    return restored(saved, pages);
  } catch {
    // The events are there, and the league is folded from them.
    return undefined;
  }
}

function restored({ rest, rounds, unpacked, newest }: SavedLeague, pages: readonly Uint8Array[]): SealedLeague {
  const league = { ...newLeague(), ...rest };
  if (league.start !== undefined) league.format = startedFormat(league.start);
  const { matches, pointsAgainst } = league;
  for (const match of unpacked) matches.set(match.pairing.match_id, match);
  const indexes = matches.restore(pages);
  for (const round of rounds) {
    const index = round.matches?.map((id) => indexEntry(matches.get(id) as Match)) ?? indexes.next().value;
    if (index === undefined) throw new Error(`the pages of round ${round.round_id} are missing`);
    league.rounds.set(round.round_id, { ...round, matches: index.map(([match_id]) => match_id) });
    for (const [match_id, first, second, points] of index) {
      listMatch(league, match_id, [first, second]);
      if (points === undefined || !isOfWorth(league, [first, second])) continue;
      addPoints(pointsAgainst, first, second, points[0]);
      addPoints(pointsAgainst, second, first, points[1]);
    }
  }
  return { league, newest };
}
