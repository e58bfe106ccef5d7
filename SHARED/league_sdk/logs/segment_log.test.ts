import { describe, expect, test } from 'vitest';
import { AgentLogLine } from '../../contracts/files/logs.ts';
import { fits } from '../../contracts/validator.ts';
import { seeded } from '../../core/random.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { type MemoryDisk, memoryDisk } from '../disk/memory_disk.ts';
import { AgentLogger } from '../logger.ts';
import type { LoggedMessage } from '../messaging/peer.ts';
import { type Logs, openLogs, USUAL_LOGS } from './logs.ts';
import type { Line } from './message_log.ts';
import { agentLogLines, unpackMessages } from './segment_log.ts';

const describeIt = ({ message: { message_type, ...details } }: LoggedMessage): Line => ({
  message_type,
  level: message_type === 'GAME_ERROR' ? 'ERROR' : 'INFO',
  details: details as Line['details'],
});

const fail = (detail: string) => expect.unreachable(detail);

function stage(logs: Partial<Logs>, disk: MemoryDisk = memoryDisk()) {
  const clock = fakeClock();
  const open = (id: string) => {
    const log = openLogs({ disk, clock, logs: { ...USUAL_LOGS, ...logs } }, '/logs').messages(describeIt);
    log.open(id);
    const hear = (message_type: string, about: object = {}) =>
      log.observe({ direction: 'RECEIVED', peer: 'REF01', message: { message_type, ...about } } as LoggedMessage);
    return { ...log, hear };
  };
  const said = async (id: string) =>
    (await agentLogLines(disk, '/logs', id)).map((line) => {
      const read = JSON.parse(line);
      expect(fits(AgentLogLine, read) && read.agent_id === id).toBe(true);
      return read.message_type as string;
    });
  return { disk, clock, open, said, names: () => [...disk.files().keys()] };
}

