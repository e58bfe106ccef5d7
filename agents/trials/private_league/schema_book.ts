/** The published schemas as a reader of the documents has them: files from disk, and a validator that shares nothing with ours. */
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { Mistake } from '../../launcher/options.ts';

export interface SchemaBook {
  /** Every message type that has a schema, sorted. */
  readonly types: readonly string[];
  /**
   * The fault of a message by the schema of its type; undefined when there is none. A type without a schema is a fault.
   */
  faultIn(type: string, message: unknown): string | undefined;
  /** The same for the JSON-RPC envelope around it. */
  envelopeFaultIn(part: 'request' | 'reply', envelope: unknown): string | undefined;
}

const RPC_ID = { type: ['string', 'integer', 'null'] };
const VERSION = { const: '2.0' };

/** JSON-RPC 2.0 as its specification has it, with parameters by name alone. */
const ENVELOPES = {
  request: {
    type: 'object',
    required: ['jsonrpc', 'method', 'params'],
    properties: { jsonrpc: VERSION, method: { type: 'string' }, params: { type: 'object' }, id: RPC_ID },
    additionalProperties: false,
  },
  reply: {
    type: 'object',
    required: ['jsonrpc', 'id'],
    properties: {
      jsonrpc: VERSION,
      id: RPC_ID,
      result: { type: 'object' },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data: { type: 'object' } },
        additionalProperties: false,
      },
    },
    minProperties: 3,
    maxProperties: 3,
    additionalProperties: false,
  },
} as const;

/** Reads and compiles every schema of messages in a folder. One that is no valid JSON Schema throws. */
export async function openSchemaBook(disk: Disk, folder: string): Promise<SchemaBook> {
  // Strict: an unknown keyword or format is an error, not something to pass over. Unions of types are plain JSON Schema.
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validators = new Map<string, ValidateFunction>();
  for (const name of (await disk.list(folder)).filter((each) => each.endsWith('.json'))) {
    const text = await disk.read(join(folder, name));
    const type = name.slice(0, -'.json'.length).toUpperCase();
    validators.set(type, ajv.compile(JSON.parse(text ?? 'null')));
  }
  if (validators.size === 0) throw new Mistake(`no schemas in ${folder}; write them with: npm run generate`);
  const envelopes = { request: ajv.compile(ENVELOPES.request), reply: ajv.compile(ENVELOPES.reply) };

  function judge(validate: ValidateFunction, value: unknown): string | undefined {
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: '' });
  }

  return {
    types: [...validators.keys()].sort(),
    faultIn(type, message) {
      const validate = validators.get(type);
      return validate === undefined ? `there is no schema for ${type}` : judge(validate, message);
    },
    envelopeFaultIn: (part, envelope) => judge(envelopes[part], envelope),
  };
}
