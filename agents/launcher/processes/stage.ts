/** Everything a run is made of, by its flags, and how its agents are started from it. */
import type { Role } from '../../../SHARED/contracts/contract.ts';
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type { Games } from '../../../SHARED/games/registry.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import type { Effects, Places } from '../../../SHARED/league_sdk/effects.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Records } from '../../../SHARED/league_sdk/records/records.ts';
import type { HeldLeague } from '../../league_manager/league/read_league.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { LLM } from '../../player/strategies/strategies.ts';
import type { Strategy } from '../../player/strategy.ts';
import { type Flags, usage } from '../options.ts';
import { printable } from '../output/columns.ts';
import { gamesOf } from '../world/games.ts';
import {
  configOf,
  folder,
  type LedgerPlace,
  ledgersIn,
  logsOf,
  need,
  placesOf,
  type RoleLogs,
  recordsOf,
  sampleOf,
  systemEffects,
} from '../world/installation.ts';
import { settingsOf } from '../world/league_setup.ts';
import { isCommand, loadStrategy } from '../world/strategies.ts';
import { runChoice, type WireName, wireOf } from '../world/wires.ts';
import { type Started, showLine } from './follow_run.ts';
import { MATCHES_AT_ONCE, type Roster, rosterOf } from './roster.ts';
import type { Cast } from './run_in_process.ts';
import { type ProcessRunOptions, startProcesses } from './run_processes.ts';
import { type StrategyOutput, strategyOutput, unheard } from './strategy_output.ts';

/** Everything a run of these flags is made of, checked before anything is started. */
export interface Stage {
  readonly wire: WireName;
  readonly effects: Effects;
  readonly logs: RoleLogs;
  readonly records: Records;
  readonly places: Places & LedgerPlace;
  readonly store: LedgerStore;
  readonly settings: Settings;
  readonly roster: Roster;
  readonly games: Games;
  readonly system_id: string;
  /** The configuration it was made from. */
  readonly loader: ConfigLoader;
  /** The strategy of players that name none. */
  readonly byDefault: string;
  /** The name of each player's strategy, by its id. */
  readonly thinking: ReadonlyMap<string, string>;
}

/** The stage of these flags; a flag that cannot be meant throws. */
export async function stageOf(flags: Flags): Promise<Stage> {
  const world = systemEffects('agent');
  const loader = configOf(flags, world.disk);
  const places = placesOf(flags);
  const wire = runChoice(flags);
  const isOnNetwork = isOpen({ wire });
  if (!isOnNetwork && flags.text('tls-cert') !== undefined)
    throw usage(`--tls-cert is for the network; leave it out with --transport ${wireOf(wire).flag}`);
  const settings = await settingsOf(flags, loader, wireOf(wire).schemes);
  const games = await gamesOf(flags, loader);
  const [agents, system] = [need(await loader.loadAgents()), need(await loader.loadSystem())];
  const whole = rosterOf(flags, { agents, system, league: settings.config, isOnNetwork });
  const roster = isOnNetwork ? whole : withoutAway(whole, settings.config, wireOf(wire).flag);
  const players = roster.players.length + awayOf(roster, 'player');
  const records = await recordsOf(flags, loader, world.disk, players);
  const logs = await logsOf(flags, loader, players);
  const effects = { ...world, logs: logs.league_manager, records };
  const byDefault = need(await loader.loadDefaults('player')).default_settings.strategy;
  // A name that is not a strategy is found out before anything is started. What a file prints is heard where it plays.
  const isHere = wireOf(wire).processes === undefined;
  const thinking = new Map(roster.players.map(({ id, strategy }) => [id, strategy ?? byDefault]));
  const program = roster.players.find(({ strategy = '' }) => isCommand(strategy));
  if (program !== undefined && !isOnNetwork)
    throw usage(
      `"${program.strategy}" has a blank and so is the command of a program, which plays over http alone; leave out --transport ${wireOf(wire).flag}`,
    );
  // What is missing for it is installed here, where its line is seen.
  if ([...thinking.values()].includes(LLM)) await loadStrategy(LLM, undefined, LLM);
  for (const seat of roster.players.slice(0, 100)) {
    if (isCommand(seat.strategy ?? '')) continue;
    const load = () => loadStrategy(seat.strategy, seat.id, byDefault, folder(flags, 'config'));
    const { name } = await (isHere ? outputIn({ effects, places }, seat.id).during(load) : unheard(load));
    thinking.set(seat.id, name);
  }
  const { system_id } = system;
  const store = ledgersIn(places, effects.disk);
  return {
    wire,
    effects,
    logs,
    records,
    places,
    store,
    settings,
    games,
    roster,
    byDefault,
    thinking,
    system_id,
    loader,
  };
}

/** On pipes and in one process no agent of another machine can come. */
function withoutAway(roster: Roster, { participants }: LeagueConfig, transport: string): Roster {
  const { away, referees, players } = roster;
  if (away.length > 0 && (referees.length === 0 || players.length < participants.min_players))
    throw usage(
      `too few agents are of this machine to play by --transport ${transport}; leave it out to wait for others`,
    );
  return { ...roster, away: [] };
}

/** How many agents of this role come from elsewhere. */
export function awayOf({ away }: Roster, role: 'player' | 'referee'): number {
  return away.filter((seat) => seat.role === role).length;
}

/** The run as the log describes it. */
export function aboutOf({ roster, wire, system_id }: Stage) {
  const { players, referees, away } = roster;
  const { flag: transport } = wireOf(wire);
  const waitingFor = away.length === 0 ? {} : { waiting_for: away.map(({ id }) => id) };
  return { system_id, players: players.length, referees: referees.length, ...waitingFor, transport };
}

