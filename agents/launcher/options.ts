/** The command line as a table: its options are parsed, checked and shown by --help from here. */
import { parseArgs } from 'node:util';
import { didYouMean } from '../../SHARED/core/did_you_mean.ts';

interface Option {
  /** The name of the value in the help; absent for a switch. */
  readonly value?: string;
  readonly about: string;
  /** Whether it may be typed several times, each with a value of its own; otherwise the last one holds. */
  readonly repeats?: true;
}
export type OptionTable = { readonly [flag: string]: Option };

export interface Command {
  readonly name: string;
  readonly about: string;
  readonly options: OptionTable;
  /** Loaded when it is run, so that no command pays for another. */
  readonly load: () => Promise<(flags: Flags) => Promise<number>>;
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

  /** Every value of an option that may be repeated, in the order in which they were typed. */
  texts(flag: string): readonly string[] {
    const value = this.#values.get(flag);
    return typeof value === 'object' ? value : [];
  }

  /** Those of the named options that were typed. */
  kept(names: readonly string[]): readonly (readonly [string, FlagValue])[] {
    return [...this.#values].filter(([name]) => names.includes(name));
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

/** The flags of a command, or a mistake of one line. */
export function parseFlags(command: Command, args: readonly string[]): Flags {
  const help = { help: { about: 'Shows this help.' } };
  const table: OptionTable = { ...command.options, ...help };
  const options = Object.fromEntries(
    Object.entries(table).map(([flag, option]) => [
      flag,
      { type: option.value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, FlagValue>();
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw usage(`league ${command.name} takes no "${token.value}"; try: league ${command.name} --help`);
    if (token.kind !== 'option') continue;
    const option = table[token.name];
    if (option === undefined)
      throw usage(unknown(`option ${token.rawName}`, token.name, Object.keys(table), `league ${command.name} --help`));
    if (option.value === undefined && token.value !== undefined)
      throw usage(`${token.rawName} is a switch and takes no value`);
    if (option.value !== undefined && isMissing(token, table))
      throw usage(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
    const before = values.get(token.name);
    if (option.repeats === true)
      values.set(token.name, [...(typeof before === 'object' ? before : []), token.value ?? '']);
    else values.set(token.name, token.value ?? true);
  }
  return new Flags(values);
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

/** The help of one command. */
export function helpOf(command: Command): string {
  const rows = Object.entries({ ...command.options, help: { about: 'Shows this help.' } as Option }).map(
    ([flag, { value, about }]) => [value === undefined ? `--${flag}` : `--${flag} ${value}`, about] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `league ${command.name}: ${command.about}`,
    '',
    ...rows.map(([left, about]) => `  ${left.padEnd(width)}  ${about}`),
    '',
  ].join('\n');
}

/** The list of all commands. */
export function helpOfAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return ['league <command> [options]', '', ...rows, '', 'league <command> --help shows its options.', ''].join('\n');
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
