/** Writes doc/INTERFACES.md: every name of the specification and what it is here, section by section. */

import type { Contract } from '../../contracts/contract.ts';
import { CODE_RANGE, ERRORS } from '../../contracts/errors.ts';
import { type FailureCode, LOCAL_FAILURES } from '../../contracts/failures.ts';
import { CONTRACTS, type MessageType } from '../../contracts/index.ts';
import { happensIn, methodName, type SurfaceClass, type SurfaceMethod } from '../interfaces/kinds.ts';
import { LEAGUE_MANAGER } from '../interfaces/league_manager.ts';
import { MCP_CLIENT } from '../interfaces/mcp_client.ts';
import { MUST_NOT, type MustNotList } from '../interfaces/must_not.ts';
import { PLAYER } from '../interfaces/player.ts';
import { REFEREE } from '../interfaces/referee.ts';
import { contentsOf, explained, listItem } from './markdown.ts';

/** The four classes in the order of the specification. */
export const SURFACE: readonly SurfaceClass[] = [LEAGUE_MANAGER, REFEREE, PLAYER, MCP_CLIENT];

/** Failures that 002 names and no method has, each with the reason. */
export const NEVER_FAILS_WITH = {
  SCHEDULE_GENERATION_FAILED: 'A round robin of two or more can always be made; fewer is INSUFFICIENT_PLAYERS.',
  STANDINGS_UPDATE_FAILED: 'A manager that cannot write acknowledges nothing more and ends.',
  STANDINGS_CORRUPT: 'The table is computed from the ledger; standings.json is a view that nobody reads back.',
  STANDINGS_MISSING: 'As above: the file is written again when it is gone.',
} as const satisfies { readonly [word: string]: string };

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
    'The 36 methods of specification 002, on four classes for programs that hold a league in their own hands. Every method returns a `Result`, or a promise of one, and has the agent do what it does by itself anyway: a call meets the same checks as a message by wire. *Acts in* names the states in which it does its work; *again* those in which it gives the same answer once more and changes nothing; in all others it fails as named and changes nothing. The number behind a name is its section in 002.',
    `A whole league in one program: [${EXAMPLE}](../${EXAMPLE}), which the suite runs.`,
    ...SURFACE.map(classSection),
    '### Failures',
    `Codes \`${CODE_RANGE.first}\` to \`${CODE_RANGE.last}\` are those of the wire, explained in [protocol_spec.md](protocol_spec.md#error-codes). The others never cross it:`,
    explained(LOCAL_FAILURES),
    'Words of 002 that no method fails with, and no agent of ours sends; `SCHEDULE_GENERATION_FAILED` is read where another manager sends it:',
    explained(NEVER_FAILS_WITH),
  ].join('\n\n');
}

/** The non-responsibilities of the specification, and the tests that hold them. */
export function mustNotSection(): string {
  return [
    '## What nobody may do',
    'The lists of explicit non-responsibilities of specification 002 in our words, each with the test that holds it; that test is there, or the suite fails.',
    ...MUST_NOT.map(listSection),
  ].join('\n\n');
}

function classSection(of: SurfaceClass): string {
  return [
    `### ${of.name}`,
    `${of.about} In [${of.file}](../${of.file}), specification 002 section ${of.section}.${passing(of)}`,
    of.methods.map((row) => methodItem(of, row)).join('\n'),
  ].join('\n\n');
}

function methodItem(of: SurfaceClass, row: SurfaceMethod): string {
  const messages = messagesOf(row);
  return listItem(`**\`${methodName(row.name)}\`** (${row.section}): ${row.about}`, [
    statesOf(of, row),
    messages === '' ? '' : `Messages: ${messages}.`,
    row.failures.length === 0 ? '' : `Where it acts it can fail with ${failures(row.failures)}.`,
    row.differs === undefined ? '' : `Differs from 002: ${row.differs}`,
  ]);
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
  return told.join('; ');
}

function answerTo(type: MessageType, how: string): string {
  const { reply } = (CONTRACTS[type] as Contract).head;
  return reply === undefined ? '' : `${how} ${linked(reply.type)}`;
}

function linked(type: string): string {
  return `[${type}](protocol_spec.md#${type.toLowerCase()})`;
}

function failures(codes: readonly FailureCode[]): string {
  return codes.map((code) => (code in ERRORS ? code : `\`${code}\``)).join(', ');
}

function isFailure(happening: string): boolean {
  return happening in ERRORS || happening in LOCAL_FAILURES;
}

function listSection({ name, section, lines }: MustNotList): string {
  const items = lines.map(({ says, file, test, but }, i) =>
    listItem(`${section}.${i + 1}: ${says}.`, [
      but === undefined ? '' : `But: ${but}`,
      `Held by [${file.split('/').at(-1)}](../${file}): “${test}”`,
    ]),
  );
  return [`### ${name} must not`, items.join('\n')].join('\n\n');
}
