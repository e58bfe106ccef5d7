import { describe, expect, test } from 'vitest';
import { eventsOf, ledgerLaws } from './ledger_laws.ts';
import { memoryLedger } from './memory.ts';

describe('the ledger in memory', () => {
  ledgerLaws(async () => {
    const kept: string[] = [];
    return async () => memoryLedger(kept);
  });

  test('begins empty where nothing is handed in', async () => {
    const ledger = memoryLedger();
    expect(ledger.last).toBe(0);
    expect(await eventsOf(ledger)).toEqual([]);
  });
});
