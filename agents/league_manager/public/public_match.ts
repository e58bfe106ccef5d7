/** What anybody may know of one match: of an undecided one neither moves nor seed, of a decided one everything with its proof. */
import { MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { MatchDecided } from '../league/events.ts';
import { commitmentOf } from '../registration/tokens.ts';
import { headOf, type PublicSource } from './public_league.ts';
import { planned } from './queries.ts';

/** A match, planned, open or decided; undefined when the league has no such match. */
export async function publicMatch(source: PublicSource, match_id: string): Promise<JsonObject | undefined> {
  const { league } = source;
  const pairing = league.schedule?.match(match_id);
  if (pairing === undefined) return undefined;
  const base = { ...headOf(league), game_type: league.game_type, ...planned(league, pairing) };
  const match = league.matches.get(match_id);
  if (match === undefined) return base;
  const { seed, epoch, decided } = match;
  const open = { ...base, assignment_epoch: epoch, draw_commitment: commitmentOf(seed, match_id) };
  if (decided === undefined) return { ...open, hidden: 'Moves and seed are told once the match is decided.' };
  return {
    ...open,
    decided_at: decided.at,
    verified: decided.verified,
    draw_seed: seed,
    result: { ...decided.result },
    ...(await recordIn(source, decided)),
  };
}

/** The referee's record with all messages of the match, if it is here and is the one that was reported. */
async function recordIn({ league, disk, data }: PublicSource, decided: MatchDecided): Promise<JsonObject> {
  const path = dataPaths(data).match(league.league_id, decided.match_id);
  const read = await readDocument(disk, path, MatchRecord);
  if (!read.ok) return missing('the file of the match is damaged');
  if (read.value === undefined) return missing('the file of the match is where its referee runs, or not written yet');
  if (recordHash(read.value) !== decided.record_sha256)
    return missing('the file of the match is not what was reported');
  return { record: read.value as unknown as JsonObject };
}

function missing(why: string): JsonObject {
  return { record: null, record_missing: `${why}; the result above is what the league manager's ledger says` };
}