describe('messages that are kept in segments', () => {
  test('are read in their order, with warnings and errors, which lie in the file of their agent at once', async () => {
    const { disk, clock, open, said, names } = stage({ messages: 'segments' });
    const [one, two] = [open('P01'), open('P02')];
    one.hear('GAME_INVITATION');
    two.hear('GAME_INVITATION');
    await clock.advance(1);
    one.hear('GAME_ERROR');
    await clock.advance(0);
    expect(await disk.read('/logs/agents/P01.log.jsonl')).toMatch(/^\{.*"GAME_ERROR".*\}\n$/);
    expect(await said('P01')).toEqual(['GAME_INVITATION', 'GAME_ERROR']);
    await clock.advance(1);
    one.hear('GAME_OVER');
    await clock.advance(250);
    expect(await said('P01')).toEqual(['GAME_INVITATION', 'GAME_ERROR', 'GAME_OVER']);
    await Promise.all([one.close(), two.close()]);
    expect(await said('P01')).toEqual(['GAME_INVITATION', 'GAME_ERROR', 'GAME_OVER']);
    expect(await said('P02')).toEqual(['GAME_INVITATION']);
    const before = await Promise.all(['P01', 'P02'].map((id) => agentLogLines(disk, '/logs', id)));
    expect(await unpackMessages(disk, ['/logs', '/files'], fail)).toEqual(['P01', 'P02']);
    const unpacked = ['P01', 'P02'].map((id) => disk.files().get(`/files/agents/${id}.log.jsonl`));
    expect(unpacked).toEqual(before.map((lines) => `${lines.join('\n')}\n`));
    for (const id of ['P01', 'P02']) await disk.remove(`/files/agents/${id}.log.jsonl`);
    expect(names()).toEqual(['/logs/agents/P01.log.jsonl', '/logs/agents/segments/P01.000001.jsonl.zst']);
  });

  test('are unpacked for the agents and the time that are wanted, wherever they lie', async () => {
    const { disk, clock, open } = stage({ messages: 'segments' });
    const [one, two] = [open('P01'), open('P02')];
    for (const word of ['BEFORE', 'WANTED', 'AFTER']) {
      for (const log of [one, two]) log.hear(word);
      one.hear('GAME_ERROR', { of: word });
      const line = JSON.stringify({ timestamp: clock.now().toISOString(), message_type: word });
      await disk.append('/logs/agents/P03.log.jsonl', `${line}\n`);
      await clock.advance(1_000);
    }
    await Promise.all([one.close(), two.close()]);
    const part = {
      agents: new Set(['P01', 'P03', 'P04']),
      since: '2025-01-15T10:00:01.000Z',
      until: '2025-01-15T10:00:02.000Z',
    };
    expect(await unpackMessages(disk, ['/logs', '/files'], fail, part)).toEqual(['P01', 'P03']);
    expect([...disk.files().keys()].filter((path) => path.startsWith('/files'))).toEqual([
      '/files/agents/P01.log.jsonl',
      '/files/agents/P03.log.jsonl',
    ]);
    expect(await disk.read('/files/agents/P01.log.jsonl')).toMatch(/^.*WANTED.*\n.*GAME_ERROR.*"WANTED".*\n$/);
    expect(await disk.read('/files/agents/P03.log.jsonl')).toMatch(/^.*WANTED.*\n$/);
  });

  test('go on behind those of the process before, whatever it left', async () => {
    const { disk, clock, open, said } = stage({ messages: 'segments' });
    open('P01').hear('GAME_INVITATION');
    await clock.advance(250);
    // A kill in the middle of a line.
    await disk.append('/logs/agents/segments/P01.000001.jsonl', '{"key":"P01","is":{"timestamp":"20');
    disk.unlockAll();
    const next = stage({ messages: 'segments' }, { ...disk, ...disk.beside() }).open('P01');
    next.hear('GAME_OVER');
    await next.close();
    expect(await said('P01')).toEqual(['GAME_INVITATION', 'GAME_OVER']);
  });

  test('of two runs with one folder of logs are all there, and each keeps to the limits', async () => {
    const disk = memoryDisk();
    const logs: Partial<Logs> = { messages: 'segments', limits: { maxBytes: 2 ** 12, maxFiles: 2 } };
    const [one, two] = [stage(logs, disk), stage(logs, { ...disk, ...disk.beside() })];
    const [first, second] = [one.open('P01'), two.open('P01')];
    for (const { hear } of [first, second, first]) hear('GAME_INVITATION');
    await Promise.all([one.clock.advance(250), two.clock.advance(250)]);
    await first.close();
    second.hear('GAME_OVER');
    await two.clock.advance(250);
    expect(await one.said('P01')).toEqual([...Array(3).fill('GAME_INVITATION'), 'GAME_OVER']);
    const random = seeded(1);
    for (let i = 0; i < 200; i++) {
      second.hear('GAME_OVER', { match_id: Array.from({ length: 200 }, () => random().toString(36)).join('') });
      await two.clock.advance(250);
    }
    await second.close();
    const own = one.names().filter((name) => name.includes('P01_2'));
    expect(own.length).toBeGreaterThan(1);
    expect(own.length).toBeLessThanOrEqual(3);
  });

  test('that a full disk does not take are counted, and a line stands in their place', async () => {
    const files = memoryDisk();
    let isFull = true;
    const append: Disk['append'] = async (path, text) => {
      if (!isFull) return files.append(path, text);
      await files.append(path, text.slice(0, 9));
      throw new DiskError('DISK_FULL', 'the disk is full (ENOSPC)');
    };
    const lost: string[] = [];
    const onLoss = (line: string) => lost.push(line);
    const { clock, open, said } = stage({ messages: 'segments', onLoss }, { ...files, append });
    const log = open('P01');
    log.hear('GAME_INVITATION');
    log.hear('GAME_OVER');
    await clock.advance(250);
    isFull = false;
    log.hear('ROUND_COMPLETED');
    await expect(log.close()).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect([lost.length, await said('P01')]).toEqual([1, ['LOG_LINES_MISSING', 'ROUND_COMPLETED']]);
  });

  test('of several agents that are lost leave a line for each of them, and each is told how many', async () => {
    const files = memoryDisk();
    let isFull = false;
    const append: Disk['append'] = async (path, text) => {
      if (isFull) throw new DiskError('DISK_FULL', 'the disk is full (ENOSPC)');
      await files.append(path, text);
    };
    const [disk, clock] = [{ ...files, append }, fakeClock()];
    const told: string[] = [];
    const [one, two, three] = ['P01', 'P02', 'P03'].map((id) => {
      const onFailure = (_: unknown, lines: number) => told.push(`${id} ${lines}`);
      return new AgentLogger(id, { disk, clock, root: '/logs', messages: 'segments', onFailure });
    });
    one?.logSent('GAME_JOIN_ACK', 'REF01');
    await clock.advance(250);
    isFull = true;
    for (let i = 0; i < 2; i++) {
      for (const log of [two, three, two]) log?.logReceived('GAME_OVER', 'REF01');
      await clock.advance(250);
    }
    isFull = false;
    one?.logSent('GAME_JOIN_ACK', 'REF01');
    await clock.advance(250);
    isFull = true;
    two?.logReceived('GAME_OVER', 'REF01');
    await clock.advance(250);
    isFull = false;
    await Promise.allSettled([one?.close(), two?.close(), three?.close()]);
    const missing = async (id: string) =>
      (await agentLogLines(disk, '/logs', id))
        .map((line) => JSON.parse(line))
        .map(({ message_type, details }) => (message_type === 'LOG_LINES_MISSING' ? details.missing : message_type));
    expect(told).toEqual(['P02 2', 'P03 1', 'P02 2', 'P03 1', 'P02 1']);
    expect(await missing('P01')).toEqual(['GAME_JOIN_ACK', 'GAME_JOIN_ACK']);
    expect([await missing('P02'), await missing('P03')]).toEqual([[4, 1], [2]]);
  });

  test('are no more than the limits of logs allow', async () => {
    const { clock, open, names } = stage({ messages: 'segments', limits: { maxBytes: 2 ** 15, maxFiles: 2 } });
    const [log, random] = [open('P01'), seeded(1)];
    for (let i = 0; i < 300; i++) {
      const text = Array.from({ length: 2_000 }, () => String.fromCharCode(65 + Math.floor(random() * 26))).join('');
      for (let j = 0; j < 5; j++) log.hear('GAME_OVER', { match_id: text.slice(j * 400) });
      await clock.advance(250);
    }
    await log.close();
    expect(names().length).toBeGreaterThan(1);
    expect(names().length).toBeLessThanOrEqual(3);
  });
});

