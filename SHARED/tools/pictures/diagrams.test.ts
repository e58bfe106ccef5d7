import { describe, expect, test } from 'vitest';
import type { Contract } from '../../contracts/contract.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { diagramFiles, shippedAgents } from '../generate/files.ts';
import { STATE_TABLES } from '../generate/states.ts';
import { callsBetween, layerRows } from './architecture.ts';
import { ASIDE, exchangeOf, FLOW, requestsIn } from './flow_picture.ts';
import { arrowhead, picture, text, widthOf } from './svg.ts';

const FILES = diagramFiles(shippedAgents());
const REQUESTS = (Object.values(CONTRACTS) as Contract[]).filter(({ head }) => head.method !== undefined);
const NAMES = ['architecture', 'message_flow', 'state_machine'];

/** Where the letters of a text are, as a viewer will draw them. */
interface Ink {
  readonly words: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The texts of a picture; those of a graph are placed from where the graph is placed. */
function inkIn(svg: string): readonly Ink[] {
  const [outside, ...graphs] = svg.split(/(?=<svg x=)/).flatMap((part) => part.split(/(?<=<\/svg>)\n(?!<\/svg>)/));
  return [outside ?? '', ...graphs].flatMap((part) => {
    const [, left = 0, top = 0] = /^<svg x="([\d.]+)" y="([\d.]+)"/.exec(part) ?? [];
    const [, right = 0, down = 0] = /translate\(([\d.-]+)[ ,]([\d.-]+)\)/.exec(part) ?? [];
    const from = { x: Number(left) + Number(right), y: Number(top) + Number(down) };
    return [...part.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, look = '', escaped = '']) =>
      inkOf(` ${look}`, escaped, from),
    );
  });
}

function inkOf(look: string, escaped: string, from: { readonly x: number; readonly y: number }): Ink {
  const words = escaped.replaceAll('&#160;', ' ').replaceAll('&lt;', '<').replaceAll('&gt;', '>').trim();
  const value = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(look)?.[1] ?? '';
  const size = Number(value('font-size'));
  const [x, y] = [from.x + Number(value('x')), from.y + Number(value('y'))];
  const width = widthOf(words, size);
  const left = x - (value('text-anchor') === 'middle' ? width / 2 : 0);
  return { words, left, right: left + width, top: y - size * 0.75, bottom: y + size * 0.2 };
}

describe.each(NAMES)('%s.svg', (name) => {
  const svg = FILES.get(`diagrams/${name}.svg`) ?? '';
  const texts = inkIn(svg);
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];

  test('has no text on another, and none beyond its edge', () => {
    expect(texts.length).toBeGreaterThan(20);
    for (const [nth, a] of texts.entries()) {
      expect([a.words, a.left >= 0, a.right <= Number(width), a.bottom <= Number(height)]).toEqual([
        a.words,
        true,
        true,
        true,
      ]);
      const under = texts
        .slice(nth + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
      expect([a.words, under.map(({ words }) => words)]).toEqual([a.words, []]);
    }
  });

  test('brings its own paper, and has its source beside it', () => {
    expect(svg).toContain(`<rect width="${width}" height="${height}" fill="#ffffff"/>`);
    expect(FILES.get(`diagrams/${name}.mmd`)).toMatch(/^(flowchart|sequenceDiagram|stateDiagram-v2)/);
  });

  test('is well formed, without a number that is none', () => {
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.match(/<(rect|path|circle|ellipse|polygon|polyline) /g)?.length).toBe(svg.match(/\/>/g)?.length);
    expect(svg.match(/<(svg|g|text|title)\b/g)?.length).toBe(svg.match(/<\/(svg|g|text|title)>/g)?.length);
  });
});

test('the flow has no text that leaves the box it begins in', () => {
  const svg = FILES.get('diagrams/message_flow.svg') ?? '';
  const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
    ([, ...numbers]) => numbers.map(Number) as [number, number, number, number],
  );
  for (const { words, left, right, top, bottom } of inkIn(svg)) {
    const around = boxes.filter(([x, y, w, h]) => x <= left && left <= x + w && y <= top && bottom <= y + h);
    expect([words, around.filter(([x, , w]) => right > x + w)]).toEqual([words, []]);
  }
  expect(boxes.length).toBeGreaterThan(8);
});

test('the picture of the states has every state and every event, and so has its source', () => {
  for (const { table } of Object.values(STATE_TABLES)) {
    for (const word of [...Object.keys(table), ...Object.values(table).flatMap((ways) => Object.keys(ways))]) {
      for (const end of ['svg', 'mmd']) expect(FILES.get(`diagrams/state_machine.${end}`)).toContain(word);
    }
  }
});

describe('the flow', () => {
  test('has a place for every request, and one only', () => {
    const placed = [...FLOW, ...ASIDE].flatMap(requestsIn);
    expect(placed.toSorted()).toEqual(REQUESTS.map(({ head }) => head.type).toSorted());
  });

  test('is told with every answer, in the picture and in its source', () => {
    for (const { head } of REQUESTS) {
      const words = [head.type, ...(head.reply === undefined ? [] : [head.reply.type])];
      for (const word of words) {
        for (const end of ['svg', 'mmd']) expect(FILES.get(`diagrams/message_flow.${end}`)).toContain(word);
      }
    }
  });

  test('takes from the contracts who asks whom', () => {
    expect(exchangeOf(['ROUND_ANNOUNCEMENT'])).toEqual({
      from: 'league_manager',
      to: ['player', 'referee'],
      request: 'ROUND_ANNOUNCEMENT',
      answer: 'ROUND_ANNOUNCEMENT_ACK',
      withinMs: 10_000,
    });
    expect(exchangeOf(['GAME_ERROR']).answer).toBeUndefined();
  });
});

describe('the architecture', () => {
  test('shows every method, and every agent that is shipped', () => {
    for (const end of ['svg', 'mmd']) {
      const drawn = FILES.get(`diagrams/architecture.${end}`);
      for (const { head } of REQUESTS) expect(drawn).toContain(head.method);
      for (const agent of ['LM01 :8000', 'REF02 :8002', 'P04 :8104']) expect(drawn).toContain(agent);
    }
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

describe('a picture', () => {
  test('says <, > and & as such', () => {
    expect(text({ x: 1, y: 2 }, 'a<b> & c')).toBe(
      '<text x="1" y="2" font-size="12" fill="#1f2933">a&lt;b&gt; &amp; c</text>',
    );
    expect(picture({ width: 1, height: 2 }, 'T', [])).toContain('<title>T</title>');
  });

  test('has arrowheads that point where the line goes', () => {
    expect(arrowhead({ x: 0, y: 0 }, { x: 20, y: 0 }, 'red')).toContain('points="20,0 12,-4 12,4"');
    expect(arrowhead({ x: 0, y: 20 }, { x: 0, y: 0 }, 'red')).toContain('points="0,0 4,8 -4,8"');
  });
});
