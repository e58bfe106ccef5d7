/** Words and modules that have one home each: time, chance, wires, disk and the process are handed in everywhere else. */
import { codeOnly } from './code_scan.ts';
import { importsOf, lineAt, type Problem, type Source } from './sources.ts';

interface Ban {
  readonly what: RegExp;
  /** The files in which it is at home. */
  readonly homes: RegExp;
  readonly instead: string;
}

/** Programs of their own that know nothing of ours: foreign agents, kits to begin with, and what a reader can check us with. */
const STRANGERS = /^(SHARED\/testing\/stand_ins|agents\/launcher\/kits|doc)\//;
const CLOCK = /^SHARED\/(core\/clock\.ts|tools\/)|^agents\/page\/browser\.ts/;
const ENTROPY = /^SHARED\/core\/entropy\.ts/;
const DISK =
  /^SHARED\/(league_sdk\/disk\/(node_disk|node_reading|kernel_lock|people_files)\.ts|tools\/)|^agents\/trials\/(scratch_folder|testing\/postgres_server|database\/\w+)\.ts|\.test\.ts$/;
/** MCP answers requests over HTTP that the transport has let in; it opens no wire of its own. */
const WIRES =
  /^SHARED\/(league_sdk\/(transport\/(http\/|side_protocol|net_address)|mcp\/(beside|over_http|http_messages)\.)|testing\/)|^agents\/(web\/testing\/|trials\/chaos\/database\/proxy\.|page\/browser\.)|\.test\.ts$/;
const MCP = /^SHARED\/(league_sdk\/mcp\/|testing\/)|^agents\/[^/]+\/testing\/|\.test\.ts$/;
const MODELS = /^agents\/(player\/model\/ai_sdk|[^/]+\/testing\/.*|trials\/.*)\.ts$|\.test\.ts$/;
const PROCESS = /^(SHARED\/tools\/|agents\/(launcher|trials)\/|agents\/[^/]+\/main\.ts|vitest\.config\.ts)|\.test\.ts$/;

const THE_CLOCK = 'take the time from the Clock that is handed in';
const THE_ENTROPY = 'take chance from the Random or Entropy that is handed in';
const THE_DISK = 'go through the Disk that is handed in';
const THE_TRANSPORT = 'go through the Transport that is handed in';
const THE_ROOT = 'let main.ts hand it in';
const THE_CATALOG = 'say it in the words of league_sdk/mcp/catalog.ts';

/** Words of the language and its globals, looked for in code only: not in comments, strings or names of members. */
const BANNED_WORDS: readonly Ban[] = [
  {
    what: globally('Date\\.now|performance\\.(?:now|timeOrigin)|Temporal\\.Now'),
    homes: CLOCK,
    instead: THE_CLOCK,
  },
  { what: /\bnew\s+Date(?!\s*\(\s*[^)\s])(?![\w$])/g, homes: CLOCK, instead: THE_CLOCK },
  { what: globally('setTimeout|setInterval|setImmediate|queueMicrotask'), homes: CLOCK, instead: THE_CLOCK },
  { what: globally('process\\.(?:nextTick|hrtime)|AbortSignal\\.timeout'), homes: CLOCK, instead: THE_CLOCK },
  { what: globally('Math\\.random'), homes: ENTROPY, instead: THE_ENTROPY },
  {
    what: /\b(?:random(?:Bytes|Int|UUID|Fill|FillSync)|getRandomValues|webcrypto)\b/g,
    homes: ENTROPY,
    instead: THE_ENTROPY,
  },
  { what: /\bcrypto\.subtle\b/g, homes: ENTROPY, instead: 'use core/hash.ts' },
  { what: globally('fetch(?=\\s*\\()|WebSocket|EventSource|XMLHttpRequest'), homes: WIRES, instead: THE_TRANSPORT },
  { what: globally('process\\.(?:env|exit|exitCode|kill|abort|chdir)'), homes: PROCESS, instead: THE_ROOT },
  // In a process that runs they also change what a caller of ours has set, and its code caches are refused by the next.
  { what: /\bsetFlagsFromString\b/g, homes: /\.test\.ts$/, instead: 'hand a process its flags as it is started' },
];

/** Modules that reach the machine itself. */
const BANNED_MODULES: readonly Ban[] = [
  { what: /^node:timers/, homes: CLOCK, instead: THE_CLOCK },
  { what: /^node:(fs|sqlite)(\/|$)/, homes: DISK, instead: THE_DISK },
  { what: /^node:(http|https|http2|net|tls|dgram|dns)(\/|$)|^undici$/, homes: WIRES, instead: THE_TRANSPORT },
  { what: /^node:(child_process|cluster|worker_threads|process)$/, homes: PROCESS, instead: THE_ROOT },
  { what: /^@modelcontextprotocol\//, homes: MCP, instead: THE_CATALOG },
  { what: /^(ai|@ai-sdk\/.*)$/, homes: MODELS, instead: 'ask the Model that is handed in' },
];

const EMPTY_CATCH = /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/g;
const CODE = /\.(tsx?|mjs)$/;

/** Every use of a banned word or module outside its home, and every failure that is caught and not looked at. */
export function checkBans(sources: readonly Source[]): readonly Problem[] {
  return sources
    .filter(({ path }) => CODE.test(path) && !STRANGERS.test(path))
    .flatMap((source) => [...words(source), ...modules(source), ...catches(source)]);
}

function words(source: Source): readonly Problem[] {
  const { path } = source;
  const code = codeOnly(source);
  return BANNED_WORDS.filter(({ homes }) => !homes.test(path)).flatMap(({ what, instead }) =>
    [...code.matchAll(what)].map((found) => problem(path, lineAt(code, found.index), found[0], instead)),
  );
}

function modules(source: Source): readonly Problem[] {
  return importsOf(source).flatMap(({ target, line }) =>
    BANNED_MODULES.filter(({ what, homes }) => what.test(target) && !homes.test(source.path)).map(({ instead }) =>
      problem(source.path, line, target, instead),
    ),
  );
}

/** A comment in the braces that says why nothing is to be done is enough, so the text is taken as it is. */
function catches({ path, text }: Source): readonly Problem[] {
  return [...text.matchAll(EMPTY_CATCH)].map((found) =>
    problem(path, lineAt(text, found.index), 'an empty catch', 'say why nothing is to be done, or do it'),
  );
}

function problem(path: string, line: number, what: string, instead: string): Problem {
  return { path, line, what: `${what} has no home here: ${instead}` };
}

/** A global by its own name or through globalThis, but not a member or a part of a longer name that is spelled like it. */
function globally(names: string): RegExp {
  return new RegExp(`(?<![\\w$.])(?:globalThis\\.)?(?:${names})(?![\\w$])`, 'g');
}
