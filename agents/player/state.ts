/** A player's knowledge of the league it plays in, and the phase it is in. */
import type { Message } from '../../SHARED/contracts/index.ts';
import { type PlayerEvent, type PlayerState, playerCourse } from '../../SHARED/contracts/states.ts';
import { next } from '../../SHARED/core/machine.ts';
import type { Admission } from '../../SHARED/league_sdk/joining/credentials.ts';
import { Matches } from './matches.ts';

/** The credentials and names that a registration gave. */
export interface Membership extends Omit<Admission, 'agent_id'> {
  readonly player_id: string;
}

export type StandingsRow = Message<'LEAGUE_STANDINGS_UPDATE'>['standings'][number];

/** The state each event leads to; the same from every state that knows it. */
const TARGETS: ReadonlyMap<PlayerEvent, PlayerState> = new Map(
  Object.values(playerCourse).flatMap((events) => Object.entries(events) as [PlayerEvent, PlayerState][]),
);

/** One player in one league, from its start to its end. */
export class State {
  /** The match it was last announced, invited to or called in. */
  current: string | undefined;
  /** The newest round that was announced, and the newest that was completed; 0 before the first. */
  round = 0;
  completed = 0;
  /** How the league ended, once it has. */
  final: Message<'LEAGUE_COMPLETED'> | undefined;
  #matches = new Matches();
  #phase: PlayerState = 'UNREGISTERED';
  #member: Membership | undefined;
  #standings: readonly StandingsRow[] = [];
  #standingsRound = -1;

  get matches(): Matches {
    return this.#matches;
  }

  get phase(): PlayerState {
    return this.#phase;
  }

  get member(): Membership {
    if (this.#member === undefined) throw new Error('the player is not registered yet');
    return this.#member;
  }

  get isMember(): boolean {
    return this.#member !== undefined;
  }

  /** Takes the result of a registration; before, nothing of the league is known. Of another run nothing is left. */
  admit(member: Membership): void {
    const before = this.#member;
    const isAnotherRun = before?.league_id !== member.league_id || before.run_id !== member.run_id;
    this.#member = member;
    if (!isAnotherRun) {
      // Another player of the same seat goes on with what the one before knew.
      if (this.#phase === 'REGISTERING') this.on('accepted');
      return;
    }
    // Match ids repeat from run to run.
    this.#matches = new Matches();
    this.current = undefined;
    this.round = 0;
    this.completed = 0;
    this.final = undefined;
    this.#standings = [];
    this.#standingsRound = -1;
    if (before !== undefined) this.on('register');
    this.on('accepted');
  }

  /**
   * Moves on. An event out of order leads where it always leads, because a state never costs a player a match;
   * then the returned text is the line about it for the log.
   */
  on(event: PlayerEvent): string | undefined {
    const before = this.#phase;
    const led = next(playerCourse, before, event);
    this.#phase = led.ok ? led.value : (TARGETS.get(event) as PlayerState);
    return led.ok ? undefined : `out of order: ${event} in state ${before}`;
  }

  /** Keeps standings, unless newer ones are known. */
  hear(round_id: number, standings: readonly StandingsRow[]): void {
    if (round_id < this.#standingsRound) return;
    this.#standings = standings;
    this.#standingsRound = round_id;
  }

  /** The standings as last heard. */
  get standings(): readonly StandingsRow[] {
    return this.#standings;
  }

  /** A player's row of the standings as last heard. */
  standing(player_id: string): StandingsRow | undefined {
    return this.#standings.find((row) => row.player_id === player_id);
  }
}
