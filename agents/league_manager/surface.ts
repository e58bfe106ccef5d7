/** The League Manager by the names of specification 002: each method has the manager do what it does anyway. */
import type { BodyOf } from '../../SHARED/contracts/contract.ts';
import { type Failure, NOT_STARTED } from '../../SHARED/contracts/failures.ts';
import type { All, Message } from '../../SHARED/contracts/index.ts';
import type { LeagueState } from '../../SHARED/contracts/states.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { refusedBy } from '../../SHARED/league_sdk/messaging/envelope.ts';
import {
  type Callable,
  callEmbedded,
  EmbeddedAgent,
  type Proof,
  wrongState,
} from '../../SHARED/league_sdk/spec/embedded.ts';
import { type League, type Round, tableOf } from './league/state.ts';
import { type Manager, type ManagerOptions, startManager } from './manager.ts';
import type { Settings } from './settings.ts';
import { leagueCompletions, roundCompletions, standingsUpdates } from './telling/broadcasts.ts';
import { type Delivery, isSignOfLife } from './telling/mailer.ts';
import type { Format, Outlook } from './tournament/format.ts';

/** Everything a manager is started with but the league it is to run. */
export type ManagerWorld = Omit<ManagerOptions, 'settings'>;

/** The agents that were told something: those that acknowledged it, and those that did not. */
export interface Acknowledgements {
  readonly acknowledged: readonly string[];
  readonly silent: readonly string[];
}

type RefereeMeta = BodyOf<All['REFEREE_REGISTER_REQUEST']>['referee_meta'];
type PlayerMeta = BodyOf<All['LEAGUE_REGISTER_REQUEST']>['player_meta'];
type Registration = Message<'REFEREE_REGISTER_RESPONSE'> | Message<'LEAGUE_REGISTER_RESPONSE'>;

/** A league in the hands of a program. Nothing here throws for what can be expected; E007 says that it is not the time. */
export class LeagueManager {
  readonly #world: ManagerWorld;
  readonly #held = new EmbeddedAgent<Manager>('the league manager');

  constructor(world: ManagerWorld) {
    this.#world = world;
  }

  /** The manager at work: its address, its league, its end and how to bring that about. */
  get running(): Manager | undefined {
    return this.#held.running;
  }

  get state(): LeagueState | typeof NOT_STARTED {
    return this.running?.league.phase ?? NOT_STARTED;
  }

  /** Resolves when it listens. */
  startLeagueManager(settings: Settings): Promise<Result<void, Failure>> {
    return this.#held.start(() => startManager({ ...this.#world, settings }));
  }

  /** Takes a referee in. With its former token in the proof it registers again. */
  async registerReferee(
    meta: RefereeMeta,
    proof: Proof = {},
  ): Promise<Result<Message<'REFEREE_REGISTER_RESPONSE'>, Failure>> {
    const agent = this.#callable();
    if (!agent.ok) return agent;
    return accepted(await callEmbedded(agent.value, 'REFEREE_REGISTER_REQUEST', { referee_meta: meta }, proof));
  }

  /** Takes a player in. With its former token in the proof it registers again. */
  async registerPlayer(
    meta: PlayerMeta,
    proof: Proof = {},
  ): Promise<Result<Message<'LEAGUE_REGISTER_RESPONSE'>, Failure>> {
    const agent = this.#callable();
    if (!agent.ok) return agent;
    return accepted(await callEmbedded(agent.value, 'LEAGUE_REGISTER_REQUEST', { player_meta: meta }, proof));
  }

  /** Begins to play; what is known of the schedule beforehand, each round computed when it is asked for. */
  async createSchedule(): Promise<Result<Outlook, Failure>> {
    const manager = this.#held.atWork();
    if (!manager.ok) return manager;
    const started = await manager.value.startLeague();
    return started.ok ? ok((manager.value.league.format as Format).outlook()) : started;
  }

