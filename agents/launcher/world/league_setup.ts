/** What a league is set up with from its configuration: settings, judge, and how patiently agents register. */
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { makeJudge } from '../../../SHARED/games/judge.ts';
import { gameOf, games } from '../../../SHARED/games/registry.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { scheduleFault } from '../../league_manager/tournament/formats.ts';
import { type Flags, usage } from '../options.ts';
import { need } from './installation.ts';

/** The league was named after it. */
const [FIRST_GAME = ''] = games.keys();
/** The league file of a game (DECISIONS section 10). */
const leagueOf = (game_type: string) => `league_2025_${game_type}`;

/** Which league is meant by --league and --game. */
export function leagueIdIn(flags: Flags): string {
  return flags.text('league') ?? leagueOf(flags.text('game') ?? FIRST_GAME);
}

/** Everything the manager of this league needs to know. */
export async function settingsOf(flags: Flags, loader: ConfigLoader, schemes: readonly string[]): Promise<Settings> {
  const league_id = leagueIdIn(flags);
  const game_type = flags.text('game');
  if (game_type !== undefined) need(await loader.getGame(game_type));
  const config = withLegs(flags, need(await loader.loadLeague(league_id)));
  if (game_type !== undefined && config.game_type !== game_type)
    throw usage(`league ${league_id} plays ${config.game_type}; leave out --game or choose another --league`);
  const seed = flags.text('seed');
  if (seed !== undefined && config.kind === 'class')
    throw usage('a class league draws its numbers itself; leave out --seed');
  const game = gameOf(config.game_type, config.options);
  if (!game.ok) throw usage(`league ${league_id}: ${game.error.detail}`);
  const unplayable = scheduleFault(config.schedule);
  if (unplayable !== undefined) throw usage(`league ${league_id}: ${unplayable}`);
  const strict = flags.has('strict') ? { retry_on_timeout: false, max_retries: 1 } : {};
  const limits = need(await loader.limits({ role: 'referee', leagueId: league_id, flags: strict }));
  const agents = need(await loader.loadAgents());
  const { require_tokens, token_ttl_sec } = need(await loader.loadSystem()).security;
  const expected = [
    ...agents.referees.map((referee) => referee.referee_id),
    ...agents.players.map((player) => player.player_id),
  ];
  return {
    config,
    limits,
    requireTokens: require_tokens,
    tokenTtlMs: token_ttl_sec * 1_000,
    seatsMatter: game.value.seatsMatter,
    seed,
    schemes,
    expected,
    keep: flags.has('keep'),
  };
}

/** The league file as --legs has it. */
function withLegs(flags: Flags, config: LeagueConfig): LeagueConfig {
  const legs = flags.number('legs', 1, 2);
  return legs === undefined ? config : { ...config, schedule: { ...config.schedule, legs } };
}

export const judge: Judge = makeJudge(gameOf);

export function playerPatience({ responseMs, maxRetries, backoff }: Limits) {
  return { registering: { timeoutMs: responseMs, attempts: maxRetries, baseMs: backoff.baseMs } };
}

export function refereePatience({ responseMs, maxRetries, backoff }: Limits) {
  return { registerMs: responseMs, retry: { attempts: maxRetries, ...backoff } };
}
