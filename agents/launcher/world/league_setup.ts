/** The setup of a league from its configuration: settings, judge, and how patiently agents register. */
import { isAbsolute } from 'node:path';
import { spokenDialects } from '../../../SHARED/contracts/dialects/detect.ts';
import type { DialectName } from '../../../SHARED/contracts/dialects/dialect.ts';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { type Game, titleOf } from '../../../SHARED/games/game.ts';
import { differsFromItself } from '../../../SHARED/games/game_laws.ts';
import { type BoardsOf, makeBoards, makeJudge } from '../../../SHARED/games/judge.ts';
import type { Games } from '../../../SHARED/games/registry.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { AgentsConfig, GameConfig, LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import type { Effects, Places } from '../../../SHARED/league_sdk/effects.ts';
import { openLogs } from '../../../SHARED/league_sdk/logs/logs.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { formatOf, oddFigures, scheduleFault } from '../../league_manager/tournament/formats.ts';
import { type Flags, usage } from '../options.ts';
import { gameIn, gamesOf, leagueIdIn, optionsIn } from './games.ts';
import { need } from './installation.ts';

/** Everything the manager of this league needs to know. */
export async function settingsOf(flags: Flags, loader: ConfigLoader, schemes: readonly string[]): Promise<Settings> {
  const league_id = await leagueIdIn(flags, loader);
  const game_type = await gameIn(flags, loader);
  if (game_type !== undefined) need(await loader.getGame(game_type));
  const file = withSchedule(flags, need(await loader.loadLeague(league_id)));
  if (game_type !== undefined && file.game_type !== game_type)
    throw usage(`league ${league_id} plays ${file.game_type}; leave out --game or choose another --league`);
  if (file.status !== 'ACTIVE')
    throw usage(`league ${league_id} is ${file.status}; set "status" to "ACTIVE" in its file to have it played`);
  const seed = flags.text('seed');
  if (seed !== undefined && file.kind === 'class')
    throw usage('a class league draws its numbers itself; leave out --seed');
  const entry = need(await loader.gameOfLeague(file));
  const config = { ...file, options: { ...entry.options, ...file.options, ...optionsIn(flags) } };
  const { gameOf } = await gamesOf(flags, loader);
  const game = gameOf(config.game_type, config.options);
  if (!game.ok) throw usage(`${await optionsPlace(loader, { gameOf, entry, file })}: ${game.error.detail}`);
  checkSeats(game.value, entry);
  if (isAbsolute(entry.rules_module) && differsFromItself(game.value))
    throw usage(
      `${titleOf(game.value)} goes another way when the same moves are played with the same chance; it has to draw from the "random" that start and play are given alone, never Math.random, the time or a variable of its file`,
    );
  const unplayable = scheduleFault(config.schedule);
  if (unplayable !== undefined) throw usage(`league ${league_id}: ${unplayable}`);
  const strict = flags.has('strict') ? { retry_on_timeout: false } : {};
  const limits = need(await loader.limits({ role: 'referee', leagueId: league_id, flags: strict }));
  const agents = need(await loader.loadAgents());
  checkNamed(agents, config);
  const { referees, players } = takingPart(agents, config);
  const { require_tokens, token_ttl_sec } = need(await loader.loadSystem()).security;
  return {
    config,
    limits,
    requireTokens: require_tokens,
    tokenTtlMs: token_ttl_sec * 1_000,
    seatsMatter: game.value.seatsMatter,
    seed,
    schemes,
    expected: [...referees.map(({ referee_id }) => referee_id), ...players.map(({ player_id }) => player_id)],
    keep: flags.has('keep'),
    strict: flags.has('strict'),
  };
}

