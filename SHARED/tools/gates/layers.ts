/**
 * The gate for the architecture: one table says which layer may import which, another which words may be used where.
 */
import { importsOf, lineAt, type Problem, type Source } from './sources.ts';

interface Layer {
  readonly name: string;
  /** The files of the layer; the first layer that matches a file is its own. */
  readonly files: RegExp;
  /** Paths from the root, packages and node: modules. */
  readonly mayImport: RegExp;
  /** Whether it may also use what is made for tests. */
  readonly rehearses?: true;
}

const SDK = 'SHARED/league_sdk/';
const CORE = 'SHARED/core/';
const CONTRACTS = 'SHARED/contracts/';
/**
 * The interfaces of wires, disks and ledgers, and the parts that hold for all of them; the choice among them belongs to
 * the composition roots.
 */
const PROMISES = `${SDK}(transport/(transport|retry|breaker|net_address)|disk/disk|ledger/ledger)\\.ts$`;
/** The rooms of the library that know no wire and no disk; its index leads to those as well, and is for programs outside. */
const ROOM_OF_SDK = `${SDK}((?!index\\.ts$)[^/]+$|(config|files|joining|logs|messaging|flow|records|spec)/)`;
/** The catalog of an agent for clients of MCP; only composition roots know how it is served. */
const CATALOG = `${SDK}mcp/catalog\\.ts$`;
const OFFICIAL_SDK = '@modelcontextprotocol/';
const EVERYTHING = /./;
const NOT_AGENTS = /^(?!agents\/)/;
/** The choice of a ledger's store belongs to one place. */
const NOT_A_STORE = /^(?!SHARED\/league_sdk\/(postgres|ledger)\/(?!ledger\.ts$))/;

