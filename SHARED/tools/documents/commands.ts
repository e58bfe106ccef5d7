/** Checks the commands in documents: the scripts, commands and options they name exist. Nothing is run. */

import type { Source } from '../gates/sources.ts';
import { checkJson } from './data.ts';

/** The commands there are. */
export interface Commands {
  /** The commands of `league`; an option without a value is a switch. */
  readonly commands: readonly {
    readonly name: string;
    readonly operands?: readonly { readonly isOptional?: true; readonly repeats?: true }[];
    readonly options: { readonly [flag: string]: { readonly value?: string } };
  }[];
  /** The scripts of package.json. */
  readonly scripts: { readonly [name: string]: string };
  readonly sources: readonly Source[];
  exists(path: string): boolean;
}

const LAUNCHER = 'agents/launcher/main.ts';
const BOOTSTRAP = /^node SHARED\/tools\/bootstrap\.mjs (--with=\w+ )?/;
/** Words that a shell or every machine knows. */
const OF_THE_SHELL = new Set([
  'psql',
  'pkill',
  'podman',
  'cd',
  'export',
  'git',
  'python3',
  'cat',
  'mkdir',
  'rm',
  'diff',
  'kill',
]);
/** Words that npm itself knows. */
const OF_NPM = new Set(['init', 'install', 'pack', 'pkg']);
/** Words that stand for something else. */
const PLACEHOLDER = /^(…|\.\.\.|<[^>]*>)$/;
/** Files that may read an option outside the table; not tests, which also use options that no command has. */
const PROGRAM = /(?<!\.test)\.(ts|mjs)$/;
/** An option that is spoken of without its command. */
const FLAG = /^--[a-z][a-z-]*/;

/**
 * The faults of the commands in a text. `surely` says that every line is a
 * command; `perhaps`, that those are which begin like one of ours.
 */
export function checkCommands(text: string, there: Commands, lines: 'surely' | 'perhaps'): readonly string[] {
  if (lines === 'perhaps' && FLAG.test(text)) {
    const fault = flagFault(text, there);
    return fault === undefined ? [] : [fault];
  }
  return commandsIn(text)
    .filter((words) => lines === 'surely' || looksLikeOurs(words))
    .flatMap((words) => faultOf(words, there) ?? []);
}

function looksLikeOurs([first, second = '']: readonly string[]): boolean {
  if (first === 'npm') return ['start', 'test', 'run'].includes(second);
  if (first === 'npx') return /^[a-z]/.test(second);
  return first === 'league' && /^[a-z-]+$/.test(second);
}

function faultOf([program = '', ...rest]: readonly string[], there: Commands): string | undefined {
  const [first = '', ...others] = rest;
  if (program === 'league') return leagueFault(rest, there);
  if (program === 'npx' && (first === 'league' || first === 'even-odd-league')) return leagueFault(others, there);
  if (program === 'npx') return there.exists(`node_modules/.bin/${first}`) ? undefined : `npx knows no ${first}`;
  if (program === 'npm' && (first === 'start' || first === 'test')) return scriptFault(first, others, there);
  if (program === 'npm' && OF_NPM.has(first)) return undefined;
  if (program === 'npm' && first === 'run') return scriptFault(others[0] ?? '', others.slice(1), there);
  if (program === 'curl') return curlFault(rest);
  if (program === 'node') return there.exists(first) ? undefined : `there is no ${first} to run`;
  return OF_THE_SHELL.has(program) ? undefined : `nobody knows the command ${program}`;
}

function flagFault(text: string, { commands, sources }: Commands): string | undefined {
  const [flag = ''] = FLAG.exec(text) ?? [];
  if (commands.some(({ options }) => Object.hasOwn(options, flag.slice(2)))) return undefined;
  const isRead = sources.some((source) => PROGRAM.test(source.path) && source.text.includes(flag));
  return isRead ? undefined : `no command has an option ${flag}`;
}