/** Where the options of a game that it does not take were given. */
async function optionsPlace(
  loader: ConfigLoader,
  { gameOf, entry, file }: Pick<Games, 'gameOf'> & { readonly entry: GameConfig; readonly file: LeagueConfig },
): Promise<string> {
  if (!gameOf(file.game_type, entry.options).ok) return `${await loader.gamesFile()}: "options" of ${entry.game_type}`;
  const isByFile = !gameOf(file.game_type, { ...entry.options, ...file.options }).ok;
  return isByFile ? `${loader.leagueFile(file.league_id)}: "options"` : '--option';
}

/** The league file as --legs and --max-rounds have it. */
function withSchedule(flags: Flags, config: LeagueConfig): LeagueConfig {
  const [legs, max_rounds] = [flags.number('legs', 1, 2), flags.number('max-rounds', 1, 1_000_000)];
  return {
    ...config,
    schedule: {
      ...config.schedule,
      ...(legs === undefined ? {} : { legs }),
      ...(max_rounds === undefined ? {} : { max_rounds }),
    },
  };
}

/** Players of a match (spec 002): a league has no tables for more. */
const PAIR = 2;

function checkSeats({ type, seats }: Game, { min_players, max_players }: GameConfig): void {
  if (seats < min_players || seats > max_players)
    throw usage(
      `${type} is a game for ${seats}, but its entry in games_registry.json says ${min_players} to ${max_players}`,
    );
  if (seats !== PAIR) throw usage(`${type} is a game for ${seats}, and the matches of a league are for ${PAIR}`);
}

/** A league expects agents by their ids; where they are, the agents file says. */
function checkNamed(agents: AgentsConfig, { league_id, players, referees: { ids } }: LeagueConfig): void {
  const known = new Set([...agents.players.map((p) => p.player_id), ...agents.referees.map((r) => r.referee_id)]);
  const stranger = [...players, ...ids].find((id) => !known.has(id));
  if (stranger !== undefined)
    throw usage(`league ${league_id} expects ${stranger}, which agents_config.json does not have; add it there`);
}

/**
 * The agents of the agents file that are to take part in a league, in its order: they are active, play its game, and are
 * named by the league if it names any. A player with preferred leagues takes part in those alone.
 */
export function takingPart(
  agents: AgentsConfig,
  { league_id, game_type, players: named, referees: { ids } }: LeagueConfig,
): Pick<AgentsConfig, 'players' | 'referees'> {
  const has = (wanted: readonly string[], one: string) => wanted.length === 0 || wanted.includes(one);
  const referees = agents.referees.filter(
    (referee) => referee.active && has(referee.game_types, game_type) && has(ids, referee.referee_id),
  );
  const players = agents.players.filter(
    (player) =>
      player.active &&
      has(player.game_types, game_type) &&
      has(player.preferred_leagues, league_id) &&
      has(named, player.player_id),
  );
  return { referees, players };
}

/** The judge of results by the rules of these games. */
export function judgeOf({ gameOf }: Games): Judge {
  return makeJudge(gameOf);
}

/** Draws the boards of matches by the rules of these games. */
export function boardsBy({ gameOf }: Games): BoardsOf {
  return makeBoards(gameOf);
}

export function playerPatience({ moveMs, responseMs, maxRetries, backoff }: Limits) {
  return { moveMs, registering: { timeoutMs: responseMs, attempts: maxRetries, baseMs: backoff.baseMs } };
}

export function refereePatience({ responseMs, maxRetries, backoff }: Limits) {
  return { registerMs: responseMs, retry: { attempts: maxRetries, ...backoff } };
}

/**
 * How long a league that goes on waits for its players. Without a limit only where the owners of its agents have to
 * start them, and an operator can see at a terminal who is missing.
 */
export function resumeWaitMs(
  flags: Flags,
  { resumeMs, registrationMs }: Limits,
  { isByHand, isAtTerminal }: { readonly isByHand: boolean; readonly isAtTerminal: boolean },
): number {
  if (flags.has('now') && flags.has('wait'))
    throw usage('--now and --wait contradict each other; leave out one of them');
  if (flags.has('now')) return 0;
  if (flags.has('wait')) return Number.POSITIVE_INFINITY;
  return resumeMs ?? (isByHand && isAtTerminal ? Number.POSITIVE_INFINITY : registrationMs);
}

