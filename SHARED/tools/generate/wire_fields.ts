/** The fields of a message as a dialect writes them, found by writing and reading messages with its codec. */
import type { Contract } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import type { DialectName } from '../../contracts/dialects/dialect.ts';
import { BARE_WORDS, V1_PLACE } from '../../contracts/dialects/words.ts';
import { type JsonObject, sameJson } from '../../core/json.ts';
import { aboutOf, type FieldRow, fieldRows, typeName } from './fields.ts';
import { changed, holdersIn, isInside, nameOf, nested, pathsIn, valueAt } from './paths.ts';
import { isTaken, readerOf, withoutCopies, written } from './reading.ts';
import { plain, type Schema } from './schemas.ts';
import { another, branches, sample, specimens } from './specimens.ts';

/** yes: its sender must say it. sent: our agents always say it, others need not. no: only where it applies. */
export type Need = (typeof NEEDS)[number];
const NEEDS = ['yes', 'sent', 'no'] as const;

export interface WireField {
  /** As in a message of the dialect. */
  readonly path: string;
  readonly type: string;
  readonly need: Need;
  readonly about: string;
}

/** Every field of a message in the words of a dialect, the envelope included; of each object, what is needed first. */
export function wireFields(contract: Contract, dialect: DialectName): readonly WireField[] {
  const write = (message: JsonObject) => written(contract, dialect, message);
  const messages = specimens(contract).map((message) => ({ message, wire: write(message) }));
  const told = { contract, dialect, rows: fieldRows(plain(contract.schema)), write, messages };
  const found: { readonly path: string; readonly origin: Origin }[] = [];
  for (const path of new Set(messages.flatMap(({ wire }) => pathsIn(wire)))) {
    const around = found.find((field) => !isOpen(field.origin.schema) && isInside(path, field.path));
    const origin = originOf(path, told);
    // Of what holds anything only those parts are fields that come from somewhere else.
    if (around !== undefined && (origin === undefined || origin.row === around.origin.row)) continue;
    if (origin === undefined) throw new Error(`${contract.head.type} in ${dialect}: nobody says what ${path} means`);
    found.push({ path, origin });
  }
  const fields = found.map(({ path, origin }) => ({
    path,
    type: typeIn(path, origin, told),
    need: needOf(path, told),
    about: aboutOf(origin.schema),
  }));
  return nested(fields.toSorted((a, b) => NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need)));
}

interface Told {
  readonly contract: Contract;
  readonly dialect: DialectName;
  readonly rows: readonly FieldRow[];
  readonly write: (message: JsonObject) => JsonObject;
  readonly messages: readonly { readonly message: JsonObject; readonly wire: JsonObject }[];
}

/** The origin of a field: a field of the contract by this or another name, or a word of the dialect’s own. */
interface Origin {
  readonly schema: Schema;
  readonly row?: FieldRow;
}

function originOf(path: string, told: Told): Origin | undefined {
  const { dialect, rows } = told;
  const same = rows.find((row) => row.path === path);
  if (same !== undefined) return { schema: same.schema, row: same };
  const word = dialect === 'rpc' ? undefined : BARE_WORDS[dialect][path];
  if (word !== undefined) return { schema: plain(word) };
  const sources = sourcesOf(path, told);
  const source =
    only(sources.filter(({ row }) => nameOf(row.path) === nameOf(path))) ??
    only(sources.filter(({ isCopied }) => isCopied)) ??
    only(sources);
  return source === undefined ? undefined : { schema: source.row.schema, row: source.row };
}

/** The fields of the contract that make a difference to a field on the wire. */
function sourcesOf(path: string, { contract, rows, messages, write }: Told) {
  const { message = {}, wire = {} } = messages.find((each) => valueAt(each.wire, path) !== undefined) ?? {};
  const value = valueAt(wire, path);
  return rows
    .filter(({ path: ours }) => contract.body.properties[ours.replace(/[.[].*$/, '')] !== undefined)
    .map((row) => ({ row, isCopied: sameJson(valueAt(message, row.path), value) }))
    .filter(({ row, isCopied }) => {
      if (isOpen(row.schema)) return isCopied && nameOf(row.path) === nameOf(path);
      const other = write(changed(message, row.path, (before) => another(row.schema, before)));
      return !sameJson(valueAt(other, path), value);
    });
}

/** The type of a field: the alternatives of the contract, each as it comes out on the wire. */
function typeIn(path: string, { schema, row }: Origin, told: Told): string {
  const { messages, write } = told;
  if (row === undefined && path in V1_PLACE) return typeOfPlace(path, schema, told);
  if (row === undefined || branches(schema).length === 1) return typeName(schema);
  const names = branches(schema).flatMap((branch) => {
    const value = sample(branch, nameOf(row.path));
    const wires = messages.map(({ message }) => valueAt(write(changed(message, row.path, () => value)), path));
    const found = wires.find((wire) => wire !== undefined);
    if (found === undefined) return [];
    const isLiteral = branch.const !== undefined || branch.type === 'null';
    return [isLiteral && !sameJson(found, value) ? typeName({ const: found }) : typeName(branch)];
  });
  return [...new Set(names)].join(' or ');
}

/** A message about no match or round has a word in its place. */
function typeOfPlace(path: string, schema: Schema, told: Told): string {
  const { contract, messages } = told;
  const value = messages[0]?.wire[path];
  const isSaid = sameJson(value, readerOf(contract).request?.[path]) || sourcesOf(path, told).length > 0;
  return isSaid || path === 'league_id' ? typeName(schema) : typeName({ const: value });
}

function needOf(path: string, { contract, dialect, messages }: Told): Need {
  const { wire = {} } = messages.find((each) => valueAt(each.wire, path) !== undefined) ?? {};
  if (!isTaken(contract, dialect, wire)) throw new Error(`${contract.head.type} is not understood in ${dialect}`);
  const { protocol, message_type } = wire as { readonly protocol: string; readonly message_type: string };
  const named = dialectOf(dialect).lacks({ protocol, message_type });
  if (
    named.includes(path) ||
    !isTaken(
      contract,
      dialect,
      changed(withoutCopies(contract, dialect, wire), path, () => undefined),
    )
  )
    return 'yes';
  const isAlways = messages.every((each) => {
    return holdersIn(each.wire, path).every((holder) => holder[nameOf(path)] !== undefined);
  });
  return isAlways ? 'sent' : 'no';
}

/** Whether the fields of a value are named one by one. */
function isOpen(schema: Schema): boolean {
  return branches(schema).some(({ properties, items }) => properties !== undefined || items?.properties !== undefined);
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
