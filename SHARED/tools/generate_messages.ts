/** One message as a section of the protocol document. */
import type { Contract, Head } from '../contracts/contract.ts';
import { CONTRACTS } from '../contracts/index.ts';
import { examplePath } from './generate_examples.ts';
import { type FieldRow, fieldRows } from './generate_fields.ts';
import { anchorOf, markdownTable } from './generate_markdown.ts';
import { writtenSchema } from './generate_schemas.ts';

const ANY_TYPE = { type: 'string', about: 'Which message this is: the title of one of the sections below.' };
const ALL: readonly Contract[] = Object.values(CONTRACTS);

/** The fields that every message has, as a table. */
export function envelopeTable(): string {
  const bare = CONTRACTS.START_LEAGUE;
  const fields = fieldRows(writtenSchema(bare)).filter(({ path }) => !(path in bare.body.properties));
  return fieldTable(fields.map((row) => (row.path === 'message_type' ? { ...row, ...ANY_TYPE } : row)));
}

/** A heading, what the message is for, how it travels, and its fields without the envelope's. */
export function messageSection(contract: Contract): string {
  const { type, about } = contract.head;
  const fields = fieldRows(writtenSchema(contract, 'body'));
  return [`### ${type}`, about, journey(contract), fieldTable(fields)].join('\n\n');
}

/** A message type as a link to its section. */
export function messageLink(type: string): string {
  return `[${type}](#${anchorOf(type)})`;
}

/** Who sends it to whom, in words. */
export function wayOf({ from, to }: Head): string {
  const words = (parties: readonly string[]) => parties.map((party) => party.replace('_', ' ')).join(', ');
  return `${words(from)} → ${words(to)}`;
}

function journey(contract: Contract): string {
  const { head } = contract;
  const lines = [`- From → to: ${wayOf(head)}`];
  if (head.method === undefined) lines.push(`- Answers: ${asking(head.type)}`);
  else lines.push(`- Method: \`${head.method}\``, `- Answer: ${answering(head)}`);
  const schema = `schemas/${head.type.toLowerCase()}.json`;
  lines.push(`- [Example](${examplePath(contract)}), [schema](${schema})`);
  return lines.join('\n');
}

function answering({ reply }: Head): string {
  if (reply === undefined) return 'none; it is sent as a notification';
  const within = `${messageLink(reply.type)} within ${reply.withinMs / 1_000} s`;
  if (reply.ownFields === undefined) return within;
  const fields = reply.ownFields.map((field) => `\`${field}\``).join(', ');
  return `${within}, in the response or posted later; any response with ${fields} is one`;
}

function asking(type: string): string {
  return ALL.filter(({ head }) => head.reply?.type === type)
    .map(({ head }) => messageLink(head.type))
    .join(', ');
}

function fieldTable(rows: readonly FieldRow[]): string {
  return markdownTable(
    ['Field', 'Type', 'Required', 'Meaning'],
    rows.map(({ path, type, required, about }) => [`\`${path}\``, type, required ? 'yes' : 'no', about]),
  );
}
