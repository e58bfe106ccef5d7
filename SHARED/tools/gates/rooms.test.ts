import { expect, test } from 'vitest';
import { checkRooms, checkWalk, MAX_FILES_IN_FOLDER, MAX_WALK_FILES, SMALL_FILE_LINES } from './rooms.ts';
import type { Source } from './sources.ts';

const NO_REASONS = { small: [], shared: [] };
const file = (path: string, text = '', lines = SMALL_FILE_LINES): Source => ({
  path,
  text: `${text}${'\n'.repeat(lines)}`,
});
const found = (sources: readonly Source[], reasons: Parameters<typeof checkRooms>[1] = NO_REASONS): readonly string[] =>
  checkRooms(sources, reasons).map(({ path, what }) => `${path} ${what}`);

const full = (count: number, name: (index: number) => string): readonly Source[] =>
  Array.from({ length: count }, (_, index) => file(`agents/referee/match/${name(index)}`));

test('a full folder passes and one production file more fails', () => {
  expect(found(full(MAX_FILES_IN_FOLDER, (index) => `a${index}.ts`))).toEqual([]);
  expect(found(full(MAX_FILES_IN_FOLDER + 1, (index) => `a${index}.ts`))).toEqual([
    'agents/referee/match holds 20 production files; 19 is the limit: give it rooms',
  ]);
});

test('tests, laws and what is made for tests do not count', () => {
  expect(found(full(30, (index) => `a${index}.test.ts`))).toEqual([]);
  expect(found(full(30, (index) => `a${index}_laws.ts`))).toEqual([]);
  expect(found(full(30, (index) => `testing/a${index}.ts`))).toEqual([]);
});

test('a small file with one importer needs a reason; with two, or with more lines, it needs none', () => {
  const small = file('agents/referee/match/small.ts', '', SMALL_FILE_LINES - 1);
  const importer = file('agents/referee/match/match.ts', "import './small.ts';");
  expect(found([small, importer])).toEqual([
    'agents/referee/match/small.ts has 39 lines and one importer: make it part of that file, or give the reason in SHARED/tools/gates/rooms.ts',
  ]);
  expect(found([small, importer, file('agents/referee/match/play.ts', "import './small.ts';")])).toEqual([]);
  expect(found([file(small.path), importer])).toEqual([]);
  expect(found([small, importer], { small: [{ of: /small/, because: 'it is told' }], shared: [] })).toEqual([]);
});

test('a test that imports a small file does not make it two importers', () => {
  const small = file('agents/referee/match/small.ts', '', 3);
  expect(found([small, file('agents/referee/match/small.test.ts', "import './small.ts';")])).toHaveLength(1);
});

test('a name exported by two rooms of one layer needs a reason', () => {
  const one = file('agents/referee/match/seat.ts', 'export interface Seat {}');
  const other = file('agents/referee/result/seat.ts', 'export class Seat {}');
  expect(found([one, other])).toEqual([
    'agents/referee/match/seat.ts exports Seat, as does agents/referee/result/seat.ts: give one a name of its own, or the reason in SHARED/tools/gates/rooms.ts',
  ]);
  const of = { layer: 'agents/referee', name: 'Seat' };
  expect(found([one, other], { small: [], shared: [{ of, because: 'it is told' }] })).toEqual([]);
});

test('a value that no other file names is not exported; one that a test names may be', () => {
  const alone = file('agents/referee/match/seat.ts', 'export const SEATS = 2;');
  expect(found([alone, file('agents/referee/match/README.md', 'SEATS')])).toEqual([
    'agents/referee/match/seat.ts exports SEATS, which no other file names: leave out the export',
  ]);
  expect(found([alone, file('agents/referee/match/seat.test.ts', "import { SEATS } from './seat.ts';")])).toEqual([]);
  expect(found([file(alone.path, 'export interface Seats {}')])).toEqual([]);
});

test('a name may be exported by two files of one room, or by two layers, and one that is not exported counts for nothing', () => {
  const seat = file('agents/referee/match/seat.ts', 'export interface Seat {}');
  expect(found([seat, file('agents/referee/match/other.ts', 'export class Seat {}')])).toEqual([]);
  expect(found([seat, file('agents/gateway/seat.ts', 'export class Seat {}')])).toEqual([]);
  expect(found([seat, file('agents/referee/result/seat.ts', 'class Seat {}')])).toEqual([]);
});

test('the folder of an instance is a room of its role', () => {
  const strategy = 'export const strategy = 1;';
  const two = ['P01', 'P02'].map((id) => file(`agents/player_${id}/strategy.ts`, strategy));
  expect(found(two)).toHaveLength(1);
});

test('a reason that nothing needs any more is a problem', () => {
  const small = [{ of: /gone/, because: 'it was small' }];
  const shared = [{ of: { layer: 'agents/referee', name: 'Gone' }, because: 'it was told twice' }];
  expect(found([], { small, shared })).toEqual([
    'SHARED/tools/gates/rooms.ts gives a reason that nothing needs any more: /gone/',
    'SHARED/tools/gates/rooms.ts gives a reason that nothing needs any more: agents/referee Gone',
  ]);
});

test('a walk of as many files as allowed passes; one more fails, and so does one that went nowhere', () => {
  const walk = (length: number) => Array.from({ length }, (_, index) => `agents/referee/a${index}.ts`);
  expect(checkWalk(walk(MAX_WALK_FILES))).toEqual([]);
  expect(checkWalk(walk(MAX_WALK_FILES + 1))).toHaveLength(1);
  expect(checkWalk([])).toHaveLength(1);
});
