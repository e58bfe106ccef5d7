/** A quick test of values against a schema, compiled from the few keywords that contracts use. */

/** Whether a value certainly keeps to a schema; false where that takes a closer look. */
export type Fits = (value: unknown) => boolean;

/** A schema as far as its parts are looked into. */
export interface SchemaNode {
  readonly properties?: { readonly [name: string]: SchemaNode };
  readonly patternProperties?: { readonly [pattern: string]: SchemaNode };
  readonly additionalProperties?: boolean | object;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

const WITHOUT_MEANING = ['title', 'description', 'default', 'examples', '~kind', '~optional', '~unsafe'];
/** The keywords that are understood, by the type they go with; a schema with any other fits nothing. */
const KEYWORDS: { readonly [type: string]: ReadonlySet<string> } = {
  any: new Set([...WITHOUT_MEANING, 'anyOf', 'const', 'enum']),
  null: new Set([...WITHOUT_MEANING, 'type']),
  boolean: new Set([...WITHOUT_MEANING, 'type']),
  number: new Set([...WITHOUT_MEANING, 'type', 'minimum', 'maximum']),
  integer: new Set([...WITHOUT_MEANING, 'type', 'minimum', 'maximum']),
  string: new Set([...WITHOUT_MEANING, 'type', 'const', 'pattern', 'minLength', 'maxLength']),
  array: new Set([...WITHOUT_MEANING, 'type', 'items', 'minItems', 'maxItems']),
  object: new Set([
    ...[...WITHOUT_MEANING, 'type', 'properties', 'patternProperties', 'required'],
    ...['additionalProperties', 'maxProperties'],
  ]),
};
/** The pattern of all names there are. */
export const ANY_NAME = '^[\\s\\S]*$';
/** What a record of plain strings has: names with an end of line are left unchecked, and take the closer look. */
const ONE_LINE = '^.*$';

/**
 * The test of a schema as one function, which the engine compiles: a yes is certain, a no is not. `isExact`: no object
 * has room for fields that its schema does not name, unless it is left open on purpose.
 */
export function compiledFits(schema: SchemaNode, isExact: boolean): Fits {
  const patterns: RegExp[] = [];
  const functions: string[] = [];
  const whole = testOf(schema, 'value');
  const source = `${functions.join('\n')}\nreturn (value) => ${whole};`;
  // Made of our own schemas alone; every name and word in it is quoted.
  return new Function('patterns', source)(patterns) as Fits;

  /** The expression that tests what is called `it`. */
  function testOf(node: SchemaNode, it: string): string {
    const { type = 'any' } = node;
    const known = KEYWORDS[type];
    if (known === undefined || !Object.getOwnPropertyNames(node).every((word) => known.has(word))) return 'false';
    if (node.const !== undefined) return `(${it} === ${literal(node.const)})`;
    const words = node.anyOf?.map((one) => testOf(one, it)) ?? node.enum?.map((word) => `${it} === ${literal(word)}`);
    if (words !== undefined) return `(${words.join(' || ')})`;
    switch (type) {
      case 'string':
        return allOf(`typeof ${it} === 'string'`, ...lengthTests(node, `${it}.length`), patternTest(node, it));
      case 'integer':
      case 'number': {
        const isNumber = type === 'integer' ? 'Number.isInteger' : 'Number.isFinite';
        return allOf(`${isNumber}(${it})`, limit(it, '>=', node.minimum), limit(it, '<=', node.maximum));
      }
      case 'array':
        return allOf(
          ...[`Array.isArray(${it})`, limit(`${it}.length`, '>=', node.minItems)],
          ...[limit(`${it}.length`, '<=', node.maxItems), node.items && `${listTest(node.items)}(${it})`],
        );
      case 'object':
        return `${node.patternProperties === undefined ? objectTest(node) : recordTest(node)}(${it})`;
      case 'any':
        return 'true';
      default:
        return type === 'null' ? `(${it} === null)` : `(typeof ${it} === '${type}')`;
    }
  }

  function patternTest({ pattern }: SchemaNode, it: string): string | undefined {
    return pattern === undefined ? undefined : `patterns[${patterns.push(new RegExp(pattern, 'u')) - 1}].test(${it})`;
  }

  /** Tests the fields by name and counts them; an object with more of them has one that is not named. */
  function objectTest({ properties = {}, required = [], additionalProperties, ...node }: SchemaNode): string {
    const isOpen = additionalProperties === undefined ? !isExact : additionalProperties;
    if (typeof isOpen !== 'boolean' || node.maxProperties !== undefined) return '(() => false)';
    const fields = Object.entries(properties).map(([name, field]) => {
      const absent = required.includes(name) ? 'return false' : `if (${literal(name)} in value) count++`;
      return `field = value[${literal(name)}];
        if (field === undefined) { ${absent}; } else { if (!${testOf(field, 'field')}) return false; count++; }`;
    });
    const unnamed = required.filter((name) => !Object.hasOwn(properties, name));
    if (unnamed.length > 0) return '(() => false)';
    const end = isOpen ? 'return true;' : 'for (const name in value) count--; return count === 0;';
    return named(`${NO_OBJECT} let field, count = 0; ${fields.join('\n')} ${end}`);
  }

  function recordTest({ patternProperties = {}, properties, required, ...node }: SchemaNode): string {
    const fields = patternProperties[ANY_NAME] ?? patternProperties[ONE_LINE];
    const isOther = properties !== undefined || required !== undefined || node.additionalProperties !== undefined;
    if (fields === undefined || isOther || Object.keys(patternProperties).length > 1) return '(() => false)';
    const each = `for (const name in value) { const field = value[name]; if (!${testOf(fields, 'field')}) return false; }`;
    return named(
      `${NO_OBJECT} ${each} return ${limit('Object.keys(value).length', '<=', node.maxProperties) ?? true};`,
    );
  }

  function listTest(items: SchemaNode): string {
    return named(`for (const item of value) if (!${testOf(items, 'item')}) return false; return true;`);
  }

  function named(body: string): string {
    const name = `fits${functions.length}`;
    functions.push(`function ${name}(value) { ${body} }`);
    return name;
  }
}

const NO_OBJECT = "if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;";

/** Schemas count characters, and a text counts halves of pairs. */
function lengthTests({ minLength, maxLength }: SchemaNode, length: string): readonly (string | undefined)[] {
  const enough = minLength !== undefined && minLength > 1 ? 2 * minLength : minLength;
  return [limit(length, '>=', enough), limit(length, '<=', maxLength)];
}

function limit(what: string, is: '<=' | '>=', bound: number | undefined): string | undefined {
  return bound === undefined ? undefined : `${what} ${is} ${bound}`;
}

function allOf(...tests: readonly (string | undefined)[]): string {
  return `(${tests.filter((test) => test !== undefined).join(' && ')})`;
}

function literal(word: unknown): string {
  return typeof word === 'object' ? 'NaN' : JSON.stringify(word);
}
