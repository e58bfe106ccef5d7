/** Checks values against the JSON Schemas of contracts: yes or no, or the faults in sentences. */
import { canonicalJson, type Json } from '../core/json.ts';
import type { SchemaNode, Static, TSchema } from './schema_builder.ts';

/** A fault of a value: the keyword of the schema that it breaks, where, and the fault in a sentence. */
export interface SchemaProblem {
  readonly keyword: string;
  /** JSON pointer to the part of the schema, such as `#/properties/round_id`. */
  readonly schemaPath: string;
  /** JSON pointer to the part of the value, such as `/round_id`; empty for the whole. */
  readonly instancePath: string;
  readonly params: ProblemParams;
  readonly message: string;
}

/** The names and values that a sentence about a fault may list, by keyword. */
export interface ProblemParams {
  /** `required` */
  readonly requiredProperties?: readonly string[];
  /** `additionalProperties` */
  readonly additionalProperties?: readonly string[];
  /** `enum` */
  readonly allowedValues?: readonly Json[];
  /** `const` */
  readonly allowedValue?: Json;
}

/** Stops collecting after so many problems, so that a hostile value costs no more than a wrong one. */
const MOST_PROBLEMS = 8;

/** Where in schema and value a rule looks, and the list that its problems go to. */
interface Place {
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly problems: SchemaProblem[];
}

/** A schema or one keyword of it, compiled. */
interface Rule {
  /** Whether a value keeps to it. */
  readonly test: (value: unknown) => boolean;
  /** Notes the problems of a value, and none of one that keeps to it. */
  readonly tell: (value: unknown, place: Place) => void;
}

const rules = new WeakMap<TSchema, Rule>();
const exactRules = new WeakMap<TSchema, Rule>();

/** Whether a value keeps to a schema; the schema is compiled at its first use. */
export function fits<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return ruleOf(schema, false).test(value);
}

/** The same with no room for fields that an object of the schema does not name, unless it is open on purpose. */
export function fitsExactly(schema: TSchema, value: unknown): boolean {
  return ruleOf(schema, true).test(value);
}

/** The first problems of a value, in the order of the schema; none where it keeps to it. */
export function problemsOf(schema: TSchema, value: unknown): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  ruleOf(schema, false).tell(value, { schemaPath: '#', instancePath: '', problems });
  return problems;
}

/** `isExact`: without room for fields that are not named. A schema that is part of several is compiled once. */
function ruleOf(schema: TSchema, isExact: boolean): Rule {
  const cache = isExact ? exactRules : rules;
  let rule = cache.get(schema);
  if (rule === undefined) {
    rule = compile(schema as Schema, isExact);
    cache.set(schema, rule);
  }
  return rule;
}

interface Schema extends SchemaNode {
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
}
type Members = { readonly [name: string]: unknown };

const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default']);

/** The rule of a schema. A keyword that is not known here is a bug of the contract, and thrown. */
function compile(schema: Schema, isExact: boolean): Rule {
  const isClosed = isExact && schema.properties !== undefined && schema.additionalProperties === undefined;
  const node = isClosed ? { ...schema, additionalProperties: false } : schema;
  const words = Object.keys(node).filter((word) => !ANNOTATIONS.has(word));
  const unknown = words.find((word) => !Object.hasOwn(COMPILERS, word));
  if (unknown !== undefined) throw new TypeError(`the validator does not know the keyword ${unknown}`);
  const parts = ORDER.filter((word) => words.includes(word)).map((word) => COMPILERS[word](node, isExact));
  const tell = (value: unknown, place: Place) => {
    for (const part of parts) part.tell(value, place);
  };
  return { test: isPlainObject(node, words) ? testOfPlainObject(node, isExact) : testOfAll(parts), tell };
}

function testOfAll(parts: readonly Rule[]): Rule['test'] {
  const [first, second, third] = parts.map(({ test }) => test);
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (third === undefined) return (value) => first(value) && second(value);
  return (value) => parts.every(({ test }) => test(value));
}

function testOfAny(parts: readonly Rule[]): Rule['test'] {
  const [first, second, ...more] = parts.map(({ test }) => test);
  if (first === undefined || second === undefined || more.length > 0)
    return (value) => parts.some(({ test }) => test(value));
  return (value) => first(value) || second(value);
}

const OF_PLAIN_OBJECTS: ReadonlySet<string> = new Set(['type', 'required', 'additionalProperties', 'properties']);

/** Whether a schema is of an object with named fields, as most are, and says nothing else. */
function isPlainObject({ type, properties, required = [] }: Schema, words: readonly string[]): boolean {
  if (type !== 'object' || properties === undefined || !words.every((word) => OF_PLAIN_OBJECTS.has(word))) return false;
  return required.every((name) => Object.hasOwn(properties, name));
}

