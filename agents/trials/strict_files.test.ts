/** Every file of a league with hostile names and answers in it, read by readers that are stricter than ours. */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { later } from '../../SHARED/core/clock.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { FILE_LIMITS } from '../../SHARED/league_sdk/files/document.ts';
import {
  chooses,
  foreignPlayer,
  HANG_UP,
  registration,
  type Script,
  SILENCE,
} from '../../SHARED/testing/foreign_player.ts';
import type { Strategy } from '../player/strategy.ts';
import { scratchFolder } from './scratch_folder.ts';
import { startLeague } from './testing/edge_case_cast.ts';
import { shippedCast, shippedSettings, startInVirtualTime } from './testing/rehearsal_in_process.ts';

const OPERATOR = 'op_strict_files';
const HALF = '\ud83d';
const EMOJI = '😀';

/** A reply in which this stands as it is. */
const reply = (result: string) => `{"jsonrpc":"2.0","result":${result},"id":null}`;

/** Each answers a call for a choice in a way of its own; what is cut is cut at an odd place for one of the first two. */
const HOSTILE: { readonly [name: string]: Script } = {
  'long choice': { choose_parity: (call) => chooses(call, 'x'.repeat(71) + EMOJI.repeat(300)) },
  'longer by one': { choose_parity: (call) => chooses(call, 'x'.repeat(72) + EMOJI.repeat(300)) },
  'half a choice': { choose_parity: (call) => chooses(call, `ev${HALF}en`) },
  'two choices': { choose_parity: () => reply('{"parity_choice":"even","parity_choice":"odd"}') },
  'an error': {
    choose_parity: () => `{"jsonrpc":"2.0","error":{"code":-32000,"message":"${EMOJI.repeat(400)}"},"id":null}`,
  },
  'a page': { choose_parity: () => `<p>${EMOJI.repeat(400)}` },
  'שחקן "א"': { choose_parity: (call) => ({ ...chooses(call, 'odd'), reasoning: `x${EMOJI.repeat(900)}` }) },
};

/** Ours, with a strategy of somebody else: its reasons have to be cut, and hold half a character. */
const thoughtless: Strategy = {
  name: 'thoughtless',
  decide: ({ moves }) => ({ move: moves[0] as Json, reasoning: `${HALF} because ${EMOJI.repeat(900)}` }),
};

let files: ReadonlyMap<string, string>;
let answersToHalfNames: readonly Json[];
const opened = scratchFolder('league-strict-');
afterAll(async () => (await opened).remove());

beforeAll(async () => {
  const { referees } = await shippedCast();
  const { clock, disk, wire, untilEnded } = await startInVirtualTime({
    settings: await shippedSettings(['memory:']),
    cast: { referees, players: [{ id: 'P01', name: 'Ours', strategy: thoughtless }] },
    operatorToken: OPERATOR,
  });
  const call = async (method: string, params: JsonObject): Promise<Json> => {
    const text = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
    return JSON.parse(unwrap(await wire.send('memory:LM01', text, later(clock.monotonic(), 60_000))).text ?? 'null');
  };
  for (const [nth, [name, script]] of Object.entries(HOSTILE).entries()) {
    const player = foreignPlayer(script);
    await wire.listen(`memory:seat-${nth}`, async (text) => {
      const said = await player.answer(text);
      if (said === HANG_UP || said === SILENCE) throw new Error('nobody here is silent');
      // What stands for itself is told its id where it is asked.
      return said?.replace('"id":null', `"id":${(JSON.parse(text) as { readonly id: number }).id}`);
    });
    expect(await call('register_player', registration(name, `memory:seat-${nth}`, `F0${nth + 1}`))).toMatchObject({
      result: { status: 'ACCEPTED' },
    });
  }
  answersToHalfNames = [
    await call('register_player', registration(`Ev${HALF}il`, 'memory:seat-0', 'F77')),
    await call('register_player', { ...registration('Evil', 'memory:seat-0', 'F78'), [HALF]: 1 }),
  ];
  await call('start_league', startLeague(OPERATOR));
  await untilEnded();
  files = new Map([...disk.files()].filter(([path]) => /\.jsonl?$/.test(path)));
});

/** The JSON texts of a file: the file itself, or each of its lines. */
function textsIn(path: string, text: string): readonly string[] {
  return path.endsWith('.jsonl') ? text.split('\n').slice(0, -1) : [text];
}

function* stringsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isJsonArray(value)) for (const item of value) yield* stringsIn(item);
  else if (isJsonObject(value))
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* stringsIn(inner);
    }
}

test('a name with half a character in it is a parse error', () => {
  expect(answersToHalfNames).toMatchObject([{ error: { code: -32700 } }, { error: { code: -32700 } }]);
});

test('each hostile answer ended a match, and stands in a record', () => {
  const records = [...files].filter(([path]) => path.startsWith('/data/matches/')).map(([, text]) => text);
  expect(records).toHaveLength((8 * 7) / 2);
  for (const trace of ['xxxxxxxx', EMOJI, 'is there twice', 'surrogate pair'])
    expect(records.filter((text) => text.includes(trace)).length, trace).toBeGreaterThan(0);
});

describe('every file of the league', () => {
  test('has whole characters, whole lines and no key twice', () => {
    const texts = [...files].flatMap(([path, text]) => textsIn(path, text).map((each) => [path, each] as const));
    expect(texts.length).toBeGreaterThan(100);
    const refused = texts.flatMap(([path, text]) => {
      const parsed = parseJson(text, FILE_LIMITS);
      if (!parsed.ok) return [`${path}: ${parsed.error.detail}`];
      return [...stringsIn(parsed.value)].every((each) => each.isWellFormed()) ? [] : [`${path}: half a character`];
    });
    expect(refused).toEqual([]);
    expect([...files].filter(([path, text]) => path.endsWith('.jsonl') && !text.endsWith('\n'))).toEqual([]);
  });

  /** Refuses a key twice and what cannot be written as UTF-8, as printing it would. */
  const PYTHON = `
import json, sys
def whole(pairs):
    assert len(pairs) == len(dict(pairs)), 'a key twice'
    return dict(pairs)
for path in sys.argv[1:]:
    text = open(path, encoding='utf-8').read()
    for each in text.split('\\n')[:-1] if path.endswith('.jsonl') else [text]:
        value = json.loads(each, object_pairs_hook=whole)
        json.dumps(value, ensure_ascii=False).encode('utf-8')
`;

  const READERS: readonly (readonly [string, readonly string[]])[] = [
    ['jq', ['-e', 'type']],
    ['python3', ['-c', PYTHON]],
  ];
  const here = READERS.filter(([program]) => spawnSync(program, ['--version']).status === 0);

  test.skipIf(here.length === 0).each(here)('is read by %s', async (program, words) => {
    const { path: folder } = await opened;
    const paths: string[] = [];
    for (const [path, text] of files) {
      const at = join(folder, path);
      await mkdir(dirname(at), { recursive: true });
      await writeFile(at, text);
      paths.push(at);
    }
    const { status, stderr } = spawnSync(program, [...words, ...paths], { encoding: 'utf8', maxBuffer: 1e8 });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
