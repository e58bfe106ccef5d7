/** Draws doc/diagrams/message_flow: a whole league as a sequence diagram. */

import type { Contract, Party } from '../../contracts/contract.ts';
import { CONTRACTS, type RequestType } from '../../contracts/index.ts';
import * as svg from './svg.ts';

interface Lifeline {
  readonly id: string;
  readonly title: string;
  readonly party: Party;
  readonly fill: string;
}

const LIFELINES: readonly Lifeline[] = [
  { id: 'O', title: 'Operator', party: 'operator', fill: svg.INK.other },
  { id: 'LM', title: 'League manager', party: 'league_manager', fill: svg.INK.league },
  { id: 'R', title: 'Referee', party: 'referee', fill: svg.INK.referee },
  { id: 'A', title: 'Player A', party: 'player', fill: svg.INK.player },
  { id: 'B', title: 'Player B', party: 'player', fill: svg.INK.player },
];

const [MARGIN, APART, ROW, TITLE, NAME] = [24, 224, 30, 30, 11];
const HEAD = { width: 138, height: 34 };
const FIRST = MARGIN + 24 + HEAD.width / 2;

/** The whole flow as a picture. */
export function flowPicture(): string {
  const parts: string[] = [];
  let y = MARGIN + HEAD.height + 16;
  for (const phase of [...FLOW, ...ASIDE]) y = drawPhase(parts, phase, { y, depth: 0 }) + 14;
  const width = xOf(LIFELINES.length - 1) + HEAD.width / 2 + 24 + MARGIN;
  const legend = 'Solid: a request, with the time its answer may take. Dashed: the answer.';
  parts.push(svg.text({ x: MARGIN, y: y + HEAD.height + 24 }, legend, { size: NAME, ink: svg.INK.faint }));
  const size = { width, height: y + HEAD.height + 24 + MARGIN / 2 };
  return svg.picture(size, 'Every message of a league, in order', [...lifelines(y), ...parts]);
}

/** The whole flow as a Mermaid diagram. */
export function flowMermaid(): string {
  const rows: string[] = [];
  const add = (phase: Phase): void => {
    rows.push(
      `  rect rgba(148, 163, 184, 0.15)`,
      `  Note over ${LIFELINES[0]?.id},${LIFELINES.at(-1)?.id}: ${phase.title}`,
    );
    for (const step of phase.steps) {
      if (isPhase(step)) add(step);
      else rows.push(...arrowsOf(exchangeOf(step)));
    }
    rows.push('  end');
  };
  [...FLOW, ...ASIDE].forEach(add);
  const participants = LIFELINES.map(({ id, title }) => `  participant ${id} as ${title}`);
  return ['sequenceDiagram', ...participants, ...rows, ''].join('\n');
}

function arrowsOf({ from, to, request, answer }: Exchange): readonly string[] {
  const ids = (parties: readonly Party[]) => indexesOf(parties).map((nth) => LIFELINES[nth]?.id as string);
  const pairs = ids([from]).flatMap((sender) => ids(to).map((receiver) => [sender, receiver] as const));
  return [
    ...pairs.map(([sender, receiver]) => `  ${sender}->>${receiver}: ${request}`),
    ...(answer === undefined ? [] : pairs.map(([sender, receiver]) => `  ${receiver}-->>${sender}: ${answer}`)),
  ];
}

function lifelines(bottom: number): readonly string[] {
  return LIFELINES.flatMap(({ title, fill }, nth) => {
    const x = xOf(nth);
    const heads = [MARGIN, bottom].map((y) => ({ x: x - HEAD.width / 2, y, ...HEAD }));
    return [
      svg.path(
        [
          { x, y: MARGIN + HEAD.height },
          { x, y: bottom },
        ],
        { ink: svg.INK.grid, thick: 2 },
      ),
      ...heads.flatMap((head) => [
        svg.box(head, { fill }),
        svg.text({ x, y: head.y + 22 }, title, { size: 13, anchor: 'middle', bold: true }),
      ]),
    ];
  });
}

/** Draws a phase in its frame and gives the place below it. */
function drawPhase(parts: string[], { title, steps }: Phase, { y, depth }: { y: number; depth: number }): number {
  const [left, right] = [MARGIN + depth * 10, xOf(LIFELINES.length - 1) + HEAD.width / 2 + 24 - depth * 10];
  const inner: string[] = [];
  let at = y + TITLE;
  for (const step of steps) {
    if (isPhase(step)) at = drawPhase(inner, step, { y: at + 10, depth: depth + 1 }) + 10;
    else at = drawExchange(inner, exchangeOf(step), at);
  }
  const bottom = at + 8;
  const tab = { x: left, y, width: svg.widthOf(title, NAME) + 20, height: 20 };
  parts.push(
    svg.box({ x: left, y, width: right - left, height: bottom - y }, { fill: 'none', ink: svg.INK.faint, corner: 4 }),
    svg.box(tab, { fill: svg.INK.fill, ink: svg.INK.faint, corner: 4 }),
    svg.text({ x: left + 10, y: y + 14 }, title, { size: NAME, bold: true }),
    ...inner,
  );
  return bottom;
}