/** Anything that is not named here belongs to no layer, which is a problem of its own. */
export const LAYERS: readonly Layer[] = [
  { name: 'tests', files: /\.test\.ts$|^agents\/[^/]+\/testing\//, mayImport: EVERYTHING, rehearses: true },
  // Its time is the tests' time.
  {
    name: 'simulation',
    files:
      /^agents\/trials\/((simulation|chaos|bench|soak|page|database)\/|scratch_folder\.ts$|private_league\/stage\.ts$)/,
    mayImport: EVERYTHING,
    rehearses: true,
  },
  {
    name: 'choice of the store',
    files: /^agents\/(launcher\/world\/installation\.ts$|trials\/)/,
    mayImport: EVERYTHING,
  },
  { name: 'composition roots', files: /^agents\/([^/]+\/main\.ts|launcher\/)/, mayImport: NOT_A_STORE },
  { name: 'test doubles', files: /^SHARED\/testing\//, mayImport: NOT_AGENTS, rehearses: true },
  { name: 'tools', files: /^SHARED\/tools\/|^vitest\.config\.ts$/, mayImport: NOT_AGENTS },
  // Rules are loaded by the name the configuration gives them.
  {
    name: 'loader of games',
    files: /^SHARED\/games\/load_games\.ts$/,
    mayImport: only('SHARED/games/', CORE, 'node:(path|url)$', 'computed$'),
  },
  // The shape of a result is the protocol's; what it follows from is the rules'. Games see no other message.
  {
    name: 'games',
    files: /^SHARED\/games\//,
    mayImport: only('SHARED/games/', CORE, `${CONTRACTS}messages/result\\.ts$`),
  },
  { name: 'laws', files: /_laws\.ts$/, mayImport: NOT_AGENTS, rehearses: true },
  { name: 'core', files: /^SHARED\/core\//, mayImport: only(CORE, 'node:(crypto|zlib|v8)$') },
  // The only one that knows TypeBox, and its types alone: nothing of it is loaded.
  { name: 'schema builder', files: /^SHARED\/contracts\/schema_builder\.ts$/, mayImport: only('typebox$') },
  { name: 'contracts', files: /^SHARED\/contracts\//, mayImport: only(CONTRACTS, CORE) },
  {
    name: 'transport',
    files: /^SHARED\/league_sdk\/transport\//,
    mayImport: only(`${SDK}(transport|flow)/`, CORE, 'node:'),
  },
  {
    name: 'disk',
    files: /^SHARED\/league_sdk\/disk\//,
    mayImport: only(`${SDK}(disk/|flow/mutex)`, CORE, 'node:'),
  },
  {
    name: 'ledger',
    files: /^SHARED\/league_sdk\/ledger\//,
    mayImport: only(`${SDK}(ledger/|disk/|flow/mutex|paths\\.ts$)`, CORE, 'node:'),
  },
  // The only one that knows PostgreSQL; its client is loaded where a database is named.
  {
    name: 'postgres',
    files: /^SHARED\/league_sdk\/postgres\//,
    mayImport: only(`${SDK}(postgres|ledger)/`, CORE, 'node:', 'pg$', 'kysely(/|$)'),
  },
  // The only one that knows the official SDK of MCP.
  {
    name: 'mcp',
    files: /^SHARED\/league_sdk\/mcp\//,
    mayImport: only(
      `${SDK}(mcp/|transport/(transport|side_protocol|net_address)\\.ts$)`,
      ROOM_OF_SDK,
      CORE,
      CONTRACTS,
      'node:',
      OFFICIAL_SDK,
    ),
  },
  {
    name: 'door of the SDK',
    files: /^SHARED\/league_sdk\/index\.ts$/,
    mayImport: only(SDK, CORE, `${CONTRACTS}validator\\.ts$`),
  },
  {
    name: 'league_sdk',
    files: /^SHARED\/league_sdk\//,
    mayImport: only(ROOM_OF_SDK, CORE, CONTRACTS, PROMISES, 'node:'),
  },
  {
    name: 'league manager',
    files: /^agents\/league_manager\//,
    mayImport: only(ROOM_OF_SDK, CORE, PROMISES, CONTRACTS, CATALOG),
  },
  {
    name: 'referee',
    files: /^agents\/referee(_\w+)?\//,
    mayImport: only('agents/referee/', ROOM_OF_SDK, CORE, PROMISES, CONTRACTS, 'SHARED/games/(game|verdict)\\.ts$'),
  },
  // The only one that knows a provider of language models; it is loaded where a player asks one.
  {
    name: 'model',
    files: /^agents\/player\/model\/ai_sdk\.ts$/,
    mayImport: only('agents/player/model/', CORE, 'ai$', '@ai-sdk/'),
  },
  {
    name: 'player',
    files: /^agents\/player(_\w+)?\//,
    mayImport: only('agents/player/', ROOM_OF_SDK, CORE, PROMISES, CONTRACTS),
  },
  // It shows what a league makes public, over whatever server it is put behind.
  {
    name: 'web',
    files: /^agents\/web\//,
    mayImport: only(
      'agents/(web|league_manager)/',
      ROOM_OF_SDK,
      CORE,
      PROMISES,
      CONTRACTS,
      `${SDK}transport/(http/server|side_protocol)\\.ts$`,
      'node:',
    ),
  },
  // A browser runs it: of the contracts it has the types, and what pages and servers do alike.
  {
    name: 'page',
    files: /^agents\/page\//,
    mayImport: only(
      'agents/page/',
      `${CONTRACTS}api/`,
      'preact(/(hooks|jsx-runtime))?$',
      '@preact/signals$',
      'uplot$',
      '@noble/hashes/',
    ),
  },
  // It is a client of agents, and knows none of them.
  {
    name: 'bridge',
    files: /^agents\/bridge\//,
    mayImport: only(ROOM_OF_SDK, CORE, PROMISES, CONTRACTS, `${SDK}mcp/remote_server\\.ts$`),
  },
  // It judges a player by what went over the wire; the league around it is put together by the launcher.
  {
    name: 'checker',
    files: /^agents\/checker\//,
    mayImport: only(ROOM_OF_SDK, CORE, PROMISES, CONTRACTS),
  },
  // Its seats are players, and what it shows are tools in our own words.
  {
    name: 'gateway',
    files: /^agents\/gateway\//,
    mayImport: only('agents/(gateway|player)/', ROOM_OF_SDK, CORE, PROMISES, CONTRACTS, CATALOG),
  },
];

/** Files made for tests, which have no place in a league that is really played. */
const FOR_TESTS = /(^|\/)testing\//;

/** The game's own words, which neither the league nor the referee nor the library may know. */
const GAME_WORDS = new RegExp(
  [
    'parity|even_odd|drawn_number',
    '[\'"](?:even|odd|rock|paper|scissors|cooperate|defect)[\'"]',
    'temptation|sucker|payoff|best_of|winning_line|rounds_won|your_mark|your_seat',
  ].join('|'),
  'gi',
);
const WITHOUT_GAME_WORDS =
  /^(agents\/league_manager|agents\/referee|agents\/gateway|agents\/page|SHARED\/league_sdk)\//;

/** Spellings of other dialects, which only the codecs may know. */
const DIALECT_WORDS =
  /game_info|game_state|player_[AB]_id|error_message|player_[ab]_choice|supported_games|PARITY_CHOICE\b|league\.v1|timeout_seconds/g;
const WITHOUT_DIALECT_WORDS = /^(agents|SHARED\/league_sdk|SHARED\/games)\//;

/** The files of the file store's ledgers: all others ask a LedgerStore. The contracts describe what is on disk for people. */
const LEDGER_FILES = /ledger\.(?:jsonl|lock)/g;
const WITHOUT_LEDGER_FILES = /^(?!SHARED\/(league_sdk\/ledger|contracts\/files)\/)/;

const GAMES_REGISTRY = 'SHARED/config/games/games_registry.json';

const VOCABULARIES = [
  { words: GAME_WORDS, without: WITHOUT_GAME_WORDS, home: 'contracts/ and games/' },
  { words: DIALECT_WORDS, without: WITHOUT_DIALECT_WORDS, home: 'contracts/' },
  { words: LEDGER_FILES, without: WITHOUT_LEDGER_FILES, home: 'league_sdk/ledger/' },
] as const;

const CODE = /\.tsx?$/;
const TEST = /\.test\.ts$|^agents\/[^/]+\/testing\//;

/** The problems the gate found, and the number of imports it checked, by layer. */
export interface LayerReport {
  readonly problems: readonly Problem[];
  readonly importsChecked: ReadonlyMap<string, number>;
}

/** Checks every import of every source against the table. */
export function checkLayers(sources: readonly Source[]): LayerReport {
  const problems: Problem[] = [];
  const importsChecked = new Map(LAYERS.map(({ name }) => [name, 0]));
  for (const source of sources.filter(({ path }) => CODE.test(path))) {
    const layer = LAYERS.find(({ files }) => files.test(source.path));
    if (layer === undefined) {
      problems.push({
        path: source.path,
        line: 0,
        what: 'belongs to no layer: give it a row in SHARED/tools/gates/layers.ts',
      });
      continue;
    }
    const imports = importsOf(source);
    importsChecked.set(layer.name, (importsChecked.get(layer.name) ?? 0) + imports.length);
    for (const { target, line } of imports) {
      const isNear = layer.mayImport.test(target) || target.startsWith(agentOf(source.path));
      if (isNear && (layer.rehearses === true || !FOR_TESTS.test(target))) continue;
      problems.push({ path: source.path, line, what: `${layer.name} may not import ${target}` });
    }
  }
  return { problems, importsChecked };
}

/** The layers in which not one import was seen: a gate that looked at nothing has not passed. */
export function unseenLayers({ importsChecked }: LayerReport): readonly Problem[] {
  return [...importsChecked]
    .filter(([, count]) => count === 0)
    .map(([name]) => ({ path: 'SHARED/tools/gates/layers.ts', line: 0, what: `saw no import in the layer "${name}"` }));
}

/** The names of all registered games, so that a new one is looked for without being told. */
function gameNames(sources: readonly Source[]): readonly string[] {
  const registry = sources.find(({ path }) => path === GAMES_REGISTRY)?.text ?? '';
  return [...registry.matchAll(/"game_type":\s*"(\w+)"/g)].map(([, name]) => `\\b${name}\\b`);
}

/** A gate that knows no name of any game has not looked for one. */
export function unseenGames(sources: readonly Source[]): readonly Problem[] {
  if (gameNames(sources).length > 0) return [];
  return [{ path: GAMES_REGISTRY, line: 0, what: 'names no game, so that none could be looked for' }];
}

/** Every place that says a word of a game, of a dialect or of the ledger's files outside its home. Comments count: they are read as well. */
export function checkVocabulary(sources: readonly Source[]): readonly Problem[] {
  // With no names there is nothing to match.
  const names = {
    words: new RegExp(gameNames(sources).join('|') || '(?!)', 'g'),
    without: WITHOUT_GAME_WORDS,
    home: 'contracts/ and games/',
  };
  return [...VOCABULARIES, names].flatMap(({ words, without, home }) =>
    sources
      .filter(({ path }) => CODE.test(path) && !TEST.test(path) && without.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(words)].map((found) => ({
          path,
          line: lineAt(text, found.index),
          what: `says ${found[0]}, which is a word of ${home} only`,
        })),
      ),
  );
}

/** The folder of the agent a file belongs to, whose files may import each other; COMPUTED never starts like it. */
function agentOf(path: string): string {
  return /^agents\/[^/]+\//.exec(path)?.[0] ?? 'no agent';
}

function only(...starts: readonly string[]): RegExp {
  return new RegExp(`^(${starts.join('|')})`);
}
