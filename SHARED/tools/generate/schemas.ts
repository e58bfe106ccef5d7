/** Every message and file as JSON Schema: the contract’s own, with what the canonical dialect adds on the wire. */
import type { Contract } from '../../contracts/contract.ts';
import { spokenDialects } from '../../contracts/dialects/detect.ts';
import { ALSO_WRITTEN_IN } from '../../contracts/dialects/rpc.ts';
import { FILES } from '../../contracts/files/index.ts';
import { CONTRACTS, contractByType } from '../../contracts/index.ts';
import { JUDGED_TYPES, judgedSchema } from '../../contracts/judged.ts';
import type { TSchema } from '../../contracts/schema_builder.ts';

/** As much of a JSON Schema as contracts use. */
export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly patternProperties?: { readonly [pattern: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** The schema of a message as it is written, without its envelope when only the body is asked for. */
export function writtenSchema({ head, schema, body }: Contract, part: 'message' | 'body' = 'message'): Schema {
  const own = plain(part === 'message' ? schema : body);
  const place = ALSO_WRITTEN_IN.get(head.type);
  if (place === undefined) return own;
  if (place.list === undefined) return withBothNames(own, place.names);
  const list = own.properties?.[place.list] as Schema;
  return {
    ...own,
    properties: {
      ...own.properties,
      [place.list]: { ...list, items: withBothNames(list.items as Schema, place.names) },
    },
  };
}

/** Path below doc to text, for every message and every file. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const messages = Object.values(CONTRACTS).map((contract: Contract) => {
    const name = contract.head.type.toLowerCase();
    return [`schemas/${name}.json`, published(name, writtenSchema(contract))] as const;
  });
  const files = Object.entries(FILES).map(([name, { path, schema }]) => {
    const title = path.endsWith('.jsonl') ? `${path}, each line` : path;
    return [`schemas/files/${name}.json`, published(`files:${name}`, { ...plain(schema), title })] as const;
  });
  return new Map([...messages, ...files, ...judgedFiles()]);
}

/** What agents are judged by, dialect by dialect. */
function judgedFiles(): readonly (readonly [string, string])[] {
  return spokenDialects().flatMap((dialect) =>
    JUDGED_TYPES.map((type) => {
      const name = `judged/${dialect}/${type.toLowerCase()}`;
      const schema = plain(judgedSchema(contractByType(type) as Contract, dialect));
      return [`schemas/${name}.json`, published(name.replaceAll('/', ':'), schema)] as const;
    }),
  );
}

/** A schema of the contracts without what only the library needs. */
export function plain(schema: TSchema): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema;
}

function published(name: string, { title, description, ...rest }: Schema): string {
  const document = { $schema: DRAFT, $id: `urn:even-odd-league:schema:${name}`, title, description, ...rest };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function withBothNames(own: Schema, names: { readonly [field: string]: string }): Schema {
  const others = Object.entries(names).map(([name, other]) => {
    const source = name.startsWith('player_') ? ' (spec 002)' : '';
    return [other, { ...own.properties?.[name], description: `The same as ${name}${source}.` }] as const;
  });
  return {
    ...own,
    required: [...(own.required ?? []), ...Object.values(names)],
    properties: { ...own.properties, ...Object.fromEntries(others) },
  };
}
