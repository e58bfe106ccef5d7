/** A player's sensors: each message becomes knowledge, and the same message again changes nothing. */
import type { Envelope } from '../../SHARED/contracts/contract.ts';
import { UNNAMED_PLAYER } from '../../SHARED/contracts/dialects/bare_match.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import type { CallType, MoveQuestion } from '../../SHARED/contracts/moves.ts';
import type { PlayerEvent } from '../../SHARED/contracts/states.ts';
import { type Clock, timestamp } from '../../SHARED/core/clock.ts';
import { fromHex, sha256 } from '../../SHARED/core/hash.ts';
import type { MessageLog } from '../../SHARED/league_sdk/logs/message_log.ts';
import { isRepeated } from './decision.ts';
import type { History } from './history.ts';
import { type Ending, endingOfGame, endingOfRound, historyEntry } from './outcome.ts';
import type { Match, StandingsRow, State } from './state.ts';
import type { Strategy } from './strategy.ts';

export interface SensorOptions {
  readonly state: State;
  /** There from the moment the player is registered. */
  readonly history: () => History;
  readonly strategy: Strategy;
  readonly log: MessageLog;
  readonly clock: Clock;
  /** Whether the seed of this league was chosen. */
  readonly seeded: () => boolean;
  /** Called once for every match that ends. */
  readonly onFinished: OnFinished | undefined;
}

/** A match of this player that has ended. */
export interface Finished {
  readonly player_id: string;
  readonly match: Match;
  readonly ending: Ending;
  readonly draw_seed: string | undefined;
}

export type OnFinished = (finished: Finished) => void;

export type Sensors = ReturnType<typeof makeSensors>;

