/** The check of a draw, done by its reader: whether the seed that was revealed is the one that was promised. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { MatchDocument } from '../../../SHARED/contracts/api/one.ts';

/** SHA-256 over the bytes of the seed and the id of the match, in hex. Made here: browsers hash for pages over https alone. */
export function commitmentOf(seed: string, match_id: string): string {
  return bytesToHex(sha256(concatBytes(hexToBytes(seed), utf8ToBytes(match_id))));
}

/** The commitments that this reader was shown before their matches were decided, by match. */
export type Promises = Map<string, string>;

export interface DrawCheck {
  readonly verdict: 'none' | 'promised' | 'unknown' | 'checked' | 'forged';
  readonly text: string;
}

/**
 * The draw of a match held against what was told before it was decided: to its players, by the record, and to this reader.
 * The commitment beside a seed is made of that seed, so without either of those nothing is checked.
 */
export function checkedDraw(
  { match_id, draw }: Pick<MatchDocument, 'match_id' | 'draw'>,
  promises: Promises,
): DrawCheck {
  if (draw === null) return { verdict: 'none', text: 'The draw is made when the match is opened.' };
  const { seed, commitment, told_commitment } = draw;
  if (seed === null) {
    if (!promises.has(match_id)) promises.set(match_id, commitment);
    return {
      verdict: 'promised',
      text: 'The seed is fixed and its commitment published; the seed itself is told once the match is decided.',
    };
  }
  const made = /^([0-9a-f]{2})+$/i.test(seed) ? commitmentOf(seed, match_id) : undefined;
  const forged = (text: string): DrawCheck => ({ verdict: 'forged', text: `Checked here: ${text}` });
  if (made !== commitment.toLowerCase())
    return forged(`the seed is NOT the one that was promised; it gives ${made ?? 'no commitment at all'}.`);
  const seen = promises.get(match_id);
  if (seen !== undefined && seen !== commitment)
    return forged(`before the match was decided this page was shown another commitment, ${seen}.`);
  if (told_commitment !== null && told_commitment.toLowerCase() !== made)
    return forged('the players were told another commitment than this one.');
  const known = [
    ...(told_commitment === null ? [] : ['that the players were told, by the record of the match']),
    ...(seen === undefined ? [] : ['that this page saw before the match was decided']),
  ];
  if (known.length === 0)
    return {
      verdict: 'unknown',
      text: 'Not checked: the record with what the players were told is not at hand. A player can compare the commitment with that of its invitation.',
    };
  return { verdict: 'checked', text: `Checked here: the seed gives the commitment ${known.join(', and ')}.` };
}
