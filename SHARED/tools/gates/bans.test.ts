import { expect, test } from 'vitest';
import { checkBans } from './bans.ts';

const found = (path: string, text: string): readonly string[] => checkBans([{ path, text }]).map(({ what }) => what);

const SOMEWHERE = 'agents/referee/match/match.ts';
const CLOCK = 'SHARED/core/clock.ts';
const ENTROPY = 'SHARED/core/entropy.ts';
const DISK = 'SHARED/league_sdk/disk/node_disk.ts';
const HTTP = 'SHARED/league_sdk/transport/http/client.ts';
const MAIN = 'agents/player_P01/main.ts';

test.each([
  ['Date.now()', CLOCK],
  ['new Date()', CLOCK],
  ['new Date', CLOCK],
  ['performance.now()', CLOCK],
  ['setTimeout(f, 1)', CLOCK],
  ['globalThis.setTimeout(f, 1)', CLOCK],
  ['const later = setInterval;', CLOCK],
  ['setImmediate(f)', CLOCK],
  ['queueMicrotask(f)', CLOCK],
  ['process.nextTick(f)', CLOCK],
  ['AbortSignal.timeout(5)', CLOCK],
  ["import * as timers from 'node:timers/promises';", CLOCK],
  ['Math.random()', ENTROPY],
  ["import { randomInt } from 'node:crypto';", ENTROPY],
  ['crypto.randomUUID()', ENTROPY],
  ['crypto.getRandomValues(bytes)', ENTROPY],
  ['crypto.subtle.digest(a, b)', ENTROPY],
  ['await fetch(url)', HTTP],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text about templates is not one
  ['`${await fetch(url)}`', HTTP],
  ["import { request } from 'node:http';", HTTP],
  ["import net from 'node:net';", HTTP],
  ["import { readFile } from 'node:fs/promises';", DISK],
  ["const fs = await import('node:fs');", DISK],
  ['process.env.PORT', MAIN],
  ['process.exit(1)', MAIN],
  ["import { setFlagsFromString } from 'node:v8';", 'agents/referee/match/match.test.ts'],
  ["import { spawn } from 'node:child_process';", 'agents/launcher/processes/spawn.ts'],
])('%s is at home in %s and nowhere else', (text, home) => {
  expect(found(SOMEWHERE, text)).toHaveLength(1);
  expect(found(home, text)).toEqual([]);
});

test.each([
  ['// Date.now() and Math.random() are banned'],
  ["log('Date.now()')"],
  ["new Date('2025-01-15')"],
  ['new Date(text)'],
  ['clock.setTimeout(1)'],
  ['socket.setTimeout(1)'],
  ['refetch(url)'],
  ['this.fetch(url)'],
  ['randomFrom(entropy)'],
  ['subprocess.exit(1)'],
])('%s is nobody’s business', (text) => {
  expect(found(SOMEWHERE, text)).toEqual([]);
});

test('tests may touch files, sockets and processes, but time and chance are handed to them too', () => {
  const path = 'agents/referee/match/match.test.ts';
  expect(found(path, "import 'node:fs';\nimport 'node:http';\nimport 'node:child_process';\nprocess.env.A")).toEqual(
    [],
  );
  expect(found(path, 'Math.random()')).toHaveLength(1);
  expect(found(path, 'Date.now()')).toHaveLength(1);
});

test('a failure that is caught and not looked at is found, unless it says why', () => {
  const [opened, closed] = ['try { f(); } catch {', '}'];
  expect(found(SOMEWHERE, `${opened} ${closed}`)).toEqual([
    'an empty catch has no home here: say why nothing is to be done, or do it',
  ]);
  expect(found(SOMEWHERE, `${opened} /* it was gone already */ ${closed}`)).toEqual([]);
});
