/** The read-only API as OpenAPI 3.1, made from the table of its routes. */
import type { JsonObject } from '../../core/json.ts';
import { PROTOCOL_VERSION } from '../fields.ts';
import { type TSchema, Type } from '../schema_builder.ts';
import { PLAYBACK, ROUTES, type Route, type RouteName } from './routes.ts';

/** The body of every answer that is no document. */
const ApiError = Type.Object(
  {
    error: Type.String({ description: 'What is wrong, in a sentence.' }),
    parameter: Type.Optional(Type.String({ description: 'The parameter that is wrong, where it is one.' })),
  },
  { description: 'Why there is no document.' },
);

const ABOUT =
  'What a league makes public, to be read by anybody: no addresses, tokens, seeds or moves of matches that are not decided. Documents carry an ETag; `If-None-Match` saves sending one again. `HEAD` is answered as well.';

/** The description of every route, with the schemas of its answers. */
export function openApi(): JsonObject {
  const names = Object.keys(ROUTES) as RouteName[];
  return plain({
    openapi: '3.1.1',
    info: { title: 'The read-only API of a league', version: PROTOCOL_VERSION, description: ABOUT },
    servers: [{ url: '/', description: 'The address of the league manager.' }],
    paths: {
      ...Object.fromEntries(names.map((name) => [ROUTES[name].path, { get: operation(name, ROUTES[name]) }])),
      [PLAYBACK.path]: { get: playback('playback', PLAYBACK.about), post: changing },
    },
    components: {
      schemas: {
        ...Object.fromEntries(names.map((name) => [schemaName(name), ROUTES[name].answer])),
        ...{ Playback: PLAYBACK.answer, PlaybackChange: PLAYBACK.change, ApiError },
      },
      securitySchemes: {
        operator: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The operator’s token: it adds the endpoints of agents, and how strategies failed in whose place a guard moved.',
        },
      },
    },
  });
}

function operation(name: RouteName, { path, about, query, isFuller }: Route) {
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, variable = '']) => ({
    ...{ name: variable, in: 'path', required: true },
    schema: { type: 'string' },
  }));
  const asked = Object.entries<TSchema>(query.properties).map(([parameter, schema]) => {
    const { description, ...rest } = schema as TSchema & { readonly description?: string };
    return { ...{ name: parameter, in: 'query', required: false }, description, schema: rest };
  });
  const refusals = {
    ...(asked.length === 0 ? {} : { 400: refusal('A parameter is wrong.') }),
    ...(isFuller ? { 401: refusal('The token is not the operator’s.') } : {}),
    ...(variables.length === 0 ? {} : { 404: refusal('There is no such thing in this league.') }),
    429: refusal('Too much is asked for from this address, or too many wrong tokens came from it.'),
    503: refusal('The league cannot be seen yet, or there is too much to do.'),
  };
  return {
    operationId: name,
    summary: about,
    ...(isFuller ? { security: [{}, { operator: [] }] } : {}),
    parameters: [...variables, ...asked],
    responses: {
      200: { description: 'The document.', ...(name === 'events' ? {} : TAGGED), content: contentOf(name) },
      ...(name === 'events' ? {} : { 304: { description: 'It is as it was.' } }),
      ...refusals,
    },
  };
}

function playback(operationId: string, summary: string) {
  const responses = {
    200: { description: 'How far it is.', content: jsonOf('Playback') },
    400: refusal('A parameter or the body is wrong.'),
    404: refusal('The league is not played back.'),
  };
  return { operationId, summary, parameters: [], responses };
}

const changing = {
  ...playback(
    'change_playback',
    'Goes to a position, plays at a speed, holds or goes on; what is not named stays as it is.',
  ),
  requestBody: { required: true, content: jsonOf('PlaybackChange') },
};

const TAGGED = { headers: { ETag: { description: 'Changes with the document.', schema: { type: 'string' } } } };

function contentOf(name: RouteName) {
  const document = jsonOf(schemaName(name));
  return name === 'events' ? { ...document, 'text/event-stream': { schema: { type: 'string' } } } : document;
}

function refusal(description: string) {
  return { description, content: jsonOf('ApiError') };
}

function jsonOf(schema: string) {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}

function schemaName(name: RouteName): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Without what only the library of schemas needs. */
function plain(document: object): JsonObject {
  return JSON.parse(JSON.stringify(document)) as JsonObject;
}
