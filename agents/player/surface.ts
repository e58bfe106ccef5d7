/** The Player class of specification 002: methods by which a program drives a player in its own process. */
import type { BodyOf, Contract } from '../../SHARED/contracts/contract.ts';
import type { Failure } from '../../SHARED/contracts/failures.ts';
import { PROTOCOL } from '../../SHARED/contracts/fields.ts';
import { type All, CONTRACTS, type Message, type RequestType } from '../../SHARED/contracts/index.ts';
import type { CallType } from '../../SHARED/contracts/moves.ts';
import { readMessage } from '../../SHARED/contracts/read.ts';
import type { PlayerState } from '../../SHARED/contracts/states.ts';
import { timestamp } from '../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { callEmbedded, EmbeddedAgent, type Proof } from '../../SHARED/league_sdk/spec/embedded.ts';
import { type PlayerAtWork, type PlayerOptions, startPlayer } from './player.ts';

/** The identity a player registers with. */
export interface PlayerIdentity extends Pick<PlayerOptions, 'display_name' | 'version' | 'game_types'> {
  /** The address it listens at. */
  readonly contact_endpoint: string;
}

/** Everything else a player is started with: its strategy, its manager, its files. */
export type PlayerWorld = Omit<PlayerOptions, 'listen' | Exclude<keyof PlayerIdentity, 'contact_endpoint'>>;

/** A call for a move, of any game. */
export type Call = BodyOf<All['CHOOSE_PARITY_CALL']> | BodyOf<All['GAME_MOVE_CALL']>;

type Heard<T extends RequestType> = ReturnType<typeof callEmbedded<T>>;

/** A player in the hands of a program. Expected failures are returned, not thrown; E007: not at this time. */
export class Player {
  readonly #world: PlayerWorld;
  readonly #held = new EmbeddedAgent<PlayerAtWork>('the player');

  constructor(world: PlayerWorld) {
    this.#world = world;
  }

  /** The player at work: its id, its address, its end and how to bring that about. */
  get running(): PlayerAtWork | undefined {
    return this.#held.running;
  }

  get state(): PlayerState {
    return this.running?.phase() ?? (this.#held.isStarting ? 'REGISTERING' : 'UNREGISTERED');
  }

  /** Resolves when the player is registered. */
  startPlayer({ contact_endpoint, ...identity }: PlayerIdentity): Promise<Result<void, Failure>> {
    return this.#held.start(() => startPlayer({ ...this.#world, ...identity, listen: contact_endpoint }));
  }

  /** The proof of this and of every message of the league manager is the token it gave. */
  handleRoundAnnouncement(body: BodyOf<All['ROUND_ANNOUNCEMENT']>, proof: Proof): Heard<'ROUND_ANNOUNCEMENT'> {
    return this.#hear('ROUND_ANNOUNCEMENT', body, proof);
  }

  /** The proof of this and of every message of a referee is the ticket of the match. */
  handleGameInvitation(body: BodyOf<All['GAME_INVITATION']>, proof: Proof): Heard<'GAME_INVITATION'> {
    return this.#hear('GAME_INVITATION', body, proof);
  }

  /** Resolves with the move; a strategy that takes too long is not waited for. */
  handleChooseParityCall(body: Call, proof: Proof): Heard<CallType> {
    return this.#hear(callType(body), body, proof);
  }

  /** The move the strategy makes of a call. */
  async makeStrategyDecision(body: Call): Promise<Result<Json, Failure>> {
    const player = this.#held.atWork();
    if (!player.ok) return player;
    const message_type = callType(body);
    const { clock } = this.#world.effects;
    const given = { timestamp: () => timestamp(clock), conversation_id: () => 'none' };
    const message = { protocol: PROTOCOL, message_type, ...(body as JsonObject) };
    const call = readMessage(CONTRACTS[message_type] as Contract, message, given);
    if (!call.ok) return call;
    try {
      const decided = await player.value.consider(call.value as unknown as Message<CallType>);
      return decided.ok ? ok(decided.value.move) : decided;
    } catch (thrown) {
      // Only an unguarded strategy gets so far.
      return err({ code: 'E020', detail: String(thrown) });
    }
  }

  handleGameOver(body: BodyOf<All['GAME_OVER']>, proof: Proof): Heard<'GAME_OVER'> {
    return this.#hear('GAME_OVER', body, proof);
  }

  handleStandingsUpdate(body: BodyOf<All['LEAGUE_STANDINGS_UPDATE']>, proof: Proof): Heard<'LEAGUE_STANDINGS_UPDATE'> {
    return this.#hear('LEAGUE_STANDINGS_UPDATE', body, proof);
  }

  handleRoundCompleted(body: BodyOf<All['ROUND_COMPLETED']>, proof: Proof): Heard<'ROUND_COMPLETED'> {
    return this.#hear('ROUND_COMPLETED', body, proof);
  }

  handleLeagueCompleted(body: BodyOf<All['LEAGUE_COMPLETED']>, proof: Proof): Heard<'LEAGUE_COMPLETED'> {
    return this.#hear('LEAGUE_COMPLETED', body, proof);
  }

  /** Resolves when the player's files are written and its address is free. */
  async shutdownGracefully(): Promise<Result<void, Failure>> {
    const player = this.#held.atWork();
    if (!player.ok) return player;
    await player.value.stop('its program ended it');
    return ok(undefined);
  }

  async #hear<T extends RequestType>(type: T, body: BodyOf<All[T]>, proof: Proof): Heard<T> {
    const player = this.#held.atWork();
    if (!player.ok) return player;
    return callEmbedded({ answer: player.value.answer, ...this.#world.effects }, type, body, proof);
  }
}

function callType(body: Call): CallType {
  return 'move_request' in body ? 'GAME_MOVE_CALL' : 'CHOOSE_PARITY_CALL';
}
