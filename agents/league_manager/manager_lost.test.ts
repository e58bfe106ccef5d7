import { expect, test } from 'vitest';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import type { LedgerStore } from '../../SHARED/league_sdk/ledger/ledger.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { LEAGUE } from './testing/rehearsal.ts';
import { PLACES, stage } from './testing/rehearsal_stage.ts';

test('a manager that has lost the league refuses no report: the next one knows more', async () => {
  const s = stage({ clock: fakeClock(), judge, plays: () => ({ moves: [] }) });
  const files = fileLedgerStore(s.disk, PLACES.data);
  let isLost = false;
  const open = async (league_id: string) => {
    const opened = await files.open(league_id);
    if (!opened.ok) return opened;
    const check = async () => {
      if (isLost) throw new Error('another manager has taken it over');
    };
    return { ...opened, value: Object.assign(opened.value, { check, keepRecord: () => undefined }) };
  };
  unwrap(await s.start({ ledgers: { ...files, open: open as LedgerStore['open'] } }));
  await s.agent('REF01');
  await s.register('REF01');
  const { result } = CONTRACTS.MATCH_RESULT_REPORT.example as { readonly result: JsonObject };
  const report = { league_id: LEAGUE, match_id: 'R9M9', result };
  const said = () => s.say('MATCH_RESULT_REPORT', report, s.tokenOf('REF01'));
  expect(await said()).toMatchObject({ error_code: 'E008' });
  isLost = true;
  let heard: unknown;
  void said().then((answer) => {
    heard = answer;
  });
  await s.clock.advance(60_000);
  expect(heard).toBeUndefined();
});
