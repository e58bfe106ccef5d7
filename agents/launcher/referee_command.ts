/** `league referee`: one referee in this process. */
import { gameOf, games } from '../../SHARED/games/registry.ts';
import { startReferee } from '../referee/referee.ts';
import { childOfLauncher, untilEnded } from './child.ts';
import { configOf, endpointIn, need, networkOf, nickname, placesOf, systemEffects } from './installation.ts';
import type { Flags } from './options.ts';
import { refereePatience } from './registering.ts';

export async function refereeCommand(flags: Flags): Promise<number> {
  const loader = configOf(flags);
  const effects = systemEffects('agent', await networkOf(loader));
  const { network } = need(await loader.loadSystem());
  const agents = need(await loader.loadAgents());
  const defaults = need(await loader.loadDefaults('referee'));
  const limits = need(await loader.limits({ role: 'referee' }));
  const id = flags.text('id');
  const known = agents.referees.find((referee) => referee.referee_id === id);
  const port = flags.number('port', 0, 65_535) ?? portOf(known?.endpoint) ?? 0;
  const operator_token = flags.text('operator-token') ?? process.env['LEAGUE_OPERATOR_TOKEN'];
  const child = childOfLauncher();
  const referee = need(
    await startReferee({
      effects,
      places: placesOf(flags),
      gameOf,
      game_types: [...games.keys()],
      ...(id === undefined ? {} : { id }),
      display_name: flags.text('name') ?? known?.display_name ?? `Referee ${id ?? nickname()}`,
      listen: `http://${network.base_host}:${port}/mcp`,
      manager: endpointIn(flags.text('manager') ?? agents.league_manager.endpoint, 'manager'),
      max_concurrent_matches:
        flags.number('max-matches', 1, 10_000) ??
        known?.max_concurrent_matches ??
        defaults.default_settings.max_concurrent_matches,
      ...refereePatience(limits),
      ...(operator_token === undefined ? {} : { operator_token }),
      beforeRegistering: child.turn,
      onListening: (address) => child.say({ said: 'listening', address }),
    }),
  );
  child.say({ said: 'registered', id: referee.id });
  if (!child.launched) process.stdout.write(`Referee ${referee.id} listens at ${referee.address} and is registered.\n`);
  await untilEnded([referee]);
  if (!child.launched) process.stdout.write(`Referee ${referee.id} ended: ${await referee.ended}.\n`);
  await effects.disk.close();
  return 0;
}

/** The port of a configured endpoint. */
export function portOf(endpoint: string | undefined): number | undefined {
  return endpoint === undefined ? undefined : Number(new URL(endpoint).port);
}
