/** Every list of tools is one that every client and every model API takes: a gate over all agents, games and the bridge. */
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Role } from '../../../SHARED/contracts/contract.ts';
import { toolsOf } from '../../../SHARED/contracts/tools.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import type { Tool } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import { connectRemote } from '../../../SHARED/league_sdk/mcp/remote.ts';
import { openStdioProxy } from '../../../SHARED/league_sdk/mcp/stdio_proxy.ts';
import { initialize, mcpHost, request } from '../../../SHARED/testing/mcp_fixtures_host.ts';
import { gameOf, games } from '../../../SHARED/testing/shipped_games.ts';
import { makeBridge } from '../../bridge/bridge.ts';
import { seatedLeague } from '../../gateway/testing/seated_league.ts';
import { PLAYING } from '../../gateway/tools.ts';
import { catalogOf } from './mcp_catalogs.ts';

/** The usual list of a manager, as it is written: a model reads it before each of its answers. */
const LONGEST_LIST = 4_800;
/** The shortest limit of the model APIs for what is said of a tool. */
const LONGEST_DESCRIPTION = 1_024;
const DEEPEST = 5;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array'];
/** All that a schema says; what is left out here is refused, or means something else, in one of the common clients. */
const WORDS = new Set([
  ...['type', 'title', 'description', 'enum', 'minimum', 'maximum', 'items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties'],
]);

