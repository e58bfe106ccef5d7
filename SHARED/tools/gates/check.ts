/** `npm test`: every gate in order, or the ones that are named: `npm run lint` is `check.ts lint types layers`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBans } from './bans.ts';
import { checkConfigKeys } from './config_keys.ts';
import { checkHygiene } from './hygiene.ts';
import { checkLayers, checkVocabulary, unseenGames, unseenLayers } from './layers.ts';
import { readSources } from './sources.ts';
import {
  chooseSteps,
  failuresOf,
  filesToRunAgain,
  inScratch,
  runSteps,
  type Scratch,
  type Step,
  scratchInMemory,
  type Verdict,
  whatFailed,
} from './steps.ts';
import { checkUnusedExports } from './unused_exports.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const STEPS: readonly Step[] = [
  {
    name: 'lint',
    about: 'format and lint',
    run: () => runNode([entryOf('@biomejs/biome', 'biome'), 'ci', '--colors=off', '--error-on-warnings', '.']),
  },
  { name: 'types', about: 'types', isNarrow: true, run: () => allOf(['.', 'agents/page'].map(typesOf)) },
  {
    name: 'layers',
    about: 'layers, vocabulary, bans, hygiene, unused exports and configuration keys',
    isNarrow: true,
    run: async () => judgeSources(),
  },
  {
    name: 'generated',
    isNarrow: true,
    about: 'generated files say what their sources say',
    run: () => runNode(['SHARED/tools/start.mjs', 'SHARED/tools/generate/generate.ts', '--check']),
  },
  { name: 'tests', about: 'tests with coverage', run: runTests },
];

const choice = chooseSteps(STEPS, process.argv.slice(2));
if ('unknown' in choice) {
  process.stderr.write(`There is no step "${choice.unknown}"; there are: ${STEPS.map(({ name }) => name).join(' ')}\n`);
  process.exitCode = 2;
} else {
  const stage = { say: (text: string) => void process.stdout.write(text), now: () => performance.now() };
  process.exitCode = (await runSteps(choice.chosen, stage)) ? 0 : 1;
}

/** One thread for each project takes two thirds of the work of many. */
function typesOf(project: string): Promise<Verdict> {
  return runNode([entryOf('typescript', 'tsc'), '--noEmit', '--singleThreaded', '--project', project]);
}

async function allOf(judged: readonly Promise<Verdict>[]): Promise<Verdict> {
  const verdicts = await Promise.all(judged);
  return { passed: verdicts.every(({ passed }) => passed), output: verdicts.map(({ output }) => output).join('\n') };
}

function judgeSources(): Verdict {
  const sources = readSources(root);
  const report = checkLayers(sources);
  const problems = [
    ...report.problems,
    ...unseenLayers(report),
    ...unseenGames(sources),
    ...checkVocabulary(sources),
    ...checkBans(sources),
    ...checkHygiene(sources),
    ...checkUnusedExports(sources),
    ...checkConfigKeys(sources),
  ];
  const imports = [...report.importsChecked.values()].reduce((sum, count) => sum + count, 0);
  return {
    passed: problems.length === 0,
    output: problems.map(({ path, line, what }) => `${path}${line === 0 ? '' : `:${line}`}  ${what}`).join('\n'),
    note: `${imports} imports in ${report.importsChecked.size} layers`,
  };
}

async function runTests(): Promise<Verdict> {
  const scratch = scratchInMemory();
  const verdict = await inScratch(scratch, (calledOff) => runTestsIn(scratch, calledOff));
  const note = verdict.note ?? whatFailed(verdict.output);
  return { ...verdict, note: [scratch.note, note].filter((words) => words !== '').join(', ') };
}

/** Files that failed get one more run, alone; both runs are told. */
async function runTestsIn({ env }: Scratch, calledOff: AbortSignal): Promise<Verdict> {
  const vitest = [entryOf('vitest', 'vitest'), 'run'];
  const first = await runNode([...vitest, '--coverage'], env, calledOff);
  const counted = /Tests\s+(?:.*\| )?(\d+) passed/.exec(first.output)?.[1];
  if (counted === undefined) return { ...first, passed: false };
  const summary = JSON.parse(readFileSync(join(root, 'coverage', 'coverage-summary.json'), 'utf8')) as {
    readonly total: { readonly statements: { readonly pct: number } };
  };
  const note = `${counted} passed, ${summary.total.statements.pct} % of statements`;
  if (first.passed) return { ...first, note };
  const files = filesToRunAgain(first.output);
  if (files === undefined) return { passed: false, output: failuresOf(first.output) };
  const again = await runNode([...vitest, '--no-file-parallelism', ...files], env, calledOff);
  const output = `${failuresOf(first.output)}\n\nThe same files alone:\n${failuresOf(again.output)}`;
  if (!again.passed) return { passed: false, output };
  return { passed: true, output, note: `${note}; passed only when run again alone:\n${failuresOf(first.output)}` };
}

/** The file behind a command in node_modules/.bin, so that no shell is needed to start it. */
function entryOf(name: string, command: string): string {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Record<string, string>;
  };
  const file = bin[command];
  if (file === undefined) throw new Error(`${name} has no command ${command}`);
  return join(folder, file);
}

/** `calledOff` ends the process, which is waited for all the same. */
function runNode(
  words: readonly string[],
  env: Scratch['env'] = {},
  calledOff = new AbortController().signal,
): Promise<Verdict> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env, NO_COLOR: '1', LEAGUE_PARENT_PID: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => void child.kill();
  if (calledOff.aborted) end();
  calledOff.addEventListener('abort', end);
  child.once('close', () => calledOff.removeEventListener('abort', end));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}
