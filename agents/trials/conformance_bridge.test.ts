/** The bridge as a client of other servers, held against the official conformance suite: an assistant sits behind it. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, callAll } from './testing/bridged_client.ts';
import { COMPILED_ONCE } from './testing/rehearsal.ts';

const SUITE = fileURLToPath(new URL('./node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const run = promisify(execFile);

/** What the suite starts as its client: hands on what it was told, as a process of the whole bridge costs a second each. */
const CLIENT = [
  'const { MCP_CONFORMANCE_CONTEXT: context, MCP_CONFORMANCE_PROTOCOL_VERSION: revision, BRIDGED_AT } = process.env;',
  'const body = JSON.stringify({ url: process.argv.at(-1), revision, context });',
  "fetch(BRIDGED_AT, { method: 'POST', body }).then(async (answer) => {",
  'process.stderr.write(await answer.text());',
  'process.exitCode = answer.ok ? 0 : 1; });',
].join(' ');
const COMMAND = `"${process.execPath}" -e "${CLIENT}"`;

/** The bridge and the client behind it. */
const bridged = createServer(async (request, response) => {
  const said = callAll((await json(request)) as Asked);
  await said.then(
    (refusals) => response.end(refusals),
    (failed: unknown) => response.writeHead(500).end(String(failed)),
  );
});
beforeAll(() => new Promise<void>((resolve) => void bridged.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => void bridged.close());

/** By the revision they are run in. */
const SCENARIOS: { readonly [scenario: string]: string } = {
  initialize: '2025-11-25',
  tools_call: '2025-11-25',
  'elicitation-sep1034-client-defaults': '2025-11-25',
  'sse-retry': '2025-11-25',
  'json-schema-2020-12-preservation': '2025-11-25',
  'request-metadata': '2026-07-28',
  'sep-2322-client-request-state': '2026-07-28',
  'http-standard-headers': '2026-07-28',
  'http-custom-headers': '2026-07-28',
  'http-invalid-tool-headers': '2026-07-28',
  'json-schema-ref-no-deref': '2026-07-28',
};

/** What cannot apply to a bridge, by how the names begin, and why. */
const CANNOT_APPLY: { readonly [beginning: string]: string } = {
  'auth/': 'the agents of a league ask for no OAuth: what a caller may do is in its own tokens',
  'sep-2640-': 'skills are an extension, optional by definition; the bridge passes on what the manager has',
};

test('every client scenario of the suite is run, or is one that cannot apply', async () => {
  const { stdout } = await run(process.execPath, [SUITE, 'list'], { env: { ...process.env, ...COMPILED_ONCE } });
  const part = stdout.slice(stdout.indexOf('Client scenarios'), stdout.indexOf('Authorization server scenarios'));
  const all = [...part.matchAll(/^ +- (\S+) /gm)].map(([, name = '']) => name);
  const beginnings = Object.keys(CANNOT_APPLY);
  expect(all.filter((name) => !beginnings.some((each) => name.startsWith(each))).toSorted()).toEqual(
    Object.keys(SCENARIOS).toSorted(),
  );
  expect(beginnings.filter((each) => !all.some((name) => name.startsWith(each)))).toEqual([]);
});

test.each(Object.entries(SCENARIOS))('%s passes through the bridge', async (scenario, revision) => {
  const words = ['client', '--command', COMMAND, '--scenario', scenario, '--spec-version', revision];
  const attempt = async () => {
    const env = {
      ...process.env,
      ...COMPILED_ONCE,
      BRIDGED_AT: `http://127.0.0.1:${(bridged.address() as AddressInfo).port}/`,
    };
    const ended = run(process.execPath, [SUITE, ...words, '--timeout', '30000'], { env });
    // It fails when a check does, which its summary says better.
    return (await ended.catch((failed: { stderr: string }) => failed)).stderr;
  };
  const first = await attempt();
  // The suite has limits of its own on how long things take, and this machine may be busy: what fails is tried once more, which is said.
  if (!first.includes('PASSED')) process.stderr.write(`tried once more: ${scenario}\n${first}\n`);
  const said = first.includes('PASSED') ? first : await attempt();
  expect(said).toContain(', 0 failed');
  expect(said).toContain('PASSED');
});
