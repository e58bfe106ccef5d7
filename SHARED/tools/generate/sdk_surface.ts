/** The part of doc/INTERFACES.md that is about the library: 004's appendix and the message builders, name by name. */
import { ERRORS, type ErrorCode } from '../../contracts/errors.ts';
import { LOCAL_FAILURES } from '../../contracts/failures.ts';
import { FILES } from '../../contracts/files/index.ts';
import { AT_HOME_ELSEWHERE, SDK_SURFACE } from '../interfaces/sdk.ts';
import { SDK_FAILURES, type SdkChapter, type SdkEntry, type SdkFailure } from '../interfaces/sdk_kinds.ts';
import { markdownTable } from './markdown.ts';

/** The section as Markdown, from its heading of the second level on. */
export function sdkSurfaceSection(): string {
  return [
    '## The library',
    'Every class, method and helper of specification 004’s appendix and every message builder of 000, 001 and 003, with what it is here. All of them are exported by the two doors below; expected failures are `Result` values with the code that is named, and whatever else goes wrong is a bug of the caller and throws.',
    ...SDK_SURFACE.map(chapter),
    '### At home elsewhere',
    markdownTable(
      ['Specification', 'Here', 'File', 'Why not in the library'],
      AT_HOME_ELSEWHERE.map(({ spec, name, file, why }) => [
        codes(spec.split(', ')),
        codes(name.split(', ')),
        link(file),
        why,
      ]),
    ),
    '### Failures of the library',
    markdownTable(
      ['Code', 'Meaning'],
      failuresSaid().map((code) => [`\`${code}\``, meaning(code)]),
    ),
  ].join('\n\n');
}

function chapter({ title, section, door, entries }: SdkChapter): string {
  const columns = COLUMNS.filter(({ isAlways, cell }) => isAlways === true || entries.some((row) => cell(row) !== ''));
  const rows = entries.map((row) => columns.map(({ cell }) => cell(row)));
  const table = markdownTable(
    columns.map(({ head }) => head),
    rows,
  );
  return [`### ${title}`, `Specification ${section}. Exported by ${link(door)}.`, table].join('\n\n');
}

interface Column {
  readonly head: string;
  readonly isAlways?: true;
  readonly cell: (row: SdkEntry) => string;
}

const COLUMNS: readonly Column[] = [
  { head: 'Specification', isAlways: true, cell: ({ spec }) => (spec === '' ? '–' : `\`${spec}\``) },
  { head: 'Here', isAlways: true, cell: ({ name }) => `\`${name}\`` },
  { head: 'File', isAlways: true, cell: ({ file }) => link(file) },
  { head: 'Messages', cell: ({ messages }) => codes(messages) },
  { head: 'Files', cell: ({ files }) => codes(files.map((file) => FILES[file].path)) },
  { head: 'Failures', isAlways: true, cell: ({ failures }) => codes(failures) },
  { head: 'Otherwise than there', cell: ({ differs = '' }) => differs },
];

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
