/** Registering a player of one's own making in one call (spec 004, Player Registration Function). */
import type { Result } from '../../core/result.ts';
import type { Effects, StartFailure } from '../effects.ts';
import type { Store } from '../files/document_repository.ts';
import { type AgentCredentials, credentialsIn, openCredentials } from '../joining/credentials.ts';
import { type Patience, type PlayerMeta, register, selfOf } from '../joining/register.ts';
import { makePeer } from '../messaging/peer.ts';
import type { Address } from '../transport/transport.ts';

export interface RegisterPlayerTools extends Pick<Effects, 'transport' | 'clock' | 'entropy'> {
  /** Where the credentials are kept and looked for: a player that registers again is then the same. */
  readonly store?: Store;
  readonly patience?: Patience;
}

/** What the manager gave, or one line that says why it gave nothing. */
export async function registerPlayer(
  leagueEndpoint: Address,
  playerInfo: PlayerMeta,
  { transport, clock, entropy, store, patience }: RegisterPlayerTools,
): Promise<Result<AgentCredentials, StartFailure>> {
  const sender = () => `player:${playerInfo.player_id ?? playerInfo.display_name}`;
  const peer = makePeer({ transport, clock, sender });
  const manager = { id: leagueEndpoint, address: leagueEndpoint, dialect: 'rpc' } as const;
  const credentials = store === undefined ? undefined : openCredentials('player', store);
  const applicant = { role: 'player', meta: playerInfo } as const;
  const registered = await register(applicant, { peer, manager, clock, entropy, credentials, patience });
  if (!registered.ok) return registered;
  const { admission } = registered.value;
  const kept = await credentials?.keep(admission, selfOf(applicant));
  return kept?.ok === false ? kept : credentialsIn(admission);
}
