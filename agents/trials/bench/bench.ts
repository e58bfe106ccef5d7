/** Measures the league beside the bare loop, slice by slice in turn, so that other work of the machine hits both. */
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Mistake } from '../../launcher/options.ts';
import { ledgersIn } from '../../launcher/world/installation.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import type { Traffic } from './bare_agents.ts';
import { bareInMemory, bareOverHttp, bareOverStdio } from './bare_slices.ts';
import { type Contest, playSlice, type WireName } from './contest.ts';
import { type Field, fieldOf, startField } from './field.ts';
import { memoryWires, playHere } from './play_here.ts';
import { cpuPerMatch } from './readers.ts';
import { record } from './recording.ts';

/** The measurements of one wire with one number of players. */
export interface Figure {
  readonly wire: WireName;
  readonly players: number;
  /** Matches per second, the median of all slices. */
  readonly league: number;
  readonly bare: number;
  readonly ratio: number;
  /** The share of the speed that is left when MCP is served beside the league: 1 is all. */
  readonly withMcp?: number;
  /** CPU seconds of the manager per match, with readers of its event stream and without, and how much more that is: 0 is nothing. */
  readonly readers?: { readonly unread: number; readonly read: number; readonly cost: number };
  readonly slices: number;
  /** Per match. */
  readonly traffic: { readonly league: Traffic; readonly bare: Traffic };
}

interface BenchOptions {
  readonly players: readonly number[];
  /** The most rounds of each league. */
  readonly rounds: number;
  /** A slice in memory has at least this many matches: one small league is over before a clock can tell. */
  readonly matchesInMemory: number;
  /** Everything is measured once, and again as long as there is time. */
  readonly budgetMs: number;
  readonly portBase: number;
  /** A folder for everything that is written; `emptied` is called with what is no longer needed. */
  readonly folder: string;
  readonly emptied: (folder: string) => Promise<void>;
  readonly tell: (line: string) => void;
  /** Whether the caller wants it to stop; it rejects then, as soon as what is being played is over. */
  readonly isCalledOff?: () => boolean;
}

/** Measures every wire with every number of players. */
export async function bench(options: BenchOptions): Promise<readonly Figure[]> {
  const { budgetMs, folder, emptied, tell } = options;
  const begun = systemClock.monotonic();
  const contests = await contestsOf(options);
  let slices = 0;
  for (let played = true; played; ) {
    played = false;
    for (const contest of contests) {
      const spentMs = systemClock.monotonic() - begun;
      if (contest.rates.league.length > 0 && spentMs + contest.lastMs > budgetMs) continue;
      goOn(options);
      played = true;
      const since = systemClock.monotonic();
      slices += 1;
      const home = join(folder, `slice_${slices}`);
      await playSlice(contest, home);
      await emptied(home);
      contest.lastMs = systemClock.monotonic() - since;
      tell(progressOf(contest));
    }
  }
  return contests.map(figureOf);
}

function goOn({ isCalledOff }: BenchOptions): void {
  if (isCalledOff?.() === true) throw new Mistake('interrupted');
}

async function contestsOf(options: BenchOptions): Promise<readonly Contest[]> {
  const { players, rounds, matchesInMemory, portBase, folder, tell } = options;
  const contests: Contest[] = [];
  for (const count of players) {
    goOn(options);
    tell(`recording a league of ${count} players`);
    const field = await fieldOf({ players: count, portBase, folder: join(folder, `field_${count}`), rounds });
    const { script, traffic } = await record(field);
    // The league's code has just been warmed up in this process, so the bare loop's has to be as well.
    await bareInMemory(field, script);
    const common = () => ({
      field,
      traffic,
      rates: { league: [], bare: [], withoutMcp: [] },
      cpu: { unread: [], read: [] },
      bareTraffic: { trips: 0, bytes: 0 },
      lastMs: 0,
    });
    contests.push({
      ...common(),
      wire: 'http',
      times: 1,
      league: (home) => leagueOverHttp(field, home),
      withoutMcp: (home) => leagueOverHttp(field, home, { mcp: false }),
      // Of the biggest league alone: a short one is over before anything was told.
      ...(count === players.at(-1) ? { cpuPerMatch: (home, readers) => cpuPerMatch(field, home, readers) } : {}),
      bare: () => bareOverHttp(field, script),
    });
    contests.push({
      ...common(),
      wire: 'stdio',
      times: 1,
      league: (home) => leagueOverStdio(field, home),
      bare: () => bareOverStdio(field, script),
    });
    contests.push({
      ...common(),
      wire: 'memory',
      times: Math.ceil(matchesInMemory / field.matches),
      league: (home) => leagueInMemory(field, home),
      bare: () => bareInMemory(field, script),
    });
  }
  return contests;
}

