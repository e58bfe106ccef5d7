/** Starts the agents of a simulated world: the production code of each role, as a launcher would start it. */
import { pick, type Random } from '../../../SHARED/core/random.ts';
import { err, ok, type Result, unwrap } from '../../../SHARED/core/result.ts';
import type { LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import type { Effects, Running, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Database } from '../../../SHARED/league_sdk/postgres/database.ts';
import type { PostgresLedgerStore } from '../../../SHARED/league_sdk/postgres/store.ts';
import { gameOf, games, judge } from '../../../SHARED/testing/shipped_games.ts';
import { playerPatience, refereePatience } from '../../launcher/world/league_setup.ts';
import { damageText } from '../../league_manager/league/read_league.ts';
import { standBy } from '../../league_manager/league/stand_by.ts';
import { startManager } from '../../league_manager/manager.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { startPlayer } from '../../player/player.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import { startReferee } from '../../referee/referee.ts';
import { ANY_MANAGER, DATA, LOGS, type Parts } from './parts.ts';
import type { Cast, Plan } from './plan.ts';

export interface StarterOptions {
  readonly random: Random;
  readonly cast: Cast;
  readonly plan: Plan;
  readonly config: LeagueConfig;
  readonly limits: Limits;
  readonly parts: Parts;
  /** Whether faults still last. */
  readonly active: () => boolean;
  readonly count: (fault: string) => void;
  /** Hears that the league pauses until its operator starts it again. */
  readonly onPaused: () => void;
}

/** The agent that is to be started. */
export interface Starting {
  readonly id: string;
  readonly role: 'league_manager' | 'referee' | 'player';
  readonly address: string;
  /** What the ledger of a manager is in, where it is in a database. */
  readonly database?: Database | undefined;
  /** Whether it goes back to standing by, and has not been started anew. */
  readonly hasStoodBy?: boolean;
}

export type Start = (agent: Starting, effects: Effects) => Promise<Result<Running, StartFailure>>;

export const OPERATOR = 'op_simulation';
const THINKERS = ['random', 'frequency', 'pattern', 'always', 'mirror'] as const;

/** The start of any agent of a world, as often as it takes. */
export function makeStarter({
  random,
  cast,
  plan,
  config,
  limits,
  parts,
  active,
  count,
  onPaused,
}: StarterOptions): Start {
  const rules = unwrap(gameOf(config.game_type, config.options));
  const settings: Settings = {
    config,
    limits,
    requireTokens: true,
    tokenTtlMs: 86_400_000,
    seatsMatter: rules.seatsMatter,
    seed: undefined,
    schemes: ['memory:'],
    expected: [],
    keep: false,
  };
  const places = { data: DATA, logs: LOGS };
  const common = { places, manager: ANY_MANAGER, game_types: games.types };
  const strategies = new Map([...cast.players, ...plan.late.keys()].map((id) => [id, strategyFor(id)]));

  function strategyFor(id: string) {
    const nuisance = plan.nuisances.get(id);
    return unwrap(strategyOf(nuisance === undefined || nuisance === 'byzantine' ? pick(random, THINKERS) : nuisance));
  }

  /** Rules that fail now and then, which is our own fault and no player's. */
  const throwing: Parts['gameOf'] = (type, gameOptions) => {
    const known = parts.gameOf(type, gameOptions);
    if (!known.ok || !active() || plan.brokenRules === 0 || random() >= plan.brokenRules) return known;
    count('broken rules');
    const broken = () => {
      const error = new Error('these rules are broken on purpose');
      // A trace is the same on every machine, so no path of this one may get into it.
      error.stack = String(error);
      throw error;
    };
    return { ok: true, value: { ...known.value, play: broken } };
  };

  /** A manager with a database leads when no other does. */
  async function lead(
    store: PostgresLedgerStore,
    { address: listen, hasStoodBy = false }: Starting,
    effects: Effects,
  ): Promise<Result<Running, StartFailure>> {
    const { league_id } = config;
    const turn = await standBy({ store, league_id, clock: effects.clock, hasStoodBy });
    if (!turn.ok && typeof turn.error === 'object')
      return err({ code: 'DATA_INIT_FAILED', detail: damageText(store, league_id, turn.error) });
    if (!turn.ok || turn.value.held.league.told) {
      if (turn.ok) await turn.value.held.ledger.close();
      const ended = Promise.resolve('the league is complete: there is nothing to stand by for');
      return ok({ id: 'LM01', address: listen, stop: async () => undefined, ended });
    }
    const { held, leaderless } = turn.value;
    const resumeMs = leaderless === undefined ? {} : { resumeMs: 0 };
    const started = await startManager({ ...managing(store, listen, effects), held, ...resumeMs });
    if (started.ok) void store.announce(league_id, listen).catch(() => undefined);
    return started;
  }

  function managing(ledgers: LedgerStore, listen: string, effects: Effects) {
    return { effects, places, settings, judge, ledgers, listen, operatorToken: OPERATOR, onPaused };
  }

  return (agent, effects) => {
    const { id, role, address: listen, database } = agent;
    const name = `${role} ${id}`;
    switch (role) {
      case 'league_manager':
        return database === undefined
          ? startManager(managing(parts.ledgersOn(effects.disk), listen, effects))
          : lead(parts.ledgersIn(database, effects), agent, effects);
      case 'referee':
        return startReferee({
          ...common,
          effects,
          gameOf: throwing,
          id,
          display_name: name,
          listen,
          max_concurrent_matches: 4,
          ...refereePatience(limits),
        });
      case 'player': {
        const strategy = strategies.get(id) as ReturnType<typeof strategyFor>;
        return startPlayer({ ...common, effects, id, display_name: name, strategy, listen, ...playerPatience(limits) });
      }
    }
  };
}