/** What some client would refuse in a list of tools. */
function objectionsTo(tools: readonly JsonObject[]): readonly string[] {
  const names = tools.map(({ name }) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${String(name)} is there twice`);
  return [...twice, ...tools.flatMap((tool) => objectionsToTool(tool).map((why) => `${String(tool['name'])}: ${why}`))];
}

function objectionsToTool({ name, description, inputSchema, outputSchema }: JsonObject): readonly string[] {
  const length = String(description ?? '').length;
  return [
    ...(NAME.test(String(name)) ? [] : ['its name']),
    ...(length > 0 && length <= LONGEST_DESCRIPTION ? [] : [`a description of ${length} characters`]),
    ...objectionsToRoot('input', inputSchema),
    ...(outputSchema === undefined ? [] : objectionsToRoot('output', outputSchema)),
  ];
}

function objectionsToRoot(at: string, schema: Json | undefined): readonly string[] {
  if (!isJsonObject(schema) || schema['type'] !== 'object' || !isJsonObject(schema['properties'] ?? null))
    return [`${at} is no object with properties`];
  return objectionsToPart(at, schema, 1);
}

function objectionsToPart(at: string, schema: Json | undefined, depth: number): readonly string[] {
  if (!isJsonObject(schema)) return [`${at} is no schema`];
  const { type, enum: values, items, properties = {}, required = [], additionalProperties = true } = schema;
  const strange = Object.keys(schema).filter((word) => !WORDS.has(word));
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  const isKnown = (name: Json) => members.some(([known]) => known === name);
  return [
    ...strange.map((word) => `${at} has ${word}`),
    ...(TYPES.includes(type as string) ? [] : [`${at} has the type ${JSON.stringify(type)}`]),
    ...(depth > DEEPEST ? [`${at} is ${depth} deep`] : []),
    ...(values === undefined || (type === 'string' && isTexts(values)) ? [] : [`${at} has an enum of no texts`]),
    ...(type === 'array' ? objectionsToPart(`${at}[]`, items, depth) : []),
    ...members.filter(([name]) => !NAME.test(name)).map(([name]) => `${at} has a member ${name}`),
    ...(isJsonArray(required) && required.every(isKnown) ? [] : [`${at} requires what it does not have`]),
    ...(typeof additionalProperties === 'boolean' ? [] : objectionsToPart(`${at}.*`, additionalProperties, depth + 1)),
    ...members.flatMap(([name, part]) => objectionsToPart(`${at}.${name}`, part, depth + 1)),
  ];
}

function isTexts(values: Json): boolean {
  return isJsonArray(values) && values.length > 0 && values.every((each) => typeof each === 'string');
}

/** An agent at an address, and its lists of tools with the length of each as it is written. */
async function hosted(role: Role, tools: readonly Tool[] = []) {
  const { address } = await mcpHost(catalogOf(role, async () => undefined, { tools }));
  async function listed(query = '') {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(request('tools/list')) };
    const text = await (await fetch(`${address}${query}`, init)).text();
    const { result } = JSON.parse(text) as { readonly result: { readonly tools: readonly JsonObject[] } };
    return { tools: result.tools, length: text.length };
  }
  return { address, listed };
}

/** The tools of a seat as a manager of this game shows them. */
async function seatToolsOf(game: string, rules?: Game): Promise<readonly Tool[]> {
  const league = await seatedLeague({ game, ours: 0, ...(rules === undefined ? {} : { rules }) });
  await league.close();
  return league.tools;
}

const SEAT = ['join_league', 'wait_for_turn', 'make_move', 'my_standing', 'leave'];
const READ_ONLY = ['get_standings', 'get_status'];

test.each([...games.types])('a manager of %s lists the tools of a seat and what only reads, in short', async (game) => {
  const manager = await hosted('league_manager', await seatToolsOf(game));
  const { tools, length } = await manager.listed();
  expect(objectionsTo(tools)).toEqual([]);
  expect(tools.map(({ name }) => name)).toEqual([...SEAT, ...READ_ONLY]);
  expect(length).toBeLessThanOrEqual(LONGEST_LIST);
  const move = tools.find(({ name }) => name === 'make_move')?.['inputSchema'];
  expect(move).toMatchObject({ properties: { move: unwrap(gameOf(game)).moveSchema } });
});

test('what a client is told to do names no tool that it is not shown, unless it asks for all', async () => {
  const tools = await seatToolsOf('connect_four');
  const catalog = catalogOf('league_manager', async () => undefined, { tools, moreInstructions: PLAYING });
  const { result } = (await (await mcpHost(catalog)).send(initialize('2025-11-25'))).messages[0] as {
    readonly result: { readonly instructions: string };
  };
  const named = toolsOf('league_manager').filter(({ name }) => result.instructions.includes(name));
  expect(named.map(({ name }) => name).toSorted()).toEqual(READ_ONLY);
});

test('a game that does not say what a move is has its moves shown as texts', async () => {
  const { moveSchema: _, ...rules } = unwrap(gameOf('connect_four'));
  const manager = await hosted('league_manager', await seatToolsOf('connect_four', rules));
  const { tools } = await manager.listed();
  expect(objectionsTo(tools)).toEqual([]);
  expect(tools.find(({ name }) => name === 'make_move')?.['inputSchema']).toMatchObject({
    properties: { move: { type: 'string' } },
    required: expect.arrayContaining(['move']),
  });
});

test('a manager that is asked for all its tools lists them with the schemas of their answers', async () => {
  const manager = await hosted('league_manager', await seatToolsOf('connect_four'));
  const { tools } = await manager.listed('?tools=all');
  expect(objectionsTo(tools)).toEqual([]);
  expect(tools.map(({ name }) => name)).toEqual([
    ...SEAT,
    'register_player',
    'league_query',
    ...READ_ONLY,
    'start_league',
  ]);
  for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' });
});

test.each(['referee', 'player'] as const)('a %s lists what every client takes', async (role) => {
  const { tools } = await (await hosted(role)).listed();
  expect(tools).not.toEqual([]);
  expect(objectionsTo(tools)).toEqual([]);
});

test('the bridge lists the tools of manager, referee and player as every client takes them', async () => {
  const manager = await hosted('league_manager', await seatToolsOf('connect_four'));
  const also = [await hosted('referee'), await hosted('player'), await hosted('player')];
  const bridge = makeBridge({
    ...{ clock: systemClock, entropy: seededEntropy(1), connect: connectRemote, say: () => undefined },
    servers: [
      { name: 'LM01', url: manager.address },
      ...also.map(({ address }, nth) => ({ name: `A${nth}`, url: address })),
    ],
  });
  onTestFinished(() => bridge.close());
  await bridge.open();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const close = await openStdioProxy(bridge, { input, output, greet: async () => '' });
  onTestFinished(close);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) resolve(text);
    });
  });
  input.write(`${JSON.stringify(request('tools/list'))}\n`);
  const { tools } = (JSON.parse(await answer) as { readonly result: { readonly tools: readonly JsonObject[] } }).result;
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...SEAT, 'run_match', 'A1__game_move', 'A2__game_move']));
  expect(objectionsTo(tools)).toEqual([]);
});
