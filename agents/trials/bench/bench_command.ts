/** `league bench`: how fast a league is for its users, beside what they would do instead. */
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import {
  type BenchReport,
  type Measured,
  SECTIONS,
  type SectionName,
} from '../../../SHARED/tools/performance/bench_report.ts';
import { reportText } from '../../../SHARED/tools/performance/performance.ts';
import { type Flags, Mistake, usage } from '../../launcher/options.ts';
import { print } from '../../launcher/output/text.ts';
import { interruptible } from '../../launcher/processes/interruption.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { freePortBase } from '../testing/rehearsal.ts';
import { foreignLeagues } from './foreign_league.ts';
import { manyResults } from './many_results.ts';
import { ownLeagues, starts, starvedReferees } from './own_leagues.ts';
import type { Bench } from './programs.ts';

const MEASURES: { readonly [S in SectionName]: (bench: Bench) => Promise<object> } = {
  foreign: foreignLeagues,
  start: starts,
  leagues: ownLeagues,
  results: manyResults,
  starved: starvedReferees,
};

export function benchCommand(flags: Flags): Promise<number> {
  const sections = sectionsIn(flags);
  if (flags.has('quick') && flags.has('write')) throw usage('--write keeps figures of full runs; leave out --quick');
  const tell = (line: string) => void process.stderr.write(`  ${line}\n`);
  return interruptible(async (interruption) => {
    const scratch = await scratchFolder('league-bench-');
    try {
      const portBase = await freePortBase();
      const bench = { isQuick: flags.has('quick'), folder: scratch.path, portBase, interruption, tell };
      let report: BenchReport = { schema_version: '2.0.0' };
      for (const name of sections)
        report = { ...report, [name]: { ...measuredHere(flags, name), ...(await MEASURES[name](bench)) } };
      if (flags.has('write')) await write(report, tell);
      return print(flags, report, `\n${reportText(report)}\n`);
    } catch (problem) {
      // Programs that were ended in the middle fail in many ways.
      throw interruption.isThere() ? new Mistake('interrupted') : problem;
    } finally {
      await scratch.remove();
    }
  });
}

/** Sections that are not measured now stay as they are. */
async function write(report: BenchReport, tell: Bench['tell']): Promise<void> {
  const disk = nodeDisk();
  const path = join(ROOT, 'doc', 'bench.json');
  const before = JSON.parse((await disk.read(path)) ?? '{}') as BenchReport;
  const earlier = before.schema_version === report.schema_version ? before : undefined;
  const sections = SECTIONS.map((name) => [name, report[name] ?? earlier?.[name]]);
  const text = JSON.stringify({ schema_version: report.schema_version, ...Object.fromEntries(sections) }, null, 2);
  // Lists of numbers stand in one line.
  const dense = text.replaceAll(/\[[\s\d.,]+\]/g, (list) => JSON.stringify(JSON.parse(list)).replaceAll(',', ', '));
  await disk.replace(path, `${dense}\n`);
  await disk.close();
  tell('wrote doc/bench.json; npm run generate makes doc/PERFORMANCE.md of it');
}

function measuredHere(flags: Flags, name: SectionName): Measured {
  const only = flags.text('only') === undefined ? [] : [`--only ${name}`];
  return {
    at: systemClock.now().toISOString(),
    command: ['npm run bench --', ...only, '--write'].join(' '),
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
  const names = flags
    .text('only')
    ?.split(',')
    .map((word) => word.trim());
  const unknown = names?.find((word) => !(SECTIONS as readonly string[]).includes(word));
  if (unknown !== undefined) throw usage(`--only takes some of ${SECTIONS.join(', ')}, not "${unknown}"`);
  return SECTIONS.filter((name) => names?.includes(name) ?? true);
}
