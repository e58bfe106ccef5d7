/**
 * Checks the code blocks of documents by their own language: TypeScript by its compiler, the others by their parsers.
 */
import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../gates/sources.ts';
import type { Block } from './markdown.ts';

/** A reader's own file: types may be left out, and what is not used yet is no mistake. */
const COMPILER = {
  extends: '../../tsconfig.json',
  compilerOptions: { noImplicitAny: false, noUnusedLocals: false, noUnusedParameters: false },
  include: ['*.ts'],
};

/** The clone's own files are held to stricter options than a reader's, by the gate of types. */
const OF_THE_CLONE = /^(agents|SHARED)\/\S+\(\d+,\d+\): error TS/m;

/** Compiles each block as a file in the root of the clone: what it imports must be there. Nothing is run. */
export async function checkTypeScript(blocks: readonly Block[], root: string): Promise<readonly Problem[]> {
  if (blocks.length === 0) return [];
  const folder = join(root, '.cache', `documents-${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
    await Promise.all(blocks.map((block, index) => writeFile(join(folder, `block_${index}.ts`), asModule(block.text))));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const how = ['--noEmit', '--singleThreaded', '--pretty', 'false'];
    const { output, code } = await run(process.execPath, [tsc, ...how, '-p', folder]);
    const problems = [...output.matchAll(/block_(\d+)\.ts\((\d+),\d+\): error (TS\d+: .*)/g)].map((match) => {
      const block = blocks[Number(match[1])] as Block;
      return { path: block.path, line: block.line + Number(match[2]), what: match[3] as string };
    });
    const isTold = problems.length > 0 || OF_THE_CLONE.test(output);
    if (code !== 0 && !isTold) throw new Error(`the compiler failed: ${output}`);
    return problems;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** From two folders below the root; names of one block are nothing to another. */
function asModule(text: string): string {
  return `${text.replace(/(from\s+|import\s*\(?\s*)(['"])\.\//g, '$1$2../../')}\nexport {};\n`;
}

/** Whether this machine has a Python. */
export async function hasPython(): Promise<boolean> {
  return (await run('python3', ['--version'])).code === 0;
}

/** Parses each block of Python. */
export function checkPython(blocks: readonly Block[]): Promise<readonly Problem[]> {
  return parse(blocks, 'python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())']);
}

/** Parses each block of JavaScript, as a module. */
export function checkJavaScript(blocks: readonly Block[]): Promise<readonly Problem[]> {
  return parse(blocks, process.execPath, ['--check', '--input-type=module', '-']);
}

async function parse(blocks: readonly Block[], program: string, words: readonly string[]): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { path, line, text } of blocks) {
    const { output, code } = await run(program, words, text);
    const what = /^\w*Error: .*$/m.exec(output)?.[0] ?? output;
    if (code !== 0) problems.push({ path, line, what });
  }
  return problems;
}

interface Ended {
  readonly output: string;
  readonly code: number;
}

function run(program: string, words: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that does not read its input may be gone before it is written.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', (error) => resolve({ output: error.message, code: 127 }));
    child.on('close', (code) => resolve({ output, code: code ?? 1 }));
  });
}