/** Tests an object in one pass over the fields that it has: most fields of a schema are optional and absent. */
function testOfPlainObject(schema: Schema, isExact: boolean): Rule['test'] {
  const { properties = {}, required = [], additionalProperties: isOpen = true } = schema;
  const fields = new Map(
    Object.entries(properties).map(([name, part]) => {
      return [name, { isRequired: required.includes(name), test: ruleOf(part, isExact).test }];
    }),
  );
  return (value) => {
    if (!isMembers(value)) return false;
    let missing = required.length;
    for (const name in value) {
      const known = fields.get(name);
      if (known === undefined) {
        if (!isOpen) return false;
        continue;
      }
      const field = value[name];
      if (known.isRequired) missing -= 1;
      else if (field === undefined) continue;
      if (!known.test(field)) return false;
    }
    return missing === 0;
  };
}

function isEnough({ problems }: Place): boolean {
  return problems.length >= MOST_PROBLEMS;
}

function note(place: Place, keyword: string, message: string, params: ProblemParams = {}): void {
  const { schemaPath, instancePath, problems } = place;
  if (!isEnough(place)) problems.push({ keyword, schemaPath, instancePath, params, message });
}

function below({ schemaPath, instancePath, problems }: Place, schemaPart: string, valuePart: string | number): Place {
  return { schemaPath: `${schemaPath}/${schemaPart}`, instancePath: `${instancePath}/${valuePart}`, problems };
}

function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reading such a field would find what every object has. */
function refuseInherited(name: string): void {
  if (name in {}) throw new TypeError(`every object has ${name}: no field can be called so`);
}

/** A rule with one sentence for every value that breaks it. */
function simple(keyword: string, message: string, test: Rule['test'], params?: ProblemParams): Rule {
  return { test, tell: (value, place) => test(value) || note(place, keyword, message, params) };
}

/** A simple rule for strings alone, which lets everything else pass; likewise the others. */
function forStrings(keyword: string, message: string, test: (text: string) => boolean): Rule {
  return simple(keyword, message, (value) => typeof value !== 'string' || test(value));
}

function forNumbers(keyword: string, message: string, test: (number: number) => boolean): Rule {
  return simple(keyword, message, (value) => !Number.isFinite(value) || test(value as number));
}

function forLists(keyword: string, message: string, test: (list: readonly unknown[]) => boolean): Rule {
  return simple(keyword, message, (value) => !Array.isArray(value) || test(value));
}

/** A rule for objects alone, which lets everything else pass. */
function forObjects(test: (value: Members) => boolean, tell: (value: Members, place: Place) => void): Rule {
  return {
    test: (value) => !isMembers(value) || test(value),
    tell: (value, place) => !isMembers(value) || tell(value, place),
  };
}

const TYPES: { readonly [type: string]: Rule['test'] } = {
  object: isMembers,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isInteger,
  null: (value) => value === null,
};

