/** How a player becomes a member of a league, stays one, and becomes one again when the league has forgotten it. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../SHARED/contracts/fields.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { type Admission, openCredentials } from '../../SHARED/league_sdk/joining/credentials.ts';
import { confirmToken, type LeagueSession, leagueSession } from '../../SHARED/league_sdk/joining/league_session.ts';
import { OUR_ABILITIES, type Registered, register, selfOf } from '../../SHARED/league_sdk/joining/register.ts';
import type { MessageLog } from '../../SHARED/league_sdk/logs/message_log.ts';
import type { CallError, Correspondent, Peer } from '../../SHARED/league_sdk/messaging/peer.ts';
import type { Address } from '../../SHARED/league_sdk/transport/transport.ts';
import { type History, openHistory } from './history.ts';
import type { PlayerOptions } from './player.ts';
import type { Membership, State } from './state.ts';

export interface MembershipOptions {
  readonly options: PlayerOptions;
  readonly state: State;
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly journal: MessageLog;
  readonly complain: (what: string, thrown: unknown) => void;
  /** Writes what is not written yet. */
  readonly flush: () => Promise<void>;
  /** Puts the history of a league in the place of the one before. */
  readonly open: (history: History) => void;
  /** Hears that the draws of the league come from a seed somebody chose. */
  readonly onSeeded: () => void;
}

export const NOT_WRITTEN = 'HISTORY_NOT_WRITTEN';

/** What stands between a player and its league; it begins with `join`. */
export function makeMembership(given: MembershipOptions) {
  const { options, state, peer, manager, journal, complain, flush, open, onSeeded } = given;
  const { id, display_name, version = '1.0.0', game_types, seed, places } = options;
  const { clock, entropy, transport, disk } = options.effects;
  const store = { disk, clock, root: places.data, onFailure: (thrown: unknown) => complain(NOT_WRITTEN, thrown) };
  const credentials = openCredentials('player', store);
  const admission = Promise.withResolvers<Result<Membership, Refusal>>();
  let session: LeagueSession | undefined;

  /** Registers the player as reachable at an address and gives its id. */
  async function join(endpoint: Address): Promise<Result<string, StartFailure>> {
    state.on('register');
    session = leagueSession({
      ...{ clock, entropy, peer, manager },
      join: (again) => enter(endpoint, again),
      confirm,
      log: (event, level, details) => journal.note(event, MANAGER_ID, level, details),
    });
    const entered = await session.open();
    if (!entered.ok) {
      state.on('rejected');
      admission.resolve(err(refusal('E007', 'this player is not registered')));
      return entered;
    }
    return ok(entered.value.admission.agent_id);
  }

  async function enter(endpoint: Address, again: boolean): Promise<Result<Registered, StartFailure>> {
    const about = { ...OUR_ABILITIES, display_name, version, game_types: [...game_types], contact_endpoint: endpoint };
    const applicant = { role: 'player', meta: id === undefined ? about : { ...about, player_id: id } } as const;
    // The session has pauses of its own.
    const patience = again ? { ...options.registering, attempts: 1 } : options.registering;
    const registered = await register(applicant, { peer, manager, clock, entropy, credentials, patience });
    if (!registered.ok) return registered;
    const { agent_id: player_id, ...rest } = registered.value.admission;
    const member = { player_id, ...rest };
    if (registered.value.seeded) onSeeded();
    journal.open(player_id);

    const kept = await credentials.keep(registered.value.admission, selfOf(applicant));
    // It can play all the same; only after a restart nobody would know it.
    if (!kept.ok) complain('CREDENTIALS_NOT_KEPT', kept.error.detail);
    if (again) await flush();
    const read = await openHistory({
      ...{ store, member, display_name },
      thisRunOnly: seed !== undefined,
      onDamage: complain,
    });
    if (!read.ok) return read;
    open(read.value);
    state.admit(member);
    admission.resolve(ok(member));
    void confirmed(registered.value.admission);
    return registered;
  }

  function confirm(admitted: Admission): Promise<Result<void, CallError>> {
    return confirmToken(admitted, manager, { transport, clock, entropy, observe: journal.observe });
  }

  async function confirmed(admitted: Admission): Promise<void> {
    const shown = await confirm(admitted);
    if (shown.ok) return;
    const { code, error_code = code, detail } = shown.error;
    journal.note('TOKEN_NOT_CONFIRMED', MANAGER_ID, 'WARNING', { error_code, error_description: detail });
  }

  return {
    /** Settles with the registration: before that nobody's word can be weighed. */
    admitted: admission.promise,
    join,
    /** The manager was heard. */
    heard: () => session?.heard(),
    /** The league is over, or the player is: the manager is looked for no more. */
    leave: () => session?.close(),
  };
}
