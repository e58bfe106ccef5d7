/** Draws doc/diagrams/architecture.svg: the calls between the parties, and which layer of the code may use which. */
import type { Contract, Party, Role } from '../../contracts/contract.ts';
import { FILES, type FileShape } from '../../contracts/files/index.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import type { AgentsConfig } from '../../league_sdk/config_models.ts';
import { LAYERS } from '../gates/layers.ts';
import { INK, picture, quoted } from './graphviz.ts';

const ALL: readonly Contract[] = Object.values(CONTRACTS);

/** A party of the system: its purpose, its shipped instances, and its files on disk. */
interface Place {
  readonly title: string;
  readonly fill: string;
  readonly about: string;
  readonly instances: readonly string[];
  readonly files: readonly string[];
}

/** Every party, as the shipped configuration has it. */
function placesOf({ league_manager, referees, players }: AgentsConfig): { readonly [P in Party]: Place } {
  return {
    operator: {
      fill: INK.other,
      title: 'Operator',
      about: 'starts, watches and ends the league',
      instances: ['npx league, or anybody with its token'],
      files: [],
    },
    league_manager: {
      fill: INK.league,
      title: 'League manager',
      about: 'registers agents, makes the schedule, judges results, keeps the standings',
      instances: [at(league_manager.agent_id, league_manager.endpoint ?? '')],
      files: filesOf('league_manager'),
    },
    referee: {
      fill: INK.referee,
      title: 'Referees',
      about: 'run matches of any game',
      instances: referees.map(({ referee_id, endpoint }) => at(referee_id, endpoint)),
      files: filesOf('referee'),
    },
    player: {
      fill: INK.player,
      title: 'Players',
      about: 'choose their moves',
      instances: players.map(({ player_id, default_endpoint }) => at(player_id, default_endpoint)),
      files: filesOf('player'),
    },
  };
}

const WAYS: readonly (readonly [Party, Party])[] = [
  ['operator', 'league_manager'],
  ['league_manager', 'referee'],
  ['referee', 'league_manager'],
  ['league_manager', 'player'],
  ['player', 'league_manager'],
  ['referee', 'player'],
];

/** The layers as they lie on each other, in a number of columns that one, two or three of them can share. */
const STACK: readonly (readonly string[])[] = [
  ['composition roots'],
  ['league manager', 'referee', 'player'],
  ['league_sdk', 'games'],
  ['contracts', 'transport, disk, ledger'],
  ['core'],
];
const COLUMNS = 6;

const TINTS: { readonly [layer: string]: string } = {
  'league manager': INK.league,
  referee: INK.referee,
  player: INK.player,
  games: INK.game,
};

const LEGEND =
  'Every agent is an HTTP server with one endpoint, /mcp. An arrow is a call: its answer comes back on the same connection.';

/** Draw the system, with the agents that a configuration ships. */
export function architecturePicture(config: AgentsConfig): string {
  return picture([
    `graph [ranksep=0.3 nodesep=0.4 fontsize=11 fontcolor="${INK.faint}" labelloc=b label="${LEGEND}"]`,
    'subgraph cluster_calls {',
    'label="Who calls whom, and with which methods" labelloc=t fontsize=15 fontcolor=black',
    ...Object.entries(placesOf(config)).map(([party, { fill, title, about, instances, files }]) => {
      const lines = [title, about, instances.join('  '), ...files];
      return `${party} [fillcolor="${fill}" label=${quoted(lines)}]`;
    }),
    ...WAYS.map(([from, to]) => `${from} -> ${to} [label=${quoted(callsBetween(from, to))}]`),
    `player -> referee [style=dashed color="${INK.faint}" fontcolor="${INK.faint}" label=${quoted(['answers that are posted'])}]`,
    '}',
    'subgraph cluster_layers {',
    'label="The layers of the code, and what each may use" labelloc=t fontsize=15 fontcolor=black',
    `layers [shape=plain style="" label=<${layerTable()}>]`,
    '}',
    'player -> layers [style=invis]',
  ]);
}

function layerTable(): string {
  const rows = layerRows();
  const cell = (name: string, beside: number) => {
    const uses = rows.find((row) => row.name === name)?.uses ?? [];
    const words = uses.length === 0 ? 'uses nothing' : `uses ${uses.join(', ')}`;
    return [
      `<td colspan="${COLUMNS / beside}" bgcolor="${TINTS[name] ?? INK.fill}" style="rounded">`,
      `<font point-size="13"><b>${name}</b></font><br/>`,
      `<font point-size="10" color="${INK.faint}">${words}</font></td>`,
    ].join('');
  };
  const table = STACK.map((names) => `<tr>${names.map((name) => cell(name, names.length)).join('')}</tr>`);
  return `<table border="0" cellborder="1" cellspacing="8" cellpadding="6" color="${INK.line}">${table.join('')}</table>`;
}

/** The methods that one party calls at another. */
export function callsBetween(from: Party, to: Party): readonly string[] {
  return ALL.filter(({ head }) => head.method !== undefined && head.from.includes(from) && head.to.includes(to)).map(
    ({ head }) => head.method as string,
  );
}

/** A layer of the code, and which of the others it may import. */
interface LayerRow {
  readonly name: string;
  readonly uses: readonly string[];
}

/** All that a referee knows of games. */
const GAME_INTERFACE = 'games/game.ts';

/** One file of each layer that the picture shows; a layer that may import it may use its layer. */
const SPECIMENS: { readonly [layer: string]: string } = {
  'composition roots': 'agents/launcher/cli.ts',
  'league manager': 'agents/league_manager/play/rounds.ts',
  referee: 'agents/referee/match/match.ts',
  player: 'agents/player/player.ts',
  league_sdk: 'SHARED/league_sdk/messaging/peer.ts',
  'transport, disk, ledger': 'SHARED/league_sdk/transport/http/http.ts',
  contracts: 'SHARED/contracts/index.ts',
  games: 'SHARED/games/even_odd.ts',
  [GAME_INTERFACE]: 'SHARED/games/game.ts',
  core: 'SHARED/core/json.ts',
};

/** The layers from the top to the bottom. What may use all the others says so in one word. */
export function layerRows(): readonly LayerRow[] {
  const shown = Object.entries(SPECIMENS).filter(([name]) => name !== GAME_INTERFACE);
  return shown.map(([name, file]) => {
    const layer = LAYERS.find(({ files }) => files.test(file));
    if (layer === undefined) throw new Error(`${file} belongs to no layer`);
    const isUsed = (path: string) => path !== file && layer.mayImport.test(path);
    const uses = shown.filter(([, path]) => isUsed(path)).map(([other]) => other);
    if (uses.length === shown.length - 1) return { name, uses: ['everything'] };
    const knowsTheInterfaceAlone =
      name !== 'games' && !uses.includes('games') && isUsed(SPECIMENS[GAME_INTERFACE] as string);
    return { name, uses: knowsTheInterfaceAlone ? [...uses, GAME_INTERFACE] : uses };
  });
}

/** The data files of a role, those of one folder in one line. */
function filesOf(by: Role): readonly string[] {
  const all: readonly FileShape[] = Object.values(FILES);
  const own = all.filter((file) => file.by === by && file.kind === 'data').map(({ path }) => path);
  const folders = Map.groupBy(own, (path) => path.slice(0, path.lastIndexOf('/') + 1));
  return [...folders].map(([folder, paths]) => {
    return `${folder} ${paths.map((path) => path.slice(folder.length)).join(', ')}`;
  });
}

function at(id: string, endpoint: string): string {
  return `${id} :${new URL(endpoint).port}`;
}
