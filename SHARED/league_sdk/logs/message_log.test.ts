import { expect, test } from 'vitest';
import { AgentLogLine } from '../../contracts/files/logs.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { fits } from '../../contracts/validator.ts';
import type { JsonObject } from '../../core/json.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import type { LoggedMessage } from '../messaging/peer.ts';
import { fieldsOf, makeMessageLog } from './message_log.ts';

const INVITED = CONTRACTS.GAME_INVITATION.example as unknown as LoggedMessage['message'];
const logged: LoggedMessage = { direction: 'RECEIVED', peer: 'REF01', message: INVITED };

function messageLogOn(disk = memoryDisk()) {
  const clock = fakeClock();
  const messageLog = makeMessageLog({
    ...{ disk, clock, root: '/logs' },
    describe: ({ message }, me) => ({
      message_type: message.message_type,
      level: 'INFO',
      details: { me, ...fieldsOf(message, ['match_id', 'reason']) },
    }),
  });
  const lines = (agent: string): readonly JsonObject[] =>
    (disk.files().get(`/logs/agents/${agent}.log.jsonl`) ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JsonObject);
  return { clock, messageLog, lines };
}

test('a journal has a line for every message, for what is odd about one, and for anything else', async () => {
  const { messageLog, lines } = messageLogOn();
  messageLog.open('P01');
  messageLog.observe(logged);
  messageLog.warn(INVITED, 'REF01', 'out of order');
  messageLog.note('HISTORY_NOT_WRITTEN', 'unknown', 'ERROR', { error: 'the disk is full' });
  await messageLog.close();
  expect(lines('P01').map(({ level, message_type, details }) => ({ level, message_type, details }))).toEqual([
    { level: 'INFO', message_type: 'GAME_INVITATION', details: { me: 'P01', match_id: 'R1M1' } },
    { level: 'WARNING', message_type: 'GAME_INVITATION', details: { match_id: 'R1M1', warning: 'out of order' } },
    { level: 'ERROR', message_type: 'HISTORY_NOT_WRITTEN', details: { error: 'the disk is full' } },
  ]);
  expect(lines('P01').every((line) => fits(AgentLogLine, line))).toBe(true);
});

test('what was seen before the agent had an id comes first, with its own time', async () => {
  const { clock, messageLog, lines } = messageLogOn();
  messageLog.observe(logged);
  await clock.advance(5_000);
  messageLog.open('P07');
  messageLog.open('P07');
  messageLog.observe(logged);
  await messageLog.close();
  expect(lines('P07').map(({ timestamp }) => timestamp)).toEqual([
    '2025-01-15T10:00:00.000Z',
    '2025-01-15T10:00:05.000Z',
  ]);
});

test('a journal that was never opened has nothing to close', async () => {
  const { messageLog, lines } = messageLogOn();
  messageLog.observe(logged);
  await messageLog.close();
  expect(lines('P01')).toEqual([]);
});

test('lines that a disk does not take are told when the journal is closed', async () => {
  const disk = memoryDisk();
  disk.append = () => Promise.reject(new Error('the disk is full'));
  const { messageLog } = messageLogOn(disk);
  messageLog.open('P01');
  messageLog.observe(logged);
  await expect(messageLog.close()).rejects.toThrow('the disk is full');
});

test('an agent that gets another id goes on in another file, and loses no line of the first', async () => {
  const { messageLog, lines } = messageLogOn();
  messageLog.open('P01');
  messageLog.observe(logged);
  messageLog.open('P02');
  messageLog.note('LATER', 'LM01', 'INFO', {});
  await messageLog.close();
  const typesOf = (agent: string) => lines(agent).map(({ message_type }) => message_type);
  expect([typesOf('P01'), typesOf('P02')]).toEqual([['GAME_INVITATION'], ['LATER']]);
});
