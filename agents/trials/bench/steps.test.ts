import { expect, test } from 'vitest';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { percentile, stepsIn } from './steps.ts';

const at = (ms: number) => new Date(1_000_000 + ms).toISOString();

function decided(match_id: string, ms: number): LeagueEvent {
  const asked = { player_id: 'P01', step: 0, attempt: 1, deadline_ms: 5_000 };
  const timeline = [
    { ...asked, awaited: 'GAME_JOIN_ACK', asked_ms: 1, answered_ms: 4 },
    { ...asked, awaited: 'CHOOSE_PARITY_RESPONSE', asked_ms: 5, answered_ms: 12 },
    { ...asked, awaited: 'CHOOSE_PARITY_RESPONSE', asked_ms: 5, answered_ms: null },
  ];
  return { type: 'match_decided', at: at(ms), match_id, result: { details: { timeline } } } as unknown as LeagueEvent;
}

const line = (ms: number, said: string, details: object) => {
  const [direction, message_type, peer] = said.split(' ');
  return `${JSON.stringify({ timestamp: at(ms), direction, message_type, peer, details })}\n`;
};

test('steps are read from the ledger and from the logs of agents, without those before a time', async () => {
  const disk = memoryDisk();
  const events = [
    { type: 'round_opened', at: at(0), round_id: 1, matches: [] } as LeagueEvent,
    decided('R1M1', 40),
    { type: 'round_opened', at: at(50), round_id: 2, matches: [] } as LeagueEvent,
    decided('R2M1', 90),
  ];
  const referee = ['R1M1', 'R2M1'].flatMap((match_id, i) => [
    line(10 + 50 * i, 'RECEIVED RUN_MATCH LM01', { match_id }),
    line(30 + 50 * i, 'SENT MATCH_RESULT_REPORT LM01', { match_id }),
    line(36 + 50 * i, 'RECEIVED MATCH_RESULT_ACK LM01', { match_id }),
    line(40 + 50 * i, 'SENT GAME_OVER P01', { match_id }),
    line(41 + 50 * i, 'SENT GAME_OVER P02', { match_id }),
    line(43 + 50 * i, 'RECEIVED GAME_OVER_ACK P02', { match_id }),
    line(44 + 50 * i, 'RECEIVED GAME_OVER_ACK P01', { match_id }),
  ]);
  await disk.append('logs/agents/REF01.log.jsonl', `${referee.join('')}{"torn`);
  await disk.append('logs/agents/P01.log.jsonl', line(57, 'RECEIVED ROUND_ANNOUNCEMENT LM01', { round_id: 2 }));
  const logs = { disk, folder: 'logs' };
  expect(Object.fromEntries(await stepsIn(events, logs, Date.parse(at(50))))).toEqual({
    announcement: [7],
    invitation: [3],
    choice: [7],
    report: [6],
    'game over': [2, 4],
    match: [30],
  });
  expect((await stepsIn(events, logs)).get('report')).toEqual([6, 6]);
});

test('a percentile is the value that so many do not exceed', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(values, share))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 0.5)).toBe(7);
});
