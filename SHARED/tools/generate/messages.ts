/** One message as a section of the protocol document: how it travels, its fields, and what other dialects do otherwise. */
import type { Contract, Head } from '../../contracts/contract.ts';
import type { DialectName } from '../../contracts/dialects/dialect.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { DIALECTS, exampleMessage, examplePath } from './examples.ts';
import { fieldRows } from './fields.ts';
import { anchorOf, markdownTable } from './markdown.ts';
import { containerOf, isInside, nameOf } from './paths.ts';
import { written } from './reading.ts';
import { plain } from './schemas.ts';
import { type WireField, wireFields } from './wire_fields.ts';

const ALL: readonly Contract[] = Object.values(CONTRACTS);
/** The fields that every message has, and that no table of a message repeats. */
const ENVELOPE = ['protocol', 'message_type', 'sender', 'timestamp', 'conversation_id', 'auth_token'] as const;

/** The envelope in every dialect, by the example of one message: what is written, and what it means. */
export function envelopeTable(): string {
  const example = CONTRACTS.GAME_INVITATION as Contract;
  const fields = fieldRows(plain(example.schema));
  const rows = ENVELOPE.map((name) => [
    code(name),
    ...DIALECTS.map((dialect) => code(JSON.stringify(written(example, dialect, exampleMessage(example))[name]))),
    ABOUT[name] ?? fields.find(({ path }) => path === name)?.about ?? '',
  ]);
  return markdownTable(['Field', ...DIALECTS.map((dialect) => `In ${code(dialect)}`), 'Meaning'], rows);
}

/** A heading, what the message is for, how it travels, its fields without the envelope’s, and what other dialects do otherwise. */
export function messageSection(contract: Contract): string {
  const { type, about } = contract.head;
  const [rpc, ...others] = DIALECTS.map((dialect) => ({
    dialect,
    name: named(contract, dialect),
    fields: wireFields(contract, dialect).filter(({ path }) => isOfBody(contract, path)),
  }));
  const canonical = rpc?.fields ?? [];
  const told = others.map(({ dialect, name, fields }) => ({
    dialect,
    items: [...name, ...dialectDifferences(canonical, fields)],
  }));
  const bySame = Map.groupBy(told, ({ items }) => items.join('\n'));
  const bare = [...bySame].map(([items, same]) => {
    const dialects = same.map(({ dialect }) => code(dialect)).join(' and ');
    return items === '' ? `In ${dialects} the same.` : `In ${dialects}:\n\n${items}`;
  });
  return [`### ${type}`, about, journey(contract), fieldTable(canonical), ...bare].join('\n\n');
}

/**
 * The differences of a dialect: fields it does not have, fields of its own or at another place, and other requirements
 * on those it shares.
 */
function dialectDifferences(ours: readonly WireField[], theirs: readonly WireField[]): readonly string[] {
  const missing = ours.filter(({ path }) => !theirs.some((field) => field.path === path)).map(({ path }) => path);
  const shared = theirs.flatMap((field) => {
    const same = ours.find(({ path }) => path === field.path);
    return same?.type === field.type ? [{ field, same }] : [];
  });
  const own = theirs.filter((field) => !shared.some((each) => each.field === field));
  const moved = own.flatMap((field) => {
    const place = ours.find(
      ({ path, type, about }) => nameOf(path) === nameOf(field.path) && type === field.type && about === field.about,
    );
    const from = place === undefined ? '' : containerOf(place.path);
    return from === '' ? [] : [{ field, from }];
  });
  const needs = Map.groupBy(
    shared.filter(({ field, same }) => field.need !== same.need),
    ({ field }) => field.need,
  );
  return [
    ...listed('without', withoutInner(missing)),
    ...[...Map.groupBy(moved, ({ from, field }) => `as in ${code(from)}, ${NEEDED[field.need]}`)].flatMap(
      ([what, all]) =>
        listed(
          what,
          all.map(({ field }) => field.path),
        ),
    ),
    ...own
      .filter((field) => !moved.some((each) => each.field === field))
      .map(({ path, type, need, about }) => `- ${code(path)}: ${type}; ${NEEDED[need]}. ${about}`),
    ...[...needs].flatMap(([need, fields]) =>
      listed(
        NEEDED[need],
        fields.map(({ field }) => field.path),
      ),
    ),
  ];
}

const NEEDED = { yes: 'required', sent: 'always sent, not required', no: 'only where it applies' } as const;

function listed(what: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`- ${what}: ${paths.map(code).join(', ')}`];
}

/** Leaves out the fields inside a field that is named itself. */
function withoutInner(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => isInside(path, other)));
}

/** A message type as a link to its section. */
export function messageLink(type: string, document = ''): string {
  return `[${type}](${document}#${anchorOf(type)})`;
}

/** Parties in words. */
export function partiesOf(parties: readonly string[]): string {
  return parties.map((party) => party.replace('_', ' ')).join(', ');
}

/** The senders and receivers of a message, in words. */
export function wayOf({ from, to }: Head): string {
  return `${partiesOf(from)} → ${partiesOf(to)}`;
}

/** Links to the example of a message in every dialect. */
export function exampleLinks(contract: Contract): string {
  return DIALECTS.map((dialect) => `[${dialect}](${examplePath(contract, dialect)})`).join(', ');
}

const ABOUT: { readonly [name: string]: string } = {
  protocol: 'Which words are used.',
  message_type: 'Which message this is: the title of one of the sections below.',
};

function isOfBody({ body }: Contract, path: string): boolean {
  return path in body.properties || !ENVELOPE.some((name) => name === path);
}

/** The name of a message in a dialect, where that is another name. */
function named(contract: Contract, dialect: DialectName): readonly string[] {
  const { message_type } = written(contract, dialect) as JsonObject;
  return message_type === contract.head.type ? [] : [`- \`message_type\` is ${code(String(message_type))}`];
}

function journey(contract: Contract): string {
  const { head } = contract;
  const lines = [`- From → to: ${wayOf(head)}`];
  if (head.method === undefined) lines.push(`- Answers: ${asking(head.type)}`);
  else lines.push(`- Method: ${code(head.method)}`, `- Answer: ${answering(head)}`);
  lines.push(`- Examples: ${exampleLinks(contract)} · [schema](schemas/${head.type.toLowerCase()}.json)`);
  return lines.join('\n');
}

function answering({ reply }: Head): string {
  if (reply === undefined) return 'none; it is sent as a notification';
  const within = `${messageLink(reply.type)} within ${reply.withinMs / 1_000} s`;
  if (reply.ownFields === undefined) return within;
  const fields = reply.ownFields.map(code).join(', ');
  return `${within}, in the response or posted later; any response with ${fields} is one`;
}

function asking(type: string): string {
  return ALL.filter(({ head }) => head.reply?.type === type)
    .map(({ head }) => messageLink(head.type))
    .join(', ');
}

function fieldTable(rows: readonly WireField[]): string {
  return markdownTable(
    ['Field', 'Type', 'Required', 'Meaning'],
    rows.map(({ path, type, need, about }) => [code(path), type, need, about]),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}