function drawExchange(parts: string[], { from, to, request, answer, withinMs }: Exchange, y: number): number {
  const [senders, receivers] = [indexesOf([from]), indexesOf(to)];
  const within = withinMs === undefined ? '' : ` (${withinMs / 1_000} s)`;
  drawArrow(parts, { from: senders, to: receivers, y: y + 20 }, `${request}${within}`, false);
  if (answer === undefined) return y + ROW;
  drawArrow(parts, { from: receivers, to: senders, y: y + 20 + ROW }, answer, true);
  return y + 2 * ROW;
}

/** A line over all lifelines that take part: a dot on each that sends, an arrowhead on each that receives. */
function drawArrow(
  parts: string[],
  { from, to, y }: { readonly from: readonly number[]; readonly to: readonly number[]; readonly y: number },
  words: string,
  dashed: boolean,
): void {
  const isLeftward = Math.min(...to) < Math.min(...from);
  const [start, end] = isLeftward ? [Math.max(...from), Math.min(...to)] : [Math.min(...from), Math.max(...to)];
  const [left, right] = [xOf(Math.min(start, end)), xOf(Math.max(start, end))];
  // Between two lifelines nothing passes behind the words.
  const room = svg.widthOf(words, NAME) < APART ? APART : right - left;
  const ink = dashed ? svg.INK.faint : svg.INK.line;
  const before = { x: xOf(start), y };
  parts.push(
    svg.path([before, { x: xOf(end), y }], { ink, dashed }),
    ...from.map((nth) => svg.dot({ x: xOf(nth), y }, ink)),
    ...to.map((nth) => svg.arrowhead(before, { x: xOf(nth), y }, ink)),
    svg.text({ x: left + room / 2, y: y - 6 }, words, {
      size: NAME,
      anchor: 'middle',
      ink: dashed ? svg.INK.faint : svg.INK.text,
      halo: svg.INK.paper,
    }),
  );
}

function indexesOf(parties: readonly Party[]): readonly number[] {
  return LIFELINES.flatMap(({ party }, nth) => (parties.includes(party) ? [nth] : []));
}

function xOf(nth: number): number {
  return FIRST + nth * APART;
}

/** A phase of a league. */
interface Phase {
  readonly title: string;
  /** One request after the other; of those that stand together, one or the other. */
  readonly steps: readonly (readonly RequestType[] | Phase)[];
}

const MATCH: Phase = {
  title: 'Match (all matches of the round at the same time)',
  steps: [
    ['RUN_MATCH'],
    ['GAME_INVITATION'],
    ['CHOOSE_PARITY_CALL', 'GAME_MOVE_CALL'],
    ['MATCH_RESULT_REPORT'],
    ['GAME_OVER'],
  ],
};

/** A league from its beginning to its end, and what may happen on the way. */
export const FLOW: readonly Phase[] = [
  { title: 'Registration', steps: [['REFEREE_REGISTER_REQUEST'], ['LEAGUE_REGISTER_REQUEST']] },
  { title: 'Start', steps: [['START_LEAGUE']] },
  {
    title: 'Round (again for every round)',
    steps: [['ROUND_ANNOUNCEMENT'], MATCH, ['LEAGUE_STANDINGS_UPDATE'], ['ROUND_COMPLETED']],
  },
  { title: 'End', steps: [['LEAGUE_COMPLETED'], ['SHUTDOWN_COMMAND']] },
];

export const ASIDE: readonly Phase[] = [
  { title: 'At any time', steps: [['LEAGUE_QUERY'], ['AGENT_COMMAND'], ['PAUSE_COMMAND']] },
  { title: 'When something is wrong (no answer)', steps: [['GAME_ERROR'], ['LEAGUE_ERROR']] },
];

/** All requests of a phase and of the phases in it, in their order. */
export function requestsIn({ steps }: Phase): readonly RequestType[] {
  return steps.flatMap((step) => (isPhase(step) ? requestsIn(step) : step));
}

function isPhase(step: readonly RequestType[] | Phase): step is Phase {
  return 'title' in step;
}

/** One request, or several of which one is sent, as it goes from one party to others and is answered. */
interface Exchange {
  readonly from: Party;
  readonly to: readonly Party[];
  readonly request: string;
  readonly answer: string | undefined;
  readonly withinMs: number | undefined;
}

export function exchangeOf(types: readonly RequestType[]): Exchange {
  const heads = types.map((type) => (CONTRACTS[type] as Contract).head);
  const [{ from, to, reply }] = heads as [Contract['head']];
  const sender = from[0] as Party;
  return {
    from: sender,
    to: to.filter((party) => party !== sender),
    request: types.join(' / '),
    answer: reply === undefined ? undefined : heads.map((head) => head.reply?.type).join(' / '),
    withinMs: reply?.withinMs,
  };
}
