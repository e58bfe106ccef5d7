/** Draws doc/diagrams/state_machine: every state table as a graph of its own, all in one picture. */
import { STATE_TABLES, type StateTable, type Way, waysOf } from '../generate/states.ts';
import { drawn, placed, quoted } from './graphviz.ts';
import * as svg from './svg.ts';

/** The machines side by side, from left to right and from top to bottom. */
const COLUMNS: readonly (readonly (keyof typeof STATE_TABLES)[])[] = [
  ['agent', 'league'],
  ['referee', 'match'],
  ['player', 'session'],
];
const [GAP, PAD, HEAD] = [24, 12, 36];

/** All state machines in one picture. */
export function statePicture(): string {
  const parts: string[] = [];
  let [x, tallest] = [GAP, 0];
  for (const column of COLUMNS) {
    const machines = column.map((name) => ({
      title: STATE_TABLES[name].title,
      graph: drawn(graphOf(STATE_TABLES[name])),
    }));
    const width = Math.max(...machines.map(({ graph }) => graph.width)) + 2 * PAD;
    let y = GAP;
    for (const { title, graph } of machines) {
      const height = HEAD + graph.height + PAD;
      parts.push(svg.box({ x, y, width, height }, { fill: svg.INK.paper, ink: svg.INK.grid }));
      parts.push(svg.text({ x: x + PAD, y: y + 22 }, title, { size: 15, bold: true }));
      parts.push(placed(graph, { x: x + PAD, y: y + HEAD }));
      y += height + GAP;
    }
    x += width + GAP;
    tallest = Math.max(tallest, y);
  }
  const legend = 'A machine begins at the dot, and ends where the border is thick.';
  parts.push(svg.text({ x: GAP, y: tallest }, legend, { size: 11, ink: svg.INK.faint }));
  return svg.picture({ width: x, height: tallest + GAP / 2 }, 'The state machines of a league', parts);
}

/** All state machines as one Mermaid diagram. */
export function stateMermaid(): string {
  const machines = Object.entries(STATE_TABLES).flatMap(([name, { title, table }]) => {
    const id = (state: string) => `${name}_${state}`;
    const states = Object.keys(table);
    const ends = states.filter((state) => Object.keys((table as StateTable['table'])[state] ?? {}).length === 0);
    return [
      `  state "${title}" as ${name} {`,
      ...states.map((state) => `    state "${state}" as ${id(state)}`),
      `    [*] --> ${id(states[0] as string)}`,
      ...waysOf(table).map(({ from, to, events }) => `    ${id(from)} --> ${id(to)}: ${events.join(', ')}`),
      ...ends.map((state) => `    ${id(state)} --> [*]`),
      '  }',
    ];
  });
  return ['stateDiagram-v2', ...machines, ''].join('\n');
}

/** The states one below the other; a way that leads elsewhere than to the next one has the colour of its target. */
function graphOf({ table }: StateTable): readonly string[] {
  const states = Object.keys(table);
  const isEnd = (state: string) => Object.keys(table[state] ?? {}).length === 0;
  const way = ({ from, to, events }: Way) => {
    const label = quoted(events.map((event) => ` ${event}`));
    const place = states.indexOf(to);
    if (place === states.indexOf(from) + 1) return `${from} -> ${to} [weight=50 label=${label}]`;
    const ink = svg.LINES[place % svg.LINES.length];
    return `${from} -> ${to} [label=${label} color="${ink}" fontcolor="${ink}"]`;
  };
  return [
    'nodesep=0.3 ranksep=0.28',
    'node [group=ladder]',
    `begin [shape=circle label="" width=0.12 fillcolor="${svg.INK.line}"]`,
    ...states.map(
      (state) => `${state} [width=${(svg.widest(states, 12) + 28) / 72}${isEnd(state) ? ' penwidth=2.5' : ''}]`,
    ),
    `begin -> ${states[0]} [weight=50]`,
    ...waysOf(table).map(way),
  ];
}
