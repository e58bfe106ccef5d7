/**
 * The walks of a match and of a registration in doc/ARCHITECTURE.md are traced. `LEAGUE_WRITE_WALK=1 npx vitest run
 * agents/trials/traced_walks.test.ts` writes them anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { lineAt } from '../../SHARED/tools/gates/sources.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { program } from './testing/rehearsal.ts';
import type { Walk } from './testing/traced_walk.ts';

/** Functions that a walk may call, in full tens: a slow disk adds up to six. CONTRIBUTING.md says when a ceiling is changed. */
const MAX_FUNCTIONS = { match: 1_010, registration: 510 };
/** Figures of the document, and a ceiling, may be off by this share. */
const TOLERANCE = 0.03;
const LONGEST = 10;
const WRITE = 'LEAGUE_WRITE_WALK=1 npx vitest run agents/trials/traced_walks.test.ts writes the document anew';

/** A step for the reader: the work that its request begins, the files to read first, and the value it hands on. */
interface StepText {
  readonly does: string;
  readonly files: readonly string[];
  readonly value: string;
}

const STEPS: { readonly [message: string]: StepText } = {
  START_LEAGUE: {
    does: 'The manager asks its agents whether they are there, closes registration, pairs the players, opens the round in the ledger, and announces it.',
    files: ['agents/league_manager/play/lifecycle.ts', 'agents/league_manager/play/rounds.ts'],
    value: '`Pairing { match_id, seats }`',
  },
  ROUND_ANNOUNCEMENT: {
    does: 'Each player keeps opponent, ticket and commitment; once both have answered, the dispatcher orders the match from a referee.',
    files: ['agents/player/sensors.ts', 'agents/league_manager/play/dispatcher.ts'],
    value: '`RUN_MATCH`',
  },
  RUN_MATCH: {
    does: 'The referee checks the order, acknowledges it at once, and invites both seats, each attempt with its deadline.',
    files: ['agents/referee/matches.ts', 'agents/referee/match/match.ts'],
    value: 'two seats',
  },
  GAME_INVITATION: {
    does: 'The players sit down; the game says which seat is to move, and what it may see.',
    files: ['agents/player/sensors.ts', 'agents/referee/match/play.ts'],
    value: 'view and moves',
  },
  CHOOSE_PARITY_CALL: {
    does: 'The player decides in time; the game draws and scores; the verdict gives winner and points; order, report and record lie in the outbox.',
    files: ['agents/player/decision.ts', 'agents/referee/match/play.ts', 'agents/referee/result/report.ts'],
    value: '`MatchResult`',
  },
  MATCH_RESULT_REPORT: {
    does: 'The manager plays the match again from moves and seed, appends the result to the ledger, and folds it into the standings.',
    files: [
      'agents/league_manager/handlers.ts',
      'agents/league_manager/results/check_report.ts',
      'agents/league_manager/league/state.ts',
    ],
    value: 'standings',
  },
  GAME_OVER: {
    does: 'Both players are told, with the seed, and write their histories.',
    files: ['agents/referee/result/report_and_notify.ts', 'agents/player/outcome.ts'],
    value: 'the end',
  },
};

const KINDS = ['match', 'registration'] as const;
type Kind = (typeof KINDS)[number];
const DOCUMENT = join(ROOT, 'doc', 'ARCHITECTURE.md');
const FIGURE = /\b\d[\d,]*\b/g;
const isWriting = process.env['LEAGUE_WRITE_WALK'] === '1';
const count = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
const roomOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

async function trace(kind: Kind) {
  const tracing = program('agents/trials/testing/traced_walk.ts', [kind]);
  expect(await tracing.ended(), tracing.err()).toBe(0);
  const { steps, packages } = JSON.parse(tracing.out()) as Walk;
  const texts = new Map<string, string>();
  const functions = steps.flatMap((step) =>
    step.functions.map(({ path, name, start, end }) => {
      const text = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
      texts.set(path, text);
      const [first, last] = [lineAt(text, start), lineAt(text, end)];
      return { path, name, first, length: last - first + 1 };
    }),
  );
  const lines = new Set(
    functions.flatMap(({ path, first, length }) => Array.from({ length }, (_, index) => `${path}:${first + index}`)),
  );
  const seen = new Set<string>();
  const filesOfSteps = steps.map((step) => {
    const files = new Set(step.functions.map(({ path }) => path).filter((path) => !seen.has(path)));
    for (const path of files) seen.add(path);
    return { message: step.message, files: [...files].sort() };
  });
  return { functions, lines: lines.size, packages, steps: filesOfSteps, files: [...seen] };
}

