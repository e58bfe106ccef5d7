import { expect, test } from 'vitest';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { aftermathOf, recoveriesIn } from './aftermath.ts';

const START = Date.parse('2025-01-15T10:00:00.000Z');
const at = (ms: number) => new Date(START + ms).toISOString();
const decided = (ms: number, referee_id: string, ...players: readonly string[]): LeagueEvent => ({
  type: 'match_decided',
  at: at(ms),
  match_id: `R1M${ms}`,
  epoch: 1,
  referee_id,
  result: {
    winner: null,
    score: Object.fromEntries(players.map((id) => [id, 1])),
    details: { choices: {}, moves: [], status: 'DRAW', termination: 'normal', faults: [] },
  },
  verified: true,
  record_sha256: null,
});
const LEDGER: readonly LeagueEvent[] = [
  decided(100, 'REF01', 'P01', 'P02'),
  { type: 'manager_started', at: at(300), address: 'http://localhost:8000/mcp' },
  decided(400, 'REF02', 'P03', 'P04'),
  decided(700, 'REF01', 'P01', 'P03'),
  { type: 'round_closed', at: at(800), round_id: 1 },
];

test.each([
  ['a manager is back with the next thing it writes', 'LM01', 100],
  ['a referee is back with the next result of its own, whatever others report', 'REF01', 500],
  ['a player is back with its next match, whoever else plays', 'P01', 500],
  ['who has nothing left to do is not waited for', 'P02', undefined],
])('%s', (_, id, ms) => {
  expect(recoveriesIn(LEDGER, [{ id, at: START + 200 }])).toEqual([ms]);
});

test.each([
  ['a damaged ledger', '{"seq":1}\n', 'line 1: the line does not end with its hash'],
  ['no ledger', undefined, 'it is missing'],
])('a league with %s is not whole', async (_, text, detail) => {
  const disk = memoryDisk();
  if (text !== undefined) await disk.replace(ledgerFile('/data', 'cup'), text);
  const field = {
    begins: 'run',
    league_id: 'cup',
    data: '/data',
    logs: '/logs',
    ids: ['LM01', 'REF01', 'P01'],
  } as const;
  const fought = {
    struck: [],
    blackedOut: [],
    starts: [],
    usurpers: [],
    frozen: 0,
    ended: true,
    seen: new Map(),
    launches: [],
  };
  const { violations } = await aftermathOf(field, fought, disk);
  expect(violations).toContainEqual({ wrong: 'untrue', detail: expect.stringContaining(detail) });
});
