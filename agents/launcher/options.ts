/** The command line as a table: its options are parsed, checked and shown by --help from here. */
import { parseArgs } from 'node:util';
import { didYouMean } from '../../SHARED/core/did_you_mean.ts';

interface Option {
  /** The name of the value in the help; absent for a switch. */
  readonly value?: string;
  readonly about: string;
  /** The one letter that says the same. */
  readonly short?: string;
  /** Whether it may be typed several times, each with a value of its own; otherwise the last one holds. */
  readonly repeats?: true;
}
export type OptionTable = { readonly [flag: string]: Option };

/** A word that stands after the command without a flag, such as the id of a match. */
export interface Operand {
  /** In capitals, as the help shows it. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: true;
  /** Whether it takes every word that is left; it is the last one. */
  readonly repeats?: true;
}

export interface Command {
  /** One word, or two where a word has several commands. */
  readonly name: string;
  readonly about: string;
  /** Whether it tries the system itself, by files that the package leaves out. */
  readonly isOfClone?: true;
  /** In their order; those that may be left out come last. */
  readonly operands?: readonly Operand[];
  readonly options: OptionTable;
  /** Loaded when it is run, so that no command pays for another. */
  readonly load: () => Promise<(flags: Flags) => Promise<number>>;
}

/** Commands that belong together, as the help shows them. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Text for options with a value, texts for those that may be repeated, true for switches. */
export type FlagValue = string | boolean | readonly string[];

/** The options as they were typed. */
export class Flags {
  readonly #values: ReadonlyMap<string, FlagValue>;

  constructor(values: Iterable<readonly [string, FlagValue]>) {
    this.#values = new Map(values);
  }

  text(flag: string): string | undefined {
    const value = this.#values.get(flag);
    return typeof value === 'string' ? value : undefined;
  }

  /** The word typed for an operand; one that must be there is there. */
  operand(name: string): string {
    return this.text(name) ?? '';
  }