/** The fault of a posted body, which has to be a message that an agent understands. */
function curlFault(words: readonly string[]): string | undefined {
  const posted = words.filter((_, index) => /^(-d|--data(-raw|-binary)?)$/.test(words[index - 1] ?? ''));
  return posted.flatMap((text) => checkJson(text, 'json')).at(0);
}

function scriptFault(name: string, args: readonly string[], there: Commands): string | undefined {
  if (PLACEHOLDER.test(name)) return undefined;
  const script = Object.hasOwn(there.scripts, name) ? there.scripts[name] : undefined;
  if (script === undefined) return `npm has no script ${name}`;
  const cut = args.indexOf('--');
  const lost = (cut < 0 ? args : args.slice(0, cut)).find((word) => word.startsWith('--'));
  if (lost !== undefined) return `npm keeps ${lost} for itself: write -- before it`;
  const [entry = '', ...given] = script.replace(BOOTSTRAP, '').split(' ');
  const passedOn = cut < 0 ? [] : args.slice(cut + 1);
  if (entry === LAUNCHER) return leagueFault([...given, ...passedOn], there);
  const source = there.sources.find(({ path }) => path === entry)?.text ?? '';
  const unknown = passedOn.find((word) => word.startsWith('--') && !source.includes(word));
  return unknown === undefined ? undefined : `${entry} does not know ${unknown}`;
}

function leagueFault(words: readonly string[], { commands }: Commands): string | undefined {
  const [first = '--help'] = words;
  if (PLACEHOLDER.test(first) || ['help', '--help', '--version'].includes(first)) return undefined;
  const command = [2, 1]
    .map((length) => words.slice(0, length).join(' '))
    .flatMap((typed) => commands.filter((candidate) => candidate.name === typed))
    .at(0);
  if (command === undefined) return `league has no command ${first}`;
  const { name, operands = [] } = command;
  const args = words.slice(name.split(' ').length);
  let given = 0;
  for (let at = 0; at < args.length; at++) {
    const [word = '', value] = (args[at] as string).split('=', 2);
    if (PLACEHOLDER.test(word)) continue;
    if (!word.startsWith('--')) {
      given += 1;
      if (given > operands.length && operands.at(-1)?.repeats !== true) return `league ${name} takes no "${word}"`;
      continue;
    }
    const flag = word.slice(2);
    if (flag === 'help') continue;
    const option = Object.hasOwn(command.options, flag) ? command.options[flag] : undefined;
    if (option === undefined) return `league ${name} has no option ${word}`;
    if (option.value === undefined) {
      if (value !== undefined) return `${word} of league ${name} takes no value`;
    } else if (value === undefined) {
      at += 1;
      if (args[at] === undefined || args[at]?.startsWith('--')) return `${word} of league ${name} needs a value`;
    }
  }
  return undefined;
}

/** Quotes may go over several lines; `<…>` stands for something else; brackets say that something may be left out. */
const TOKEN =
  /\\\n|(?<space>[ \t[\]]+)|(?<comment>(?<=^|\s)#[^\n]*)|(?<end>\n|&&|;|\|)|(?<redirect>\d?>>?[ \t]*[^\s;|]+)|(?<word>(?:<[^>\s]*>|'[^']*'|"[^"]*"|[^\s'"[\];|])+)/gm;
const PROMPT = /^[ \t]*\$ /gm;
const ASSIGNMENT = /^[A-Z_][A-Z0-9_]*=/;

/** The commands of a text, each as its words without quotes; what is assigned before one and where its output goes is left out. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const { groups } of text.replace(PROMPT, '').matchAll(TOKEN)) {
    const { end, word } = groups ?? {};
    if (end !== undefined) commands.push([]);
    const command = commands.at(-1) as string[];
    if (word === undefined || (command.length === 0 && ASSIGNMENT.test(word))) continue;
    command.push(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return commands.filter((words) => words.length > 0);
}
