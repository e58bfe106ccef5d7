/** Lists all generated files, and checks that those on disk are what would be generated now. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { openApi } from '../../contracts/api/openapi.ts';
import type { AgentsConfig, SystemConfig } from '../../league_sdk/config_models.ts';
import { mcpListings } from '../package/mcp_listing.ts';
import type { BenchReport } from '../performance/bench_report.ts';
import { performanceDocument } from '../performance/performance.ts';
import { architecturePicture } from '../pictures/architecture.ts';
import { flowMermaid } from '../pictures/message_flow.ts';
import { stateMachinePicture } from '../pictures/state_machine.ts';
import { apiDocument } from './api.ts';
import { exampleFiles } from './examples.ts';
import { interfacesDocument, mustNotSection, surfaceSection } from './interfaces.ts';
import { schemaFiles } from './schemas.ts';
import { sdkSurfaceSection } from './sdk_surface.ts';
import { protocolSpec } from './spec.ts';

/** Paths below doc, with forward slashes, to texts. */
export type Files = ReadonlyMap<string, string>;

const AGENTS = '../../config/agents/agents_config.json';
const SYSTEM = '../../config/system.json';
const STAND_INS = '../../testing/stand_ins/';
const PERFORMANCE = '../performance/performance.template.md';
/** Measured, not generated: `npm run bench -- --write` writes it. */
const BENCH = '../../../doc/bench.json';
/** The files in doc and page/built that only the generator may write; all others there are written by hand. */
const GENERATED =
  /^(schemas|message_examples|diagrams|mcp)\/|^(protocol_spec|API|INTERFACES|PERFORMANCE)\.md$|^openapi\.json$|^(index\.html|page\.\w+)$/;

/** The agents that are shipped, the manager where system.json puts it. */
export function shippedAgents() {
  const agents = JSON.parse(textOf(AGENTS)) as AgentsConfig;
  const { network } = JSON.parse(textOf(SYSTEM)) as SystemConfig;
  const endpoint = `http://${network.base_host}:${network.default_league_manager_port}/mcp`;
  return { ...agents, league_manager: { endpoint, ...agents.league_manager } };
}

/** Everything that is generated. The same sources give the same texts. */
export function generatedFiles(): Files {
  const agents = shippedAgents();
  const endpoints = {
    league_manager: agents.league_manager.endpoint,
    referee: agents.referees[0]?.endpoint ?? '',
    player: agents.players[0]?.default_endpoint ?? '',
  };
  return new Map([
    ['protocol_spec.md', protocolSpec(textOf('protocol_spec.template.md'), (file) => textOf(STAND_INS + file))],
    ['API.md', apiDocument(textOf('api.template.md'), endpoints)],
    ['openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`],
    ['INTERFACES.md', interfacesDocument([surfaceSection(), mustNotSection(), sdkSurfaceSection()])],
    ['PERFORMANCE.md', performanceDocument(textOf(PERFORMANCE), JSON.parse(textOf(BENCH)) as BenchReport)],
    ...mcpListings(manifest),
    ...schemaFiles(),
    ...exampleFiles(),
    ...diagramFiles(agents),
  ]);
}

/** The pictures of doc/diagrams; `config` says which agents are shipped. */
export function diagramFiles(config: AgentsConfig): ReadonlyMap<string, string> {
  return new Map([
    ['diagrams/architecture.svg', architecturePicture(config)],
    ['diagrams/message_flow.mmd', flowMermaid()],
    ['diagrams/state_machine.svg', stateMachinePicture()],
  ]);
}

/** Makes a folder hold exactly these generated files, and leaves alone what is written by hand. */
export function writeFiles(doc: string, files: Files): void {
  for (const path of extras(doc, files)) rmSync(join(doc, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(doc, path)), { recursive: true });
    writeFileSync(join(doc, path), text);
  }
}

/** The first file that is missing, stale or should not be there, and which of the three it is. */
export function firstDifference(doc: string, files: Files): string | undefined {
  for (const [path, text] of files) {
    const file = join(doc, path);
    if (!existsSync(file)) return `missing: ${path}`;
    if (readFileSync(file, 'utf8') !== text) return `stale: ${path}`;
  }
  const [extra] = extras(doc, files);
  return extra === undefined ? undefined : `extra: ${extra}`;
}

/** A file by its path from here. */
function textOf(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function extras(doc: string, files: Files): readonly string[] {
  if (!existsSync(doc)) return [];
  return readdirSync(doc, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(doc, '/').length).replaceAll('\\', '/'))
    .filter((path) => GENERATED.test(path) && !files.has(path))
    .sort();
}
