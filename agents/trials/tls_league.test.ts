/** Leagues with a certificate: real processes, from the folder of a class to the last match. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testAuthority, testCertificate } from '../../SHARED/testing/certificates.ts';
import { dropTls } from '../launcher/world/wires_http.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const PATIENT = { timeout: 120_000 };
const authority = testAuthority();
/** It is for a name that stands for no machine here. */
const certificate = testCertificate(['league.example.org'], { by: authority });
const files = { 'cert.pem': certificate.cert, 'key.pem': certificate.key, 'ca.pem': authority.cert };

const stage = new OwnStage();
const inFolder = (...parts: readonly string[]) => join(stage.folder, ...parts);
const own = () => ['--tls-cert', inFolder('cert.pem'), '--tls-key', inFolder('key.pem')];
beforeEach(async () => {
  for (const [name, text] of Object.entries(files)) await writeFile(inFolder(name), text);
});
afterEach(() => dropTls());

test('a class that is made with a certificate is played by https, from one folder', PATIENT, async () => {
  const base = await freePortBase(2, 2);
  const folder = inFolder('class');
  const made = await typed('class', 'new', folder, '--port', String(base), ...own());
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`https://league.example.org:${base}/mcp\n`) });
  expect(await readFile(join(folder, 'invitation.txt'), 'utf8')).toContain(`https://league.example.org:${base}/mcp`);
  stage.where = ['--class', folder];
  const run = stage.started('run', '--players', '2');
  await run.says(/Champion: /);
  const ledger = await readFile(join(folder, 'data', 'leagues', 'league_2025_even_odd', 'ledger.jsonl'), 'utf8');
  const endpoints = [...ledger.matchAll(/"(?:contact_)?endpoint":"(\w+):/g)].map(([, scheme]) => scheme);
  expect([endpoints.length >= 4, ...new Set(endpoints)]).toEqual([true, 'https']);
  expect(await run.ended()).toBe(0);
  expect(await typed('verify', '--class', folder)).toMatchObject({ code: 0 });
});

test('commands reach a manager with a certificate by its files, and are told what is missing', PATIENT, async () => {
  const base = await freePortBase(0, 0);
  const manager = stage.started('manager', '--port', String(base), ...own());
  await manager.says(new RegExp(`listens at https://localhost:${base}/mcp.*--tls-cert \\S+ --tls-key \\S+`));
  expect(manager.err()).toMatch(/certificate is for league\.example\.org, and this agent is called by localhost/);
  const asked = (scheme: string, ...more: readonly string[]) =>
    typed('status', '--manager', `${scheme}://localhost:${base}`, ...more);
  expect(await asked('https', ...own())).toMatchObject({ code: 0, out: expect.stringMatching(/waiting; 0 players/) });
  expect(await asked('http')).toMatchObject({ code: 1, err: expect.stringMatching(/speaks TLS: write https:\/\//) });
  expect(await asked('https')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/not trusted here.*--tls-ca FILE/),
  });
  expect(await asked('https', '--tls-ca', inFolder('ca.pem'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/is for league\.example\.org, not for localhost/),
  });
  const player = ['player', '--manager', `https://localhost:${base}/mcp`, '--name', 'Late', ...stage.where];
  for (const kind of [[], ['--pull']])
    expect(await typed(...player, ...kind)).toMatchObject({ code: 1, err: expect.stringMatching(/--tls-ca FILE/) });
});

describe('a mistake is one line and exit code 2', () => {
  test('a certificate for a run without a network', async () => {
    expect(await typed('run', '--transport', 'memory', ...stage.where, ...own())).toEqual({
      ...{ code: 2, out: '' },
      err: 'league: --tls-cert is for the network; leave it out with --transport memory\n',
    });
  });

  test.each([
    ['no key', () => own().slice(0, 2), /a certificate and its key belong together/],
    ['no such file', () => [...own().slice(0, 3), inFolder('none')], /there is no file \S+none/],
    ['no certificate', () => ['--tls-ca', inFolder('key.pem')], /key\.pem holds no certificate of an authority/],
    ['no key in the file', () => [...own().slice(0, 3), inFolder('ca.pem')], /ca\.pem holds no private key/],
    ['a folder', () => ['--tls-ca', stage.folder], /league-/],
  ])('%s', async (_, words, line) => {
    for (const command of [['status'], ['manager'], ['player'], ['run'], ['check', 'http://localhost:1/mcp']]) {
      const { code, out, err } = await typed(...command, ...words());
      expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(line) });
      expect(err).toMatch(/^league: [^\n]+\n$/);
    }
  });
});
