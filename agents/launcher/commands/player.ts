/** `league player`: one player in this process; the players' own folders start here too. */
import { hostname } from 'node:os';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { startPlayer } from '../../player/player.ts';
import type { Strategy } from '../../player/strategy.ts';
import type { OnHeard } from '../../player/tap.ts';
import { type Flags, usage } from '../options.ts';
import { printable } from '../output/columns.ts';
import { runAgentProcess } from '../processes/agent_process.ts';
import { isLaunched, note, untilEnded } from '../processes/child.ts';
import { type StrategyOutput, strategyOutput } from '../processes/strategy_output.ts';
import { inItsLeague, managerFor } from '../world/addresses.ts';
import { gameTypesOf } from '../world/games.ts';
import {
  configOf,
  folder,
  ledgersIn,
  logsOf,
  machine,
  need,
  networkOf,
  nickname,
  placesOf,
  recordsOf,
} from '../world/installation.ts';
import { dialectIn, playerPatience } from '../world/league_setup.ts';
import { appointed } from '../world/operator.ts';
import { loadStrategy } from '../world/strategies.ts';
import { agentChoice, WIRE_SWITCHES } from '../world/wires.ts';
import { managersIn, networkTransport } from '../world/wires_http.ts';

/** A player with a name and a strategy of its own. */
export interface Identity {
  readonly id: string;
  readonly display_name: string;
  readonly strategy: Strategy;
}

export async function playerCommand(flags: Flags): Promise<number> {
  const command = flags.text('command');
  if (flags.has('pull')) return playByPulling(flags);
  if (command === undefined) return playAs(flags, undefined);
  return (await import('../processes/program_player.ts')).playProgram(flags, command);
}

/** Plays with the options of `league player`, as the named player if there is one. */
export async function playAs(typed: Flags, identity: Identity | undefined): Promise<number> {
  const wire = agentChoice(typed);
  const loader = configOf(typed);
  const flags = await inItsLeague(typed, loader);
  const { players } = need(await loader.loadAgents());
  const defaults = need(await loader.loadDefaults('player'));
  const limits = need(await loader.limits({ role: 'player' }));
  const id = flags.text('id') ?? identity?.id;
  const known = players.find((player) => player.player_id === id);
  const wish = flags.text('strategy');
  const output = process.send === undefined || id === undefined ? undefined : await outputIn(flags, loader, id);
  const load = async () =>
    wish === undefined && identity !== undefined
      ? identity.strategy
      : loadStrategy(wish, id, defaults.default_settings.strategy, folder(flags, 'config'));
  const loaded = await (output === undefined ? load() : output.during(load));
  const strategy = output?.of(loaded) ?? loaded;
  const game_types = await gameTypesOf(flags, loader, known);
  const seed = flags.text('seed');
  const dialect = dialectIn(flags);
  const ours = isLaunched() ? await appointed(typed, loader, ledgersIn(placesOf(typed))) : {};
  const display_name =
    flags.text('name') ?? identity?.display_name ?? known?.display_name ?? `Player ${id ?? nickname()}`;
  const code = await runAgentProcess(flags, {
    role: 'player',
    id,
    wire,
    endpoint: known?.default_endpoint,
    registers: defaults.default_settings.auto_register,
    start: (context) =>
      startPlayer({
        ...context,
        places: placesOf(flags),
        ...(id === undefined ? {} : { id }),
        display_name,
        strategy,
        forfeits: flags.has('no-guard'),
        onStrategyFailed: note,
        ...(isLaunched() ? {} : { onHeard: tellOfErrors }),
        game_types,
        ...(known === undefined ? {} : { version: known.version }),
        ...(seed === undefined ? {} : { seed }),
        ...dialect,
        ...ours,
        ...playerPatience(limits),
      }),
    introduced: ({ id, address }) => `Player ${id} plays "${strategy.name}" at ${address} and is registered.`,
  });
  await output?.close();
  return code;
}

/** The options of a player that is called. */
const NOT_PULLED = ['port', 'host', ...WIRE_SWITCHES, 'dialect', 'id'] as const;

/** Plays from a seat at the manager, without a port. */
async function playByPulling(typed: Flags): Promise<number> {
  if (typed.text('command') !== undefined)
    throw usage(
      '--command and --pull contradict each other: a program of lines is called; one that pulls posts by itself',
    );
  const foreign = NOT_PULLED.find((name) => typed.has(name) || typed.text(name) !== undefined);
  if (foreign !== undefined)
    throw usage(
      `--${foreign} and --pull contradict each other: a player that pulls opens no port, and its manager names it`,
    );
  const { startPullPlayer } = await import('../../player/pull.ts');
  const loader = configOf(typed);
  const flags = await inItsLeague(typed, loader);
  const { default_settings } = need(await loader.loadDefaults('player'));
  const { registrationMs } = need(await loader.limits({ role: 'player' }));
  const strategy = await loadStrategy(
    flags.text('strategy'),
    undefined,
    default_settings.strategy,
    folder(flags, 'config'),
  );
  const managers = managersIn(flags.text('manager') ?? (await managerFor(flags, loader)));
  const [manager] = managers;
  const seed = flags.text('seed');
  const world = machine();
  const records = await recordsOf(flags, loader, world.disk);
  const effects = { ...world, records, transport: networkTransport('agent', await networkOf(loader), managers) };
  const say = (line: string) => void process.stdout.write(`${printable(line)}\n`);
  const player = need(
    await startPullPlayer({
      ...{ effects, places: placesOf(flags), manager, strategy, forfeits: flags.has('no-guard') },
      ...(seed === undefined ? {} : { seed }),
      display_name: flags.text('name') ?? `Player ${hostname()}`,
      waiting: { ms: registrationMs, tell: (line) => say(`Player: ${line}.`) },
      tell: say,
    }),
  );
  say(`Player ${player.id} plays "${strategy.name}" from a seat at ${manager.replace(/\?.*$/, '')}.`);
  await untilEnded([player]);
  say(`Player ${player.id} ended: ${await player.ended}.`);
  await effects.disk.close();
  return 0;
}

/** What a player is told to have done wrong, on its own terminal. */
const tellOfErrors: OnHeard = ({ type, message }) => {
  if (type !== 'LEAGUE_ERROR' && type !== 'GAME_ERROR') return;
  note(printable(`${type} ${message.error_code}: ${message.error_description}`));
};

/** Under a launcher, what the strategy prints is shown there. */
async function outputIn(flags: Flags, loader: ConfigLoader, id: string): Promise<StrategyOutput> {
  const { limits } = (await logsOf(flags, loader)).player;
  return strategyOutput({ ...machine(), id, tell: note, folder: placesOf(flags).logs, limits });
}
