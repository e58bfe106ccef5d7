/** `league bench`: how fast the league is, beside a bare loop of the same messages; section by section. */
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import {
  type BenchReport,
  type Measured,
  SECTIONS,
  type SectionName,
} from '../../../SHARED/tools/performance/bench_report.ts';
import { type Flags, Mistake, usage } from '../../launcher/options.ts';
import { type Interruption, interruptible, unlessInterrupted } from '../../launcher/processes/interruption.ts';
import { ROOT, typedRecords } from '../../launcher/world/installation.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { freePortBase } from '../testing/rehearsal.ts';
import { bench, manyPlayers } from './bench.ts';
import { WIRES, type WireName } from './league_lap.ts';
import { hosted } from './machines/hosted.ts';
import { takeovers } from './machines/takeover.ts';
import { benchText, changes, changesText } from './report_text.ts';
import { starvedLeagues } from './starved.ts';
import { bigRun, duels, simulations, starts } from './timed_commands.ts';

const ALL_ROUNDS = Number.MAX_SAFE_INTEGER;
const SHORT_PLAYERS = 50;
const LONG_PLAYERS = 150;
const IN_FULL = {
  players: [10, SHORT_PLAYERS, LONG_PLAYERS, 500, 5_000],
  slices: 3,
  sliceMs: 10_000,
  rounds: ALL_ROUNDS,
};
/** For a user with half a minute. */
const QUICK = { players: [10, SHORT_PLAYERS], slices: 1, sliceMs: 0, rounds: 8 };
/** Of sections that go by matches, in full and in a hurry. */
const STARVED_MATCHES = [10_000, 100] as const;
const BIG_PLAYERS = 1_000;
const MANY = { players: 10_000, rounds: 2 };
/** Measured where nothing else is asked for; the others take long, or say nothing of a league. */
const USUAL: readonly SectionName[] = ['leagues', 'start', 'simulate'];
const REPORT = join(ROOT, 'doc', 'bench.json');

export function benchCommand(flags: Flags): Promise<number> {
  return interruptible((interruption) => measured(flags, interruption));
}

async function measured(flags: Flags, interruption: Interruption): Promise<number> {
  const wanted = sectionsIn(flags);
  const options = { ...(flags.has('quick') ? QUICK : IN_FULL), ...playersIn(flags), ...wiresIn(flags) };
  const slices = flags.number('slices', 1, 100) ?? options.slices;
  // A policy that there is not is told before anything is played.
  typedRecords(flags);
  const scratch = await scratchFolder('league-bench-');
  try {
    const tools = {
      ...{ slices, sliceMs: options.sliceMs, rounds: options.rounds },
      portBase: await freePortBase(4, Math.min(100, Math.max(...options.players))),
      folder: scratch.path,
      tell: (line: string) => void process.stderr.write(`  ${line}\n`),
      isCalledOff: interruption.isThere,
      records: flags.text('records'),
      calledOff: interruption.promise,
    };
    const hurry = flags.has('quick') ? 1 : 0;
    const only = playersIn(flags).players?.[0];
    const measure: { readonly [S in SectionName]: () => Promise<object> } = {
      leagues: async () => ({ rows: await bench({ ...tools, ...options, slices }) }),
      start: () => starts(tools),
      simulate: () => simulations(tools),
      duel: () => duels(tools),
      starved: () => starvedLeagues({ ...tools, players: only ?? LONG_PLAYERS, matches: STARVED_MATCHES[hurry] }),
      many: () => manyPlayers(only ?? MANY.players, MANY.rounds, tools),
      thousand: () => bigRun(only ?? BIG_PLAYERS, tools),
      takeover: () => takeovers(tools),
      hosted: () => hosted(tools),
    };
    const run = async () => {
      let report: BenchReport = { schema_version: '1.0.0' };
      for (const name of wanted) {
        report = { ...report, [name]: { ...about(flags, name), ...(await measure[name]()) } };
      }
      return report;
    };
    const report = await unlessInterrupted(interruption, run, () => 'interrupted');
    await told(flags, report);
    return 0;
  } finally {
    await scratch.remove();
  }
}

