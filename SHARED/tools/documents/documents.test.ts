import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../agents/launcher/commands.ts';
import { readSources, type Source } from '../gates/sources.ts';
import { checkJavaScript, checkPython, checkTypeScript, hasPython } from './code.ts';
import { checkDocuments, documentsIn, type Product } from './documents.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = readSources(root);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Pick<Product, 'scripts'>;
const product: Product = { commands: COMMANDS, scripts, sources, exists: (path) => existsSync(join(root, path)) };
const python = await hasPython();

/** A document, with `~~~` for the fences it would have. */
const page = (...lines: readonly string[]): Source => ({ path: 'doc/page.md', text: `${lines.join('\n')}\n` });
const check = (...lines: readonly string[]) => checkDocuments(documentsIn([page(...lines)]), product);
const faults = (...lines: readonly string[]) => check(...lines).problems.map(({ line, what }) => `${line}: ${what}`);

describe('the documents of the clone', () => {
  const documents = documentsIn(sources);
  const report = checkDocuments(documents, product);

  test('have no link, anchor, file name, command, option or block that is not in order', () => {
    expect(documents.length).toBeGreaterThan(50);
    expect(report.problems).toEqual([]);
  });

  test('have TypeScript that compiles', async () => {
    expect(await checkTypeScript(report.code.ts, root)).toEqual([]);
  });

  test('have JavaScript that parses, if any', async () => {
    expect(await checkJavaScript(report.code.js)).toEqual([]);
  });

  test.skipIf(!python)('have Python that compiles, if any', async () => {
    expect(await checkPython(report.code.python)).toEqual([]);
  });
});

