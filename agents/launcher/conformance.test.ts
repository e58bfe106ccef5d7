import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureExtension, fixtureParts } from '../../SHARED/testing/mcp_fixtures.ts';
import { speakingMcp } from './mcp_faces.ts';
import { openHouse } from './testing/open_house.ts';

const SUITE = new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url).pathname;
const run = promisify(execFile);

const NO_TASKS =
  'an extension, optional by definition: nothing an agent offers runs long enough to be handed out as a task';

/** What cannot apply to us, and why; each is seen to fail, so that none stays here when it need not. */
const EXCEPTIONS: { readonly [revision: string]: { readonly [scenario: string]: string } } = {
  '2026-07-28': {
    'tasks-lifecycle': NO_TASKS,
    'tasks-capability-negotiation': NO_TASKS,
    'tasks-wire-fields': NO_TASKS,
    'tasks-request-state-removal': NO_TASKS,
    'tasks-mrtr-input': NO_TASKS,
    'tasks-request-headers': NO_TASKS,
    'tasks-dispatch-and-envelope': NO_TASKS,
    'tasks-required-task-error': NO_TASKS,
    'tasks-mrtr-composition': NO_TASKS,
  },
};

/** How the suite is asked for all that a revision requires, and how many scenarios that are. */
const REVISIONS = [
  { revision: '2025-03-26', flags: ['--suite', 'all', '--spec-version', '2025-03-26'], scenarios: 1 },
  { revision: '2025-06-18', flags: ['--suite', 'all', '--spec-version', '2025-06-18'], scenarios: 27 },
  { revision: '2025-11-25', flags: ['--requirements', '2025-11-25'], scenarios: 33 },
  { revision: '2026-07-28', flags: ['--requirements', '2026-07-28'], scenarios: 50 },
] as const;

let house: Awaited<ReturnType<typeof openHouse>>;

beforeAll(async () => {
  const options = { parts: () => fixtureParts(), extension: fixtureExtension() };
  house = await openHouse((effects, id) => (id === 'LM01' ? speakingMcp(effects, 'league_manager', options) : effects));
});
afterAll(() => house.close());

/** What became of each scenario, as the suite sums it up. */
async function outcomes(flags: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const args = [SUITE, 'server', '--url', house.addressOf('LM01'), '--timeout', '10000', ...flags];
  // It fails when a scenario does, which its summary says better.
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 }).catch(
    (failed: { stdout: string }) => failed,
  );
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
  return new Map(
    [...summary.matchAll(/^([✓✗]) ([^:\s]+): \d+ passed/gmu)].map(([, sign, name = '']) => [name, sign === '✓']),
  );
}

describe.each(REVISIONS)('the official conformance suite, $revision', ({ revision, flags, scenarios }) => {
  test('passes in every scenario but those that cannot apply', async () => {
    const seen = await outcomes(flags);
    const failed = [...seen].filter(([, passed]) => !passed).map(([name]) => name);
    expect(failed).toEqual(Object.keys(EXCEPTIONS[revision] ?? {}));
    expect(seen.size).toBe(scenarios);
  }, 40_000);
});
