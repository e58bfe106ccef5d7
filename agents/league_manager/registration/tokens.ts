/** Secrets of a league: who may say what to whom, and how it is proved. */
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { fromHex, hmac, sha256, toHex } from '../../../SHARED/core/hash.ts';

/** A fresh registration token; only its hash is kept. */
export function newToken(entropy: Entropy): { readonly token: string; readonly sha256: string } {
  const token = `tok_${toHex(entropy.bytes(32))}`;
  return { token, sha256: sha256(token) };
}

/** Tokens that are derived, not stored: the same question always gives the same token, and nobody else can. */
export function derivedTokens(secretHex: string, league_id: string, run_id: string) {
  const secret = fromHex(secretHex);
  const derive = (...parts: readonly (string | number)[]) =>
    hmac(secret, JSON.stringify([league_id, run_id, ...parts]));
  /** Every message to an agent needs its token, so it is derived once; there are as many as agents. */
  const known = new Map<string, string>();
  return {
    /** What every message of the manager to an agent carries. */
    manager(agent_id: string): string {
      const token = known.get(agent_id) ?? `mgr_${derive('manager', agent_id)}`;
      known.set(agent_id, token);
      return token;
    },
    /** What every message of a match's referee to one of its players carries. */
    ticket: (player_id: string, match_id: string, epoch: number) =>
      `tkt_${derive('ticket', player_id, match_id, epoch)}`,
  };
}
export type DerivedTokens = ReturnType<typeof derivedTokens>;

/** Published before anybody chooses: proves later that the seed was not changed. */
export function commitmentOf(seedHex: string, match_id: string): string {
  return sha256(fromHex(seedHex), match_id);
}

/** The seed of a match: unguessable, or derived where somebody chose a seed for the whole league. */
export function matchSeed(entropy: Entropy, match_id: string, leagueSeed: string | undefined): string {
  return leagueSeed === undefined ? toHex(entropy.bytes(32)) : sha256(leagueSeed, match_id);
}
