/**
 * The walk of one match in doc/ARCHITECTURE.md is what a traced match walks through. `LEAGUE_WRITE_WALK=1 npx vitest run
 * agents/trials/walk_of_one_match.test.ts` writes it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkWalk, roomOf } from '../../SHARED/tools/gates/rooms.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { program } from './testing/rehearsal.ts';

/** What a step does with the request it begins with, and the value it hands on. */
const STEPS: { readonly [message: string]: readonly [does: string, value: string] } = {
  START_LEAGUE: [
    'The manager asks its agents whether they are there, closes registration, pairs the players, opens the round in the ledger, and announces it.',
    '`Pairing { match_id, seats }`',
  ],
  ROUND_ANNOUNCEMENT: [
    'Each player keeps opponent, ticket and commitment; once both have answered, the dispatcher orders the match from a referee.',
    '`RUN_MATCH`',
  ],
  RUN_MATCH: [
    'The referee checks the order, acknowledges it at once, and invites both seats, each attempt with its deadline.',
    'two seats',
  ],
  GAME_INVITATION: [
    'The players sit down; the game says which seat is to move, and what it may see.',
    'view and moves',
  ],
  CHOOSE_PARITY_CALL: [
    'The player decides in time; the game draws and scores; the verdict gives winner and points; order, report and record lie in the outbox.',
    '`MatchResult`',
  ],
  MATCH_RESULT_REPORT: [
    'The manager plays the match again from moves and seed, appends the result to the ledger, and folds it into the standings.',
    'standings',
  ],
  GAME_OVER: ['Both players are told, with the seed, and write their histories.', 'the end'],
};

const DOCUMENT = join(ROOT, 'doc', 'ARCHITECTURE.md');
const SECTION = /(?<=^## The walk of one match\n).*?(?=^## )/ms;
const isWriting = process.env['LEAGUE_WRITE_WALK'] === '1';

interface Step {
  readonly message: string;
  readonly files: readonly string[];
}

let steps: readonly Step[];
beforeAll(async () => {
  const tracing = program('agents/trials/testing/traced_match.ts', []);
  expect(await tracing.ended(), tracing.err()).toBe(0);
  steps = JSON.parse(tracing.out()) as readonly Step[];
});

function sectionOf(walk: readonly Step[]): string {
  const files = walk.flatMap((step) => step.files);
  const rooms = new Set(files.map(roomOf));
  return `
${files.length} files in ${rooms.size} rooms, from START_LEAGUE until both players have answered GAME_OVER. The list is traced, not typed: a test plays a match over HTTP and notes every file of which a function was called (\`agents/trials/walk_of_one_match.test.ts\`). A file stands where it is first used; each step hands on one value.

${walk.map(stepText).join('\n\n')}

`;
}

function stepText({ message, files }: Step, index: number): string {
  const [does, value] = STEPS[message] ?? ['', ''];
  const rooms = Map.groupBy(files, roomOf);
  return [
    `${index + 1}. **${message}.** ${does} *Handed on:* ${value}.`,
    ...[...rooms].map(
      ([room, inside]) => `   - \`${room}/\`: ${inside.map((path) => `\`${path.slice(room.length + 1)}\``).join(', ')}`,
    ),
  ].join('\n');
}

test('the walk begins with START_LEAGUE, has every step that is told, and ends with GAME_OVER', () => {
  expect(steps.map(({ message }) => message)).toEqual(Object.keys(STEPS));
  for (const { files } of steps) expect(files.length).toBeGreaterThan(0);
});

test('the walk goes through the game, both layers above it and the wire', () => {
  const files = steps.flatMap((step) => step.files);
  expect(files).toEqual(
    expect.arrayContaining([
      'SHARED/games/even_odd.ts',
      'agents/referee/match/match.ts',
      'agents/player_P01/strategy.ts',
      'agents/league_manager/play/rounds.ts',
      'SHARED/league_sdk/transport/http/server.ts',
    ]),
  );
  expect(files.filter((path) => /^agents\/(trials|launcher)\//.test(path))).toEqual([]);
});

test('the document tells the walk that was traced', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  if (isWriting)
    writeFileSync(
      DOCUMENT,
      text.replace(SECTION, () => sectionOf(steps)),
    );
  else expect(SECTION.exec(text)?.[0]).toBe(sectionOf(steps));
});

test('the walk is no longer than the floor plan allows', () => {
  expect(checkWalk(steps.flatMap((step) => step.files))).toEqual([]);
});
