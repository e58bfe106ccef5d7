import { expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { LOG_LIMITS } from '../../../SHARED/league_sdk/logs/log_file.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { practiceTurn } from '../../player/testing/practice.ts';
import { SHOWN_LINES, strategyOutput, unheard } from './strategy_output.ts';

function speaker(id = 'P01') {
  const clock = fakeClock();
  const disk = memoryDisk();
  const told: string[] = [];
  const output = strategyOutput({
    id,
    tell: (line) => told.push(line),
    folder: '/logs',
    disk,
    clock,
    limits: LOG_LIMITS,
  });
  return { clock, disk, told, output };
}

function say(text: string): void {
  process.stdout.write(text);
}

test('a strategy prints on the screen under its player’s id', async () => {
  const [first, second] = [speaker('P01'), speaker('P02')];
  const { clock } = first;
  const strategy = first.output.of({
    name: 'talker',
    async decide({ moves }) {
      say('first\nsec');
      await sleep(clock, 1_000);
      process.stderr.write(Buffer.from('ond\u001b[2J\tline\n'));
      return moves[0] as string;
    },
  });
  expect(await clock.runUntil(Promise.resolve(strategy.decide(practiceTurn())))).toBe('even');
  expect(first.told).toEqual(['P01: first', 'P01: second�[2J  line']);
  expect(second.told).toEqual([]);
});

test('a line without an end is told in the end', async () => {
  const { output, told } = speaker();
  output.during(() => say('unfinished'));
  expect(told).toEqual([]);
  await output.close();
  expect(told).toEqual(['P01: unfinished']);
});

test('of many lines the first are shown, and the rest is in a file that is named once', async () => {
  const { output, told, disk, clock } = speaker();
  output.during(() => {
    for (let i = 1; i <= SHOWN_LINES + 5; i++) say(`line ${i}\n`);
  });
  await clock.runUntil(output.close());
  expect(told).toHaveLength(SHOWN_LINES + 1);
  expect(told.at(-1)).toBe('P01: it prints more than 20 lines; the rest is in /logs/agents/P01.console.log');
  expect(disk.files().get('/logs/agents/P01.console.log')).toBe('line 21\nline 22\nline 23\nline 24\nline 25\n');
});

test('a strategy keeps its name, what it learns by, and its self', () => {
  class Counting {
    readonly name = 'counting';
    learnt = 0;
    decide(): string {
      return `after ${this.learnt}`;
    }
    learn(): void {
      this.learnt++;
      say('learnt\n');
    }
  }
  const { output, told } = speaker();
  const strategy = output.of(new Counting());
  strategy.learn?.({} as never);
  expect([strategy.name, strategy.decide(practiceTurn())]).toEqual(['counting', 'after 1']);
  expect(told).toEqual(['P01: learnt']);
});

test('what is printed unheard is nowhere', () => {
  const { told } = speaker();
  unheard(() => say('nothing\n'));
  expect(told).toEqual([]);
});
