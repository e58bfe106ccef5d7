/** A whole league in one process, over any transport: for quick runs, tests and simulations. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Games } from '../../../SHARED/games/registry.ts';
import type { Limits } from '../../../SHARED/league_sdk/config_models.ts';
import type { Effects, Places, Running, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { HeldLeague } from '../../league_manager/league/read_league.ts';
import { type Manager, startManager } from '../../league_manager/manager.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { startPlayer } from '../../player/player.ts';
import type { Strategy } from '../../player/strategy.ts';
import { startReferee } from '../../referee/referee.ts';
import { judgeOf, playerPatience, refereePatience } from '../world/league_setup.ts';
import { type Operator, operatorOf, tokenIn } from '../world/operator.ts';

export interface Cast {
  /** With how many matches each runs at once, where that is not `matchesAtOnce`. */
  readonly referees: readonly { readonly id: string; readonly name: string; readonly maxMatches?: number }[];
  readonly players: readonly { readonly id: string; readonly name: string; readonly strategy: Strategy }[];
}

export interface InProcessOptions {
  /** The world of each party, by its id; LM01 is the manager, and `launcher` the operator. */
  readonly effectsOf: (agent_id: string) => Effects;
  /** The address of each party, by its id. */
  readonly addressOf: (agent_id: string) => string;
  readonly places: Places;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly store: LedgerStore;
  /** The league, where the caller has opened it already. */
  readonly held?: HeldLeague;
  /** The game that is played, and the judge of its results. */
  readonly games: Games;
  readonly cast: Cast;
  readonly matchesAtOnce: number;
  /** Whether a strategy that fails forfeits. */
  readonly forfeits?: boolean;
  /** Takes lines for people on strategies that fail. */
  readonly onStrategyFailed?: (line: string) => void;
  /** Takes lines for people on rules that fail. */
  readonly onGameFault?: (line: string) => void;
  /** Hears why, when the league pauses until the operator starts it again. */
  readonly onPaused?: (why: string) => void;
  readonly operatorToken?: string;
}

export interface InProcessRun {
  readonly manager: Manager;
  readonly agents: readonly Running[];
  /** The league's operator, in the world of `launcher`. */
  operator(): Operator;
  /** Starts play as the operator does; resolves when every agent has ended by itself. */
  play(): Promise<void>;
  /** Ends the manager and all agents. */
  stop(reason: string): Promise<void>;
}

/** Starts manager, referees and players, in the documented order; resolves when all are registered. */
export async function startInProcess(options: InProcessOptions): Promise<Result<InProcessRun, StartFailure>> {
  const { effectsOf, addressOf, places, settings, limits, store, held, games, cast, matchesAtOnce, operatorToken } =
    options;
  const { forfeits = false, onStrategyFailed } = options;
  const { league_id } = settings.config;
  const started = await startManager({
    effects: effectsOf(MANAGER_ID),
    places,
    settings,
    judge: judgeOf(games),
    ledgers: store,
    ...(held === undefined ? {} : { held }),
    ...(options.onPaused === undefined ? {} : { onPaused: options.onPaused }),
    listen: addressOf(MANAGER_ID),
    ...(operatorToken === undefined ? {} : { operatorToken }),
  });
  if (!started.ok) return started;
  const manager = started.value;
  const agents: Running[] = [];
  const stop = async (reason: string) => {
    await Promise.all([manager, ...agents].map((agent) => agent.stop(reason)));
  };
  const operator_token = async () => operatorToken ?? tokenIn(store, league_id);
  const appointed = settings.config.kind === 'class' ? { operator_token } : {};
  const common = { places, manager: manager.address, game_types: games.types, ...appointed };
  for (const { id, name, maxMatches = matchesAtOnce } of cast.referees) {
    const referee = await startReferee({
      ...common,
      effects: effectsOf(id),
      gameOf: games.gameOf,
      id,
      display_name: name,
      listen: addressOf(id),
      max_concurrent_matches: maxMatches,
      onGameFault: options.onGameFault,
      ...refereePatience(limits),
    });
    if (!referee.ok) return failed(referee.error);
    agents.push(referee.value);
  }
  const { seed } = settings;
  for (const { id, name, strategy } of cast.players) {
    const player = await startPlayer({
      ...common,
      effects: effectsOf(id),
      id,
      display_name: name,
      strategy,
      listen: addressOf(id),
      ...{ forfeits, onStrategyFailed },
      ...playerPatience(limits),
      ...(seed === undefined ? {} : { seed }),
    });
    if (!player.ok) return failed(player.error);
    agents.push(player.value);
  }
  return ok({ manager, agents, operator, play, stop });

  function operator(): Operator {
    const effects = effectsOf('launcher');
    const token = async () => operatorToken ?? tokenIn(store, league_id);
    return operatorOf(effects, manager.address, token);
  }

  async function play(): Promise<void> {
    await operator().ask('START_LEAGUE', { league_id });
    await Promise.all([manager, ...agents].map(({ ended }) => ended));
  }

  async function failed(failure: StartFailure): Promise<Result<never, StartFailure>> {
    await stop('another agent did not start');
    return err(failure);
  }
}
