import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('a package in the clone may name its own plain scripts, which are no modules', () => {
  const root = mkdtempSync(join(tmpdir(), 'start-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  try {
    cpSync(fileURLToPath(new URL('start.mjs', import.meta.url)), join(root, 'SHARED/tools/start.mjs'));
    write('package.json', '{"type":"module"}');
    write('node_modules/old/package.json', '{"name":"old","main":"index.mjs"}');
    write('node_modules/old/index.mjs', "import plain from './plain.js'; export const told = plain;");
    write('node_modules/old/plain.js', "module.exports = 'told';");
    write('agents/ours.ts', "import { told } from 'old'; export const said: string = told;");
    write('agents/main.ts', "import { said } from './ours.ts'; console.log(said);");
    const started = spawnSync(process.execPath, [join(root, 'SHARED/tools/start.mjs'), 'agents/main.ts'], {
      encoding: 'utf8',
    });
    expect(started).toMatchObject({ stdout: 'told\n', stderr: '', status: 0 });
  } finally {
    rmSync(root, { recursive: true });
  }
});
