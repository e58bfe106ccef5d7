import { describe, expect, test } from 'vitest';
import type { Contract } from '../../contracts/contract.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { diagramFiles, shippedAgents } from '../generate/files.ts';
import { STATE_TABLES } from '../generate/states.ts';
import { callsBetween, layerRows } from './architecture.ts';
import { FLOW, requestsIn, SIDE_PHASES } from './message_flow.ts';

const FILES = diagramFiles(shippedAgents());
const fileOf = (name: string) => FILES.get(`diagrams/${name}`) ?? '';
const REQUESTS = (Object.values(CONTRACTS) as Contract[]).filter(({ head }) => head.method !== undefined);

/** The place of a text in a picture of Graphviz, as a viewer draws it in a fixed width. */
interface TextPlace {
  readonly words: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const TEXT =
  /<text [^>]*text-anchor="(\w+)" x="([\d.-]+)" y="([\d.-]+)"[^>]* font-size="([\d.]+)"[^>]*>([^<]*)<\/text>/g;

function textsIn(svg: string): readonly TextPlace[] {
  return [...svg.matchAll(TEXT)].map(([, anchor = '', ...found]) => {
    const [x = 0, y = 0, size = 0] = found.slice(0, 3).map(Number);
    const words = (found[3] ?? '').replaceAll(/&\w+;/g, '.');
    const width = words.length * size * 0.61;
    const left = x - (anchor === 'middle' ? width / 2 : 0);
    return { words: words.trim(), left, right: left + width, top: y - size * 0.75, bottom: y + size * 0.2 };
  });
}

function overlaps(texts: readonly TextPlace[]): readonly string[] {
  return texts.flatMap((a, index) =>
    texts
      .slice(index + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.words} | ${b.words}`),
  );
}

test.each(['architecture.svg', 'state_machine.svg'])('%s has no text on another', (name) => {
  const texts = textsIn(fileOf(name));
  expect(texts.length).toBeGreaterThan(20);
  expect(overlaps(texts)).toEqual([]);
});

test('a text that lies on another is found', () => {
  const at = (x: number, words: string) =>
    `<text xml:space="preserve" text-anchor="start" x="${x}" y="0" font-family="monospace" font-size="10.00">${words}</text>`;
  expect(overlaps(textsIn(at(0, 'first') + at(20, 'second') + at(200, 'third')))).toEqual(['first | second']);
});

test('the picture of the states has every state and every event', () => {
  for (const { table } of Object.values(STATE_TABLES))
    for (const word of [...Object.keys(table), ...Object.values(table).flatMap((ways) => Object.keys(ways))])
      expect(fileOf('state_machine.svg')).toContain(word);
});

describe('the flow of messages', () => {
  test('has a place for every request, and one only', () => {
    const placed = [...FLOW, ...SIDE_PHASES].flatMap(requestsIn);
    expect(placed.toSorted()).toEqual(REQUESTS.map(({ head }) => head.type).toSorted());
  });

  test('has every answer, and takes from the contracts who asks whom and for how long', () => {
    const flow = fileOf('message_flow.mmd');
    for (const { head } of REQUESTS) if (head.reply !== undefined) expect(flow).toContain(head.reply.type);
    expect(flow).toContain('  R->>P: GAME_INVITATION (5 s)\n  P-->>R: GAME_JOIN_ACK\n');
    expect(flow).not.toMatch(/-->>\w+: (undefined)?$/m);
  });
});

describe('the architecture', () => {
  test('shows every method, and every agent that is shipped', () => {
    const drawn = fileOf('architecture.svg');
    for (const { head } of REQUESTS) expect(drawn).toContain(head.method);
    for (const agent of ['LM01 :8000', 'REF02 :8002', 'P04 :8104']) expect(drawn).toContain(agent);
    expect(callsBetween('player', 'league_manager')).toEqual(['register_player', 'league_query']);
  });

  test('has the layers as the gate has them', () => {
    const uses = Object.fromEntries(layerRows().map((row) => [row.name, row.uses]));
    expect(uses['composition roots']).toEqual(['everything']);
    expect(uses['referee']).toContain('games/game.ts');
    expect(uses['league manager']).not.toContain('games');
    expect(uses['games']).toEqual(['core']);
    expect(uses['core']).toEqual([]);
  });
});