describe('messages that are unpacked', () => {
  test('are with the warnings of all files of their agent, in order, and no log is ever in memory as a whole', async () => {
    const { disk, clock, open, said } = stage({ messages: 'segments', limits: { maxBytes: 600, maxFiles: 9 } });
    const log = open('P01');
    for (const type of ['GAME_INVITATION', 'GAME_ERROR', 'GAME_OVER', 'ODD', 'ROUND_COMPLETED', 'ODD', 'GAME_OVER']) {
      if (type === 'ODD') log.note(type, 'REF01', 'WARNING', { said: 'שלום'.repeat(100) });
      else log.hear(type);
      await clock.advance(250);
    }
    await log.close();
    expect((await disk.list('/logs/agents')).filter((name) => name.startsWith('P01.')).length).toBeGreaterThan(1);
    const whole = async () => {
      throw new RangeError('Invalid string length');
    };
    expect(await unpackMessages({ ...disk, read: whole, replace: whole }, ['/logs', '/files'], fail)).toEqual(['P01']);
    const lines = await agentLogLines(disk, '/logs', 'P01');
    expect(await disk.read('/files/agents/P01.log.jsonl')).toBe(lines.map((line) => `${line}\n`).join(''));
    const types = ['GAME_INVITATION', 'GAME_ERROR', 'GAME_OVER', 'ODD', 'ROUND_COMPLETED', 'ODD', 'GAME_OVER'];
    expect(await said('P01')).toEqual(types);
  });

  test('are in order also where several processes have kept them', async () => {
    const [{ disk, clock, open }, kept] = [stage({ messages: 'segments' }), ['P03', 'P01', 'P02']];
    for (const first of kept) {
      const [log, own] = [open(first), open('P09')];
      own.hear('GAME_OVER', { match_id: first });
      await clock.advance(250);
      await Promise.all([log.close(), own.close()]);
    }
    await unpackMessages(disk, ['/logs', '/files'], fail);
    const lines = ((await disk.read('/files/agents/P09.log.jsonl')) ?? '').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).details.match_id)).toEqual(kept);
  });
});

test('of messages that are sampled, whole matches and rounds are written, the same by every agent, and every error', async () => {
  const { disk, open } = stage({ sample: 4 });
  const ids = Array.from({ length: 200 }, (_, i) => `R${1 + Math.floor(i / 20)}M${1 + (i % 20)}`);
  const kept = await Promise.all(
    ['P01', 'P02'].map(async (id) => {
      const log = open(id);
      log.hear('LEAGUE_REGISTER_RESPONSE');
      for (const match_id of ids)
        for (const type of ['GAME_INVITATION', 'GAME_ERROR', 'GAME_OVER']) log.hear(type, { match_id });
      await log.close();
      return (await agentLogLines(disk, '/logs', id)).map((line) => JSON.parse(line));
    }),
  );
  const of = (type: string, nth = 0) =>
    (kept[nth] ?? []).filter(({ message_type }) => message_type === type).map(({ details }) => details.match_id);
  expect(of('GAME_ERROR')).toEqual(ids);
  expect(of('LEAGUE_REGISTER_RESPONSE')).toHaveLength(1);
  expect(of('GAME_OVER').length).toBeGreaterThan(25);
  expect(of('GAME_OVER').length).toBeLessThan(75);
  expect([of('GAME_INVITATION'), of('GAME_OVER', 1)]).toEqual([of('GAME_OVER'), of('GAME_OVER')]);
});

test('lines that cannot be packed are not lost, and the process is told why they lie there unpacked', async () => {
  const told: string[] = [];
  const disk = memoryDisk();
  const full = () => Promise.reject(new DiskError('DISK_FULL', 'full'));
  const limits = { maxBytes: 1_000, maxFiles: 2 };
  const logs = { messages: 'segments', limits, onLoss: (sentence: string) => void told.push(sentence) } as const;
  const { clock, open, said } = stage(logs, { ...disk, appendBytes: full });
  const log = open('P01');
  for (let i = 0; i < 5; i++) log.hear('GAME_INVITATION');
  await clock.advance(1_000);
  await expect.poll(() => told[0]).toBe('the log cannot be packed: full; no line is lost, and it is tried again');
  expect(await said('P01')).toHaveLength(5);
});
