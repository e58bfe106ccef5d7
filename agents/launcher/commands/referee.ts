/** `league referee`: one referee in this process. */
import { startReferee } from '../../referee/referee.ts';
import type { Flags } from '../options.ts';
import { runAgentProcess } from '../processes/agent_process.ts';
import { note } from '../processes/child.ts';
import { inItsLeague } from '../world/addresses.ts';
import { gamesOf, gameTypesOf, leagueIdIn } from '../world/games.ts';
import { configOf, ledgersIn, need, nickname, placesOf } from '../world/installation.ts';
import { dialectIn, refereePatience } from '../world/league_setup.ts';
import { appointing } from '../world/operator.ts';
import { agentChoice } from '../world/wires.ts';

export async function refereeCommand(typed: Flags): Promise<number> {
  if (typed.text('database') !== undefined) return (await import('../hosting/fleet.ts')).fleetCommand(typed);
  const wire = agentChoice(typed);
  const loader = configOf(typed);
  const flags = await inItsLeague(typed, loader);
  const { referees } = need(await loader.loadAgents());
  const defaults = need(await loader.loadDefaults('referee'));
  const limits = need(await loader.limits({ role: 'referee' }));
  const id = flags.text('id');
  const known = referees.find((referee) => referee.referee_id === id);
  const max_concurrent_matches =
    flags.number('max-matches', 1, 10_000) ??
    known?.max_concurrent_matches ??
    defaults.default_settings.max_concurrent_matches;
  const { gameOf } = await gamesOf(flags, loader);
  const game_types = await gameTypesOf(flags, loader, known);
  // The token is of this installation, whatever the manager's address looks like.
  const operator_token = appointing(typed, ledgersIn(placesOf(typed)), await leagueIdIn(typed, loader));
  const dialect = dialectIn(flags);
  return runAgentProcess(flags, {
    role: 'referee',
    id,
    wire,
    endpoint: known?.endpoint,
    start: (context) =>
      startReferee({
        ...context,
        places: placesOf(flags),
        gameOf,
        game_types,
        ...(known === undefined ? {} : { version: known.version }),
        ...(id === undefined ? {} : { id }),
        display_name: flags.text('name') ?? known?.display_name ?? `Referee ${id ?? nickname()}`,
        max_concurrent_matches,
        ...refereePatience(limits),
        operator_token,
        onGameFault: note,
        ...dialect,
      }),
    introduced: ({ id, address }) => `Referee ${id} listens at ${address} and is registered.`,
  });
}