async function told(flags: Flags, report: BenchReport): Promise<void> {
  const disk = nodeDisk();
  try {
    const kept = await keptReport(disk);
    process.stdout.write(flags.has('json') ? `${JSON.stringify(report, null, 2)}\n` : benchText(report));
    if (flags.has('compare')) process.stdout.write(changesText(changes(kept, report)));
    if (!flags.has('write')) return;
    await disk.replace(REPORT, fileText({ ...kept, ...report }));
    process.stderr.write('  wrote doc/bench.json; npm run generate makes doc/PERFORMANCE.md of it\n');
  } finally {
    await disk.close();
  }
}

/** What was measured before; a section that is not measured now stays as it is. */
async function keptReport(disk: ReturnType<typeof nodeDisk>): Promise<BenchReport> {
  const text = await disk.read(REPORT);
  if (text === undefined) return { schema_version: '1.0.0' };
  try {
    return JSON.parse(text) as BenchReport;
  } catch (thrown) {
    throw new Mistake(`${REPORT} is no JSON: ${reasonOf(thrown)}`);
  }
}

/** Sections in the order of the document, lists of numbers in one line. */
function fileText(report: BenchReport): string {
  const sections = SECTIONS.filter((name) => report[name] !== undefined).map((name) => [name, report[name]]);
  const text = JSON.stringify({ schema_version: report.schema_version, ...Object.fromEntries(sections) }, null, 2);
  return `${text.replaceAll(/\[\s+([-\d.,\s]+?)\s+\]/g, (_, inner: string) => `[${inner.replaceAll(/\s+/g, ' ')}]`)}\n`;
}

function about(flags: Flags, name: SectionName): Measured {
  const typed = ['players', 'wires', 'slices', 'records'].flatMap((flag) =>
    flags.text(flag) === undefined ? [] : [`--${flag} ${flags.text(flag)}`],
  );
  const words = [`--only ${name}`, ...(flags.has('quick') ? ['--quick'] : []), ...typed];
  return {
    at: systemClock.now().toISOString(),
    command: `npm run bench -- ${words.join(' ')} --write`,
    machine: {
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memory_gb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      system: type(),
    },
  };
}

/** The sections that are asked for, in the order of the document. */
function sectionsIn(flags: Flags): readonly SectionName[] {
  const typed = flags.text('only');
  if (typed === undefined) return flags.has('quick') ? ['leagues'] : USUAL;
  if (typed === 'all') return SECTIONS;
  const words = typed.split(',').map((word) => word.trim());
  const strange = words.find((word) => !(SECTIONS as readonly string[]).includes(word));
  if (strange !== undefined) throw usage(`--only takes all, or some of ${SECTIONS.join(',')}, not "${strange}"`);
  return SECTIONS.filter((name) => words.includes(name));
}

/** Numbers of players, each once, from small to big. */
function playersIn(flags: Flags): { readonly players?: readonly number[] } {
  const text = flags.text('players');
  if (text === undefined) return {};
  const counts = text.split(',').map((word) => (/^\d+$/.test(word.trim()) ? Number(word) : 0));
  if (counts.some((count) => count < 2 || count > 10_000))
    throw usage(`--players takes whole numbers from 2 to 10000, separated by commas, not "${text}"`);
  return { players: [...new Set(counts)].sort((a, b) => a - b) };
}

/** The wires that are asked for. */
function wiresIn(flags: Flags): { readonly wires: readonly WireName[] } {
  const text = flags.text('wires');
  if (text === undefined) return { wires: WIRES };
  const words = text.split(',').map((word) => word.trim());
  const strange = words.find((word) => !(WIRES as readonly string[]).includes(word));
  if (strange !== undefined) throw usage(`--wires takes some of ${WIRES.join(',')}, not "${strange}"`);
  return { wires: WIRES.filter((wire) => words.includes(wire)) };
}
