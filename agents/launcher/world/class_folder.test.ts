import { describe, expect, test } from 'vitest';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { codeDigest } from '../../league_manager/registration/invite_codes.ts';
import { settingsWith } from '../../league_manager/testing/rehearsal.ts';
import { codesIn, codesText, invitationText, invite, namesIn } from './class_folder.ts';

describe('the names of a list', () => {
  test.each<[string, string, readonly string[]]>([
    ['one a line', 'Ada Lovelace\n\nGrace Hopper\r\n', ['Ada Lovelace', 'Grace Hopper']],
    ['with commas, where no column is called name', 'Lovelace, Ada\nHopper, Grace', ['Lovelace, Ada', 'Hopper, Grace']],
    [
      'a column of a CSV file',
      '\uFEFFmail,Name\na@x,Ada\n"g,1@x","Hopper ""Amazing"", Grace"',
      ['Ada', 'Hopper "Amazing", Grace'],
    ],
    ['with semicolons', 'name;group\nAda;1\nGrace;2\n', ['Ada', 'Grace']],
  ])('%s', (_, text, names) => {
    expect(namesIn(text)).toEqual({ ok: true, value: names });
  });

  test.each([
    ['', 'it has no names'],
    ['name\n\n', 'it has no names'],
    ['name,mail\n,a@x', 'line 2 has no name'],
    ['Ada\nGrace\nAda', 'lines 1 and 3 have the same name, “Ada”; tell them apart'],
    [`Ada\n${'x'.repeat(129)}`, 'line 2 is no name of a person'],
    ['Ada\u0007', 'line 1 is no name of a person'],
  ])('%j is refused with its line', (text, error) => {
    expect(namesIn(text)).toEqual({ ok: false, error });
  });
});

describe('an invitation', () => {
  const { config } = settingsWith();
  const none = new Map<string, string>();

  test('gives each name a code, of which the league file has the hash alone', () => {
    const roster = invite(['Ada', 'Grace'], config, { known: none, entropy: seededEntropy(1) });
    expect(new Set(roster.map(({ code }) => code)).size).toBe(2);
    for (const { code, code_sha256 } of roster) expect(codeDigest(code ?? '')).toBe(code_sha256);
  });

  test('given again keeps the codes of names that have one, and the file has them again', () => {
    const first = invite(['Ada', 'Hopper, Grace'], config, { known: none, entropy: seededEntropy(1) });
    const text = codesText(first, 'http://10.0.0.1:8000/mcp');
    expect(text).toContain(`"Hopper, Grace",${first[1]?.code},http://10.0.0.1:8000/mcp?code=${first[1]?.code}\r\n`);
    const roster = first.map(({ name, code_sha256 }) => ({ name, code_sha256 }));
    const after = { ...config, participants: { ...config.participants, roster } };
    const again = invite(['Hopper, Grace', 'New'], after, { known: codesIn(text), entropy: seededEntropy(2) });
    expect(again[0]).toEqual(first[1]);
    expect(again[1]?.code).toBeDefined();
    const lost = invite(['Ada'], after, { known: none, entropy: seededEntropy(3) });
    expect(lost).toEqual([{ name: 'Ada', code: undefined, code_sha256: first[0]?.code_sha256 }]);
  });

  test('runs no formula in a spreadsheet, and its codes are found again by name', () => {
    const names = ['=cmd()', '＠home', 'semi;colon', '-1'];
    const invited = names.map((name, nth) => ({ name, code: `code${nth}`, code_sha256: '' }));
    const text = codesText(invited, 'http://10.0.0.1:8000/mcp');
    expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      ...['name', "'=cmd()", "'＠home", '"semi;colon"', "'-1", ''],
    ]);
    const known = codesIn(text);
    expect(names.map((name) => known.get(name))).toEqual(['code0', 'code1', 'code2', 'code3']);
  });

  test('names every address of the manager', () => {
    const league = { league_id: 'cup', display_name: 'Cup', game_type: 'even_odd', port: 8_000 };
    const text = invitationText(league, ['http://10.0.0.1:8000/mcp', 'http://[fd00::1]:8000/mcp']);
    expect(text).toContain('http://10.0.0.1:8000/mcp?code=YOUR-CODE');
    expect(text).toContain('or http://[fd00::1]:8000/mcp, where that one cannot be reached');
  });
});
