/** The sender of a message: `player:P01` with us, `P01` in flat, `player_P01` in v1. All are read. */
import { asText, type Json } from '../../core/json.ts';
import type { Party } from '../contract.ts';
import { MANAGER_ID } from '../fields.ts';

const OURS = /^(player|referee):(.+)$/;
const WITH_UNDERSCORE = /^(player|referee)_(.+)$/;
/** Names that stand for a party by themselves. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['league_manager', 'launcher', 'operator', 'referee', 'unknown']);

/** The id in a sender of ours, or the sender itself where it is no agent. */
export function idIn<S extends Json | undefined>(sender: S): S | string {
  return OURS.exec(asText(sender))?.[2] ?? sender;
}

export function v1Sender(sender: Json | undefined): Json | undefined {
  return typeof sender === 'string' ? sender.replace(OURS, '$1_$2') : sender;
}

/**
 * A flat sender in our form. `player_1` may be a whole id or the player 1 of `v1`: it stays as it is, for those
 * who know the ids.
 */
export function readFlatSender(sender: Json | undefined, from: readonly Party[]): Json | undefined {
  if (typeof sender !== 'string' || OURS.test(sender) || WITH_UNDERSCORE.test(sender)) return sender;
  if (sender === MANAGER_ID) return 'league_manager';
  const [party, ...others] = from;
  const isAgent = party === 'player' || party === 'referee';
  return isAgent && others.length === 0 && !BY_THEMSELVES.has(sender) ? `${party}:${sender}` : sender;
}

export function readV1Sender(sender: Json | undefined): Json | undefined {
  return typeof sender === 'string' ? sender.replace(WITH_UNDERSCORE, '$1:$2') : sender;
}