/** The sensors of one player, one for each message that it learns from. */
export function makeSensors({ state, history, strategy, log, clock, seeded, onFinished }: SensorOptions) {
  function move(event: PlayerEvent, message: Envelope, peer: string): void {
    const warning = state.on(event);
    if (warning !== undefined) log.warn(message, peer, warning);
  }

  function isOurLeague(message: Envelope & { readonly league_id?: string }, peer: string): boolean {
    const { league_id, filed_as } = state.member;
    if (message.league_id === undefined || message.league_id === league_id) return true;
    // A manager that did not name its league at the registration may name it now.
    if (filed_as !== league_id) return true;
    log.warn(message, peer, `about league ${message.league_id}, but this player is in ${league_id}`);
    return false;
  }

  /** A round begins: which match is ours, against whom, and by which ticket its referee is known. */
  function announced(message: Message<'ROUND_ANNOUNCEMENT'>, peer: string): void {
    if (!isOurLeague(message, peer)) return;
    const { player_id } = state.member;
    const { round_id } = message;
    state.round = Math.max(state.round, round_id);
    // GAME_OVER may come after the next round has begun, so the last round's match is still known then.
    state.matches.forgetBefore(state.round - 1);
    const ours = message.matches.filter(({ player_a, player_b }) => player_a === player_id || player_b === player_id);
    if (ours.length === 0) log.warn(message, peer, 'sitting out this round');
    for (const match of ours) {
      const opponent_id = match.player_a === player_id ? match.player_b : match.player_a;
      const what = state.matches.announce(match, round_id, opponent_id);
      if (history().has(match.match_id)) state.matches.open(match.match_id).over = true;
      else if (what === 'new' || what === 'reassigned') {
        state.current = match.match_id;
        // A match that was taken from its referee begins anew wherever it stood.
        if (what === 'new') move('round_announced', message, peer);
        else state.on('round_announced');
      }
    }
  }

  /** A referee asks us to take our seat; tells when we took it, the first time. */
  function invited(message: Message<'GAME_INVITATION'>, peer: string): string {
    isOurLeague(message, peer);
    const match = state.matches.open(message.match_id);
    const { game_type, opponent_id, opponent_name, round_id, draw_commitment, conversation_id } = message;
    Object.assign(match, { game_type, opponent_id, conversation_id });
    if (opponent_name !== undefined) match.opponent_name = opponent_name;
    if (round_id !== undefined) match.round_id = round_id;
    // The manager's announcement counts; a referee's word only where there is no other.
    if (draw_commitment !== undefined) match.draw_commitment ??= draw_commitment;
    if (match.joined_at !== undefined) return match.joined_at;
    match.joined_at = timestamp(clock);
    state.current = match.match_id;
    move('invited', message, peer);
    move('joined', message, peer);
    return match.joined_at;
  }

  /** A referee asks for a move. */
  function called(message: Message<CallType>, question: MoveQuestion, peer: string): Match {
    isOurLeague(message, peer);
    const { player_id } = state.member;
    const match = state.matches.open(message.match_id);
    if (message.player_id !== player_id) log.warn(message, peer, `asks for a move of ${message.player_id}`);
    if (match.conversation_id !== undefined && match.conversation_id !== message.conversation_id) {
      log.warn(message, peer, 'not in the conversation of the invitation');
    }
    match.game_type ??= question.game_type;
    match.opponent_id ??= question.opponent_id;
    match.round_id ??= question.round_id;
    if (isRepeated(match, question)) return match;
    state.current = match.match_id;
    move('called', message, peer);
    return match;
  }

  /** Our move is on its way. */
  function chosen({ match_id }: Match): void {
    if (state.current === match_id && state.phase === 'CHOOSING_PARITY') state.on('chosen');
  }

  /** A match is over. */
  function over(message: Message<'GAME_OVER'>, peer: string): void {
    isOurLeague(message, peer);
    const match = state.matches.open(message.match_id);
    match.game_type = message.game_type;
    const opponent_id = [message.player_a, message.player_b].find(
      (id) => id !== undefined && id !== state.member.player_id,
    );
    if (opponent_id !== undefined && (match.opponent_id ?? UNNAMED_PLAYER) === UNNAMED_PLAYER)
      match.opponent_id = opponent_id;
    if (message.round_id !== undefined) match.round_id ??= message.round_id;
    finish(match, endingOfGame(message.game_result), { message, peer, draw_seed: message.draw_seed });
  }

  /** A round is over; where GAME_OVER did not come, this is how our match ended. */
  function roundCompleted(message: Message<'ROUND_COMPLETED'>, peer: string): void {
    if (!isOurLeague(message, peer)) return;
    const { player_id } = state.member;
    const { round_id } = message;
    for (const result of message.results) {
      const { match_id, player_a, player_b, game_type, draw_seed } = result;
      if ((player_a !== player_id && player_b !== player_id) || history().has(match_id)) continue;
      const match = state.matches.open(match_id);
      match.round_id ??= round_id;
      match.opponent_id ??= player_a === player_id ? player_b : player_a;
      if (game_type !== undefined) match.game_type ??= game_type;
      // It may still be on its way: the two come in either order.
      log.note(message.message_type, peer, 'INFO', { match_id, note: 'no GAME_OVER yet: this is the result' });
      finish(match, endingOfRound(result), { message, peer, draw_seed });
    }
    if (round_id <= state.completed || round_id < state.round) return;
    state.completed = round_id;
    move('round_completed', message, peer);
  }

  /** The standings, and with the last of them the end of the league. */
  function standings(message: Message<'LEAGUE_STANDINGS_UPDATE'>, peer: string): void {
    if (isOurLeague(message, peer)) state.hear(message.round_id, message.standings as readonly StandingsRow[]);
  }

  function leagueCompleted(message: Message<'LEAGUE_COMPLETED'>, peer: string): void {
    if (!isOurLeague(message, peer)) return;
    state.final = message;
    state.hear(Number.POSITIVE_INFINITY, message.final_standings as readonly StandingsRow[]);
    if (state.phase !== 'LEAGUE_COMPLETE') move('league_completed', message, peer);
  }

  interface Told {
    readonly message: Envelope;
    readonly peer: string;
    readonly draw_seed: string | undefined;
  }

  function finish(match: Match, ending: Ending, { message, peer, draw_seed }: Told): void {
    if (match.over || history().has(match.match_id)) return;
    match.over = true;
    if (draw_seed !== undefined && !isDrawnFrom(match, draw_seed)) {
      log.warn(message, peer, 'the draw was not made from the seed that was committed to');
    }
    const { player_id, filed_as: league_id, run_id } = state.member;
    const { match_id, round_id = 0, game_type, opponent_id } = match;
    const opponent_name = match.opponent_name ?? state.standing(opponent_id ?? '')?.display_name;
    const occasion = { match_id, round_id, league_id, run_id, game_type, opponent_id, opponent_name };
    const entry = historyEntry(player_id, { ...occasion, timestamp: timestamp(clock), seeded: seeded() }, ending);
    const past = history().add(entry);
    onFinished?.({ player_id, match, ending, draw_seed });
    // A strategy that fails to learn, at once or later, costs no match and no process.
    void Promise.resolve()
      .then(() => strategy.learn?.(past))
      .catch((thrown: unknown) =>
        log.warn(message, peer, `the strategy could not learn from ${match_id}: ${String(thrown)}`),
      );
    if (state.current === match_id) move('game_over', message, peer);
  }

  return { announced, invited, called, chosen, over, roundCompleted, standings, leagueCompleted };
}

/** Whether the seed matches the commitment that was published before the first choice (DECISIONS section 4.7). */
function isDrawnFrom({ match_id, draw_commitment }: Match, draw_seed: string): boolean {
  return draw_commitment === undefined || draw_commitment === sha256(fromHex(draw_seed), match_id);
}
