/** doc/diagrams/state_machine: every state table as a ladder, its states one below the other and in one picture. */
import { STATE_TABLES, type StateTable, type Way, waysOf } from '../generate/states.ts';
import * as svg from './svg.ts';

/** The panels side by side, from left to right and from top to bottom. */
const COLUMNS: readonly (readonly (keyof typeof STATE_TABLES)[])[] = [
  ['agent', 'league'],
  ['referee', 'match'],
  ['player'],
  ['session'],
];

const STATE = 13;
const EVENT = 11;
const [MARGIN, PAD, PORT, STEP, LANE] = [24, 14, 22, 44, 16];

/** All state machines in one picture. */
export function statePicture(): string {
  const parts: string[] = [];
  let [x, tallest] = [MARGIN, 0];
  for (const column of COLUMNS) {
    const panels = column.map((name) => panel(STATE_TABLES[name]));
    const width = Math.max(...panels.map((each) => each.width));
    let y = MARGIN;
    for (const { draw, height } of panels) {
      parts.push(draw({ x, y, width, height }));
      y += height + MARGIN;
    }
    x += width + MARGIN;
    tallest = Math.max(tallest, y);
  }
  const legend = 'A machine begins at the dot, and ends where the border is thick.';
  parts.push(svg.text({ x: MARGIN, y: tallest }, legend, { size: EVENT, ink: svg.INK.faint }));
  return svg.picture({ width: x, height: tallest + MARGIN / 2 }, 'The state machines of a league', parts);
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

interface Panel {
  readonly width: number;
  readonly height: number;
  draw(at: svg.Box): string;
}

/** A way that does not simply lead to the next state: it leaves to the right, and joins the lane of its target. */
interface Exit {
  readonly way: Way;
  readonly y: number;
}

function panel({ title, table }: StateTable): Panel {
  const states = Object.keys(table);
  const ways = waysOf(table);
  const isStep = ({ from, to }: Way) => states.indexOf(to) === states.indexOf(from) + 1;
  const lanes = [...new Set(ways.filter((way) => !isStep(way)).map(({ to }) => to))].sort(
    (a, b) => spanTo(a) - spanTo(b),
  );
  const stateWidth = svg.widest(states, STATE) + 2 * PAD;
  const labelWidth = svg.widest(ways.filter((way) => !isStep(way)).map(label), EVENT) + 20;
  const width = Math.max(
    PAD + stateWidth + (lanes.length === 0 ? 0 : labelWidth) + (lanes.length + 1) * LANE,
    PAD + stateWidth / 2 + svg.widest(ways.filter(isStep).map(label), EVENT) + 2 * PAD,
    svg.widthOf(title, 15) + 2 * PAD,
  );
  const heights = states.map((state) => 12 + PORT * Math.max(1, portsOf(state)));
  const height = 74 + sum(heights) + STEP * (states.length - 1) + PAD;

  /** How far the ways of a lane reach: short lanes run inside, so that fewer lines cross. */
  function spanTo(target: string): number {
    const ends = ways.filter(({ to }) => to === target).map(({ from }) => states.indexOf(from));
    return Math.max(...ends.map((end) => Math.abs(end - states.indexOf(target))));
  }

  function portsOf(state: string): number {
    return ways.filter((way) => way.from === state && !isStep(way)).length + (lanes.includes(state) ? 1 : 0);
  }

  function draw(at: svg.Box): string {
    const left = at.x + PAD;
    const right = left + stateWidth;
    const middle = left + stateWidth / 2;
    const tops = states.map((_, nth) => at.y + 74 + sum(heights.slice(0, nth)) + STEP * nth);
    const parts = [
      svg.box(at, { fill: svg.INK.paper, ink: svg.INK.grid }),
      svg.text({ x: left, y: at.y + 26 }, title, { size: 15, bold: true }),
      svg.dot({ x: middle, y: at.y + 48 }, svg.INK.line, 5),
      svg.path(
        [
          { x: middle, y: at.y + 48 },
          { x: middle, y: tops[0] as number },
        ],
        { arrow: true },
      ),
    ];
    const exits: Exit[] = [];
    const entries = new Map<string, number>();
    states.forEach((state, nth) => {
      const top = tops[nth] as number;
      let port = top + 6 + PORT / 2;
      if (lanes.includes(state)) {
        entries.set(state, port);
        port += PORT;
      }
      for (const way of ways.filter(({ from }) => from === state)) {
        if (!isStep(way)) {
          exits.push({ way, y: port });
          port += PORT;
          continue;
        }
        const [begin, end] = [top + (heights[nth] as number), tops[nth + 1] as number];
        parts.push(
          svg.path(
            [
              { x: middle, y: begin },
              { x: middle, y: end },
            ],
            { arrow: true },
          ),
        );
        parts.push(svg.text({ x: middle + 8, y: (begin + end) / 2 + 2 }, label(way), { size: EVENT }));
      }
    });
    lanes.forEach((target, nth) => {
      const lane = { x: right + labelWidth + nth * LANE, ink: svg.LINES[nth % svg.LINES.length] as string };
      parts.push(
        ...drawLane(
          lane,
          right,
          entries.get(target) as number,
          exits.filter(({ way }) => way.to === target),
        ),
      );
    });
    states.forEach((state, nth) => {
      const place = { x: left, y: tops[nth] as number, width: stateWidth, height: heights[nth] as number };
      const isEnd = ways.every(({ from }) => from !== state);
      parts.push(svg.box(place, { thick: isEnd ? 3 : 1.2 }));
      const centre = { x: middle, y: place.y + place.height / 2 + 5 };
      parts.push(svg.text(centre, state, { size: STATE, anchor: 'middle' }));
    });
    return parts.join('\n');
  }

  return { width, height, draw };
}

function drawLane(
  { x, ink }: { readonly x: number; readonly ink: string },
  right: number,
  entry: number,
  exits: readonly Exit[],
): readonly string[] {
  const ys = [entry, ...exits.map(({ y }) => y)];
  const farthest = [Math.min(...ys), Math.max(...ys)] as const;
  return [
    svg.path(
      [
        { x, y: farthest[0] },
        { x, y: farthest[1] },
      ],
      { ink },
    ),
    ...exits.flatMap(({ way, y }) => [
      svg.path(
        [
          { x: right, y },
          { x, y },
        ],
        { ink },
      ),
      ...(farthest.includes(y) ? [] : [svg.dot({ x, y }, ink)]),
      svg.text({ x: right + 8, y: y - 6 }, label(way), { size: EVENT, ink }),
    ]),
    svg.path(
      [
        { x, y: entry },
        { x: right, y: entry },
      ],
      { ink, arrow: true },
    ),
  ];
}

function label({ events }: Way): string {
  return events.join(', ');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
