/** A manager as people start it, without the fixtures of the suite, held against the official conformance suite. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILED_ONCE, league, type Program } from './testing/rehearsal.ts';

const SUITE = fileURLToPath(new URL('./node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const env = { ...process.env, ...COMPILED_ONCE };
const run = promisify(execFile);

/**
 * What needs a thing that only the suite has a use for, by that thing: `conformance.test.ts` holds the same server to
 * these with the fixtures beside it. Each is seen to fail here, so that none stays when it need not.
 */
const NEEDS: { readonly [fixture: string]: readonly string[] } = {
  'a tool with a fixed answer, test_simple_text and its like': [
    ...['tools-call-simple-text', 'tools-call-image', 'tools-call-audio', 'tools-call-embedded-resource'],
    ...['tools-call-mixed-content', 'tools-call-error'],
  ],
  'the tool test_tool_with_progress': ['tools-call-with-progress'],
  'the tools test_tool_with_logging and test_logging_tool': ['tools-call-with-logging', 'server-stateless'],
  'logging, which an agent does not offer: it logs to no client': ['logging-set-level'],
  'a tool that asks the client: no tool of an agent does': [
    ...['tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
    ...['input-required-result-basic-elicitation', 'input-required-result-basic-sampling'],
    ...['input-required-result-basic-list-roots', 'input-required-result-request-state'],
    ...['input-required-result-multiple-input-requests', 'input-required-result-multi-round'],
    ...['input-required-result-non-tool-request', 'input-required-result-result-type'],
    ...['input-required-result-tampered-state', 'input-required-result-capability-check'],
  ],
  'resources under test://': [
    ...['resources-read-text', 'resources-read-binary', 'resources-templates-read'],
    ...['resources-subscribe', 'resources-unsubscribe'],
  ],
  'the prompts test_simple_prompt and its like': [
    ...['prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image'],
  ],
  'the tool json_schema_2020_12_tool': ['json-schema-2020-12'],
  'a tool with an argument that travels as a header': ['http-custom-header-server-validation'],
  'tasks, an extension that is optional by definition': [
    ...['tasks-lifecycle', 'tasks-capability-negotiation', 'tasks-wire-fields', 'tasks-request-state-removal'],
    ...['tasks-mrtr-input', 'tasks-request-headers', 'tasks-dispatch-and-envelope', 'tasks-required-task-error'],
    'tasks-mrtr-composition',
  ],
};
const CANNOT_APPLY = new Set(Object.values(NEEDS).flat());

let folder: string;
let program: Program;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-conformance-'));
  program = league('manager', '--port', '0', '--data', join(folder, 'data'), '--logs', join(folder, 'logs'));
  url = (await program.says(/ at (http:\S+\/mcp)/))[1] as string;
});
afterAll(async () => {
  await program.end();
  await rm(folder, { recursive: true, force: true });
});

/** What became of scenarios, as the suite sums it up. */
async function outcomes(...words: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const args = [SUITE, 'server', '--url', url, '--timeout', '30000', ...words];
  // It fails when a scenario does, which its summary says better.
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 2 ** 26 }).catch(
    (failed: { stdout: string }) => failed,
  );
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
  return new Map(
    [...summary.matchAll(/^([✓✗]) ([^:\s]+): \d+ passed/gmu)].map(([, sign, name = '']) => [name, sign === '✓']),
  );
}

/** The scenarios that were run for any revision. */
const asked = new Set<string>();

test.each([
  ['2025-11-25', 10],
  ['2026-07-28', 14],
])('in %s every scenario passes but those that need a fixture', async (revision, passing) => {
  const seen = await outcomes('--requirements', revision);
  for (const name of seen.keys()) asked.add(name);
  const named = (isPassed: boolean) => [...seen].flatMap(([name, passed]) => (passed === isPassed ? [name] : []));
  // The suite has limits of its own on how long things take, and this machine may be busy: what fails is tried once more, which is said.
  const surprises = named(false).filter((name) => !CANNOT_APPLY.has(name));
  if (surprises.length > 0) process.stderr.write(`tried once more in ${revision}: ${surprises.join(', ')}\n`);
  const again = surprises.length === 0 ? new Map() : await outcomes('--requirements', revision);
  expect(surprises.filter((name) => again.get(name) !== true)).toEqual([]);
  expect(named(true).filter((name) => CANNOT_APPLY.has(name))).toEqual([]);
  expect(seen.size - named(false).length + surprises.length).toBe(passing);
});

test('nothing is listed as needing a fixture that the suite does not know', () => {
  expect([...CANNOT_APPLY].filter((name) => !asked.has(name))).toEqual([]);
});
