import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentLogLine, ComponentLogLine, LEAGUE_EVENTS, LeagueLogLine } from '../contracts/files/logs.ts';
import { fits } from '../contracts/validator.ts';
import type { Json } from '../core/json.ts';
import { fakeClock } from '../testing/fake_clock.ts';
import { memoryDisk } from './disk/memory_disk.ts';
import { AgentLogger, JsonLogger, LeagueLogger, type LogStore } from './logger.ts';
import { type Details, fieldsText } from './logs/log_file.ts';

function store(level?: LogStore['level']) {
  const disk = memoryDisk();
  return { disk, logs: { disk, clock: fakeClock(), root: '/logs', ...(level === undefined ? {} : { level }) } };
}

async function lines(disk: ReturnType<typeof memoryDisk>, path: string) {
  return ((await disk.read(path)) ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

describe('the loggers', () => {
  test('a component writes its details beside the event, into its league or the system', async () => {
    const { disk, logs } = store();
    const referee = new JsonLogger('referee:REF01', logs, 'cup');
    referee.error('GAME_ERROR', { match_id: 'R1M1', timeout_sec: 30, missing: undefined, level: 'mine' });
    referee.debug('NOT_WRITTEN');
    await referee.close();
    expect(await disk.read('/logs/league/cup/referee_REF01.log.jsonl')).toBe(
      '{"timestamp":"2025-01-15T10:00:00.000Z","component":"referee:REF01","event_type":"GAME_ERROR","level":"ERROR","match_id":"R1M1","timeout_sec":30}\n',
    );
    const system = new JsonLogger('orchestrator', logs);
    system.info('STARTED');
    system.warning('SLOW');
    await system.flush();
    expect(await lines(disk, '/logs/system/orchestrator.log.jsonl')).toMatchObject([
      { level: 'INFO' },
      { level: 'WARNING' },
    ]);
  });

  test('below its level nothing is written, and messages are at DEBUG', async () => {
    const { disk, logs } = store('DEBUG');
    const log = new JsonLogger('player:P01', logs);
    log.logMessageSent('GAME_JOIN_ACK', 'REF01', { match_id: 'R1M1' });
    log.logMessageReceived('GAME_OVER', 'REF01');
    await log.flush();
    const written = await lines(disk, log.path);
    expect(written).toMatchObject([
      {
        event_type: 'MESSAGE_SENT',
        level: 'DEBUG',
        message_type: 'GAME_JOIN_ACK',
        recipient: 'REF01',
        match_id: 'R1M1',
      },
      { event_type: 'MESSAGE_RECEIVED', sender: 'REF01' },
    ]);
    expect(written.every((line) => fits(ComponentLogLine, line))).toBe(true);
    expect(new JsonLogger('x', store('ERROR').logs).writes('WARNING')).toBe(false);
  });

  test('an agent writes what it sent and received, and with whom', async () => {
    const { disk, logs } = store();
    const log = new AgentLogger('P01', logs);
    log.logSent('GAME_JOIN_ACK', 'REF01', { match_id: 'R1M1' });
    log.logReceived('GAME_OVER', 'REF01');
    log.log('RECEIVED', { type: 'GAME_ERROR', peer: 'REF01' }, 'WARNING');
    log.log('RECEIVED', { type: 'ROUND_COMPLETED', peer: 'LM01' }, 'DEBUG');
    await log.close();
    const written = await lines(disk, '/logs/agents/P01.log.jsonl');
    expect(written).toMatchObject([
      {
        agent_id: 'P01',
        direction: 'SENT',
        message_type: 'GAME_JOIN_ACK',
        level: 'INFO',
        peer: 'REF01',
        details: { match_id: 'R1M1' },
      },
      { direction: 'RECEIVED', details: {} },
      { message_type: 'GAME_ERROR', level: 'WARNING' },
    ]);
    expect(written.every((line) => fits(AgentLogLine, line))).toBe(true);
  });

  test('a league writes each event at the level of the table, unless told otherwise', async () => {
    const { disk, logs } = store();
    const log = new LeagueLogger('cup', logs);
    log.log('league_manager', 'REGISTRATION_TIMEOUT', { agent_id: 'P04' });
    log.info('league_manager', 'LEAGUE_STARTED', { total_players: 4 });
    log.error('league_manager', 'REFEREE_ERROR');
    log.log('league_manager', 'ROUND_COMPLETED', {}, 'DEBUG');
    await log.close();
    const written = await lines(disk, '/logs/league/cup/league.log.jsonl');
    expect(written.map(({ event_type, level }) => [event_type, level])).toEqual([
      ['REGISTRATION_TIMEOUT', 'WARNING'],
      ['LEAGUE_STARTED', 'INFO'],
      ['REFEREE_ERROR', 'ERROR'],
    ]);
    expect(written.every((line) => fits(LeagueLogLine, line))).toBe(true);
    expect(LEAGUE_EVENTS.REFEREE_ERROR.level).toBe('ERROR');
  });
});

describe('one line', () => {
  const anyText = fc.array(fc.nat(0xffff), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));
  const lineOf = (details: Details) => `{${fieldsText(details)}}`;

  test('gives no secret away, however deep it lies', () => {
    const line = lineOf({
      auth_token: 'S3CRET',
      match: { ticket: 'S3CRET', players: [{ manager_token: 'S3CRET' }] },
      draw_seed: ['S3CRET'],
      token: 5,
    });
    expect(line).not.toContain('S3CRET');
    expect(JSON.parse(line)).toEqual({
      auth_token: '[secret]',
      match: { ticket: '[secret]', players: [{ manager_token: '[secret]' }] },
      draw_seed: '[secret]',
      token: '[secret]',
    });
  });

  test('stays short whatever a field holds', () => {
    const line = lineOf({
      name: 'x'.repeat(1_000_000),
      list: Array.from({ length: 10_000 }, () => 'P01'),
      ok: 1,
    });
    expect(line.length).toBeLessThan(10_000);
    expect(JSON.parse(line)).toMatchObject({ name: `${'x'.repeat(2_048)}…`, ok: 1 });
  });

  test('is one line of plain JSON whatever is said', () => {
    fc.assert(
      fc.property(anyText, fc.jsonValue(), (text, value) => {
        const nasty = `${text}\u001b[31m\u0085\u009b\u2028\u2029\n\r\ud800`;
        const line = lineOf({ [`k${text}`]: value as Json, nasty });
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(JSON.parse(line).nasty).toBe(nasty.toWellFormed());
      }),
      { numRuns: 200 },
    );
  });
});
