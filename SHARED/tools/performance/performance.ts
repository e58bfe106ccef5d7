/** doc/PERFORMANCE.md: a template whose tables are filled from doc/bench.json. */
import { filled, markdownTable } from '../generate/markdown.ts';
import {
  type BenchReport,
  type Measured,
  median,
  type RoleSlices,
  SECTIONS,
  type SectionName,
  type Slices,
} from './bench_report.ts';

/** The document; the same report gives the same text. */
export function performanceDocument(template: string, report: BenchReport): string {
  const blocks = SECTIONS.map((name) => {
    const section = report[name];
    const missing = `Not measured yet: \`npm run bench -- --only ${name} --write\`.`;
    return [name, () => (section ? `${sectionText(name, report)}\n\n${measuredText(section)}` : missing)];
  });
  return filled(template, {}, Object.fromEntries(blocks));
}

/** The sections that were measured, for a terminal. */
export function reportText(report: BenchReport): string {
  const measured = SECTIONS.filter((name) => report[name] !== undefined);
  return measured.map((name) => `${name}\n\n${sectionText(name, report)}\n`).join('\n');
}

function measuredText({ at, command, machine }: Measured): string {
  const { processor, cores, memory_gb, node, system } = machine;
  return `*${at.slice(0, 10)}, ${cores} cores (${processor}), ${memory_gb} GB, Node ${node}, ${system}: \`${command}\`*`;
}

function sectionText(name: SectionName, { foreign, start, leagues, results, starved }: BenchReport): string {
  switch (name) {
    case 'foreign':
      return markdownTable(
        ['players', 'matches/s', 'loop, matches/s', 'ratio', 'manager, CPU ms', 'referees, CPU ms', 'bytes per match'],
        (foreign?.rows ?? []).map(({ players, per_second, loop_per_second, cpu_ms, json_us, per_match }) => [
          ...[whole(players), spread(per_second), spread(loop_per_second)],
          spread(quotients(per_second, loop_per_second), 2),
          ...[cpuText(cpu_ms, json_us, 'manager'), cpuText(cpu_ms, json_us, 'referees'), whole(per_match.bytes)],
        ]),
      );
    case 'start':
      return `Seconds: ${spread(start?.seconds ?? [], 2)}; npm with nothing to run: ${spread(start?.npm_alone_seconds ?? [], 2)}.`;
    case 'leagues':
      return markdownTable(
        [
          'transport',
          'players',
          'records',
          'matches',
          'registered in s',
          'matches/s',
          'CPU ms',
          'memory, MB',
          'bytes on disk',
          'of these, logs of messages',
        ],
        (leagues?.rows ?? []).map((row) => [
          ...[row.transport, whole(row.players), row.records, whole(row.matches)],
          ...[spread(row.register_seconds, 1), spread(row.per_second), cpuText(row.cpu_ms, row.json_us)],
          ...[memoryText(row.memory_mb), whole(median(row.disk_bytes)), whole(median(row.log_bytes))],
        ]),
      );
    case 'results':
      return `${whole(results?.matches ?? 0)} results of ${whole(results?.players ?? 0)} players: ${results?.memory_mb} MB at most while they are decided (aim: 1,000), ${results?.restart_seconds} s until a manager is back (aim: 5), ${results?.restart_memory_mb} MB then.`;
    case 'starved':
      return `${starved?.matches} matches in ${starved?.seconds} s, referees held by ${starved?.held_by}: ${starved?.false_losses} false losses (aim: 0).`;
  }
}

/** "1.20 (196)": the median of milliseconds, and in messages of a thousand bytes that JSON could read and write meanwhile. */
function cpuText(cpu: RoleSlices, json_us: Slices, ...roles: readonly string[]): string {
  const lists = Object.entries(cpu).filter(([role]) => roles.length === 0 || roles.includes(role));
  if (lists.length === 0) return '–';
  const sums = json_us.map((_, i) => lists.reduce((sum, [, list]) => sum + (list[i] ?? 0), 0));
  const units = quotients(sums, json_us).map((quotient) => 1_000 * quotient);
  return `${median(sums).toFixed(2)} (${whole(median(units))})`;
}

function memoryText(memory: RoleSlices): string {
  return Object.entries(memory)
    .map(([role, list]) => `${role} ${whole(median(list))}`)
    .join(', ');
}

function quotients(values: Slices, divisors: Slices): Slices {
  return values.map((value, i) => value / (divisors[i] ?? Number.NaN));
}

/** The median, and how far the values go where there are several. */
function spread(values: Slices, digits = 0): string {
  const shown = (value: number) => value.toFixed(digits);
  if (values.length < 2) return shown(median(values));
  return `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