/** Whether an operator reads and writes here. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** How an agent speaks to its manager, where that was chosen. */
export function dialectIn(flags: Flags): { readonly dialect?: DialectName } {
  const text = flags.text('dialect');
  if (text === undefined) return {};
  const dialect = spokenDialects().find((name) => name === text);
  if (dialect === undefined) throw usage(`--dialect takes one of ${spokenDialects().join(', ')}, not "${text}"`);
  return { dialect };
}

interface IgnoredOptions {
  readonly effects: Pick<Effects, 'disk' | 'clock' | 'logs'>;
  readonly places: Places;
  /** The stream that lines for people go to. */
  readonly tell: (text: string) => void;
  readonly settings: Settings;
  /** How many players take part; absent: those that will register, and the league's log has the figures then. */
  readonly players?: number;
}

/**
 * Names what the configuration says without effect, on the screen and in the launcher's log: keys that mean nothing,
 * numbers that are computed otherwise, and agents that are active and play something else.
 */
export async function tellIgnored(
  loader: ConfigLoader,
  { effects, places, tell, settings, players }: IgnoredOptions,
): Promise<void> {
  const agents = need(await loader.loadAgents());
  const left = leftOut(agents, settings.config);
  if (left.length > 0) tell(`  not in this league: ${left.slice(0, TOLD_AGENTS).join(', ')}${furtherText(left)}\n`);
  const game = need(await loader.gameOfLeague(settings.config));
  const keys = [
    ...loader.ignored().map(({ file, key }) => `${key} (${file})`),
    ...(players === undefined ? [] : figuresText(settings, players)),
    ...(game.max_players > PAIR ? [`max_players ${game.max_players} of ${game.game_type} (games_registry.json)`] : []),
  ];
  if (keys.length === 0) return;
  tell(`  without effect here: ${keys.join(', ')}\n`);
  const log = openLogs(effects, places.logs).component('orchestrator');
  log.warning('CONFIG_IGNORED', { keys });
  // Lines that were lost have been told.
  await log.close().catch(() => undefined);
}

const TOLD_AGENTS = 5;

function furtherText(all: readonly string[]): string {
  return all.length > TOLD_AGENTS ? ` and ${all.length - TOLD_AGENTS} more` : '';
}

/** The active agents whose own entries keep them out of a league, each with its reason. */
function leftOut({ referees, players }: AgentsConfig, { league_id, game_type }: LeagueConfig): readonly string[] {
  const reasonOf = (game_types: readonly string[], leagues: readonly string[] = []) => {
    if (game_types.length > 0 && !game_types.includes(game_type)) return `game_types has no ${game_type}`;
    return leagues.length > 0 && !leagues.includes(league_id) ? `preferred_leagues has no ${league_id}` : undefined;
  };
  return [
    ...referees.map((each) => [each.active, each.referee_id, reasonOf(each.game_types)] as const),
    ...players.map((each) => [each.active, each.player_id, reasonOf(each.game_types, each.preferred_leagues)] as const),
  ].flatMap(([active, id, reason]) => (active && reason !== undefined ? [`${id} (its ${reason})`] : []));
}

/** A line for each of the figures of a league file to which its players and schedule do not come. */
function figuresText({ config, seatsMatter }: Settings, count: number): readonly string[] {
  const all = count + (config.participants.late_places ?? 0);
  const players = Array.from({ length: all }, (_, nth) => numberedId('P', nth + 1));
  const outlook = all < PAIR ? undefined : formatOf(config.schedule, { players, seatsMatter })?.outlook();
  return (outlook === undefined ? [] : oddFigures(config, outlook)).map(
    ({ key, stated, computed }) =>
      `${key} ${stated} (${config.league_id}.json; it follows from players and schedule${computed === undefined ? '' : `: ${computed}`})`,
  );
}
