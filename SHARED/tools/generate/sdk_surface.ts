/** The part of doc/INTERFACES.md that is about the library: 004's appendix and the message builders, name by name. */
import { ERRORS, type ErrorCode } from '../../contracts/errors.ts';
import { LOCAL_FAILURES } from '../../contracts/failures.ts';
import { FILES } from '../../contracts/files/index.ts';
import { AT_HOME_ELSEWHERE, SDK_SURFACE } from '../interfaces/sdk.ts';
import { SDK_FAILURES, type SdkChapter, type SdkEntry, type SdkFailure } from '../interfaces/sdk_kinds.ts';
import { explained, listItem } from './markdown.ts';

/** The section as Markdown, from its heading of the second level on. */
export function sdkSurfaceSection(): string {
  return [
    '## The library',
    'Every class, method and helper of specification 004’s appendix and every message builder of 000, 001 and 003, with what it is here. All of them are exported by the two doors below; expected failures are `Result` values with the code that is named, and whatever else goes wrong is a bug of the caller and throws.',
    ...SDK_SURFACE.map(chapter),
    '### At home elsewhere',
    AT_HOME_ELSEWHERE.map(({ spec, name, file, why }) =>
      listItem(`${codes(spec.split(', '))} is ${codes(name.split(', '))} in ${link(file)}: ${why}`, []),
    ).join('\n'),
    '### Failures of the library',
    explained(Object.fromEntries(failuresSaid().map((code) => [code, meaning(code)]))),
  ].join('\n\n');
}

/** A file or a failure that all entries share is said once. */
function chapter({ title, section, door, entries }: SdkChapter): string {
  const files = new Set(entries.map(({ file }) => file));
  const home = files.size === 1 && !files.has(door) ? ` All of it is in ${link([...files].join())}.` : '';
  return [
    `### ${title}`,
    `Specification ${section}. Exported by ${link(door)}.${home}`,
    entries.map((row) => entryItem(row, files.size > 1)).join('\n'),
  ].join('\n\n');
}

function entryItem({ spec, name, file, messages, files, failures, differs }: SdkEntry, isFileSaid: boolean): string {
  const isSameName = spec === name || spec === '';
  const told = [
    isFileSaid ? `in ${link(file)}` : '',
    messages.length === 0 ? '' : `builds or sends ${codes(messages)}`,
    files.length === 0 ? '' : `for ${codes(files.map((one) => FILES[one].path))}`,
    failures.length === 0 ? '' : `fails with ${codes(failures)}`,
  ].filter((words) => words !== '');
  const head = isSameName ? `\`${name}\`` : `\`${spec}\` is \`${name}\``;
  return listItem(told.length === 0 ? head : `${head}: ${told.join('; ')}`, [differs ?? '']);
}

function failuresSaid(): readonly SdkFailure[] {
  return [...new Set(SDK_SURFACE.flatMap(({ entries }) => entries.flatMap(({ failures }) => failures)))].sort();
}

function meaning(code: SdkFailure): string {
  if (code in ERRORS) return ERRORS[code as ErrorCode].about;
  return { ...LOCAL_FAILURES, ...SDK_FAILURES }[code as keyof typeof LOCAL_FAILURES | keyof typeof SDK_FAILURES];
}

function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

/** From doc to a file of the product. */
function link(file: string): string {
  return `[${file.split('/').at(-1)}](../${file})`;
}