type Traced = Awaited<ReturnType<typeof trace>>;

function figuresText({ functions, lines, packages, files }: Traced): string {
  const rooms = new Set(files.map(roomOf)).size;
  const foreign = Object.keys(packages)
    .toSorted()
    .map((name) => `${packages[name]} of ${name}`);
  const longest = functions
    .toSorted((a, b) => b.length - a.length || (a.path < b.path ? -1 : 1))
    .slice(0, LONGEST)
    .map(({ path, name, length }) => `${length} \`${name === '' ? '(anonymous)' : name}\` in \`${path}\``);
  return `**${count(functions.length, 'function')} are called, with ${count(lines, 'line')}**, in ${count(files.length, 'file')} of ${count(rooms, 'room')}. Functions called of packages: ${foreign.length === 0 ? 'none' : foreign.join(', ')}. The longest, in lines: ${longest.join('; ')}.`;
}

function figuresIn(text: string): readonly number[] {
  return (text.match(FIGURE) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
}

function roomsText(files: readonly string[], indent = ''): string {
  return [...Map.groupBy(files, roomOf)]
    .map(
      ([room, inside]) =>
        `${indent}- \`${room}/\`: ${inside.map((path) => `\`${path.slice(room.length + 1)}\``).join(', ')}`,
    )
    .join('\n');
}

const REGISTRATION_WAY =
  'The request arrives in `SHARED/league_sdk/transport/http/server.ts`. `SHARED/league_sdk/messaging/serve.ts` reads it and calls its handler in `agents/league_manager/handlers.ts`. `agents/league_manager/registration/enrol.ts` asks `agents/league_manager/registration/admit.ts` whether the player is taken, commits the event to `agents/league_manager/league/store.ts`, and answers once it is in the ledger.';

const SECTIONS = {
  match: (walk: Traced) => `
From START_LEAGUE until both players have answered GAME_OVER: ${figuresText(walk)}

A test plays the match over HTTP and asks V8 which functions were called (\`agents/trials/traced_walks.test.ts\`). The lines of a function are those from its first to its last, and a line counts once, however many functions it is in. Timers that fall due on the way wait until its end; the launcher is left out. A file stands where it is first used; each step hands on one value.

${walk.steps.map(stepText).join('\n\n')}

`,
  registration: (walk: Traced) => `
In the manager alone, until a player of another process is registered: ${figuresText(walk)} It is traced and counted as a match is.

${REGISTRATION_WAY}

${roomsText(walk.files.toSorted())}

`,
};

function stepText({ message, files }: Traced['steps'][number], index: number): string {
  const { does, files: first, value } = STEPS[message] as StepText;
  return `${index + 1}. **${message}.** ${does} *Read first:* ${namesOf(first)}. *Handed on:* ${value}.\n${roomsText(files, '   ')}`;
}

function namesOf(paths: readonly string[]): string {
  return paths.map((path) => `\`${path}\``).join(', ');
}

let walks: { readonly [K in Kind]: Traced };
beforeAll(async () => {
  const [match, registration] = await Promise.all([trace('match'), trace('registration')]);
  walks = { match, registration };
});

test('the traced match has every step that the document explains', () => {
  expect(walks.match.steps.map(({ message }) => message)).toEqual(Object.keys(STEPS));
});

test.each(KINDS)('ARCHITECTURE.md tells the walk of one %s as it was traced', (kind) => {
  const document = readFileSync(DOCUMENT, 'utf8');
  const section = new RegExp(`(?<=^## The walk of one ${kind}\n).*?(?=^## )`, 'ms');
  const traced = SECTIONS[kind](walks[kind]);
  if (isWriting) {
    writeFileSync(
      DOCUMENT,
      document.replace(section, () => traced),
    );
    return;
  }
  const written = section.exec(document)?.[0] ?? '';
  expect(written.replaceAll(FIGURE, 'N'), WRITE).toBe(traced.replaceAll(FIGURE, 'N'));
  const figures = figuresIn(written);
  for (const [index, figure] of figuresIn(traced).entries())
    expect(Math.abs((figures[index] ?? 0) - figure), WRITE).toBeLessThanOrEqual(Math.max(3, figure * TOLERANCE));
});

test.each(KINDS)('one %s calls no more functions than its ceiling, which falls with the code', (kind) => {
  const called = walks[kind].functions.length;
  const ceiling = MAX_FUNCTIONS[kind];
  expect(called, 'call fewer functions, or raise the ceiling with the reason').toBeLessThanOrEqual(ceiling);
  expect(called, `${called} functions are called: lower the ceiling`).toBeGreaterThanOrEqual(ceiling * (1 - TOLERANCE));
});