/** How each keyword is compiled, in the order in which problems are told. */
const COMPILERS = {
  type: ({ type = '' }: Schema): Rule => {
    const test = TYPES[type];
    if (test === undefined) throw new TypeError(`the validator does not know the type ${type}`);
    return simple('type', `must be ${type}`, test);
  },
  required: ({ required = [] }: Schema): Rule => {
    for (const name of required) refuseInherited(name);
    return forObjects(
      (value) => required.every((name) => Object.hasOwn(value, name)),
      (value, place) => {
        const requiredProperties = required.filter((name) => !Object.hasOwn(value, name));
        if (requiredProperties.length === 0) return;
        const message = `must have required properties ${requiredProperties.join(', ')}`;
        note(place, 'required', message, { requiredProperties });
      },
    );
  },
  additionalProperties: ({ additionalProperties: isOpen, properties = {}, patternProperties }: Schema): Rule => {
    if (typeof isOpen !== 'boolean' || patternProperties !== undefined)
      throw new TypeError('the validator knows additionalProperties as true or false, and beside properties alone');
    const isKnown = (name: string) => isOpen || Object.hasOwn(properties, name);
    return forObjects(
      (value) => Object.keys(value).every(isKnown),
      (value, place) => {
        const additionalProperties = Object.keys(value).filter((name) => !isKnown(name));
        if (additionalProperties.length === 0) return;
        for (const name of additionalProperties.slice(0, MOST_PROBLEMS))
          note(below(place, 'additionalProperties', pointer(name)), 'boolean', 'schema is false');
        note(place, 'additionalProperties', 'must not have additional properties', { additionalProperties });
      },
    );
  },
  patternProperties: ({ patternProperties = {} }: Schema, isExact: boolean): Rule => {
    const records = Object.entries(patternProperties).map(([text, part]) => {
      return {
        pattern: new RegExp(text, 'u'),
        rule: ruleOf(part, isExact),
        part: `patternProperties/${pointer(text)}`,
      };
    });
    return forObjects(
      (value) => {
        for (const { pattern, rule } of records)
          for (const name in value) if (pattern.test(name) && !rule.test(value[name])) return false;
        return true;
      },
      (value, place) => {
        for (const { pattern, rule, part } of records) {
          for (const name of Object.keys(value)) {
            if (isEnough(place)) return;
            if (pattern.test(name)) rule.tell(value[name], below(place, part, pointer(name)));
          }
        }
      },
    );
  },
  properties: ({ properties = {}, required = [] }: Schema, isExact: boolean): Rule => {
    const fields = Object.entries(properties).map(([name, part]) => {
      refuseInherited(name);
      return { name, isRequired: required.includes(name), rule: ruleOf(part, isExact), part: pointer(name) };
    });
    // A required field that is there and undefined has the wrong type.
    const isGiven = (value: Members, { name, isRequired }: { readonly name: string; readonly isRequired: boolean }) =>
      value[name] !== undefined || (isRequired && Object.hasOwn(value, name));
    return forObjects(
      (value) => fields.every((field) => !isGiven(value, field) || field.rule.test(value[field.name])),
      (value, place) => {
        for (const field of fields) {
          const { name, rule, part } = field;
          if (isGiven(value, field)) rule.tell(value[name], below(place, `properties/${part}`, part));
        }
      },
    );
  },
  maxProperties: ({ maxProperties = 0 }: Schema): Rule => {
    const test = (value: unknown) => !isMembers(value) || Object.keys(value).length <= maxProperties;
    return simple('maxProperties', `must not have more than ${maxProperties} properties`, test);
  },
  items: ({ items = {} }: Schema, isExact: boolean): Rule => {
    const { test, tell } = ruleOf(items, isExact);
    return {
      test(value) {
        if (!Array.isArray(value)) return true;
        for (const item of value) if (!test(item)) return false;
        return true;
      },
      tell(value, place) {
        if (!Array.isArray(value)) return;
        for (let nth = 0; nth < value.length && !isEnough(place); nth++) tell(value[nth], below(place, 'items', nth));
      },
    };
  },
  minItems: ({ minItems = 0 }: Schema): Rule =>
    forLists('minItems', `must not have fewer than ${minItems} items`, ({ length }) => length >= minItems),
  maxItems: ({ maxItems = 0 }: Schema): Rule =>
    forLists('maxItems', `must not have more than ${maxItems} items`, ({ length }) => length <= maxItems),
  uniqueItems: ({ uniqueItems }: Schema): Rule =>
    forLists('uniqueItems', 'must not have duplicate items', (list) => {
      return uniqueItems !== true || new Set((list as Json[]).map(canonicalJson)).size === list.length;
    }),
  minLength: ({ minLength = 0 }: Schema): Rule =>
    forStrings(
      'minLength',
      `must not have fewer than ${minLength} characters`,
      (text) => text.length >= 2 * minLength || (text.length >= minLength && characters(text) >= minLength),
    ),
  maxLength: ({ maxLength = 0 }: Schema): Rule =>
    forStrings(
      'maxLength',
      `must not have more than ${maxLength} characters`,
      (text) => text.length <= maxLength || (text.length <= 2 * maxLength && characters(text) <= maxLength),
    ),
  pattern: ({ pattern = '' }: Schema): Rule => {
    const expression = new RegExp(pattern, 'u');
    return forStrings('pattern', `must match pattern "${pattern}"`, (text) => expression.test(text));
  },
  minimum: ({ minimum = 0 }: Schema): Rule =>
    forNumbers('minimum', `must be >= ${minimum}`, (number) => number >= minimum),
  maximum: ({ maximum = 0 }: Schema): Rule =>
    forNumbers('maximum', `must be <= ${maximum}`, (number) => number <= maximum),
  const: ({ const: allowedValue = null }: Schema): Rule => {
    refuseParts([allowedValue]);
    return simple('const', 'must be equal to constant', (value) => value === allowedValue, { allowedValue });
  },
  enum: ({ enum: allowedValues = [] }: Schema): Rule => {
    refuseParts(allowedValues);
    const test = (value: unknown) => allowedValues.includes(value as Json);
    return simple('enum', 'must be equal to one of the allowed values', test, { allowedValues });
  },
  allOf: ({ allOf = [] }: Schema, isExact: boolean): Rule => {
    const parts = allOf.map((part) => ruleOf(part, isExact));
    return { test: testOfAll(parts), tell: (value, place) => tellParts('allOf', parts, value, place) };
  },
  anyOf: ({ anyOf = [] }: Schema, isExact: boolean): Rule => {
    const parts = anyOf.map((part) => ruleOf(part, isExact));
    const test = testOfAny(parts);
    return {
      test,
      tell(value, place) {
        if (test(value)) return;
        tellParts('anyOf', parts, value, place);
        note(place, 'anyOf', 'must match a schema in anyOf');
      },
    };
  },
};
const ORDER = Object.keys(COMPILERS) as readonly (keyof typeof COMPILERS)[];

/** Notes the problems of each part; a part counts its own, as a whole schema does. */
function tellParts(keyword: string, parts: readonly Rule[], value: unknown, place: Place): void {
  for (const [nth, part] of parts.entries()) {
    const problems: SchemaProblem[] = [];
    part.tell(value, { ...place, schemaPath: `${place.schemaPath}/${keyword}/${nth}`, problems });
    place.problems.push(...problems.slice(0, MOST_PROBLEMS - place.problems.length));
  }
}

function refuseParts(values: readonly Json[]): void {
  if (values.some((value) => typeof value === 'object' && value !== null))
    throw new TypeError('the validator compares plain values alone');
}

/** Counts the characters of a text, where its length counts halves of pairs. */
function characters(text: string): number {
  return [...text].length;
}
