import { describe } from 'vitest';
import { ledgerStoreLaws } from '../league_sdk/ledger/ledger_store_laws.ts';
import { memoryLedgerStore } from './memory_ledger_store.ts';

describe('the ledgers in memory', () => {
  ledgerStoreLaws(async () => {
    const store = memoryLedgerStore();
    return () => store;
  });
});
