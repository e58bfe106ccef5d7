/** doc/INTERFACES.md: everything that has a name in the specification, and what it is here, section by section. */

import type { Contract } from '../../contracts/contract.ts';
import { CODE_RANGE, ERRORS } from '../../contracts/errors.ts';
import { CONTRACTS, type MessageType } from '../../contracts/index.ts';
import {
  type FailureCode,
  happensIn,
  LOCAL_FAILURES,
  methodName,
  type SurfaceClass,
  type SurfaceMethod,
} from '../../contracts/surface_kinds.ts';
import { MUST_NOT, type MustNotList } from '../interfaces/must_not.ts';
import { NEVER_FAILS_WITH, SURFACE } from '../interfaces/surface.ts';
import { contentsOf, markdownTable } from './markdown.ts';

const TITLE = `# Interfaces

The names of the specification and what they are here. This file is generated from the tables that the tests walk; \`npm run generate\` writes it.`;

/** A program that uses the surface. */
const EXAMPLE = 'agents/trials/testing/embedded_league.ts';

/** The whole document, from its sections; each begins with a heading of the second level. */
export function interfacesDocument(sections: readonly string[]): string {
  const text = sections.join('\n\n');
  return `${TITLE}\n\n${contentsOf(text)}\n\n${text}\n`;
}

/** The 36 methods of specification 002. */
export function surfaceSection(): string {
  return [
    '## The surface by name',
    'The 36 methods of specification 002, on four classes for programs that hold a league in their own hands. Every method returns a `Result`, or a promise of one, and is a face of what the agent does by itself anyway: what is handed in meets the same checks as what comes by wire. *Acts in* names the states in which it does its work; *again* those in which it gives the same answer once more and changes nothing; in all others it fails as named and changes nothing.',
    `A whole league in one program: [${EXAMPLE}](../${EXAMPLE}), which the suite runs.`,
    ...SURFACE.map(classSection),
    '### Failures',
    `Codes \`${CODE_RANGE.first}\` to \`${CODE_RANGE.last}\` are those of the wire, explained in [protocol_spec.md](protocol_spec.md#error-codes). The others never cross it:`,
    markdownTable(
      ['Code', 'Meaning'],
      Object.entries(LOCAL_FAILURES).map(([code, about]) => [`\`${code}\``, about]),
    ),
    'Words of 002 that no method fails with:',
    markdownTable(
      ['Word', 'Why not'],
      Object.entries(NEVER_FAILS_WITH).map(([word, why]) => [`\`${word}\``, why]),
    ),
  ].join('\n\n');
}

/** What the specification says nobody may do, and the tests that hold it. */
export function mustNotSection(): string {
  return [
    '## What nobody may do',
    'The lists of explicit non-responsibilities of specification 002 in our words, each with the test that holds it; that test is there, or the suite fails.',
    ...MUST_NOT.map(listSection),
  ].join('\n\n');
}

function classSection(of: SurfaceClass): string {
  const rows = of.methods.map((row) => [
    `\`${methodName(row.name)}\``,
    row.section,
    row.differs === undefined ? row.about : `${row.about} *Otherwise than there:* ${row.differs}`,
    statesOf(of, row),
    messagesOf(row),
    failures(row.failures),
  ]);
  return [
    `### ${of.name}`,
    `${of.about} In [${of.file}](../${of.file}), specification 002 section ${of.section}.${passing(of)}`,
    markdownTable(['Method', '002', 'What it does', 'States', 'Messages', 'Failures where it acts'], rows),
  ].join('\n\n');
}

function passing({ passing: states }: SurfaceClass): string {
  if (states.length === 0) return '';
  return ` \`${states.join('`, `')}\` lasts no time: nothing can be called in it.`;
}

function statesOf(of: SurfaceClass, row: SurfaceMethod): string {
  const lasting = of.states.filter((state) => !of.passing.includes(state));
  const where = (happening: string) => lasting.filter((state) => happensIn(of, row, state) === happening);
  const codes = [...new Set(lasting.map((state) => happensIn(of, row, state)))].filter((word) => isFailure(word));
  const told = [
    `Acts in ${named(where('acts'), lasting)}.`,
    where('repeats').length === 0 ? '' : `Again in ${named(where('repeats'), lasting)}.`,
    ...codes.map((code) => `${failures([code as FailureCode])} in ${named(where(code), lasting)}.`),
    isAsAllowed(row) ? '' : `(002: ${row.allowed.map((state) => `\`${state}\``).join(', ')}.)`,
  ];
  return told.filter((sentence) => sentence !== '').join(' ');
}

/** Where the specification names no state, there is nothing to differ from. */
function isAsAllowed({ allowed, acts }: SurfaceMethod): boolean {
  return allowed.length === 0 || (allowed.length === acts.length && allowed.every((state) => acts.includes(state)));
}

/** The states by name; many of them as all but the rest. */
function named(states: readonly string[], all: readonly string[]): string {
  const rest = all.filter((state) => !states.includes(state));
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  if (rest.length === 0) return 'every state';
  return states.length > 3 && rest.length < states.length ? `every state but ${list(rest)}` : list(states);
}

function messagesOf({ sends, takes }: SurfaceMethod): string {
  const told = [
    ...sends.map((type) => `sends ${linked(type)}${answerTo(type, ', hears')}`),
    ...takes.map((type) => `takes ${linked(type)}${answerTo(type, ', answers')}`),
  ];
  return told.length === 0 ? '–' : told.join('; ');
}

function answerTo(type: MessageType, how: string): string {
  const { reply } = (CONTRACTS[type] as Contract).head;
  return reply === undefined ? '' : `${how} ${linked(reply.type)}`;
}

function linked(type: string): string {
  return `[${type}](protocol_spec.md#${type.toLowerCase()})`;
}

function failures(codes: readonly FailureCode[]): string {
  return codes.length === 0 ? '–' : codes.map((code) => (code in ERRORS ? code : `\`${code}\``)).join(', ');
}

function isFailure(happening: string): boolean {
  return happening in ERRORS || happening in LOCAL_FAILURES;
}

function listSection({ name, section, lines }: MustNotList): string {
  const rows = lines.map(({ says, file, test, but }, i) => [
    `${section}.${i + 1}`,
    but === undefined ? `${says}.` : `${says}. *But:* ${but}`,
    `[${file.split('/').at(-1)}](../${file}): “${test}”`,
  ]);
  return [`### ${name} must not`, markdownTable(['002', 'What', 'Held by'], rows)].join('\n\n');
}
