/** `league run`: plays a whole league and shows how it went. */
import { resolve } from 'node:path';
import { sleep, systemClock } from '../../SHARED/league_sdk/core/clock.ts';
import type { JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import type { Effects, Places } from '../../SHARED/league_sdk/effects.ts';
import { openFileLedger } from '../../SHARED/league_sdk/ledger/file.ts';
import { JsonLogger } from '../../SHARED/league_sdk/logger.ts';
import { memoryNetwork } from '../../SHARED/league_sdk/transport/memory.ts';
import type { Settings } from '../league_manager/settings.ts';
import { archive, earlierRun } from './archive.ts';
import { finalFiles, finalJson, finalText, shown, whereText } from './final.ts';
import { configOf, need, placesOf, systemEffects } from './installation.ts';
import { settingsOf } from './league_setup.ts';
import { Mistake } from './mistake.ts';
import { type Operator, operatorOf, tokenIn } from './operator.ts';
import type { Flags } from './options.ts';
import { type Roster, rosterOf } from './roster.ts';
import { type Cast, startInProcess } from './run_in_process.ts';
import { MATCHES_AT_ONCE, startProcesses } from './run_processes.ts';
import { counted, progressText } from './screen.ts';
import { loadStrategy } from './strategies.ts';

/** Where nobody watches live, progress takes so many lines at most. */
const LINES = 10;
/** How often the manager is asked how far it is. */
const LOOK_EVERY_MS = 50;

interface Started {
  readonly operator: Operator;
  readonly over: Promise<void>;
  readonly hopeless: Promise<string>;
  end(): Promise<void>;
}

export async function runCommand(flags: Flags): Promise<number> {
  const begun = systemClock.monotonic();
  const tell = flags.has('json')
    ? (text: string) => process.stderr.write(text)
    : (text: string) => process.stdout.write(text);
  const effects = systemEffects('agent');
  const places = placesOf(flags);
  const loader = configOf(flags, effects.disk);
  const memory = flags.has('in-process');
  const settings = await settingsOf(flags, loader, memory ? ['memory:'] : ['http:', 'https:']);
  const agents = need(await loader.loadAgents());
  const { min_players, max_players } = settings.config.participants;
  const roster = rosterOf(flags, agents, min_players, max_players);
  const byDefault = need(await loader.loadDefaults('player')).default_settings.strategy;
  // A name that is not a strategy is found out before anything is started.
  const thinking: string[] = [];
  for (const seat of roster.players.slice(0, 100)) {
    const { name } = await loadStrategy(seat.strategy, seat.id, byDefault);
    thinking.push(`${seat.id} ${name}`);
  }
  const { network } = need(await loader.loadSystem());
  await makeRoom(flags, effects, places, settings.config.league_id);

  const { league_id, display_name } = settings.config;
  const log = new JsonLogger('orchestrator', { disk: effects.disk, clock: systemClock, root: places.logs });
  log.info('RUN_STARTED', {
    league_id,
    players: roster.players.length,
    referees: roster.referees.length,
    in_process: memory,
  });
  const interrupted = whenInterrupted();
  tell(`${display_name}: ${counted(roster.players.length, 'player')}, ${counted(roster.referees.length, 'referee')}\n`);
  if (flags.text('strategies') !== undefined && roster.players.length <= 16) tell(`  ${thinking.join(', ')}\n`);
  const started = memory
    ? await inProcess(effects, places, settings, await castOf(roster, byDefault))
    : await startProcesses({
        flags,
        roster,
        league_id,
        host: network.base_host,
        data: places.data,
        folders: foldersOf(flags),
        warn: (line) => process.stderr.write(`league: ${line}\n`),
      });
  try {
    await started.operator.ask('START_LEAGUE', { league_id });
    const hopeless = started.hopeless.then((line) => {
      throw new Mistake(
        `${line}; no referee is left, so the league cannot go on; begin anew with --fresh (npm start -- --fresh)`,
      );
    });
    const ended = await Promise.race([watch(started, tell).then(() => 'over' as const), interrupted.promise, hopeless]);
    if (ended === 'interrupted')
      throw new Mistake(
        `interrupted; what was played is kept in ${shown(places.data)}; begin anew with --fresh (npm start -- --fresh)`,
      );
    const seconds = (systemClock.monotonic() - begun) / 1_000;
    log.info('RUN_ENDED', { league_id, seconds: Math.round(seconds * 1_000) / 1_000 });
    const final = await finalFiles(effects.disk, places.data, league_id, started.over);
    if (flags.has('json')) process.stdout.write(finalJson(final, seconds));
    tell(finalText(final, seconds));
    tell(whereText(places, league_id));
    if (flags.has('keep')) {
      tell('The agents are still there; end them with Ctrl-C or: league stop\n');
      await Promise.race([started.over, interrupted.promise]);
    }
    return 0;
  } finally {
    interrupted.forget();
    await started.end();
    await log.close();
    await effects.disk.close();
  }
}

/** A finished run makes room; an unfinished one is never put away without being asked. */
async function makeRoom(flags: Flags, { disk }: Effects, places: Places, league_id: string): Promise<void> {
  const earlier = await earlierRun(disk, places.data, league_id);
  if (earlier.state === 'none') return;
  if (earlier.state === 'unfinished' && !flags.has('fresh')) {
    throw new Mistake(
      `an unfinished run of ${league_id} is in ${shown(places.data)}; --fresh (npm start -- --fresh) puts it into the archive and begins anew`,
    );
  }
  if (earlier.state === 'damaged' && !flags.has('fresh')) throw new Mistake(earlier.why);
  await archive(disk, places.data, league_id, earlier.created_at);
}

function foldersOf(flags: Flags): readonly (readonly [string, string])[] {
  const { data, logs } = placesOf(flags);
  const config = flags.text('config');
  return [['data', data], ['logs', logs], ...(config === undefined ? [] : [['config', resolve(config)] as const])];
}

async function castOf({ referees, players }: Roster, byDefault: string): Promise<Cast> {
  const thinking = players.map(async ({ id, name, strategy }) => ({
    id,
    name,
    strategy: await loadStrategy(strategy, id, byDefault),
  }));
  return { referees, players: await Promise.all(thinking) };
}

async function inProcess(effects: Effects, places: Places, settings: Settings, cast: Cast): Promise<Started> {
  const network = memoryNetwork({ clock: systemClock });
  const transport = network.transport();
  const run = need(
    await startInProcess({
      effectsOf: () => ({ ...effects, transport }),
      addressOf: (id) => `memory:${id}`,
      places,
      settings,
      limits: settings.limits,
      openLedger: openFileLedger,
      cast,
      matchesAtOnce: MATCHES_AT_ONCE,
    }),
  );
  const { league_id } = settings.config;
  const operator = operatorOf(transport, run.manager.address, () => tokenIn(effects.disk, places.data, league_id));
  const hopeless = new Promise<string>(() => {});
  return { operator, over: run.manager.ended.then(() => undefined), hopeless, end: () => run.stop('the run is over') };
}

/** Shows progress until the league is over. */
async function watch({ operator, over }: Started, tell: (text: string) => void): Promise<void> {
  const live = process.stderr.isTTY;
  let gone = false;
  void over.then(() => {
    gone = true;
  });
  let told = -1;
  let completed = false;
  while (!gone && !completed) {
    await Promise.race([sleep(systemClock, LOOK_EVERY_MS), over]);
    const status = await operator.look('get_status').catch((): JsonObject | undefined => undefined);
    if (status === undefined) continue;
    const [done, total, round, rounds] = [
      status['matches_completed'],
      status['total_matches'],
      status['current_round'],
      status['total_rounds'],
    ] as [number, number, number, number];
    completed = status['status'] === 'completed';
    if (live) process.stderr.write(`\r${progressText(done, total, round, rounds)}`);
    else if (Math.floor((LINES * done) / total) > told) {
      told = Math.floor((LINES * done) / total);
      tell(`${progressText(done, total, round, rounds)}\n`);
    }
  }
  if (live) process.stderr.write('\r\u001b[K');
}

function whenInterrupted() {
  const { promise, resolve: interrupt } = Promise.withResolvers<'interrupted'>();
  const listener = () => interrupt('interrupted');
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return { promise, forget: () => [process.off('SIGINT', listener), process.off('SIGTERM', listener)] };
}