  /** Every value of an option or operand that may be repeated, in the order in which they were typed. */
  texts(flag: string): readonly string[] {
    return listOf(this.#values.get(flag));
  }

  /** Those of the named options that were typed. */
  kept(names: readonly string[]): readonly (readonly [string, FlagValue])[] {
    return [...this.#values].filter(([name]) => names.includes(name));
  }

  /** The options as if this one had been typed too. */
  with(flag: string, value: FlagValue): Flags {
    return new Flags([...this.#values, [flag, value]]);
  }

  has(flag: string): boolean {
    return this.#values.get(flag) === true;
  }

  /** A whole number within bounds, or a mistake that names them. */
  number(flag: string, low: number, high: number): number | undefined {
    const text = this.text(flag);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < low || value > high)
      throw usage(`--${flag} takes a whole number from ${low} to ${high}, not "${text}"`);
    return value;
  }
}

const PROFILE_ADVICE =
  'with Node 24 or later use node --cpu-prof SHARED/tools/start.mjs agents/launcher/main.ts run --transport memory, and open the file that it writes in Chrome’s DevTools';
const FIXED_LEAGUES = 'the leagues of the bench are always the same; time one of your own with npx league run';
type RemovedOptions = { readonly [typed: string]: string };
/** The advice for options of earlier versions, by "--option", "--option value" or "command --option value". */
const REMOVED: RemovedOptions = {
  'plan --within': 'plan says how long the run takes; try a shorter one with --max-rounds N',
  '--records none': 'leave it out, or use --records segments, which takes the least disk',
  'bench --only bare': 'use --only foreign, which has a loop of bare exchanges beside each league',
  'bench --only million': 'use --only results, which decides 500,000 matches and restarts the manager',
  'bench --only profile': PROFILE_ADVICE,
  'bench --only stores': 'play a league in each, npx league run with and without --ledger URL',
  'bench --only variants': 'play a league each way, such as npx league run --records segments',
  'bench --only many': 'use --only leagues, which has a league of 10,000 players',
  'bench --only thousand': 'use npx league run --players 1000, then npx league verify',
  'bench --only simulate': 'use npm run simulate -- --seeds 1..150 --quiet, which tells its time',
  'bench --only duel': 'use npx league duel random always:even --games 500000, which tells its time',
  'bench --only takeover': 'try it by hand, as doc/MANY_MACHINES.md shows',
  'bench --only hosted': 'submit a league to a host, as doc/MANY_MACHINES.md shows',
  'bench --players': FIXED_LEAGUES,
  'bench --wires': FIXED_LEAGUES,
  'bench --records': FIXED_LEAGUES,
  'bench --slices': 'each section is measured as often as it needs',
  'bench --compare': 'use --write, and compare by git diff doc/bench.json',
  'bench --profile': PROFILE_ADVICE,
};

/** The advice for an option that was removed, or for a removed value of its list; undefined where neither was typed. */
function removedText(removed: RemovedOptions, command: string, flag: string, value = ''): string | undefined {
  const typed = [flag, ...value.split(',').map((word) => `${flag} ${word.trim()}`)];
  const found = typed.find((words) => removed[words] ?? removed[`${command} ${words}`]);
  return found && `${found} was removed: ${removed[found] ?? removed[`${command} ${found}`]}`;
}

/** The flags of a command, or a mistake of one line. */
export function parseFlags(command: Command, args: readonly string[], removed = REMOVED): Flags {
  const help = { help: { about: 'Shows this help.' } };
  const table: OptionTable = { ...command.options, ...help };
  const options = Object.fromEntries(
    Object.entries(table).map(([flag, option]) => [
      flag,
      {
        type: option.value === undefined ? ('boolean' as const) : ('string' as const),
        ...(option.short === undefined ? {} : { short: option.short }),
      },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, FlagValue>();
  const operands = [...(command.operands ?? [])];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const operand = operands[0]?.repeats === true ? operands[0] : operands.shift();
      if (operand === undefined)
        throw usage(`league ${command.name} takes no "${token.value}"; try: npx league ${command.name} --help`);
      const words = values.get(operand.name);
      values.set(operand.name, operand.repeats === true ? [...listOf(words), token.value] : token.value);
    }
    if (token.kind !== 'option') continue;
    const option = table[token.name];
    const instead = removedText(removed, command.name, `--${token.name}`, token.value);
    if (instead !== undefined) throw usage(instead);
    if (option === undefined)
      throw usage(
        unknown(`option ${token.rawName}`, token.name, Object.keys(table), `npx league ${command.name} --help`),
      );
    if (option.value === undefined && token.value !== undefined)
      throw usage(`${token.rawName} is a switch and takes no value`);
    if (option.value !== undefined && isMissing(token, table))
      throw usage(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
    if (option.repeats === true) values.set(token.name, [...listOf(values.get(token.name)), token.value ?? '']);
    else values.set(token.name, token.value ?? true);
  }
  const missing = operands.find(({ name, isOptional }) => isOptional !== true && !values.has(name));
  if (missing !== undefined) throw usage(`league ${command.name} needs ${missing.name}: ${usageOf(command)}`);
  return new Flags(values);
}

function listOf(value: FlagValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

/** Without its value an option would take the next option for one. */
function isMissing(
  {
    value = '',
    inlineValue = false,
  }: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined },
  table: OptionTable,
): boolean {
  return value === '' || (!inlineValue && value.startsWith('--') && table[value.slice(2)] !== undefined);
}

/** "unknown option --playrs; did you mean --players?" */
export function unknown(what: string, word: string, known: readonly string[], help: string): string {
  const meant = didYouMean(word, known);
  return `unknown ${what}; ${meant === undefined ? `try: ${help}` : `did you mean ${what.startsWith('option') ? '--' : ''}${meant}?`}`;
}

/** The columns of a help that is not read on a terminal. */
const COLUMNS = 80;

/** The help of one command, in lines of so many columns. */
export function helpOf(command: Command, columns = COLUMNS): string {
  const rows = [
    ...(command.operands ?? []).map(({ name, about }) => [name, about] as const),
    ...Object.entries({ ...command.options, help: { about: 'Shows this help.' } as Option }).map(
      ([flag, { value, about }]) => [value === undefined ? `--${flag}` : `--${flag} ${value}`, about] as const,
    ),
  ];
  return [
    ...wrapped(`league ${command.name}: ${command.about}`, columns),
    '',
    ...wrapped(usageOf(command), columns),
    '',
    ...explained(rows, columns),
    '',
  ].join('\n');
}

/** The least room for a text beside its name; in less it stands below. */
const LEAST_ROOM = 30;
const BELOW = 6;

/** Names in a column, and beside them what they are, or below where that is too narrow. */
function explained(rows: readonly (readonly [string, string])[], columns: number): readonly string[] {
  const beside = Math.max(...rows.map(([name]) => name.length)) + 4;
  const isBeside = columns - beside >= LEAST_ROOM;
  const indent = isBeside ? beside : BELOW;
  return rows.flatMap(([name, about]) => {
    const [first = '', ...more] = wrapped(about, columns - indent);
    const under = more.map((line) => ' '.repeat(indent) + line);
    return isBeside
      ? [`  ${name}`.padEnd(indent) + first, ...under]
      : [`  ${name}`, ' '.repeat(indent) + first, ...under];
  });
}

/** The lines of a text, broken between words; a word that is longer than a line stays whole. */
function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const joined = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && joined.length <= columns) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** "league match MATCH [options]" */
function usageOf({ name, operands = [] }: Command): string {
  const words = operands.map((operand) =>
    operand.isOptional === true ? `[${operand.name}]` : `${operand.name}${operand.repeats === true ? ' …' : ''}`,
  );
  return ['league', name, ...words, '[options]'].join(' ');
}

/** The list of all commands, in lines of so many columns. */
export function helpOfAll(groups: readonly CommandGroup[], columns = COLUMNS): string {
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  const rows = groups.flatMap(({ title, commands }) => [
    `${title}:`,
    ...explained(
      commands.map(({ name, about }) => [name.padEnd(width), about] as const),
      columns,
    ),
    '',
  ]);
  return ['league <command> [options]', '', ...rows, 'league <command> --help shows its options.', ''].join('\n');
}

/** Exit codes: 2 for what was typed wrong, 1 for what went wrong. */
export class Mistake extends Error {
  readonly exitCode: 1 | 2;

  constructor(line: string, exitCode: 1 | 2 = 1) {
    super(line.replace(/\s+/g, ' ').trim());
    this.name = 'Mistake';
    this.exitCode = exitCode;
  }
}

/** A command line that cannot be meant. */
export function usage(line: string): Mistake {
  return new Mistake(line, 2);
}
