import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { modelPlace, readyModels } from './model.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** A folder with a lock file, and an npm that does this in place of installing. */
async function unprepared(npm: string): Promise<string> {
  const packages = join(folder, 'model');
  await mkdir(packages);
  const locked = { 'node_modules/ai': { version: '1.0.0', integrity: 'x' } };
  await writeFile(join(packages, 'package.json'), '{}');
  await writeFile(join(packages, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'npm-cli.js'), npm);
  vi.stubEnv('npm_execpath', join(folder, 'npm-cli.js'));
  return packages;
}

const INSTALLS = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('node_modules/ai', { recursive: true });
writeFileSync('node_modules/ai/package.json', '{ "version": "1.0.0" }');
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/ai': { version: '1.0.0', integrity: 'x' } } }));
`;

test('the packages for models are installed once, and a line says so', async () => {
  const packages = await unprepared(INSTALLS);
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await readyModels(packages, folder);
  expect(said.mock.calls.map(([text]) => String(text)).join('')).toContain('language models');
  expect(await readFile(join(packages, 'node_modules', 'ai', 'package.json'), 'utf8')).toContain('1.0.0');
  said.mockClear();
  await readyModels(packages, folder);
  expect(said).not.toHaveBeenCalled();
});

test('without a network it is one line on what to do, and the exit code of a mistake', async () => {
  const packages = await unprepared("console.error('npm error code ECONNREFUSED');\nprocess.exit(1);\n");
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await expect(readyModels(packages, folder)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/^the packages for language models are not there\. .*go online .*again\.$/),
  });
});

test.each([
  [
    { LEAGUE_MODEL: 'openai/gpt-x', OPENAI_API_KEY: 'k' },
    { provider: 'openai', model: 'gpt-x', key: 'k' },
  ],
  [
    { LEAGUE_MODEL: 'anthropic/c-x', ANTHROPIC_API_KEY: 'k' },
    { provider: 'anthropic', model: 'c-x', key: 'k' },
  ],
  [
    { LEAGUE_MODEL: 'llama3.2', OPENAI_BASE_URL: ' http://localhost:11434/v1 ' },
    { provider: 'compatible', model: 'llama3.2', baseUrl: 'http://localhost:11434/v1' },
  ],
  [
    { LEAGUE_MODEL: 'compatible/openai/gpt-x', OPENAI_BASE_URL: 'http://router/v1', LEAGUE_MODEL_PRICE: '0.25, 2' },
    { provider: 'compatible', model: 'openai/gpt-x', name: 'compatible/openai/gpt-x', price: { in: 0.25, out: 2 } },
  ],
])('the variables %j name a model', (variables, place) => {
  expect(modelPlace(variables)).toMatchObject(place);
});

test.each([
  [{ LEAGUE_MODEL: 'openai/gpt-x', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://eu.api.openai.com/v1' }, 'openai'],
  [
    {
      ...{ LEAGUE_MODEL: 'anthropic/c-x', ANTHROPIC_API_KEY: 'k', OPENAI_BASE_URL: 'http://localhost:11434/v1' },
      ANTHROPIC_BASE_URL: 'https://api.anthropic.com/v1',
    },
    'anthropic',
  ],
])('a provider whose own address is set is that provider: %j', (variables, provider) => {
  expect(modelPlace(variables)).toMatchObject({ provider });
});

test.each([
  { LEAGUE_MODEL: 'anthropic/claude-x' },
  { LEAGUE_MODEL: 'anthropic/claude-x', ANTHROPIC_API_KEY: 'sk-other' },
  { LEAGUE_MODEL: 'openai/gpt-oss' },
  { LEAGUE_MODEL: 'openai/gpt-oss', OPENAI_API_KEY: 'sk-other' },
])('a name that begins like a provider, at an address of others, is asked about: %j', (variables) => {
  const asked = () => modelPlace({ ...variables, OPENAI_BASE_URL: 'https://router.example/api/v1' });
  expect(asked).toThrow(
    `LEAGUE_MODEL=compatible/${variables.LEAGUE_MODEL} is the model of that name at OPENAI_BASE_URL`,
  );
  expect(asked).not.toThrow(/sk-/);
});
