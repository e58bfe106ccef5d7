/** `league referee`: one referee in this process. */
import { gameOf, games } from '../../SHARED/games/registry.ts';
import { startReferee } from '../referee/referee.ts';
import { childOfLauncher, untilEnded } from './child.ts';
import { configOf, need, networkOf, nickname, placesOf, systemEffects } from './installation.ts';
import { speakingMcp } from './mcp_faces.ts';
import type { Flags } from './options.ts';
import { refereePatience } from './registering.ts';
import { pipeIn } from './stdio_ends.ts';
import { homeOf, MANAGER_ON_PIPE, managerOf, unlessEnded, unregistered } from './stdio_home.ts';

export async function refereeCommand(flags: Flags): Promise<number> {
  const ends = pipeIn(flags);
  const loader = configOf(flags);
  const world = systemEffects('agent', await networkOf(loader));
  const { network } = need(await loader.loadSystem());
  const agents = need(await loader.loadAgents());
  const defaults = need(await loader.loadDefaults('referee'));
  const limits = need(await loader.limits({ role: 'referee' }));
  const id = flags.text('id');
  const known = agents.referees.find((referee) => referee.referee_id === id);
  const port = flags.number('port', 0, 65_535) ?? portOf(known?.endpoint) ?? 0;
  const operator_token = flags.text('operator-token') ?? process.env['LEAGUE_OPERATOR_TOKEN'];
  const manager = managerOf(flags, agents.league_manager.endpoint);
  const home = homeOf({
    ends,
    of: 'agent',
    network: world.transport,
    http: manager === MANAGER_ON_PIPE ? undefined : `http://${network.base_host}:${port}/mcp`,
    onPipe: `stdio:${id ?? nickname()}`,
  });
  const effects = speakingMcp({ ...world, transport: home.transport }, 'referee', {}, network);
  const child = childOfLauncher();
  const started = await unlessEnded(
    startReferee({
      effects,
      places: placesOf(flags),
      gameOf,
      game_types: [...games.keys()],
      ...(id === undefined ? {} : { id }),
      display_name: flags.text('name') ?? known?.display_name ?? `Referee ${id ?? nickname()}`,
      listen: home.listen,
      manager,
      max_concurrent_matches:
        flags.number('max-matches', 1, 10_000) ??
        known?.max_concurrent_matches ??
        defaults.default_settings.max_concurrent_matches,
      ...refereePatience(limits),
      ...(operator_token === undefined ? {} : { operator_token }),
      beforeRegistering: home.ready.then(() => child.turn),
      onListening: (address) => {
        child.say({ said: 'listening', address });
        if (home.isAlone()) process.stdout.write(unregistered('Referee'));
      },
    }),
    home,
  );
  if (started === undefined) return 0;
  const referee = need(started);
  child.say({ said: 'registered', id: referee.id });
  if (!child.launched) process.stdout.write(`Referee ${referee.id} listens at ${referee.address} and is registered.\n`);
  await untilEnded([referee], home.ended);
  if (!child.launched) process.stdout.write(`Referee ${referee.id} ended: ${await referee.ended}.\n`);
  await home.close();
  await effects.disk.close();
  return 0;
}

/** The port of a configured endpoint. */
export function portOf(endpoint: string | undefined): number | undefined {
  return endpoint === undefined ? undefined : Number(new URL(endpoint).port);
}
