/** The private league at a small scale: the same document for the same seed, and nothing bad passes unseen. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Flags } from '../../launcher/options.ts';
import { configOf, ROOT } from '../../launcher/world/installation.ts';
import { settingsOf } from '../../launcher/world/league_setup.ts';
import { strategies } from '../../player/strategies/strategies.ts';
import { typed } from '../testing/rehearsal_in_process.ts';
import { wholeField } from './entrants.ts';
import { LIMITATIONS, reportText } from './report.ts';
import { type PrivateLeagueOptions, playPrivateLeague, type Results } from './run.ts';
import { openSchemaBook, type SchemaBook } from './schema_book.ts';
import { surprisesIn } from './surprises.ts';
import { type WireTap, wireTap } from './wire_tap.ts';

const SHIPPED = ['P01', 'P02', 'P03', 'P04'];

let book: SchemaBook;
let small: PrivateLeagueOptions;
let played: Results;
beforeAll(async () => {
  const disk = nodeDisk();
  book = await openSchemaBook(disk, join(ROOT, 'doc', 'schemas'));
  const whole = await wholeField(SHIPPED);
  const field = { ...whole, candidates: whole.candidates.filter(({ name }) => name === 'frequency') };
  const settings = await settingsOf(new Flags([]), configOf(new Flags([]), disk), []);
  small = { field, games: 4, seed: 7, settings, otherGames: [], tap: () => wireTap(book), tell: () => undefined };
  played = await playPrivateLeague(small);
});

function documentOf(results: Results): string {
  const { seed, games } = small;
  const head = { date: '2025-01-15', command: 'a test', seed, games, types: book.types, coverage: undefined };
  return reportText(results, head);
}

describe('a private league', () => {
  test('gives the same document for the same seed', async () => {
    const first = documentOf(played);
    expect(first).toContain('Nothing happened that must not happen.');
    expect(documentOf(await playPrivateLeague(small))).toBe(first);
  });

  test('gives other games for another seed', async () => {
    const { duels } = await playPrivateLeague({ ...small, seed: 8, field: { ...small.field, misbehaving: [] } });
    expect(duels.map(({ outings }) => outings)).not.toEqual(played.duels.map(({ outings }) => outings));
  });

  test('lets players remember from game to game, so that a learner learns', () => {
    const fixed = played.duels.filter(({ second }) => second.name.startsWith('always'));
    expect(fixed).toHaveLength(2);
    for (const { outings } of fixed) {
      expect(outings.first).toHaveLength(small.games);
      expect(outings.first.slice(1).map(({ result }) => result)).not.toContain('drawn');
    }
  });

  test('punishes those who misbehave for what they do, and nobody else', () => {
    const causes = played.misbehaving.map(({ first, outings }) => [first.name, outings.first[0]?.fault]);
    expect(Object.fromEntries(causes)).toEqual({
      slow: undefined,
      timeout: 'timeout',
      invalid: 'invalid_choice',
      crash: 'bad_answer',
    });
    const faults = played.mixed.leagues.flatMap(({ matches }) => matches.flatMap((match) => [...match.faults.keys()]));
    expect([...new Set(faults)].sort()).toEqual(['P06', 'P07', 'P08']);
    expect(played.wires.memory.kinds.get('error -32603')).toBeGreaterThan(0);
  });

  test('hears what goes over HTTP as well', () => {
    expect(played.wires.http.kinds.get('CHOOSE_PARITY_RESPONSE')).toBe(12);
    expect(played.wires.http.kinds.get('MATCH_RESULT_ACK')).toBe(6);
  });

  test('finds a message that was doctored on its way', async () => {
    const doctored = (): WireTap => {
      const tap = wireTap(book);
      const spoil = (text: string) => text.replace('"message_type":"GAME_OVER",', '$&"score":"none",');
      return {
        counts: tap.counts,
        around(party, transport) {
          const tapped = tap.around(party, transport);
          return { ...tapped, send: (to, text, deadline) => tapped.send(to, spoil(text), deadline) };
        },
      };
    };
    const few = { ...small, games: 1, field: { ...small.field, misbehaving: [] } };
    const results = await playPrivateLeague({ ...few, tap: doctored });
    expect(results.wires.memory.violations.length).toBeGreaterThan(0);
    expect(results.wires.http.violations).toHaveLength(12);
    expect(surprisesIn(results).at(-1)).toMatch(/^GAME_OVER by REF01 is not as published: .*additional properties/);
    const text = documentOf(results);
    expect(text).toMatch(/\| `GAME_OVER` \| \d+ \| 12 \| [1-9]\d* \|/);
    expect(text).toMatch(/^- `GAME_OVER` by REF01: .*additional properties$/m);
    expect(text).toMatch(/^\*\*\d+ things happened that must not happen:\*\*$/m);
  });
});

describe('the command', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('plays, tells how far it is on stderr, and writes the results', async () => {
    const out = join(folder, 'RESULTS.md');
    const { code, out: said, err } = await typed('private-league', '--games', '1', '--seed', '3', '--out', out);
    expect({ code, said }).toEqual({ code: 0, said: `Wrote ${out}.\n` });
    expect(err).toMatch(/^ {2}frequency: 5 games$/m);
    const text = await readFile(out, 'utf8');
    expect(text).toContain('Written by `npm run private-league -- --games 1 --seed 3` on ');
    // A private league needs no operator's word but its start.
    const untried = ['AGENT_COMMAND', 'PAUSE_COMMAND'];
    for (const type of book.types.filter((each) => !untried.includes(each))) expect(text).toContain(`| \`${type}\` |`);
    expect(text).toContain('Did not occur: `AGENT_COMMAND`, `PAUSE_COMMAND`.');
  });

  test.each([
    [['--games', '0'], /--games takes a whole number from 1 to 10000, not "0"/],
    [['--seed', 'x'], /--seed takes a whole number from 0 to 4294967295, not "x"/],
    [['--player', 'P01'], /no strategy is called "P01"/],
  ])('answers %j with one line and exit code 2', async (words, line) => {
    const { code, out, err } = await typed('private-league', ...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^league: [^\n]+\n$/);
    expect(err).toMatch(line);
  });
});

describe('doc/TEST_RESULTS.md', () => {
  test('tells of every strategy, every shipped player and every known limitation', async () => {
    const text = await readFile(join(ROOT, 'doc', 'TEST_RESULTS.md'), 'utf8');
    for (const name of [...strategies.keys(), ...SHIPPED]) expect(text).toMatch(new RegExp(`^\\| ${name}\\b`, 'm'));
    for (const limitation of LIMITATIONS) expect(text).toContain(`- ${limitation}\n`);
    expect(text).toContain('Written by `npm run private-league` on ');
  });
});
