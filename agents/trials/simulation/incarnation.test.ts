import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { machine } from './disk.ts';
import { type Death, Incarnation } from './incarnation.ts';
import { newTrace } from './trace.ts';

function staged() {
  const clock = fakeClock();
  const deaths: Death[] = [];
  const life = new Incarnation({
    clock,
    life: 'P01#1',
    skewMs: () => 3_600_000,
    onDeath: (death) => deaths.push(death),
  });
  const home = machine({ clock, random: () => 0, trace: newTrace(), tears: false, count: () => {} });
  return { clock, deaths, life, files: home.files, disk: home.disk(life) };
}

describe('a life that ended', () => {
  test('gets nothing it waited for, and does nothing more', async () => {
    const { clock, deaths, life, files, disk } = staged();
    const happened: string[] = [];
    life.clock.after(10, () => happened.push('timer'));
    void life.clock.poll().then(() => happened.push('poll'));
    life.die('killed');
    life.die('power cut');
    void disk.append('/file', 'text').then(() => happened.push('append'));
    life.clock.after(1, () => happened.push('later timer'));
    await clock.advance(100);
    expect(happened).toEqual([]);
    expect(files.files().size).toBe(0);
    expect(deaths).toEqual(['killed']);
  });

  test.each([
    ['before', false, ''],
    ['after', true, 'b'],
  ] as const)('just %s an effect that matters', async (_, after, left) => {
    const { clock, life, files, disk } = staged();
    let went = '';
    life.lightFuse({ aim: 'ledger', effects: 0, after, burn: () => life.die('killed') });
    await disk.append('/other', 'a');
    void disk.append('/ledger', 'b').then(() => {
      went = 'on';
    });
    await clock.advance(1);
    expect(files.files().get('/ledger') ?? '').toBe(left);
    expect(files.files().get('/other')).toBe('a');
    expect(went).toBe('');
  });
});

test('who was stopped goes on with its timers, then with what has arrived, then with what waited for another look', async () => {
  const { clock, life } = staged();
  const happened: string[] = [];
  life.clock.after(10, () => {
    happened.push('timer');
    void life.clock.poll().then(() => happened.push('after another look'));
  });
  life.stop();
  await clock.advance(50);
  life.run('arrival', () => happened.push('arrival'));
  expect(happened).toEqual([]);
  life.goOn();
  await clock.advance(0);
  expect(happened).toEqual(['timer', 'arrival', 'after another look']);
});

test('a clock on the wall may be wrong; durations are not', async () => {
  const { clock, life } = staged();
  expect(life.clock.now().toISOString()).toBe('2025-01-15T11:00:00.000Z');
  expect(life.clock.monotonic()).toBe(clock.monotonic());
});
