/** Draws doc/diagrams/state_machine.svg: a box for every state table, with its states one below the other. */
import { STATE_TABLES, type StateTable, type Way, waysOf } from '../generate/states.ts';
import { INK, picture, quoted } from './graphviz.ts';

/** The colours of ways that lead elsewhere than to the next state, by their target. */
const COLOURS = ['#1d4ed8', '#b45309', '#15803d', '#9333ea', '#be123c', '#0e7490'];

export function stateMachinePicture(): string {
  return picture([
    // Graphs that are packed have room for labels between the ranks only where edges cross two of them.
    'graph [pack=24 packmode="array_tl2" nodesep=0.3 ranksep=0.16]',
    'edge [minlen=2]',
    ...Object.entries(STATE_TABLES).flatMap(([name, table]) => machine(name, table)),
  ]);
}

function machine(name: string, { title, table }: StateTable): readonly string[] {
  const states = Object.keys(table);
  const id = (state: string) => `${name}_${state}`;
  const width = 0.4 + 0.1 * Math.max(...states.map((state) => state.length));
  const isEnd = (state: string) => Object.keys(table[state] ?? {}).length === 0;
  const way = ({ from, to, events }: Way) => {
    const index = states.indexOf(to);
    const colour = COLOURS[index % COLOURS.length];
    const look = index === states.indexOf(from) + 1 ? 'weight=50' : `color="${colour}" fontcolor="${colour}"`;
    return `${id(from)} -> ${id(to)} [label=${quoted(events)} ${look}]`;
  };
  return [
    `subgraph cluster_${name} {`,
    `label="${title}"`,
    `node [width=${width} group=${name}]`,
    `${name} [shape=circle label="" width=0.12 fillcolor="${INK.line}"]`,
    ...states.map((state) => `${id(state)} [label="${state}"${isEnd(state) ? ' penwidth=2.5' : ''}]`),
    `${name} -> ${id(states[0] ?? '')} [weight=50]`,
    ...waysOf(table).map(way),
    '}',
  ];
}