  /** Resolves when everybody has answered, or their time is up. */
  async announceRound(round_id: number): Promise<Result<Acknowledgements, Failure>> {
    return this.#tell((manager) => {
      const round = manager.league.rounds.get(round_id);
      if (manager.league.phase !== 'RUNNING_LEAGUE' || round === undefined || round.closed_at !== undefined) {
        return wrongState(`round ${round_id} is not open`);
      }
      return ok(manager.rounds.announce(round));
    }, NEEDS_A_PLAYER);
  }

  /** Records a result; the proof holds the token of the referee it is assigned to. */
  async reportMatchResult(
    report: BodyOf<All['MATCH_RESULT_REPORT']>,
    proof: Proof,
  ): Promise<Result<Message<'MATCH_RESULT_ACK'>, Failure>> {
    const agent = this.#callable();
    return agent.ok ? callEmbedded(agent.value, 'MATCH_RESULT_REPORT', report, proof) : agent;
  }

  /** Resolves when everybody has answered, or their time is up. */
  async updateStandings(round_id: number): Promise<Result<Acknowledgements, Failure>> {
    return this.#tell(({ league, rounds }) => {
      const last = completedRound(league, round_id);
      if (!last.ok) return last;
      if (league.rounds.get(round_id + 1)?.closed_at !== undefined) {
        return wrongState(`round ${round_id} is not the last that was completed`);
      }
      return ok(rounds.tellAll('LEAGUE_STANDINGS_UPDATE', standingsUpdates(league, round_id, tableOf(league))));
    });
  }

  /** Resolves when everybody has answered, or their time is up. */
  async announceRoundCompleted(round_id: number): Promise<Result<Acknowledgements, Failure>> {
    return this.#tell(({ league, rounds }) => {
      const round = completedRound(league, round_id);
      return round.ok ? ok(rounds.tellAll('ROUND_COMPLETED', roundCompletions(league, round.value))) : round;
    });
  }

  /** Resolves when everybody has answered, or their time is up. */
  async announceLeagueCompleted(): Promise<Result<Acknowledgements, Failure>> {
    return this.#tell(({ league, rounds }) => {
      if (league.phase !== 'LEAGUE_COMPLETE') return wrongState('the league is not complete');
      return ok(rounds.tellAll('LEAGUE_COMPLETED', leagueCompletions(league, tableOf(league))));
    });
  }

  /** The first page of the table: `standings`, `total` and `next_cursor`. */
  async queryStandings(player_id: string, auth_token: string): Promise<Result<JsonObject, Failure>> {
    const agent = this.#callable();
    if (!agent.ok) return agent;
    const proof = { auth_token, sender: `player:${player_id}` };
    const answer = await callEmbedded(agent.value, 'LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }, proof);
    if (!answer.ok) return answer;
    const { success, data, error } = answer.value;
    return success ? ok(data as JsonObject) : err(refusedBy(error as JsonObject, 'no standings'));
  }

  #callable(): Result<Callable, Failure> {
    const manager = this.#held.atWork();
    return manager.ok ? ok({ answer: manager.value.answer, ...this.#world.effects }) : manager;
  }

  async #tell(
    telling: (manager: Manager) => Result<ReadonlyMap<string, Promise<Delivery>>, Failure>,
    needs?: typeof NEEDS_A_PLAYER,
  ): Promise<Result<Acknowledgements, Failure>> {
    const manager = this.#held.atWork();
    if (!manager.ok) return manager;
    const told = telling(manager.value);
    if (!told.ok) return told;
    const { agents } = manager.value.league;
    const outcomes = await Promise.all([...told.value].map(async ([id, outcome]) => [id, await outcome] as const));
    const heard = outcomes.some(([id, outcome]) => agents.get(id)?.role === 'player' && isSignOfLife(outcome));
    if (needs !== undefined && !heard) return err({ code: needs, detail: 'not one player answered' });
    const ids = (isHeard: boolean) => outcomes.flatMap(([id, { ok: answered }]) => (answered === isHeard ? [id] : []));
    return ok({ acknowledged: ids(true), silent: ids(false) });
  }
}

/** What a telling fails with that no player heard, where that matters. */
const NEEDS_A_PLAYER = 'NO_PLAYERS_REACHABLE';

/** A rejection is an answer on the wire, and a failure to the caller of a method. */
function accepted<R extends Registration>(answered: Result<R, Failure>): Result<R, Failure> {
  if (!answered.ok || answered.value.status === 'ACCEPTED') return answered;
  const { error_code = null, reason, detail = null } = answered.value;
  return err(refusedBy({ error_code, error_name: reason, detail }, 'rejected'));
}

function completedRound({ rounds }: League, round_id: number): Result<Round, Failure> {
  const round = rounds.get(round_id);
  return round?.closed_at === undefined ? wrongState(`round ${round_id} is not completed`) : ok(round);
}
