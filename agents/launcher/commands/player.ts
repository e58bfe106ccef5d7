/** `league player`: one player in this process; the players' own folders start here too. */
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { startPlayer } from '../../player/player.ts';
import type { Strategy } from '../../player/strategy.ts';
import type { OnHeard } from '../../player/tap.ts';
import type { Flags } from '../options.ts';
import { printable } from '../output/text.ts';
import { runAgentProcess } from '../processes/agent_process.ts';
import { isLaunched, note } from '../processes/child.ts';
import { playProgram } from '../processes/program_player.ts';
import { type Voice, voiceOf } from '../processes/strategy_voice.ts';
import { gameTypesOf } from '../world/games.ts';
import { configOf, ledgersIn, logsOf, machine, need, nickname, placesOf } from '../world/installation.ts';
import { dialectIn, playerPatience } from '../world/league_setup.ts';
import { appointed } from '../world/operator.ts';
import { loadStrategy } from '../world/strategies.ts';
import { agentChoice } from '../world/wires.ts';

/** A player with a name and a strategy of its own. */
export interface Identity {
  readonly id: string;
  readonly display_name: string;
  readonly strategy: Strategy;
}

export function playerCommand(flags: Flags): Promise<number> {
  const command = flags.text('command');
  return command === undefined ? playAs(flags, undefined) : playProgram(flags, command);
}

/** Plays with the options of `league player`, as the named player if there is one. */
export async function playAs(flags: Flags, identity: Identity | undefined): Promise<number> {
  const wire = agentChoice(flags);
  const loader = configOf(flags);
  const { players } = need(await loader.loadAgents());
  const defaults = need(await loader.loadDefaults('player'));
  const limits = need(await loader.limits({ role: 'player' }));
  const id = flags.text('id') ?? identity?.id;
  const known = players.find((player) => player.player_id === id);
  const wish = flags.text('strategy');
  const voice = process.send === undefined || id === undefined ? undefined : await voiceIn(flags, loader, id);
  const load = async () =>
    wish === undefined && identity !== undefined
      ? identity.strategy
      : loadStrategy(wish, id, defaults.default_settings.strategy);
  const loaded = await (voice === undefined ? load() : voice.during(load));
  const strategy = voice?.of(loaded) ?? loaded;
  const game_types = await gameTypesOf(flags, loader, known);
  const seed = flags.text('seed');
  const dialect = dialectIn(flags);
  const ours = isLaunched() ? await appointed(flags, loader, ledgersIn(placesOf(flags))) : {};
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
        display_name:
          flags.text('name') ?? identity?.display_name ?? known?.display_name ?? `Player ${id ?? nickname()}`,
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
  await voice?.close();
  return code;
}

/** What a player is told to have done wrong, on its own terminal. */
const tellOfErrors: OnHeard = ({ type, message }) => {
  if (type !== 'LEAGUE_ERROR' && type !== 'GAME_ERROR') return;
  note(printable(`${type} ${message.error_code}: ${message.error_description}`));
};

/** Under a launcher, what the strategy prints is shown there. */
async function voiceIn(flags: Flags, loader: ConfigLoader, id: string): Promise<Voice> {
  const { limits } = (await logsOf(loader)).player;
  return voiceOf({ ...machine(), id, tell: note, folder: placesOf(flags).logs, limits });
}
