import { describe } from 'vitest';
import { ledgerLaws } from './ledger_laws.ts';
import { memoryLedger } from './memory.ts';

describe('the ledger in memory', () => {
  ledgerLaws(async () => {
    const kept: string[] = [];
    return async () => memoryLedger(kept);
  });
});
