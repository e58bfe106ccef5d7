/** Puts the parts of a player together: what it knows, whom it trusts, how it decides, and what it writes down. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { randomFrom, uuid } from '../../SHARED/league_sdk/core/entropy.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { type Correspondent, makePeer } from '../../SHARED/league_sdk/peer.ts';
import { answering } from '../../SHARED/league_sdk/serve.ts';
import type { Address, Answer } from '../../SHARED/league_sdk/transport/transport.ts';
import { confirmToken } from './confirming.ts';
import { openCredentials } from './credentials.ts';
import { makeDecide } from './decision.ts';
import { describer } from './describe.ts';
import { makeHandlers } from './handlers.ts';
import { type History, openHistory } from './history.ts';
import { makeJournal } from './journal.ts';
import { makeLooks } from './looks.ts';
import type { PlayerOptions } from './options.ts';
import { register } from './registering.ts';
import { makeSensors } from './sensors.ts';
import { type Membership, State } from './state.ts';
import { makeTrust } from './trust.ts';

/** A player that does not listen yet. */
export interface Wired {
  /** Answers whatever comes; before the player has joined, messages wait. */
  readonly answer: Answer;
  /** Registers the player as reachable at an address and gives its id; from then on it plays. */
  join(endpoint: Address): Promise<Result<string, StartFailure>>;
  /** Writes what is not written yet. Never fails: what the disk will not take goes to the log, if that still can be. */
  close(): Promise<void>;
}

/** The manager's name in files and logs (spec 004). */
const MANAGER_ID = 'LM01';

/** Wires a player; `end` is called when the manager tells it to stop. */
export function wire(options: PlayerOptions, end: (reason: string) => void): Wired {
  const { id, display_name, version = '1.0.0', strategy, game_types, seed, places, level } = options;
  const { clock, entropy, transport, disk } = options.effects;
  const state = new State();
  let history: History | undefined;
  let seeded = seed !== undefined;

  const logs = { disk, clock, root: places.logs, ...(level === undefined ? {} : { level }) };
  const journal = makeJournal({ ...logs, describe: describer(state) });
  if (id !== undefined) journal.open(id);
  const complain = (what: string, thrown: unknown): void =>
    journal.note(what, 'unknown', 'ERROR', { error: thrown instanceof Error ? thrown.message : String(thrown) });

  const sender = (): string => `player:${state.isMember ? state.member.player_id : (id ?? display_name)}`;
  const peer = makePeer({ transport, clock, sender, observe: journal.observe });
  const manager: Correspondent = { id: MANAGER_ID, address: options.manager, dialect: options.dialect ?? 'rpc' };
  const newConversation = (): string => uuid(entropy);
  const admission = Promise.withResolvers<Result<Membership, Refusal>>();
  const opened = (): History => history as History;

  const answer = answering({
    role: 'player',
    handlers: makeHandlers({
      state,
      history: opened,
      sensors: makeSensors({ state, history: opened, strategy, journal, clock, seeded: () => seeded }),
      decide: makeDecide({
        ...{ strategy, clock, entropy, seed },
        log: (event, details) => journal.note(event, `strategy:${strategy.name}`, 'WARNING', details),
      }),
      clock,
      persist: () => void flush(),
      end,
    }),
    looks: makeLooks({ state, history: () => history, display_name }),
    seating: (match_id) => state.matches.get(match_id),
    authenticate: makeTrust({ state, peer, manager, clock, newConversation, journal, admitted: admission.promise }),
    ...{ sender, clock, entropy, observe: journal.observe },
    onBug: complain,
    onRefusal: (what, { code, detail }, { address }) =>
      journal.note(what, address, 'WARNING', { error_code: code, error_description: detail }),
  });

  async function join(endpoint: Address): Promise<Result<string, StartFailure>> {
    const store = { disk, clock, root: places.data, onFailure: (thrown: unknown) => complain(NOT_WRITTEN, thrown) };
    const credentials = openCredentials(store);
    const self = { id, display_name, version, game_types, endpoint };
    const limits = options.registering ?? {};
    const random = randomFrom(entropy);
    state.on('register');
    const registered = await register({ peer, manager, clock, random, newConversation, credentials, self, limits });
    if (!registered.ok) return refused(registered.error);
    const { member } = registered.value;
    seeded ||= registered.value.seeded;
    journal.open(member.player_id);

    const kept = await credentials.keep(member, { display_name, endpoint });
    // It can play all the same; only after a restart nobody would know it.
    if (!kept.ok) complain('CREDENTIALS_NOT_KEPT', kept.error.detail);
    const thisRunOnly = seed !== undefined;
    const read = await openHistory({ store, member, display_name, thisRunOnly, onDamage: complain });
    if (!read.ok) return refused(read.error);
    history = read.value;
    state.admit(member);
    state.on('accepted');
    admission.resolve(ok(member));
    void confirm(member);
    return ok(member.player_id);
  }

  async function confirm(member: Membership): Promise<void> {
    const confirmed = await confirmToken(member, { peer, manager, clock, newConversation });
    if (confirmed.ok) return;
    const { code, error_code = code, detail } = confirmed.error;
    journal.note('TOKEN_NOT_CONFIRMED', MANAGER_ID, 'WARNING', { error_code, error_description: detail });
  }

  function refused(failure: StartFailure): Result<never, StartFailure> {
    state.on('rejected');
    admission.resolve(err(refusal('E007', 'this player is not registered')));
    return err(failure);
  }

  async function flush(): Promise<void> {
    await history?.flush().catch((thrown: unknown) => complain(NOT_WRITTEN, thrown));
  }

  return {
    answer,
    join,
    async close() {
      await flush();
      await journal.close();
    },
  };
}

const NOT_WRITTEN = 'HISTORY_NOT_WRITTEN';
