/** Puts the parts of a player together: what it knows, whom it trusts, how it decides, and what it writes down. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../SHARED/contracts/fields.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import type { CallType } from '../../SHARED/contracts/moves.ts';
import type { PlayerState } from '../../SHARED/contracts/states.ts';
import { confirmToken } from '../../SHARED/league_sdk/confirming.ts';
import { uuid } from '../../SHARED/league_sdk/core/entropy.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import { type Admission, openCredentials } from '../../SHARED/league_sdk/credentials.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { makeMessageJournal } from '../../SHARED/league_sdk/message_journal.ts';
import { type Correspondent, makePeer } from '../../SHARED/league_sdk/peer.ts';
import { OUR_ABILITIES, register, selfOf } from '../../SHARED/league_sdk/registering.ts';
import { answering } from '../../SHARED/league_sdk/serve.ts';
import type { Address, Answer } from '../../SHARED/league_sdk/transport/transport.ts';
import { makeDecide, thinkingMs } from './decision.ts';
import { describer } from './describe.ts';
import type { Decision } from './guard.ts';
import { makeHandlers } from './handlers.ts';
import { type History, openHistory } from './history.ts';
import { makeLooks } from './looks.ts';
import type { PlayerOptions } from './options.ts';
import { makeSensors } from './sensors.ts';
import { type Membership, State } from './state.ts';
import { makeThink, questionTo } from './thinking.ts';
import { makeTrust } from './trust.ts';

/** What the program that holds a player may see of it. */
export interface Mind {
  course(): PlayerState;
  /** What the strategy makes of a call; nothing is sent, and nothing else happens. */
  consider(call: Message<CallType>): Promise<Result<Decision, Refusal>>;
}

/** A player that does not listen yet. */
export interface Wired extends Mind {
  /** Answers whatever comes; before the player has joined, messages wait. */
  readonly answer: Answer;
  /** Registers the player as reachable at an address and gives its id; from then on it plays. */
  join(endpoint: Address): Promise<Result<string, StartFailure>>;
  /** Writes what is not written yet. Never fails: what the disk will not take goes to the log, if that still can be. */
  close(): Promise<void>;
}

/** Wires a player; `end` is called when the manager tells it to stop. */
export function wire(options: PlayerOptions, end: (reason: string) => void): Wired {
  const { id, display_name, version = '1.0.0', strategy, game_types, seed, places, level } = options;
  const { clock, entropy, transport, disk } = options.effects;
  const state = new State();
  let history: History | undefined;
  let seeded = seed !== undefined;

  const logs = { disk, clock, root: places.logs, ...(level === undefined ? {} : { level }) };
  const journal = makeMessageJournal({ ...logs, describe: describer(state) });
  if (id !== undefined) journal.open(id);
  const complain = (what: string, thrown: unknown): void =>
    journal.note(what, 'unknown', 'ERROR', { error: thrown instanceof Error ? thrown.message : String(thrown) });

  const sender = (): string => `player:${state.isMember ? state.member.player_id : (id ?? display_name)}`;
  const peer = makePeer({ transport, clock, sender, observe: journal.observe });
  const manager: Correspondent = { id: MANAGER_ID, address: options.manager, dialect: options.dialect ?? 'rpc' };
  const newConversation = (): string => uuid(entropy);
  const admission = Promise.withResolvers<Result<Membership, Refusal>>();
  const opened = (): History => history as History;

  const decide = makeDecide({
    ...{ strategy, clock, entropy, seed },
    log: (event, details) => journal.note(event, `strategy:${strategy.name}`, 'WARNING', details),
  });
  const think = makeThink({ state, history: opened, decide });

  const answer = answering({
    role: 'player',
    handlers: makeHandlers({
      state,
      sensors: makeSensors({ state, history: opened, strategy, journal, clock, seeded: () => seeded }),
      think,
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
    const credentials = openCredentials('player', store);
    const about = { ...OUR_ABILITIES, display_name, version, game_types: [...game_types], contact_endpoint: endpoint };
    const applicant = { role: 'player', meta: id === undefined ? about : { ...about, player_id: id } } as const;
    const patience = options.registering;
    state.on('register');
    const registered = await register(applicant, { peer, manager, clock, entropy, credentials, patience });
    if (!registered.ok) return refused(registered.error);
    const { agent_id: player_id, ...given } = registered.value.admission;
    const member = { player_id, ...given };
    seeded ||= registered.value.seeded;
    journal.open(player_id);

    const kept = await credentials.keep(registered.value.admission, selfOf(applicant));
    // It can play all the same; only after a restart nobody would know it.
    if (!kept.ok) complain('CREDENTIALS_NOT_KEPT', kept.error.detail);
    const thisRunOnly = seed !== undefined;
    const read = await openHistory({ store, member, display_name, thisRunOnly, onDamage: complain });
    if (!read.ok) return refused(read.error);
    history = read.value;
    state.admit(member);
    state.on('accepted');
    admission.resolve(ok(member));
    void confirm(registered.value.admission);
    return ok(player_id);
  }

  async function confirm(admitted: Admission): Promise<void> {
    const confirmed = await confirmToken(admitted, manager, { transport, clock, entropy, observe: journal.observe });
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

  async function consider(call: Message<CallType>): Promise<Result<Decision, Refusal>> {
    const question = questionTo(state.member.player_id, call);
    if (!question.ok) return question;
    const { match_id } = call;
    const match = state.matches.get(match_id) ?? { match_id, over: false, asked: new Map() };
    return ok(await think(match, question.value, thinkingMs(call, clock.monotonic(), clock)));
  }

  return {
    answer,
    consider,
    course: () => state.course,
    join,
    async close() {
      await flush();
      // A log that cannot be written stops nobody from ending.
      await Promise.allSettled([journal.close()]);
    },
  };
}

const NOT_WRITTEN = 'HISTORY_NOT_WRITTEN';