/** The options of a run with the choices that its size or the configuration has made, to be noted beside its ledger. */
export function withChoices(flags: Flags, { records, logs }: Pick<Stage, 'records' | 'logs'>): Flags {
  const [withRecords, sample] = [flags.with('records', records.policy), sampleOf(logs) ?? 1];
  return sample === 1 ? withRecords : withRecords.with('log-sample', String(sample));
}

/** The line about logs that have a sample of the messages, with what to do for all of them; empty where they have all. */
export function sampleLine({ logs }: Pick<Stage, 'logs'>, advice = ''): string {
  const sample = sampleOf(logs) ?? 1;
  if (sample === 1) return '';
  return `  Logs have the messages of one match in ${sample}, and all warnings and errors${advice}.\n`;
}

/** Whether agents of a run are found by other processes. */
export function isOpen({ wire }: Pick<Stage, 'wire'>): boolean {
  return wireOf(wire).processes?.isOpen ?? false;
}

/** Whether the players of a league come by themselves: then its operator says when play begins. */
export function waitsForPlayers({ settings, roster, wire }: Pick<Stage, 'settings' | 'roster' | 'wire'>): boolean {
  return settings.config.kind === 'class' && roster.players.length + awayOf(roster, 'player') === 0 && isOpen({ wire });
}

/** Starts every agent that is not present already; rejects when `calledOff` does, and leaves none behind. `held` is for the manager of a league in this process. */
export async function startAll(
  flags: Flags,
  stage: Stage,
  {
    held,
    ...how
  }: Pick<ProcessRunOptions, 'present' | 'calledOff' | 'resumeMs'> & { readonly held?: HeldLeague | undefined },
): Promise<Started> {
  const { wire, places, settings, roster, byDefault } = stage;
  const { processes } = wireOf(wire);
  if (processes === undefined) {
    const outputs = new Map(roster.players.map(({ id }) => [id, outputIn(stage, id)]));
    const started = await inProcess(
      stage,
      await castOf(roster, outputs, (wish, id) => loadStrategy(wish, id, byDefault, folder(flags, 'config'))),
      { held, flags },
    );
    const end = async () => {
      await started.end();
      await Promise.all([...outputs.values()].map((output) => output.close()));
      await stage.effects.disk.close();
    };
    return { ...started, end };
  }
  const warn = (line: string) => showLine(`league: ${line}`);
  return startProcesses({
    wires: processes.lay({ manager: roster.manager, warn }),
    flags,
    roster,
    settings,
    data: places.data,
    folders: foldersOf(flags, stage),
    records: stage.records.policy,
    ...how,
    warn,
    onNote: (line) => showLine(printable(line)),
  });
}

/** The folders of every process of a run, and the level and sample of its logs. */
function foldersOf(flags: Flags, { logs }: Pick<Stage, 'logs'>): readonly (readonly [string, string])[] {
  const logging = [
    ['log-level', flags.text('log-level')] as const,
    ['log-sample', sampleOf(logs)?.toString()] as const,
  ];
  return [
    ...(['data', 'logs', 'config'] as const).map((name) => [name, folder(flags, name)] as const),
    ...logging.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ];
}

function outputIn({ effects, places }: Pick<Stage, 'effects' | 'places'>, id: string): StrategyOutput {
  return strategyOutput({ ...effects, id, tell: showLine, folder: places.logs, limits: effects.logs.limits });
}

async function castOf(
  { referees, players }: Roster,
  outputs: ReadonlyMap<string, StrategyOutput>,
  load: (wish: string | undefined, id: string) => Promise<Strategy>,
): Promise<Cast> {
  const thinking = players.map(async ({ id, name, strategy }) => {
    const loaded = await load(strategy, id);
    return { id, name, strategy: outputs.get(id)?.of(loaded) ?? loaded };
  });
  return { referees, players: await Promise.all(thinking) };
}

async function inProcess(
  stage: Stage,
  cast: Cast,
  { held, flags }: { readonly held: HeldLeague | undefined; readonly flags: Flags },
): Promise<Started> {
  // A launcher of processes has no manager, referee or player of its own, and need not load them.
  const [{ startInProcess }, { readerOf }, { changeFeed }] = await Promise.all([
    import('./run_in_process.ts'),
    import('../live/own_reader.ts'),
    import('../../league_manager/public/change_feed.ts'),
  ]);
  const { wire, effects, logs, places, store, settings, games, roster } = stage;
  const { transport, addressOf } = wireOf(wire).open({ of: 'manager', id: MANAGER_ID, at: roster.manager });
  const roles = new Map<string, Role>([
    ...cast.referees.map(({ id }) => [id, 'referee'] as const),
    ...cast.players.map(({ id }) => [id, 'player'] as const),
  ]);
  const run = need(
    await startInProcess({
      effectsOf: (id) => ({ ...effects, transport, logs: logs[roles.get(id) ?? 'league_manager'] }),
      addressOf,
      places,
      settings,
      limits: settings.limits,
      store,
      ...(held === undefined ? {} : { held }),
      games,
      cast,
      matchesAtOnce: MATCHES_AT_ONCE,
      forfeits: flags.has('no-guard'),
      onStrategyFailed: (line) => showLine(printable(line)),
      onGameFault: (line) => showLine(printable(line)),
    }),
  );
  const hopeless = new Promise<string>(() => {});
  const end = () => run.stop('the run is over');
  const { ended, failure } = run.manager;
  const reader = () =>
    readerOf({ ...effects, ...run.manager, data: places.data }, changeFeed({ ...run.manager, ...effects }));
  return { operator: run.operator(), reader, over: ended.then(() => undefined), hopeless, failure, end };
}
