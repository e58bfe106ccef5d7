import { describe, expect, test } from 'vitest';
import { AgentLogLine, ComponentLogLine, LeagueLogLine, LOG_LEVELS } from '../../contracts/files/logs.ts';
import { fits } from '../../contracts/validator.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { type Logs, openLogs, USUAL_LOGS } from './logs.ts';

function opened(logs: Logs) {
  const disk = memoryDisk();
  const loggers = openLogs({ disk, clock: fakeClock(), logs }, '/logs');
  const levels = (part: string) =>
    [...disk.files()]
      .filter(([path]) => path.includes(part))
      .flatMap(([, text]) => text.trim().split('\n'))
      .map((line) => (JSON.parse(line) as { level: string }).level);
  return { loggers, levels };
}

describe.each(LOG_LEVELS)('with level %s', (level) => {
  const expected = LOG_LEVELS.slice(LOG_LEVELS.indexOf(level));

  test('every logger writes that and what matters more, and nothing else', async () => {
    const { loggers, levels } = opened({ ...USUAL_LOGS, level });
    const component = loggers.component('referee:REF01', 'league_x');
    const league = loggers.league('league_x');
    const messages = loggers.messages(() => ({ message_type: 'GAME_OVER', level: 'INFO', details: {} }));
    messages.open('P01');
    for (const each of LOG_LEVELS) {
      component.log('EVENT', each);
      league.log('league_manager', 'LEAGUE_STARTED', {}, each);
      messages.note('EVENT', 'LM01', each, {});
    }
    await Promise.all([component, league, messages].map((log) => log.close()));
    for (const part of ['REF01', '/league.log', 'agents/P01']) expect(levels(part)).toEqual(expected);
  });
});

test('each logger of a process has the budget of its policy, and counts for itself', () => {
  const { loggers } = opened({ ...USUAL_LOGS, budgets: { ...USUAL_LOGS.budgets, refusals: { burst: 2, perSec: 0 } } });
  const [first, second] = [loggers.budget('refusals'), loggers.budget('refusals')];
  expect([1, 2, 3].map(() => first.spend('P01'))).toEqual([0, 0, undefined]);
  expect([first.spend('P02'), second.spend('P01'), loggers.budget('messages').spend('P01')]).toEqual([0, 0, 0]);
});

test('lines that a full disk did not take are counted, told, and stand as one line in the shape of their log', async () => {
  const files = memoryDisk();
  let isFull = true;
  const append: Disk['append'] = async (path, text) => {
    if (!isFull) return files.append(path, text);
    await files.append(path, text.slice(0, 9));
    throw new DiskError('DISK_FULL', `cannot write ${path}: the disk is full (ENOSPC)`);
  };
  const told: string[] = [];
  const clock = fakeClock();
  const logs: Logs = { ...USUAL_LOGS, onLoss: (line) => told.push(line) };
  const loggers = openLogs({ disk: { ...files, append }, clock, logs }, '/logs');
  const component = loggers.component('scheduler');
  const league = loggers.league('league_x');
  const messages = loggers.messages(() => ({ message_type: 'GAME_OVER', level: 'INFO', details: {} }));
  messages.open('P01');
  const say = async () => {
    component.info('EVENT');
    component.info('EVENT');
    league.info('league_manager', 'LEAGUE_STARTED');
    messages.note('EVENT', 'LM01', 'INFO', {});
    await clock.advance(250);
  };
  expect(loggers.lost()).toBe(0);
  await say();
  isFull = false;
  await say();
  expect(loggers.lost()).toBe(4);
  expect(told).toHaveLength(3);
  expect(told[0]).toMatch(/^lines of the log are lost: cannot write .*: the disk is full \(ENOSPC\)/);
  const lines = (path: string) => (files.files().get(`/logs/${path}.log.jsonl`) ?? '').trimEnd().split('\n');
  for (const [path, shape, type] of [
    ['system/scheduler', ComponentLogLine, 'event_type'],
    ['league/league_x/league', LeagueLogLine, 'event_type'],
    ['agents/P01', AgentLogLine, 'message_type'],
  ] as const) {
    const [gap, ...rest] = lines(path).map((line) => JSON.parse(line));
    expect(gap).toMatchObject({ [type]: 'LOG_LINES_MISSING', level: 'ERROR' });
    expect([gap, ...rest].every((line) => fits(shape, line))).toBe(true);
    expect((gap.details ?? gap).missing).toBe(rest.length);
  }
});
