import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstDifference, generatedFiles, writeFiles } from './files.ts';

const FILES = generatedFiles();

test('the same sources give the same texts', () => {
  expect([...generatedFiles()]).toEqual([...FILES]);
});

test('every text ends with its only last line feed, and no line ends with a space', () => {
  for (const [path, text] of FILES) {
    expect([path, /[^\n]\n$/.test(text)]).toEqual([path, true]);
    expect([path, /[ \t]$/m.test(text)]).toEqual([path, false]);
  }
});

test('the files that spec 004 names are among them', () => {
  const names = [
    'registration/referee_register_request registration/player_register_request',
    'gameflow/game_invitation gameflow/game_join_ack gameflow/choose_parity_call gameflow/parity_choice gameflow/game_over',
    'errors/timeout_error errors/invalid_move',
  ].flatMap((line) => line.split(' '));
  expect([...FILES.keys()]).toEqual(expect.arrayContaining(names.map((name) => `message_examples/${name}.json`)));
});

describe('the files on disk', () => {
  const few = new Map([...FILES].filter(([path]) => /protocol_spec|game_over\.json|errors\/|state_machine/.test(path)));
  let doc: string;
  beforeEach(() => {
    doc = mkdtempSync(join(tmpdir(), 'generate-'));
    writeFiles(doc, few);
  });
  afterEach(() => rmSync(doc, { recursive: true }));

  test('are in order once they are written', () => {
    expect(firstDifference(doc, few)).toBeUndefined();
  });

  test('that are stale are named', () => {
    writeFileSync(join(doc, 'schemas/game_over.json'), '{}\n');
    expect(firstDifference(doc, few)).toBe('stale: schemas/game_over.json');
  });

  test('that are missing are named', () => {
    rmSync(join(doc, 'diagrams/state_machine.svg'));
    expect(firstDifference(doc, few)).toBe('missing: diagrams/state_machine.svg');
  });

  test.each(['schemas/old.json', 'message_examples/errors/old.json', 'diagrams/old.svg'])(
    'that nobody makes are named, and go with the next writing: %s',
    (path) => {
      writeFileSync(join(doc, path), 'old');
      expect(firstDifference(doc, few)).toBe(`extra: ${path}`);
      writeFiles(doc, few);
      expect(existsSync(join(doc, path))).toBe(false);
    },
  );

  test.each(['ARCHITECTURE.md', 'notes.txt'])('that are written by hand are left alone: %s', (path) => {
    writeFileSync(join(doc, path), 'by hand');
    expect(firstDifference(doc, few)).toBeUndefined();
    writeFiles(doc, few);
    expect(readFileSync(join(doc, path), 'utf8')).toBe('by hand');
  });

  test('that are not there at all are written', () => {
    const empty = join(doc, 'deep', 'down');
    expect(firstDifference(empty, few)).toBe('missing: protocol_spec.md');
    writeFiles(empty, few);
    expect(firstDifference(empty, few)).toBeUndefined();
  });
});
