/** Draws doc/diagrams/architecture: the calls between the parties, and which layer of the code may use which. */
import type { Party } from '../../contracts/contract.ts';
import type { AgentsConfig } from '../../league_sdk/config_models.ts';
import { callsBetween, type LayerRow, layerRows, type Place, placesOf } from './architecture.ts';
import { type Drawn, drawn, escaped, placed, quoted } from './graphviz.ts';
import * as svg from './svg.ts';

const [MARGIN, HEAD] = [24, 36];

const FILLS: { readonly [P in Party]: string } = {
  operator: svg.INK.other,
  league_manager: svg.INK.league,
  referee: svg.INK.referee,
  player: svg.INK.player,
};

/** The layers that are agents have the colours of these, and the rules of games one of their own. */
const TINTS: ReadonlyMap<string, string> = new Map([
  ['league manager', FILLS.league_manager],
  ['referee', FILLS.referee],
  ['player', FILLS.player],
  ['games', svg.INK.game],
]);

/** The layers as they lie on each other. */
const STACK: readonly (readonly string[])[] = [
  ['composition roots'],
  ['league manager', 'referee', 'player'],
  ['league_sdk', 'games'],
  ['contracts', 'transport, disk, ledger'],
  ['core'],
];
/** A number of columns that one, two or three layers can share. */
const COLUMNS = 6;

const LEGEND =
  'Every agent is an HTTP server with one endpoint, /mcp. An arrow is a call: its answer comes back on the same connection. Grey: the files an agent keeps.';

/** The system as a picture. */
export function architecturePicture(config: AgentsConfig): string {
  const calls = withAccents(drawn(callsGraph(config)), Object.values(placesOf(config)));
  const layers = drawn(layersGraph());
  const layersY = MARGIN + HEAD + calls.height + MARGIN;
  const width = Math.max(calls.width, layers.width) + 2 * MARGIN;
  const end = layersY + HEAD + layers.height + MARGIN;
  return svg.picture({ width, height: end + MARGIN }, 'The architecture of the league', [
    title('Who calls whom, and with which methods', MARGIN),
    placed(calls, { x: (width - calls.width) / 2, y: MARGIN + HEAD }),
    title('The layers of the code, and what each may use', layersY),
    placed(layers, { x: (width - layers.width) / 2, y: layersY + HEAD }),
    svg.text({ x: MARGIN, y: end }, LEGEND, { size: 11, ink: svg.INK.faint }),
  ]);
}

/** The system as a Mermaid diagram. */
export function architectureMermaid(config: AgentsConfig): string {
  const places = Object.values(placesOf(config));
  const nodes = places.map((place) => `  ${place.party}["${[place.title, ...place.instances].join('<br/>')}"]`);
  const calls = WAYS.map(([from, to]) => `  ${from} -- "${callsBetween(from, to).join('<br/>')}" --> ${to}`);
  const rows = layerRows();
  const id = (name: string) => `layer_${name.replaceAll(/\W+/g, '_')}`;
  const layers = rows.flatMap(({ name, uses }) => [
    `    ${id(name)}["${name}"]`,
    ...uses.filter((used) => rows.some((row) => row.name === used)).map((used) => `    ${id(name)} --> ${id(used)}`),
  ]);
  return ['flowchart TB', ...nodes, ...calls, '  subgraph layers["Layers of the code"]', ...layers, '  end', ''].join(
    '\n',
  );
}

const WAYS: readonly (readonly [Party, Party])[] = [
  ['operator', 'league_manager'],
  ['league_manager', 'referee'],
  ['referee', 'league_manager'],
  ['league_manager', 'player'],
  ['player', 'league_manager'],
  ['referee', 'player'],
];

function title(words: string, y: number): string {
  return svg.text({ x: MARGIN, y: y + 16 }, words, { size: 15, bold: true });
}

function callsGraph(config: AgentsConfig): readonly string[] {
  return [
    'ranksep=0.5 nodesep=2.4',
    ...Object.values(placesOf(config)).map(
      (place) => `${place.party} [fillcolor="${FILLS[place.party]}" label=${placeLabel(place)}]`,
    ),
    '{ rank=same referee player }',
    ...WAYS.map(([from, to]) => `${from} -> ${to} [label=${quoted(callsBetween(from, to).map(apart), '\\l')}]`),
    `player -> referee [style=dashed color="${svg.INK.faint}" fontcolor="${svg.INK.faint}" label=${quoted(['', '', 'answers that are posted'])}]`,
  ];
}

/** Letters do not touch the line they stand beside. */
function apart(words: string): string {
  return ` ${words} `;
}

/** Plain lines: of labels in HTML the library crashes now and then where several boxes of a graph have a long one. */
function placeLabel({ title: name, about, instances, files }: Place): string {
  return quoted([name, about, instances.join('  '), ...files], '\\l');
}

/** The titles of the boxes stand out, and the files that an agent keeps are grey. */
function withAccents(graph: Drawn, places: readonly Place[]): Drawn {
  let { inside } = graph;
  for (const { title: name, files } of places) {
    inside = inside.replace(`>${escaped(name)}</text>`, (end) => ` font-weight="bold"${end}`);
    for (const file of files)
      inside = inside.replace(
        new RegExp(` fill="[^"]*"(?=>${RegExp.escape(escaped(file))}</text>)`),
        ` fill="${svg.INK.faint}"`,
      );
  }
  return { ...graph, inside };
}

function layersGraph(): readonly string[] {
  const rows = layerRows();
  const table = STACK.map((names) => {
    const cells = names.map((name) => layerCell(rows.find((row) => row.name === name) as LayerRow, names.length));
    return `<tr>${cells.join('')}</tr>`;
  });
  return [
    `layers [shape=plain style="" label=<<table border="0" cellborder="1" cellspacing="8" cellpadding="6" color="${svg.INK.line}">${table.join('')}</table>>]`,
  ];
}

function layerCell({ name, uses }: LayerRow, beside: number): string {
  const may = uses.length === 0 ? 'uses nothing' : `uses ${uses.join(', ')}`;
  return [
    `<td colspan="${COLUMNS / beside}" bgcolor="${TINTS.get(name) ?? svg.INK.fill}" style="rounded">`,
    `<font point-size="13"><b>${escaped(name)}</b></font><br/>`,
    `<font point-size="10" color="${svg.INK.faint}">${escaped(may)}</font></td>`,
  ].join('');
}