describe('a fault is found:', () => {
  test.each([
    ['a link to nothing', 'See [that](nowhere.md).', 'nowhere.md does not exist'],
    ['a link out of the clone', 'See [that](../../elsewhere.md).', '../../elsewhere.md is not in the clone'],
    ['a link to what only a run makes', '[it](../SHARED/data/x.json)', '../SHARED/data/x.json is not in the clone'],
    ['a picture that is missing', '![a picture](diagrams/none.svg)', 'diagrams/none.svg does not exist'],
    ['a reference to nothing', '[that]: nowhere.md', 'nowhere.md does not exist'],
    ['a link in HTML to nothing', '<img src="none.svg">', 'none.svg does not exist'],
    ['a heading that is missing', 'See [above](#no-such-heading).', '#no-such-heading: no such heading in doc/page.md'],
    ['an anchor in no document', '[it](../package.json#scripts)', '#scripts: ../package.json has no headings'],
    ['a file that is not there', 'It is in `SHARED/games/chess.ts`.', 'SHARED/games/chess.ts does not exist'],
    ['a folder that is not there', 'It is in `agents/umpire/`.', 'agents/umpire/ does not exist'],
    ['a file of that name nowhere', 'It is in `umpire.ts`.', 'there is no file umpire.ts'],
    ['a command in a sentence', 'Run `league dance`.', 'league has no command dance'],
    ['a script in a sentence', 'Run `npm run dance`.', 'npm has no script dance'],
    ['an option in a sentence', 'With `--dance` it does.', 'no command has an option --dance'],
  ])('%s', (_, text, what) => {
    expect(faults('# A page', '', text)).toEqual([`3: ${what}`]);
  });

  test.each([
    ['npx league dance', 'league has no command dance'],
    ['npx league run --playrs 4', 'league run has no option --playrs'],
    ['npx league run --players', '--players of league run needs a value'],
    ['npx league run --json=yes', '--json of league run takes no value'],
    ['npx league run now', 'league run takes no "now"'],
    ['npm run dance', 'npm has no script dance'],
    ['npm start --fresh', 'npm keeps --fresh for itself: write -- before it'],
    ['npm start -- --dance', 'league run has no option --dance'],
    ['npm run generate -- --dance', 'SHARED/tools/generate/generate.ts does not know --dance'],
    ['LEAGUE_MOVE_TIMEOUT_SEC=1 npx league dance > out.json', 'league has no command dance'],
    ['cd league && npx league dance', 'league has no command dance'],
    ['npx dance', 'npx knows no dance'],
    ['node SHARED/tools/dance.mjs', 'there is no SHARED/tools/dance.mjs to run'],
    ['dance', 'nobody knows the command dance'],
    [`curl http://localhost:8000/mcp -d '{\n  "message_type": "DANCE"\n}'`, 'there is no message DANCE'],
    [
      `curl http://localhost:8000/mcp -H 'a: b' -d 'hello'`,
      'no JSON: Unexpected token \'h\', "hello" is not valid JSON',
    ],
  ])('the command `%s`', (command, what) => {
    expect(faults('~~~sh', command, '~~~')).toEqual([`1: ${what}`]);
  });

  test.each([
    ['json', '{ "a": … }', /^1: no JSON: /],
    ['jsonl', '{"a": 1}\n{"a": }', /^1: no JSON: /],
    ['json', '{"message_type": "DANCE"}', /^1: there is no message DANCE$/],
    ['json', '{"protocol": "league.v2", "message_type": "GAME_INVITATION"}', /^1: GAME_INVITATION: E003 missing/],
    ['json', '[{"protocol": "league.v9", "message_type": "GAME_JOIN_ACK"}]', /^1: GAME_JOIN_ACK: E018 /],
    [
      'json',
      '{"jsonrpc": "2.0", "method": "choose_parity", "params": {"message_type": "GAME_OVER"}, "id": 1}',
      /^1: choose_parity does not carry GAME_OVER$/,
    ],
    ['mermaid', 'dance TB', /^1: no diagram: dance TB$/],
    ['cobol', 'DISPLAY "HELLO".', /^1: nobody knows how to check a block of "cobol"$/],
  ])('in a block of %s: %s', (language, text, what) => {
    expect(faults(`~~~${language}`, text, '~~~')).toEqual([expect.stringMatching(what)]);
  });

  /** Line and number of everything the compiler finds. */
  const compiled = async (...lines: readonly string[]) => {
    const problems = await checkTypeScript(check(...lines).code.ts, root);
    return problems.map(({ line, what }) => `${line}: ${what.split(':')[0]}`);
  };

  test('in TypeScript: what does not parse', async () => {
    expect(await compiled('~~~ts', 'const a = 1;', 'const = 1;', '~~~')).toContain('3: TS1134');
  });

  test('in TypeScript: what is not exported, is not there, or is of another type', async () => {
    const found = await compiled(
      ...['~~~ts', "import { dance } from './SHARED/core/result.ts';", 'dance();', '~~~'],
      ...['~~~ts', "import { ok } from './SHARED/core/dance.ts';", 'ok(1);', '~~~'],
      ...['~~~ts', "import { sha256 } from './SHARED/core/hash.ts';", 'sha256(1);', '~~~'],
      ...['~~~ts', "import { sha256 } from './SHARED/core/hash.ts';", "sha256('a');", '~~~'],
    );
    expect(found).toEqual(['2: TS2305', '6: TS2307', '11: TS2345']);
  });

  test('in JavaScript: what does not parse', async () => {
    const { code } = check('~~~js', "import 'node:fs';", 'await 1;', '~~~', '~~~js', 'const = 1;', '~~~');
    expect(await checkJavaScript(code.js)).toEqual([
      { path: 'doc/page.md', line: 5, what: expect.stringContaining('SyntaxError') },
    ]);
  });

  test.skipIf(!python)('in Python: what does not parse', async () => {
    const { code } = check('~~~python', 'print("hello")', '~~~', '~~~python', 'print "hello"', '~~~');
    expect(await checkPython(code.python)).toEqual([
      { path: 'doc/page.md', line: 4, what: expect.stringContaining('SyntaxError') },
    ]);
  });
});
