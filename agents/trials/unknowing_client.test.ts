/** A program that knows no game: from names, schemas and fields of answers alone it plays a league to its end over MCP. */
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import { mcpHost } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { games } from '../../SHARED/testing/shipped_games.ts';
import { seatedLeague } from '../gateway/testing/seated_league.ts';
import { catalogOf } from '../launcher/world/mcp_catalogs.ts';

const ajv = new Ajv({ strict: true });

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/**
 * A value for an argument: a known field of its name, or the first field that its description names; of a list, the
 * last entry that fits.
 */
function valueFor(name: string, schema: JsonObject, known: JsonObject): Json | undefined {
  const fits = ajv.compile(schema);
  const own = known[name];
  if (own !== undefined) return fits(own) ? own : undefined;
  const fields = String(schema['description'] ?? '').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  const told = fields.map((field) => known[field]).find((value) => value !== undefined);
  return isJsonArray(told ?? null) ? (told as readonly Json[]).findLast((each) => fits(each)) : told;
}

/** The arguments of a tool as far as they are known; undefined where one that is needed is not. */
function argumentsFor({ inputSchema }: Listed, known: JsonObject): JsonObject | undefined {
  const { properties, required = [] } = inputSchema as { readonly properties: JsonObject; readonly required?: Json };
  const given = Object.entries(properties).flatMap(([name, schema]) => {
    const value = isJsonObject(schema) ? valueFor(name, schema, known) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const args = Object.fromEntries(given);
  return (required as readonly string[]).every((name) => name in args) ? args : undefined;
}

test.each(
  games.types.flatMap((game) => [
    [game, '2025-11-25'],
    [game, '2026-07-28'],
  ]),
)('it plays %s by MCP of %s', async (game, revision) => {
  const league = await seatedLeague({ game: game as string });
  onTestFinished(() => league.close());
  // Its league is on virtual time, which moves while a tool answers.
  const tools = league.tools.map((tool) => ({
    ...tool,
    run: (...given: Parameters<typeof tool.run>) => league.clock.runUntil(tool.run(...given)),
  }));
  const host = await mcpHost(catalogOf('league_manager', async () => undefined, { tools }));
  const client = await host.client(revision as string);
  const listed = (await client.listTools()).tools as unknown as readonly Listed[];

  let known: JsonObject = { display_name: 'A program' };
  const told: JsonObject[] = [];
  let tool = listed.find((each) => argumentsFor(each, known) !== undefined);
  while (tool !== undefined) {
    const args = argumentsFor(tool, known);
    expect(args, `${tool.name} with ${JSON.stringify(known)}`).toBeDefined();
    const { structuredContent, isError, content } = await client.callTool({ name: tool.name, arguments: args ?? {} });
    expect(isError, JSON.stringify(content)).not.toBe(true);
    const answer = structuredContent as JsonObject;
    if (told.length === 0) await league.start();
    told.push(answer);
    known = { ...known, ...answer };
    const words = String(answer['next']).split(/\W+/);
    tool = words.flatMap((word) => listed.filter(({ name }) => name === word))[0];
    expect(told.length).toBeLessThan(200);
  }

  expect(told.at(-1)).toMatchObject({ status: 'league_over', your_row: { played: 1 } });
  const finished = told.flatMap(({ finished_matches = [] }) => finished_matches as readonly JsonObject[]);
  expect(finished[0]).toMatchObject({ match_id: 'R1M1', termination: 'normal' });
  expect(host.bugs).toEqual([]);
});
