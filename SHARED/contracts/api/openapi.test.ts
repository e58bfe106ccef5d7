import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { openApi } from './openapi.ts';
import { PLAYBACK, ROUTES } from './routes.ts';

const ALL = { ...ROUTES, playback: PLAYBACK };
const described = openApi();
const operations = Object.entries(described['paths'] as JsonObject).map(
  ([path, item]) => [path, (item as JsonObject)['get'] as JsonObject] as const,
);
const schemas = (described['components'] as JsonObject)['schemas'] as JsonObject;

test('every route is described once, with its variables and its parameters', () => {
  expect(operations.map(([path]) => path).sort()).toEqual(
    Object.values(ALL)
      .map(({ path }) => path)
      .sort(),
  );
  for (const [path, { operationId, parameters }] of operations) {
    const route = ALL[operationId as keyof typeof ALL];
    expect(route.path).toBe(path);
    const named = (where: string) =>
      (parameters as readonly JsonObject[]).filter((parameter) => parameter['in'] === where).map(({ name }) => name);
    expect(named('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(named('query')).toEqual(Object.keys(route.query.properties));
  }
});

test('every schema in it is a JSON Schema of the draft that OpenAPI 3.1 has', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  for (const [name, schema] of Object.entries(schemas))
    expect([name, ajv.validateSchema(schema as object)]).toEqual([name, true]);
  for (const [, { parameters }] of operations)
    for (const { schema } of parameters as readonly JsonObject[])
      expect(() => ajv.compile(schema as object)).not.toThrow();
  for (const [name, schema] of Object.entries(schemas))
    expect([name, typeof ajv.compile(schema as object)]).toEqual([name, 'function']);
});

test('every reference leads to a schema, and every answer of an operation has a description', () => {
  const references = referencesIn(described);
  expect(references.length).toBeGreaterThan(Object.keys(ROUTES).length);
  for (const reference of references) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? '';
    expect(Object.keys(schemas)).toContain(name);
  }
  for (const [path, { responses }] of operations)
    for (const [status, answer] of Object.entries(responses as JsonObject))
      expect([path, status, typeof (answer as JsonObject)['description']]).toEqual([path, status, 'string']);
});

function referencesIn(value: Json): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  const own = typeof value['$ref'] === 'string' ? [value['$ref']] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}
