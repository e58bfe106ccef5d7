/** A process that hosts many players on one port, each at /mcp/<id>: the same code, fewer processes. */
import { games } from '../../SHARED/games/registry.ts';
import type { Running } from '../../SHARED/league_sdk/effects.ts';
import { startPlayer } from '../player/player.ts';
import { childOfLauncher, untilEnded } from './child.ts';
import { configOf, need, networkOf, placesOf, systemEffects } from './installation.ts';
import { Flags } from './options.ts';
import { playerPatience } from './registering.ts';
import type { PlayerSeat } from './roster.ts';
import { loadStrategy } from './strategies.ts';

/** What the launcher hands to a host. */
export interface Hosting {
  readonly players: readonly PlayerSeat[];
  readonly port: number;
  readonly host: string;
  readonly manager: string;
  readonly seed: string | undefined;
  readonly folders: readonly (readonly [string, string])[];
}

/** Hosts the players it is handed until all of them have ended. */
export async function hostPlayers(hosting: Hosting): Promise<void> {
  const flags = new Flags(hosting.folders);
  const loader = configOf(flags);
  const effects = systemEffects('agent', await networkOf(loader));
  const defaults = need(await loader.loadDefaults('player'));
  const limits = need(await loader.limits({ role: 'player' }));
  const child = childOfLauncher();
  const running: Running[] = [];
  let listening = 0;
  const starting = hosting.players.map(async (seat) =>
    startPlayer({
      effects,
      places: placesOf(flags),
      id: seat.id,
      display_name: seat.name,
      strategy: await loadStrategy(seat.strategy, seat.id, defaults.default_settings.strategy),
      game_types: [...games.keys()],
      listen: `http://${hosting.host}:${hosting.port}/mcp/${seat.id}`,
      manager: hosting.manager,
      ...(hosting.seed === undefined ? {} : { seed: hosting.seed }),
      ...playerPatience(limits),
      beforeRegistering: child.turn,
      onListening: (address) => {
        if (++listening === hosting.players.length) child.say({ said: 'listening', address });
      },
    }),
  );
  for (const started of await Promise.all(starting)) running.push(need(started));
  child.say({ said: 'registered', id: running.map((player) => player.id).join(',') });
  await untilEnded(running);
  await effects.disk.close();
}
