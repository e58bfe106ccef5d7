/** `league player`: one player in this process; the players' own folders start here too. */
import { spokenDialects } from '../../SHARED/contracts/dialects/detect.ts';
import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import { games } from '../../SHARED/games/registry.ts';
import { startPlayer } from '../player/player.ts';
import type { Strategy } from '../player/strategy.ts';
import { childOfLauncher, untilEnded } from './child.ts';
import { configOf, need, networkOf, nickname, placesOf, systemEffects } from './installation.ts';
import { speakingMcp } from './mcp_faces.ts';
import { usage } from './mistake.ts';
import type { Flags } from './options.ts';
import { playProgram } from './program_player.ts';
import { portOf } from './referee_command.ts';
import { playerPatience } from './registering.ts';
import { pipeIn } from './stdio_ends.ts';
import { homeOf, MANAGER_ON_PIPE, managerOf, unlessEnded, unregistered } from './stdio_home.ts';
import { loadStrategy } from './strategies.ts';

/** A player that knows who it is. */
export interface Identity {
  readonly id: string;
  readonly display_name: string;
  readonly strategy: Strategy;
}

function dialectIn(flags: Flags): { readonly dialect?: DialectName } {
  const text = flags.text('dialect');
  if (text === undefined) return {};
  const dialect = spokenDialects().find((name) => name === text);
  if (dialect === undefined) throw usage(`--dialect takes one of ${spokenDialects().join(', ')}, not "${text}"`);
  return { dialect };
}

export function playerCommand(flags: Flags): Promise<number> {
  const command = flags.text('command');
  return command === undefined ? playAs(flags, undefined) : playProgram(flags, command);
}

/** Plays with the options of `league player`, as somebody in particular if one is named. */
export async function playAs(flags: Flags, identity: Identity | undefined): Promise<number> {
  const ends = pipeIn(flags);
  const loader = configOf(flags);
  const world = systemEffects('agent', await networkOf(loader));
  const { network } = need(await loader.loadSystem());
  const agents = need(await loader.loadAgents());
  const defaults = need(await loader.loadDefaults('player'));
  const limits = need(await loader.limits({ role: 'player' }));
  const id = flags.text('id') ?? identity?.id;
  const known = agents.players.find((player) => player.player_id === id);
  const port = flags.number('port', 0, 65_535) ?? portOf(known?.default_endpoint) ?? 0;
  const wish = flags.text('strategy');
  const strategy =
    wish === undefined && identity !== undefined
      ? identity.strategy
      : await loadStrategy(wish, id, defaults.default_settings.strategy);
  const seed = flags.text('seed');
  const manager = managerOf(flags, agents.league_manager.endpoint);
  const home = homeOf({
    ends,
    of: 'agent',
    network: world.transport,
    http: manager === MANAGER_ON_PIPE ? undefined : `http://${network.base_host}:${port}/mcp`,
    onPipe: `stdio:${id ?? nickname()}`,
  });
  const effects = speakingMcp({ ...world, transport: home.transport }, 'player', {}, network);
  const child = childOfLauncher();
  const started = await unlessEnded(
    startPlayer({
      effects,
      places: placesOf(flags),
      ...(id === undefined ? {} : { id }),
      display_name: flags.text('name') ?? identity?.display_name ?? known?.display_name ?? `Player ${id ?? nickname()}`,
      strategy,
      game_types: [...games.keys()],
      listen: home.listen,
      manager,
      ...(seed === undefined ? {} : { seed }),
      ...dialectIn(flags),
      ...playerPatience(limits),
      beforeRegistering: home.ready.then(() => child.turn),
      onListening: (address) => {
        child.say({ said: 'listening', address });
        if (home.isAlone()) process.stdout.write(unregistered('Player'));
      },
    }),
    home,
  );
  if (started === undefined) return 0;
  const player = need(started);
  child.say({ said: 'registered', id: player.id });
  if (!child.launched)
    process.stdout.write(`Player ${player.id} plays "${strategy.name}" at ${player.address} and is registered.\n`);
  await untilEnded([player], home.ended);
  if (!child.launched) process.stdout.write(`Player ${player.id} ended: ${await player.ended}.\n`);
  await home.close();
  await effects.disk.close();
  return 0;
}
