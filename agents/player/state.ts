/** A player's knowledge of the league it plays in: its phase, the standings, and the book of its matches and answers. */
import type { Message } from '../../SHARED/contracts/index.ts';
import type { MoveQuestion } from '../../SHARED/contracts/moves.ts';
import { type PlayerEvent, type PlayerState, playerCourse } from '../../SHARED/contracts/states.ts';
import { next } from '../../SHARED/core/machine.ts';
import type { Random } from '../../SHARED/core/random.ts';
import type { Admission } from '../../SHARED/league_sdk/joining/credentials.ts';
import type { Decision } from './guard.ts';

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

/** The assignment of a match to a referee, as the manager vouches for it. */
export interface Assignment {
  /** The ticket the referee must show; undefined: this referee has none, and none is asked for. */
  readonly ticket: string | undefined;
  readonly epoch: number;
}

/** A call, and the present or future answer to it. */
export interface CallAndDecision {
  readonly question: MoveQuestion;
  readonly decision: Promise<Decision>;
  /** The decision, once it is there. */
  decided?: Decision;
}

export interface Match {
  readonly match_id: string;
  /** Absent: only a referee has spoken of this match so far. */
  assignment?: Assignment;
  round_id?: number;
  game_type?: string;
  player_a?: string;
  player_b?: string;
  opponent_id?: string;
  opponent_name?: string;
  referee_id?: string;
  /** The commitment that the draw will be checked against. */
  draw_commitment?: string;
  conversation_id?: string;
  /** When this player took its seat. */
  joined_at?: string;
  over: boolean;
  /** The strategy's chance in this match, one stream over all its steps. */
  random?: Random;
  readonly asked: Map<number, CallAndDecision>;
}

type AnnouncedMatch = Message<'ROUND_ANNOUNCEMENT'>['matches'][number];

/** The kind of an announcement, by comparison with earlier ones. */
export type Announced = 'new' | 'again' | 'reassigned' | 'outdated';

/** The matches of one player. Matches of bygone rounds are forgotten once they are over. */
export class Matches {
  readonly #matches = new Map<string, Match>();

  get(match_id: string): Match | undefined {
    return this.#matches.get(match_id);
  }

  /** The newest match that is not over. */
  get undecided(): Match | undefined {
    return [...this.#matches.values()].findLast(({ over }) => !over);
  }

  /** Whether it sits in a match that is not over. */
  get isSeated(): boolean {
    return [...this.#matches.values()].some(({ over, joined_at }) => !over && joined_at !== undefined);
  }

  /** The match, known from now on. */
  open(match_id: string): Match {
    return this.#matches.get(match_id) ?? this.#set({ match_id, over: false, asked: new Map() });
  }

  /** Takes the manager's word about a match of this player. */
  announce(announced: AnnouncedMatch, round_id: number, opponent_id: string): Announced {
    const { match_id, ticket, assignment_epoch: epoch = 1, game_type, referee_id, draw_commitment } = announced;
    const { player_a, player_b } = announced;
    const before = this.get(match_id)?.assignment;
    if (before !== undefined && epoch < before.epoch) return 'outdated';
    const match = this.vouch(match_id, { ticket, epoch });
    Object.assign(match, { round_id, game_type, player_a, player_b, opponent_id, referee_id });
    if (draw_commitment !== undefined) match.draw_commitment = draw_commitment;
    if (before === undefined) return 'new';
    return epoch > before.epoch ? 'reassigned' : 'again';
  }

  /** Takes the manager's assignment. Answers given before, on trust or to an earlier assignment, are forgotten. */
  vouch(match_id: string, assignment: Assignment): Match {
    const match = this.open(match_id);
    const before = match.assignment;
    if (before !== undefined && assignment.epoch < before.epoch) return match;
    match.assignment = assignment;
    if (assignment.epoch === before?.epoch) return match;
    const { joined_at: _left, conversation_id: _ended, random: _spent, ...rest } = match;
    return this.#set({ ...rest, asked: new Map() });
  }

  /** Forgets matches that are over and of an earlier round. */
  forgetBefore(round_id: number): void {
    for (const [match_id, match] of this.#matches) {
      if (match.over && (match.round_id ?? 0) < round_id) this.#matches.delete(match_id);
    }
  }

  #set(match: Match): Match {
    this.#matches.set(match.match_id, match);
    return match;
  }
}