function figureOf({ wire, field, rates, cpu, traffic, bareTraffic }: Contest): Figure {
  const [league, bare] = [median(rates.league), median(rates.bare)];
  const cost = median(shares(cpu.read, cpu.unread)) - 1;
  const perMatch = ({ trips, bytes }: Traffic) => ({ trips: trips / field.matches, bytes: bytes / field.matches });
  return {
    wire,
    players: field.players,
    league,
    bare,
    ratio: league / bare,
    ...(rates.withoutMcp.length === 0 ? {} : { withMcp: median(shares(rates.league, rates.withoutMcp)) }),
    ...(cpu.read.length === 0 ? {} : { readers: { unread: median(cpu.unread), read: median(cpu.read), cost } }),
    slices: rates.league.length,
    traffic: { league: perMatch(traffic), bare: perMatch(bareTraffic) },
  };
}

/** Slice by slice, for what two neighbours share with each other they do not share with the rest. */
function shares(of: readonly number[], all: readonly number[]): readonly number[] {
  return of.map((rate, i) => rate / (all[i] as number));
}

function progressOf({ wire, field, rates }: Contest): string {
  const [league = 0, bare = 0, withoutMcp] = [rates.league.at(-1), rates.bare.at(-1), rates.withoutMcp.at(-1)];
  const rate = (value: number) => `${Math.round(value)} matches/s`;
  const compared = withoutMcp === undefined ? '' : `, without MCP ${rate(withoutMcp)}`;
  return `${wire}, ${field.players} players, slice ${rates.league.length}: league ${rate(league)}${compared}, bare loop ${rate(bare)}`;
}

/** The value in the middle, or halfway between the two there. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** The seconds a league of real processes takes from its start to the last result; its files are below `folder`. */
function leagueOverHttp(field: Field, folder: string, { mcp = true } = {}): Promise<number> {
  return leagueOf(field, folder, { wire: 'http', config: mcp ? field.config : field.configWithoutMcp });
}

/** The same on pipes. */
function leagueOverStdio(field: Field, folder: string): Promise<number> {
  return leagueOf(field, folder, { wire: 'pipe', config: field.config });
}

async function leagueOf(
  field: Field,
  folder: string,
  how: { readonly wire: 'http' | 'pipe'; readonly config: string },
): Promise<number> {
  const run = await startField(field, folder, how);
  try {
    await run.operator.ask('START_LEAGUE', { league_id: field.settings.config.league_id });
    await Promise.race([run.over, run.hopeless]);
  } finally {
    await run.end();
  }
  run.checkLosses();
  return secondsInLedger(field, run.data);
}

/** The same in this process, without a network; the files are as real. */
async function leagueInMemory(field: Field, folder: string): Promise<number> {
  const disk = nodeDisk();
  const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
  await playHere(field, { transport: memoryWires(), disk, places });
  await disk.close();
  return secondsInLedger(field, places.data);
}

/** From the event that starts the league to the one that closes it, once the last result is durable. */
async function secondsInLedger({ settings, matches }: Field, data: string): Promise<number> {
  const disk = nodeDisk();
  const { league_id } = settings.config;
  const store = ledgersIn({ data }, disk);
  const read = await store.read<LeagueEvent>(league_id);
  await disk.close();
  if (!read.ok) throw new Mistake(`the ledger ${store.where(league_id)} cannot be read: ${read.error.detail}`);
  const events = read.value?.lines.flat() ?? [];
  const decided = events.filter(({ type }) => type === 'match_decided').length;
  if (decided !== matches) throw new Mistake(`${decided} of ${matches} matches were decided`);
  const at = (wanted: LeagueEvent['type']) => Date.parse(events.find(({ type }) => type === wanted)?.at ?? '');
  return (at('league_closed') - at('league_started')) / 1_000;
}
