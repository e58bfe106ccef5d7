/** doc/diagrams/architecture: who calls whom, and which layer of the code may use which. */
import type { Party } from '../../contracts/contract.ts';
import type { AgentsConfig } from '../../league_sdk/config_models.ts';
import { callsBetween, type LayerRow, layerRows, type Place, placesOf } from './architecture.ts';
import * as svg from './svg.ts';

const [MARGIN, PAD, SMALL, LINE] = [24, 14, 11, 16];
const WIDE = 960;
/** Room for the names of methods beside an arrow. */
const BETWEEN = 210;
const SIDE = (WIDE - BETWEEN) / 2;

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

const LEGEND = [
  'Every agent is an HTTP server with one',
  'endpoint, /mcp. An arrow is a call: its',
  'answer comes back on the same connection.',
  'Grey: the files an agent keeps.',
];

/** The system as a picture. */
export function architecturePicture(config: AgentsConfig): string {
  const { operator, league_manager, referee, player } = placesOf(config);
  const left = MARGIN;
  const right = left + SIDE + BETWEEN;
  const parts: string[] = [title('Who calls whom, and with which methods', MARGIN + 6)];

  const operatorBox = { x: left, y: MARGIN + 26, width: SIDE, height: heightOf(operator) };
  const managerY = below(operatorBox) + roomFor(callsBetween('operator', 'league_manager'));
  const managerBox = { x: left, y: managerY, width: WIDE, height: heightOf(league_manager) };
  const lists = [callsBetween('league_manager', 'referee'), callsBetween('league_manager', 'player')];
  const agentsY = below(managerBox) + Math.max(...lists.map(roomFor));
  const height = Math.max(heightOf(referee), heightOf(player), callsBetween('referee', 'player').length * LINE + 60);
  const refereeBox = { x: left, y: agentsY, width: SIDE, height };
  const playerBox = { x: right, y: agentsY, width: SIDE, height };

  parts.push(
    svg.lines({ x: right, y: operatorBox.y + 18 }, LEGEND, { size: SMALL, gap: LINE, ink: svg.INK.faint }),
    placeBox(operator, operatorBox),
    placeBox(league_manager, managerBox),
    placeBox(referee, refereeBox),
    placeBox(player, playerBox),
    vertical(left + 30, below(operatorBox), managerY, callsBetween('operator', 'league_manager')),
    vertical(left + 30, below(managerBox), agentsY, callsBetween('league_manager', 'referee')),
    vertical(left + 224, agentsY, below(managerBox), callsBetween('referee', 'league_manager')),
    vertical(right + 30, below(managerBox), agentsY, callsBetween('league_manager', 'player')),
    vertical(right + 224, agentsY, below(managerBox), callsBetween('player', 'league_manager')),
    across(left + SIDE, right, agentsY, height),
  );

  const layersY = agentsY + height + 48;
  parts.push(title('The layers of the code, and what each may use', layersY));
  const bottom = drawLayers(parts, layersY + 20);
  return svg.picture({ width: WIDE + 2 * MARGIN, height: bottom + MARGIN }, 'The architecture of the league', parts);
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
  return svg.text({ x: MARGIN, y: y + 6 }, words, { size: 15, bold: true });
}

function placeBox({ party, title: name, about, instances, files }: Place, at: svg.Box): string {
  const x = at.x + PAD;
  const body = [about, instances.join('  ')];
  return [
    svg.box(at, { fill: FILLS[party] }),
    svg.text({ x, y: at.y + 24 }, name, { size: 14, bold: true }),
    svg.lines({ x, y: at.y + 44 }, body, { size: SMALL, gap: LINE }),
    svg.lines({ x, y: at.y + 44 + body.length * LINE }, files, { size: SMALL, gap: LINE, ink: svg.INK.faint }),
  ].join('\n');
}

function heightOf({ files }: Place): number {
  return 44 + (2 + files.length) * LINE;
}

function roomFor(methods: readonly string[]): number {
  return methods.length * LINE + 28;
}

/** An arrow up or down, and beside it what is called along it. */
function vertical(x: number, from: number, to: number, methods: readonly string[]): string {
  const first = (from + to) / 2 - ((methods.length - 1) * LINE) / 2 + 4;
  return [
    svg.path(
      [
        { x, y: from },
        { x, y: to },
      ],
      { arrow: true },
    ),
    svg.lines({ x: x + 10, y: first }, methods, { size: SMALL, gap: LINE }),
  ].join('\n');
}

/** From the referees to the players, and the answers that may come by themselves. */
function across(from: number, to: number, y: number, height: number): string {
  const methods = callsBetween('referee', 'player');
  const middle = (from + to) / 2;
  const calls = y + 14 + methods.length * LINE + 4;
  const answers = y + height - 8;
  return [
    svg.lines({ x: middle, y: y + 14 }, methods, { size: SMALL, gap: LINE, anchor: 'middle' }),
    svg.path(
      [
        { x: from, y: calls },
        { x: to, y: calls },
      ],
      { arrow: true },
    ),
    svg.text({ x: middle, y: answers - 6 }, 'answers that are posted', {
      size: SMALL,
      anchor: 'middle',
      ink: svg.INK.faint,
    }),
    svg.path(
      [
        { x: to, y: answers },
        { x: from, y: answers },
      ],
      { arrow: true, dashed: true, ink: svg.INK.faint },
    ),
  ].join('\n');
}

function drawLayers(parts: string[], top: number): number {
  const rows = layerRows();
  const [gap, high] = [10, 52];
  STACK.forEach((names, nth) => {
    const width = (WIDE - gap * (names.length - 1)) / names.length;
    names.forEach((name, place) => {
      const at = { x: MARGIN + place * (width + gap), y: top + nth * (high + gap), width, height: high };
      parts.push(...layerBox(rows.find((row) => row.name === name) as LayerRow, at));
    });
  });
  return top + STACK.length * (high + gap) - gap;
}

function layerBox({ name, uses }: LayerRow, at: svg.Box): readonly string[] {
  const may = uses.length === 0 ? 'uses nothing' : `uses ${uses.join(', ')}`;
  const middle = at.x + at.width / 2;
  return [
    svg.box(at, { corner: 4, fill: TINTS.get(name) ?? svg.INK.fill }),
    svg.text({ x: middle, y: at.y + 22 }, name, { size: 13, bold: true, anchor: 'middle' }),
    svg.text({ x: middle, y: at.y + 40 }, may, { size: 10, anchor: 'middle', ink: svg.INK.faint }),
  ];
}

function below({ y, height }: svg.Box): number {
  return y + height;
}
