/** The entry of a process that hosts many players, each under its id: the same code, fewer processes. */
import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { semaphore } from '../../../SHARED/league_sdk/flow/mutex.ts';
import { startPlayer } from '../../player/player.ts';
import { Flags, Mistake } from '../options.ts';
import { gameTypesOf } from '../world/games.ts';
import {
  configOf,
  folder,
  ledgersIn,
  logsOf,
  machine,
  need,
  networkOf,
  placesOf,
  recordsOf,
  takeTls,
} from '../world/installation.ts';
import { playerPatience } from '../world/league_setup.ts';
import { mcpLayer } from '../world/mcp_catalogs.ts';
import { appointed } from '../world/operator.ts';
import { loadStrategy } from '../world/strategies.ts';
import { type WireName, wireOf } from '../world/wires.ts';
import { childOfLauncher, note, sayFailed, untilEnded } from './child.ts';
import type { PlayerSeat } from './roster.ts';
import { type StrategyOutput, strategyOutput } from './strategy_output.ts';

/** The message of a launcher to a host: its players. */
export interface Hosting {
  readonly players: readonly PlayerSeat[];
  /** The wires they speak over. */
  readonly wire: WireName;
  /** The game they play; undefined: those of their entries. */
  readonly game: string | undefined;
  readonly manager: string;
  readonly seed: string | undefined;
  /** Whether a strategy that fails forfeits. */
  readonly forfeits: boolean;
  readonly folders: readonly (readonly [string, string])[];
  /** How they keep their histories. */
  readonly records: RecordsPolicy;
}

/** Thousands at once would be answered so late that many give up and ask again. */
const REGISTERING_AT_ONCE = 64;

process.once('message', (hosting: Hosting) => {
  hostPlayers(hosting)
    .then(() => process.exit(0))
    .catch(async (problem: unknown) => {
      await sayFailed(problem instanceof Mistake ? problem.message : String(problem));
      process.exit(1);
    });
});

/** Hosts the players it is handed until all of them have ended. */
async function hostPlayers(hosting: Hosting): Promise<void> {
  const { game } = hosting;
  const { records } = hosting;
  const playing = game === undefined ? [] : [['game', game] as const];
  const flags = new Flags([...hosting.folders, ...playing, ['records', records]]);
  await takeTls(flags);
  const loader = configOf(flags);
  const { network } = need(await loader.loadSystem());
  const { wire, manager } = hosting;
  const settings = await networkOf(loader);
  const places = new Map(hosting.players.map(({ id, address }) => [id, address]));
  const at = hosting.players[0]?.address ?? '';
  const wires = wireOf(wire).open({ of: 'agent', id: 'players', at, places, manager, settings });
  const here = machine();
  const kept = await recordsOf(flags, loader, here.disk);
  const world = { ...here, logs: (await logsOf(flags, loader)).player };
  const effects = { ...world, records: kept, transport: wires.through(mcpLayer('player', { ...world, network })) };
  const defaults = need(await loader.loadDefaults('player'));
  const limits = need(await loader.limits({ role: 'player' }));
  const child = childOfLauncher();
  const ours = await appointed(flags, loader, ledgersIn(placesOf(flags)));
  const outputs: StrategyOutput[] = [];
  let listening = 0;
  const turn = semaphore(REGISTERING_AT_ONCE);
  const agents = need(await loader.loadAgents());
  const entries = new Map(agents.players.map((entry) => [entry.player_id, entry]));
  const starting = hosting.players.map(async (seat) => {
    const entry = entries.get(seat.id);
    const output = strategyOutput({
      ...world,
      id: seat.id,
      tell: note,
      folder: placesOf(flags).logs,
      limits: world.logs.limits,
    });
    outputs.push(output);
    const { strategy } = defaults.default_settings;
    const { promise: beforeRegistering, resolve: goOn } = Promise.withResolvers<void>();
    const started = startPlayer({
      effects,
      places: placesOf(flags),
      id: seat.id,
      display_name: seat.name,
      strategy: output.of(
        await output.during(() => loadStrategy(seat.strategy, seat.id, strategy, folder(flags, 'config'))),
      ),
      onStrategyFailed: note,
      forfeits: hosting.forfeits,
      game_types: await gameTypesOf(flags, loader, entry),
      ...(entry === undefined ? {} : { version: entry.version }),
      listen: wires.addressOf(seat.id),
      manager: wires.manager,
      ...ours,
      ...(hosting.seed === undefined ? {} : { seed: hosting.seed }),
      ...playerPatience(limits),
      beforeRegistering,
      onListening: (address) => {
        if (++listening === hosting.players.length) child.say({ said: 'listening', address });
      },
    });
    const registered = () => {
      goOn();
      return started;
    };
    // One that fails before its turn ends the host at once.
    return Promise.race([child.turn, started])
      .then(() => turn(registered))
      .then(need);
  });
  const running = await Promise.all(starting);
  child.say({ said: 'registered', id: running.map((player) => player.id).join(',') });
  await untilEnded(running, wires.ended);
  await Promise.all(outputs.map((output) => output.close()));
  await wires.close();
  await effects.disk.close();
}
