/** A whole league of the production code on virtual time: no machine, no network, no disk, the same every time. */
import { gameOf } from '../../SHARED/games/registry.ts';
import type { LeagueConfig, Limits } from '../../SHARED/league_sdk/config_models.ts';
import { later } from '../../SHARED/league_sdk/core/clock.ts';
import { seededEntropy, uuid } from '../../SHARED/league_sdk/core/entropy.ts';
import { sha256 } from '../../SHARED/league_sdk/core/hash.ts';
import { intBetween, pick, seeded } from '../../SHARED/league_sdk/core/random.ts';
import { unwrap } from '../../SHARED/league_sdk/core/result.ts';
import { memoryDisk } from '../../SHARED/league_sdk/disk/memory_disk.ts';
import { openFileLedger } from '../../SHARED/league_sdk/ledger/file.ts';
import { makePeer } from '../../SHARED/league_sdk/peer.ts';
import { memoryNetwork } from '../../SHARED/league_sdk/transport/memory.ts';
import type { Transport } from '../../SHARED/league_sdk/transport/transport.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import type { League } from '../league_manager/state.ts';
import { strategyOf } from '../player/strategies/strategies.ts';
import { startInProcess } from './run_in_process.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly players: number;
  readonly referees: number;
  readonly config: LeagueConfig;
  readonly limits: Limits;
}

export interface Simulated {
  /** A hash over every text that was sent, with its time: two runs are the same when theirs are. */
  readonly trace: string;
  readonly texts: number;
  readonly virtualMs: number;
  readonly league: Readonly<League>;
  /** Every file that was left behind. */
  readonly files: ReadonlyMap<string, string>;
}

const START = '2025-01-15T10:00:00.000Z';
const OPERATOR = 'op_simulation';
const THINKERS = ['random', 'frequency', 'pattern', 'always', 'mirror'] as const;
/** More than any league of this size can take. */
const PATIENCE_MS = 24 * 3_600_000;

/** Plays one league to its end; rejects when it does not end. */
export async function simulate({ seed, players, referees, config, limits }: SimulationOptions): Promise<Simulated> {
  const clock = fakeClock(START);
  const begun = clock.monotonic();
  const random = seeded(seed);
  const network = memoryNetwork({ clock, latencyMs: () => intBetween(random, 0, 20) });
  const disk = memoryDisk();
  let trace = '';
  let texts = 0;
  const traced = (from: string): Transport => {
    const wire = network.transport(from);
    return {
      ...wire,
      send(to, text, deadline) {
        texts += 1;
        trace = sha256(trace, JSON.stringify([clock.monotonic(), from, to, text]));
        return wire.send(to, text, deadline);
      },
    };
  };
  const entropy = seededEntropy(seed);
  const number = (prefix: string) => (_: unknown, i: number) => `${prefix}${String(i + 1).padStart(2, '0')}`;
  const cast = {
    referees: Array.from({ length: referees }, number('REF')).map((id) => ({ id, name: `Referee ${id}` })),
    players: Array.from({ length: players }, number('P')).map((id) => {
      return { id, name: `Player ${id}`, strategy: unwrap(strategyOf(pick(random, THINKERS))) };
    }),
  };
  const game = unwrap(gameOf(config.game_type, config.options));
  const settings = {
    config,
    limits,
    requireTokens: true,
    seatsMatter: game.seatsMatter,
    seed: undefined,
    schemes: ['memory:'],
    expected: [],
    keep: false,
  };

  async function play() {
    const started = await startInProcess({
      effectsOf: (id) => ({ clock, entropy, disk, transport: traced(id) }),
      addressOf: (id) => `memory:${id}`,
      places: { data: 'data', logs: 'logs' },
      settings,
      limits,
      openLedger: openFileLedger,
      cast,
      matchesAtOnce: 4,
      operatorToken: OPERATOR,
    });
    const run = unwrap(started);
    const operator = makePeer({ transport: traced('launcher'), clock, sender: () => 'launcher' });
    const how = {
      conversation_id: uuid(entropy),
      auth_token: OPERATOR,
      deadline: later(clock.monotonic(), limits.responseMs),
    };
    const manager = { id: 'LM01', address: run.manager.address, dialect: 'rpc' } as const;
    unwrap(await operator.ask(manager, 'START_LEAGUE', { league_id: config.league_id }, how));
    await Promise.all([run.manager.ended, ...run.agents.map((agent) => agent.ended)]);
    return run.manager.league;
  }

  const league = await clock.runUntil(play(), PATIENCE_MS);
  return { trace, texts, virtualMs: clock.monotonic() - begun, league, files: disk.files() };
}
