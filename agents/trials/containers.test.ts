/** The image and the compose file, as far as they can be checked without a container engine. */
import { spawnSync } from 'node:child_process';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
// Of the packages of the trials; none of ours reads YAML.
import { parse } from 'yaml';
import { COMMANDS } from '../launcher/commands.ts';
import { parseFlags } from '../launcher/options.ts';
import { scratchFolder } from './scratch_folder.ts';

const IMAGE = 'SHARED/deploy/Containerfile';
const COMPOSE = 'SHARED/deploy/compose.yaml';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
  readonly healthcheck: { readonly test: readonly string[] };
  readonly volumes: readonly string[];
  readonly stop_grace_period: string;
}

const text = await readFile(COMPOSE, 'utf8');
const compose = parse(text, { merge: true }) as {
  readonly services: { readonly [name: string]: Service };
  readonly volumes: object;
};
const ours = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
const flagsOf = ({ command: [name, ...words] = [] }: Service) => {
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  return parseFlags(command, words);
};

test('the compose file has a database, two managers that stand by, and two referees that know both', () => {
  expect(Object.keys(compose.services)).toEqual(['database', 'manager1', 'manager2', 'referee1', 'referee2']);
  const known = compose.services['referee1']?.command ?? [];
  for (const name of ['manager1', 'manager2']) {
    expect(compose.services[name]?.command).toContain('--standby');
    expect(known.join(' ')).toContain(`http://${name}:8000/mcp`);
  }
});

test.each(ours)('the command of %s is one that the launcher takes, with its logs on stdout', (_, service) => {
  expect(flagsOf(service).text('log-to')).toBe('stdout');
});

test('every service is given longer to end than it takes to drain', () => {
  for (const [name, service] of ours) {
    const drain = flagsOf(service).number('drain-seconds', 0, 1_000) ?? 2;
    expect(Number(service.stop_grace_period.replace(/s$/, '')), name).toBeGreaterThan(drain);
  }
});

test('every volume is declared, every health check asks an endpoint of ours, and no password is written down', () => {
  const named = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((each) => each.split(':')[0]));
  expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  for (const [name, { healthcheck }] of ours) expect(healthcheck.test.join(' '), name).toMatch(/:8000\/health(z)?'/);
  expect(text.match(/PASSWORD: .*/g)).toEqual([
    expect.stringContaining('${LEAGUE_DATABASE_PASSWORD:?'),
    expect.stringContaining('${LEAGUE_DATABASE_PASSWORD:?'),
  ]);
});

const image = await readFile(IMAGE, 'utf8');
const ignored = (await readFile('.dockerignore', 'utf8')).split('\n').filter((line) => /^[^#!*]|^\*\*/.test(line));

/** Whether the list of what an image is not built of names a file; its patterns are those of the few forms it has. */
function isIgnored(path: string): boolean {
  return ignored.some((pattern) => {
    const below = pattern
      .replace(/^\*\*\//, '')
      .replaceAll('.', '[.]')
      .replaceAll('*', '[^/]*');
    return new RegExp(`^${pattern.startsWith('**/') ? '(.*/)?' : ''}${below}(/|$)`).test(path);
  });
}

test('the image has a user of its own, and no data, secret, test or package of this machine', () => {
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/^ENTRYPOINT \["node", "SHARED\/tools\/league.mjs"\]$/m);
  const left = [
    'SHARED/data/x',
    'SHARED/logs/x',
    'agents/player/model/node_modules/x',
    'SHARED/deploy/.env',
    'a.token',
  ];
  for (const path of [...left, 'agents/trials/x', 'agents/referee/x.test.ts']) expect(isIgnored(path), path).toBe(true);
  for (const path of ['SHARED/config/system.json', 'agents/referee/x.ts']) expect(isIgnored(path), path).toBe(false);
});

test('the files that the image takes are enough to play a league', { timeout: 120_000 }, async () => {
  const taken = [...image.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, words = '']) => words.split(' '));
  const scratch = await scratchFolder('league-image-');
  try {
    const filter = (path: string) => !isIgnored(path);
    for (const path of taken) await cp(path, join(scratch.path, path), { recursive: true, filter });
    await symlink(resolve('node_modules'), join(scratch.path, 'node_modules'));
    const words = ['run', '--players', '2', '--transport', 'memory', '--data', join(scratch.path, 'data')];
    const played = spawnSync(process.execPath, ['SHARED/tools/start.mjs', 'agents/launcher/main.ts', ...words], {
      cwd: scratch.path,
      encoding: 'utf8',
    });
    expect([played.status, played.stderr]).toEqual([0, '']);
    expect(played.stdout).toContain('Champion');
  } finally {
    await scratch.remove();
  }
});
