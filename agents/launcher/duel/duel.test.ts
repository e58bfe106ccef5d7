/** A duel over threads: the digits do not depend on them, files begin anew in every series, and it can be ended. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { duelReport } from './command.ts';
import { type Duel, playDuel } from './duel.ts';

const GAME = { game_type: 'even_odd', rules_module: 'game_logic.even_odd' };
const ONE_LINE = /^league: [^\n]+\n$/;
/** Bodies of strategies that wait for something before they move, each in its own way. */
const PATIENT = {
  immediates: 'for (let i = 0; i < 1_000; i++) await new Promise(setImmediate); return moves[0];',
  polls: 'for (let i = 0; i < 1_000; i++) await clock.poll(); return moves[0];',
  file: "await (await import('node:fs/promises')).readFile(new URL(import.meta.url)); return moves[0];",
  digest: "await crypto.subtle.digest('SHA-256', new Uint8Array(1e6)); return moves[0];",
  timer: 'await new Promise((done) => setTimeout(done, 20)); return moves[0];',
  port: `const { port1, port2 } = new MessageChannel();
    const reply = new Promise((done) => { port1.onmessage = done; });
    setTimeout(() => port2.postMessage('go'), 5);
    await reply; port1.close(); return moves[0];`,
  // Its work takes milliseconds, and its own alarm is set to twenty seconds.
  alarmed: `const work = async () => { for (let i = 0; i < 1_000; i++) await clock.poll(); return moves[0]; };
    return Promise.race([work(), new Promise((_, fail) => clock.after(20_000, () => fail(new Error('the alarm'))))]);`,
  sleeper: 'await new Promise((done) => clock.after(18_000, done)); return moves[0];',
};
/** Bodies that bring no move. */
const SILENT = {
  mute: 'return new Promise(() => {});',
  overslept: 'await new Promise((done) => clock.after(25_000, done)); return moves[0];',
  half_mute: 'for (let i = 0; i < 10; i++) await clock.poll(); return new Promise(() => {});',
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duel-'));
  // It counts its turns in a variable of its file, and throws at the last of a series.
  await writeFile(
    join(folder, 'counting.mjs'),
    "let turns = 0;\nexport const strategy = { name: 'counting', decide({ moves }) { if (++turns === 30) throw new Error('the end'); return moves[turns % 2]; } };\n",
  );
  await writeFile(join(folder, 'endless.mjs'), 'export default () => { for (;;); };\n');
  await writeFile(join(folder, 'broken.mjs'), 'export default () => {\n');
  await writeFile(join(folder, 'ending.mjs'), 'export default () => process.exit(3);\n');
  for (const [name, body] of Object.entries({ ...PATIENT, ...SILENT }))
    await writeFile(join(folder, `${name}.mjs`), `export default async ({ moves, clock }) => {\n${body}\n};\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function duelOf(more: Partial<Duel> = {}): Duel {
  const contenders = ['random', 'mirror'].map((name) => ({ name, wish: name }));
  return { contenders, game: GAME, options: {}, games: 3_000, series: 30, seed: 'S', ...more };
}
const file = (name: string) => ({ name, wish: join(folder, `${name}.mjs`) });

describe('a duel', () => {
  test('has the same digits on one thread and on three, also of files that keep something', async () => {
    const duel = duelOf({ contenders: [file('counting'), ...duelOf().contenders] });
    const [one, three] = [await playDuel(duel, { threads: 1 }), await playDuel(duel, { threads: 3 })];
    expect(three).toEqual(one);
    const { failures, bouts, overall } = duelReport(duel, one);
    // 100 series against each of two, and in each the file began anew.
    expect(failures).toMatchObject([{ strategy: 'counting', kind: 'error', games: 200 }]);
    expect(bouts).toHaveLength(6);
    expect(overall.map(({ strategy, games, forfeited }) => [strategy, games, forfeited])).toEqual([
      ['counting', 6_000, 200],
      ['random', 6_000, 0],
      ['mirror', 6_000, 0],
    ]);
  });

  test('waits for every strategy that is still working, whatever it waits for', async () => {
    const contenders = [...Object.keys(PATIENT).map(file), ...duelOf().contenders.slice(0, 1)];
    const duel = duelOf({ contenders, games: 2 });
    expect(duelReport(duel, await playDuel(duel, { threads: 2 })).failures).toEqual([]);
  });

  test('finds out at once that a strategy will never answer', async () => {
    const duel = duelOf({ contenders: [...Object.keys(SILENT).map(file), ...duelOf().contenders], games: 20 });
    const began = systemClock.monotonic();
    const { failures } = duelReport(duel, await playDuel(duel, { threads: 2 }));
    expect(failures).toEqual(
      Object.keys(SILENT).map((strategy) => {
        const first = `${strategy} did not decide within 24000 ms`;
        return { strategy, kind: 'timeout', games: 80, first };
      }),
    );
    // 200 games of 24 seconds each would take more than an hour.
    expect(systemClock.monotonic() - began).toBeLessThan(60_000);
  });

  test('is ended where it is, with what was played', async () => {
    const contenders = [...duelOf().contenders, file('endless')];
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const pairs = await playDuel(duelOf({ contenders, games: 2_000 }), {
      threads: 1,
      enough,
      // The first pair is through; the next would never be.
      onProgress: (games) => games >= 2_000 && resolve(),
    });
    expect(pairs.map(({ tally }) => tally.games)).toEqual([2_000, 0, 0]);
  });

  test('names a pair whose games are held up', async () => {
    const contenders = [...duelOf().contenders, file('endless')];
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const named: string[] = [];
    await playDuel(duelOf({ contenders, games: 2_000 }), {
      ...{ threads: 1, heldUpMs: 3_000, enough },
      onHeldUp(pair) {
        named.push(pair.map(({ name }) => name).join());
        resolve();
      },
    });
    expect(named).toEqual(['random,endless']);
  });

  test('with a strategy that ends its thread is a mistake of one line', async () => {
    const contenders = [file('ending'), ...duelOf().contenders];
    await expect(playDuel(duelOf({ contenders }), { threads: 2 })).rejects.toThrow(
      'a thread ended before its work was done',
    );
  });
});

describe('`league duel`', () => {
  test('prints the same document for the same seed, and nothing else on stdout', async () => {
    const words = [
      'duel',
      'random',
      'always:odd',
      'random',
      '--games',
      '200',
      '--seed',
      '5',
      '--threads',
      '1',
      '--json',
    ];
    const [first, again] = [await typed(...words), await typed(...words)];
    expect(first.code).toBe(0);
    expect(again.out).toBe(first.out);
    const report = JSON.parse(first.out);
    expect(report).toMatchObject({ game_type: 'even_odd', games: 200, series: 100, seed: '5', failures: [] });
    expect(report.overall.map(({ strategy }: { strategy: string }) => strategy)).toEqual([
      'random',
      'always:odd',
      'random #2',
    ]);
    for (const { won, drawn, lost, won_of_decided } of report.bouts) {
      expect(won + drawn + lost).toBe(200);
      expect(won_of_decided.low).toBeLessThanOrEqual(won_of_decided.share);
      expect(won_of_decided.high).toBeGreaterThanOrEqual(won_of_decided.share);
    }
  });

  test('names a forfeit and its first failure in the first line, and ends with exit code 1', async () => {
    const { code, out } = await typed(
      'duel',
      join(folder, 'counting.mjs'),
      'random',
      '--games',
      '30',
      '--threads',
      '1',
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /^counting forfeited 1 of 30 games; first failure: counting threw at .*counting\.mjs:2, Error: the end\n\neven_odd: 30 games/,
    );
    expect(out).toMatch(/^Score: the mean of /m);
  });

  test.each([
    [[], /needs STRATEGY/],
    [['random'], /two strategies or more/],
    [['random', 'mirorr'], /did you mean "mirror"\?/],
    [['random', 'llm'], /llm asks a language model .* league spar llm/],
    [['random', 'bot.py'], /is a program, .* spar --command/],
    [['random', 'nowhere.ts'], /there is no strategy file/],
    [['random', 'mirror', '--games', '7'], /even number/],
    [['random', 'mirror', '--games', '0'], /from 2 to/],
    [['random', 'mirror', '--series', '0'], /from 1 to/],
    [['random', 'mirror', '--game', 'even_od'], /did you mean even_odd\?/],
    [['random', 'mirror', '--option', 'best_of=5'], /say which with --game/],
    [['random', 'mirror', '--game', 'rock_paper_scissors', '--option', 'best_of=x'], /best_of/],
    [['random', 'mirror', '--gmes', '7'], /did you mean --games\?/],
  ])('of %j is one line, and 2', async (words, line) => {
    const { code, err } = await typed('duel', ...words);
    expect(err).toMatch(ONE_LINE);
    expect(err).toMatch(line);
    expect(code).toBe(2);
  });

  test('of a file that does not load is one line, and 2', async () => {
    const { code, err } = await typed('duel', 'random', join(folder, 'broken.mjs'));
    expect({ code, isOneLine: ONE_LINE.test(err) }).toEqual({ code: 2, isOneLine: true });
    expect(err).toMatch(/broken\.mjs does not load: /);
  });
});
