import { describe, expect, test } from 'vitest';
import { AgentLogLine, ComponentLogLine, LeagueLogLine, LOG_LEVELS } from '../../contracts/files/logs.ts';
import { fits } from '../../contracts/validator.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import type { LoggedMessage } from '../messaging/peer.ts';
import type { Details } from './log_file.ts';
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

/** The types and ids of the messages that an agent writes of a sample, of all that a long league has. */
async function sampledBy(details: Details): Promise<readonly (readonly [string, Json])[]> {
  const disk = memoryDisk();
  const loggers = openLogs({ disk, clock: fakeClock(), logs: { ...USUAL_LOGS, sample: 4 } }, '/logs');
  const log = loggers.messages(({ message: { message_type, match_id, round_id } }) => ({
    message_type,
    level: message_type === 'GAME_ERROR' ? 'ERROR' : 'INFO',
    details: { ...details, id: match_id ?? round_id },
  }));
  log.open('P01');
  const observe = (message: JsonObject) =>
    log.observe({ direction: 'RECEIVED', peer: 'REF01', message } as LoggedMessage);
  observe({ message_type: 'LEAGUE_REGISTER_RESPONSE' });
  for (const round_id of ROUNDS) {
    for (const message_type of ['ROUND_ANNOUNCEMENT', 'ROUND_COMPLETED']) observe({ message_type, round_id });
    for (const message_type of ['GAME_INVITATION', 'GAME_ERROR', 'GAME_OVER'])
      for (const match_id of MATCHES.filter((id) => id.startsWith(`R${round_id}M`)))
        observe({ message_type, match_id, ...(message_type === 'GAME_INVITATION' ? { round_id } : {}) });
  }
  await log.close();
  const lines = (disk.files().get('/logs/agents/P01.log.jsonl') ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.map(({ message_type, details }) => [message_type, details.id]);
}
const ROUNDS = Array.from({ length: 100 }, (_, i) => i + 1);
const MATCHES = ROUNDS.flatMap((round) => [1, 2, 3, 4].map((match) => `R${round}M${match}`));

test('a sample has all messages of the same matches and rounds in the logs of all agents, and every error', async () => {
  // Agents describe a message in different words: the ids of the message alone choose it.
  const [lines, others] = [await sampledBy({}), await sampledBy({ match_id: 'R1M1', round_id: 1 })];
  expect(others).toEqual(lines);
  const idsOf = (type: string) => lines.filter(([each]) => each === type).map(([, id]) => id);
  expect([idsOf('GAME_ERROR'), idsOf('LEAGUE_REGISTER_RESPONSE').length]).toEqual([MATCHES, 1]);
  expect(idsOf('GAME_INVITATION')).toEqual(idsOf('GAME_OVER'));
  expect(idsOf('ROUND_ANNOUNCEMENT')).toEqual(idsOf('ROUND_COMPLETED'));
  const shares = [idsOf('GAME_OVER').length / MATCHES.length, idsOf('ROUND_COMPLETED').length / ROUNDS.length];
  for (const share of shares) expect(Math.abs(share - 1 / 4)).toBeLessThan(1 / 10);
});

test('an error is in the file at once, with all lines before it', async () => {
  const disk = memoryDisk();
  const clock = fakeClock();
  const log = openLogs({ disk, clock, logs: USUAL_LOGS }, '/logs').messages(() => expect.unreachable());
  log.open('P01');
  log.note('BEFORE', 'REF01', 'INFO', {});
  log.note('WRONG', 'REF01', 'ERROR', {});
  await clock.advance(0);
  expect(disk.files().get('/logs/agents/P01.log.jsonl')).toMatch(/^.*"BEFORE".*\n.*"WRONG".*\n$/);
});
