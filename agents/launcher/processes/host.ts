/** A process that hosts many players at one door, each under its id: the same code, fewer processes. */
import type { Running } from '../../../SHARED/league_sdk/effects.ts';
import { startPlayer } from '../../player/player.ts';
import { Flags } from '../options.ts';
import { gameTypesOf } from '../world/games.ts';
import { configOf, need, networkOf, placesOf, systemEffects } from '../world/installation.ts';
import { playerPatience } from '../world/league_setup.ts';
import { speakingMcp } from '../world/mcp_catalogs.ts';
import { takeStdio } from '../world/stdio_ends.ts';
import { homeOf } from '../world/stdio_home.ts';
import { loadStrategy } from '../world/strategies.ts';
import { childOfLauncher, untilEnded } from './child.ts';
import type { PlayerSeat } from './roster.ts';

/** What the launcher hands to a host. */
export interface Hosting {
  readonly players: readonly PlayerSeat[];
  /** Whether they listen on the pipe of their process, and not at their addresses. */
  readonly isOnPipe: boolean;
  /** The game they play; undefined: those of their entries. */
  readonly game: string | undefined;
  readonly manager: string;
  readonly seed: string | undefined;
  readonly folders: readonly (readonly [string, string])[];
}

/** Hosts the players it is handed until all of them have ended. */
export async function hostPlayers(hosting: Hosting): Promise<void> {
  const { game } = hosting;
  const flags = new Flags([...hosting.folders, ...(game === undefined ? [] : [['game', game] as const])]);
  const loader = configOf(flags);
  const world = systemEffects('agent', await networkOf(loader), hosting.manager);
  const { network } = need(await loader.loadSystem());
  const { isOnPipe } = hosting;
  const home = homeOf({
    ends: isOnPipe ? takeStdio() : undefined,
    of: 'agent',
    network: world.transport,
    http: isOnPipe ? undefined : (hosting.players[0]?.address ?? ''),
    onPipe: 'stdio:',
  });
  const effects = speakingMcp({ ...world, transport: home.transport }, 'player', {}, network);
  const defaults = need(await loader.loadDefaults('player'));
  const limits = need(await loader.limits({ role: 'player' }));
  const child = childOfLauncher();
  const running: Running[] = [];
  let listening = 0;
  const agents = need(await loader.loadAgents());
  const entries = new Map(agents.players.map((entry) => [entry.player_id, entry]));
  const starting = hosting.players.map(async (seat) => {
    const entry = entries.get(seat.id);
    return startPlayer({
      effects,
      places: placesOf(flags),
      id: seat.id,
      display_name: seat.name,
      strategy: await loadStrategy(seat.strategy, seat.id, defaults.default_settings.strategy),
      level: defaults.logging.level,
      game_types: await gameTypesOf(flags, loader, entry),
      ...(entry === undefined ? {} : { version: entry.version }),
      listen: isOnPipe ? `stdio:${seat.id}` : seat.address,
      manager: hosting.manager,
      ...(hosting.seed === undefined ? {} : { seed: hosting.seed }),
      ...playerPatience(limits),
      beforeRegistering: child.turn,
      onListening: (address) => {
        if (++listening === hosting.players.length) child.say({ said: 'listening', address });
      },
    });
  });
  for (const started of await Promise.all(starting)) running.push(need(started));
  child.say({ said: 'registered', id: running.map((player) => player.id).join(',') });
  await untilEnded(running, home.ended);
  await home.close();
  await effects.disk.close();
}
