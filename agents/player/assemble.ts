/** Puts the parts of a player together: what it knows, whom it trusts, how it decides, and what it writes down. */
import type { Refusal } from '../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../SHARED/contracts/fields.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import type { CallType } from '../../SHARED/contracts/moves.ts';
import type { PlayerState } from '../../SHARED/contracts/states.ts';
import { uuid } from '../../SHARED/core/entropy.ts';
import { ok, type Result } from '../../SHARED/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { intake } from '../../SHARED/league_sdk/flow/intake.ts';
import { openLogs } from '../../SHARED/league_sdk/logs/logs.ts';
import { type Correspondent, type LoggedMessage, makePeer } from '../../SHARED/league_sdk/messaging/peer.ts';
import { answering } from '../../SHARED/league_sdk/messaging/serve.ts';
import type { Address, Answer, Origin } from '../../SHARED/league_sdk/transport/transport.ts';
import { makeAuthenticate } from './authenticate.ts';
import { makeDecide, makeThink, questionTo, thinkingMs } from './decision.ts';
import type { Decision } from './guard.ts';
import { makeHandlers, makeReadOnly } from './handlers.ts';
import type { History } from './history.ts';
import { describer } from './log_fields.ts';
import { makeMembership, NOT_WRITTEN } from './membership.ts';
import type { PlayerOptions } from './player.ts';
import { makeSensors } from './sensors.ts';
import { State } from './state.ts';
import { tapped } from './tap.ts';

/** What the program that holds a player may see of it. */
export interface PlayerParts {
  course(): PlayerState;
  /** What the strategy makes of a call; nothing is sent, and nothing else happens. */
  consider(call: Message<CallType>): Promise<Result<Decision, Refusal>>;
}

/** A player that does not listen yet. */
export interface Assembled extends PlayerParts {
  /** Answers whatever comes; before the player has joined, messages wait. */
  readonly answer: Answer;
  /** Registers the player as reachable at an address and gives its id; from then on it plays. */
  join(endpoint: Address): Promise<Result<string, StartFailure>>;
  /** Writes what is not written yet. Never fails: what the disk will not take goes to the log, if that still can be. */
  close(): Promise<void>;
}

/** Wires a player; `end` is called when the manager tells it to stop. */
export function assemble(options: PlayerOptions, end: (reason: string) => void): Assembled {
  const { id, display_name, strategy, seed } = options;
  const { clock, entropy, transport } = options.effects;
  const state = new State();
  let history: History | undefined;
  let seeded = seed !== undefined;

  const logs = openLogs(options.effects, options.places.logs);
  const journal = logs.messages(describer(state));
  if (id !== undefined) journal.open(id);
  const complain = (what: string, thrown: unknown): void =>
    journal.note(what, 'unknown', 'ERROR', { error: thrown instanceof Error ? thrown.message : String(thrown) });

  const sender = (): string => `player:${state.isMember ? state.member.player_id : (id ?? display_name)}`;
  const peer = makePeer({ transport, clock, sender, observe });
  const manager: Correspondent = { id: MANAGER_ID, address: options.manager, dialect: options.dialect ?? 'rpc' };
  const newConversation = (): string => uuid(entropy);
  const opened = (): History => history as History;
  const membership = makeMembership({
    ...{ options, state, peer, manager, journal, complain, flush },
    open: (next) => {
      history = next;
    },
    onSeeded: () => {
      seeded = true;
    },
  });

  const decide = makeDecide({
    ...{ strategy, clock, entropy, seed },
    log: (event, details) => journal.note(event, `strategy:${strategy.name}`, 'WARNING', details),
  });
  const think = makeThink({ state, history: opened, decide });

  const handlers = makeHandlers({
    state,
    sensors: makeSensors({ state, history: opened, strategy, journal, clock, seeded: () => seeded }),
    think,
    clock,
    persist: () => void flush(),
    end,
  });
  const { onHeard } = options;
  const { answer } = intake(
    answering({
      role: 'player',
      handlers: onHeard === undefined ? handlers : tapped(handlers, () => state.member.player_id, onHeard),
      looks: makeReadOnly({ state, history: () => history, display_name }),
      seating: (match_id) => state.matches.get(match_id),
      authenticate: makeAuthenticate({
        state,
        peer,
        manager,
        clock,
        newConversation,
        journal,
        admitted: membership.admitted,
      }),
      ...{ sender, clock, entropy, observe, budget: logs.budget },
      onBug: complain,
      onRefusal,
    }),
    onRefusal,
  );

  function onRefusal(what: string, { code, detail }: Refusal, { address }: Origin): void {
    journal.note(what, address, 'WARNING', { error_code: code, error_description: detail });
  }

  function observe(sighting: LoggedMessage): void {
    journal.observe(sighting);
    if (sighting.direction === 'SENT' || sighting.peer !== MANAGER_ID) return;
    membership.heard();
    if (sighting.message.message_type === 'LEAGUE_COMPLETED') membership.leave();
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
    join: membership.join,
    async close() {
      membership.leave();
      await flush();
      // A log that cannot be written stops nobody from ending.
      await Promise.allSettled([journal.close()]);
    },
  };
}
