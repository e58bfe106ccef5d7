import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import type { Answer } from '../../SHARED/league_sdk/transport/transport.ts';
import { fixtureExtension, fixturesBeside } from '../../SHARED/testing/mcp_fixtures.ts';
import { ManagerCatalog } from '../launcher/world/manager_catalog.ts';
import { mcpLayer } from '../launcher/world/mcp_catalogs.ts';
import { changeFeed } from '../league_manager/public/change_feed.ts';
import { openHouse } from './testing/open_house.ts';
import { COMPILED_ONCE } from './testing/rehearsal.ts';

const SUITE = new URL('./node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url).pathname;
const env = { ...process.env, ...COMPILED_ONCE };
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

const NO_SKILLS =
  'an extension, optional by definition: what a model has to know is in the instructions, prompts and resources';

/** What the suite itself is seen to pass over at our agents, and why. */
const PASSED_OVER: { readonly [scenario: string]: string } = {
  'sep-2640-skills-directory': NO_SKILLS,
  'sep-2640-skills-enumeration': NO_SKILLS,
  'sep-2640-skills-manifest': NO_SKILLS,
  'tasks-status-notifications': `${NO_TASKS}; and the suite has no checks for it yet`,
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
  let shown: ManagerCatalog | undefined;
  house = await openHouse((effects, id) => {
    if (id !== 'LM01') return (transport) => transport;
    const catalog = new ManagerCatalog({ ...effects, data: '/data' });
    shown = catalog;
    const parts = (answer: Answer) => fixturesBeside(catalog.parts(answer));
    return mcpLayer('league_manager', { ...effects, parts, extension: fixtureExtension() });
  });
  shown?.show(house.manager, changeFeed({ ...house.manager, clock: systemClock }));
});
afterAll(() => house.close());

/** The scenarios that were run for any revision. */
const asked = new Set<string>();

/** What became of each scenario, as the suite sums it up. */
async function outcomes(flags: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const args = [SUITE, 'server', '--url', house.addressOf('LM01'), '--timeout', '10000', ...flags];
  // It fails when a scenario does, which its summary says better.
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 2 ** 26 }).catch(
    (failed: { stdout: string }) => failed,
  );
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
  return new Map(
    [...summary.matchAll(/^([✓✗]) ([^:\s]+): \d+ passed/gmu)].map(([, sign, name = '']) => [name, sign === '✓']),
  );
}

/** The suite has limits of its own on how long things take, and this machine may be busy: what fails is tried once more. */
async function passesAlone(scenario: string, revision: string): Promise<boolean> {
  const at = ['--url', house.addressOf('LM01'), '--spec-version', revision, '--timeout', '10000'];
  const { stdout } = await run(process.execPath, [SUITE, 'server', '--scenario', scenario, ...at], { env }).catch(
    (failed: { stdout: string }) => failed,
  );
  return stdout.includes(', 0 failed');
}

describe.each(REVISIONS)('the official conformance suite, $revision', ({ revision, flags, scenarios }) => {
  test('passes in every scenario but those that cannot apply', async () => {
    const seen = await outcomes(flags);
    for (const name of seen.keys()) asked.add(name);
    expect(seen.size).toBe(scenarios);
    const exceptions = Object.keys(EXCEPTIONS[revision] ?? {});
    const failed = [...seen].flatMap(([name, passed]) => (passed ? [] : [name]));
    // Those that cannot pass need no machine to themselves.
    const hopeless = failed.filter((name) => exceptions.includes(name));
    const surprises = await Promise.all(hopeless.map((name) => passesAlone(name, revision)));
    expect(hopeless.filter((_, i) => surprises[i])).toEqual([]);
    const still: string[] = [];
    for (const name of failed) if (!exceptions.includes(name) && !(await passesAlone(name, revision))) still.push(name);
    expect({ failed: still, exceptions: hopeless }).toEqual({ failed: [], exceptions });
  });
});

test('every scenario of the suite is run, or is one that it passes over', async () => {
  const { stdout } = await run(process.execPath, [SUITE, 'list'], { env });
  const ours = stdout.slice(0, stdout.indexOf('Client scenarios'));
  const all = [...ours.matchAll(/^ +- (\S+) /gm)].map(([, name = '']) => name);
  expect(all.filter((name) => !asked.has(name) && PASSED_OVER[name] === undefined)).toEqual([]);
  expect(all).toEqual(expect.arrayContaining([...asked, ...Object.keys(PASSED_OVER)]));
});

test.concurrent.each(Object.keys(PASSED_OVER))('the suite itself passes over %s', async (scenario) => {
  const args = [SUITE, 'server', '--url', house.addressOf('LM01'), '--timeout', '5000', '--scenario', scenario];
  const { stdout } = await run(process.execPath, args, { env });
  expect(stdout).toContain('SKIPPED');
  expect(stdout).toContain(', 0 failed');
});
