import { expect, test } from 'vitest';
import { calm, type Plan } from '../plan.ts';
import type { TraceEvent } from '../trace.ts';
import type { Case } from './evidence.ts';
import { records } from './records.ts';

const settled = { match_id: 'R1M1', assignment_epoch: 1, settled: true };
const decided = { type: 'match_decided', match_id: 'R1M1', referee_id: 'REF01', epoch: 1, record_sha256: 'ab' };

/** A referee that says it has settled a match of which there is no record. */
function withoutRecord(plan: Partial<Plan>, answer = '{"status":"recorded"}') {
  const report: Extract<TraceEvent, { kind: 'sent' }> = {
    ...{ kind: 'sent', at: 0, begun: 0, call: 7, life: 'REF01#1', to: 'memory:LM01' },
    text: '{"message_type":"MATCH_RESULT_REPORT","match_id":"R1M1"}',
  };
  const heard: TraceEvent = { kind: 'heard', at: 1, landed: 1, call: 7, life: 'REF01#1', text: answer };
  const event: TraceEvent = {
    ...{ kind: 'wrote', at: 1, life: 'REF01#1', path: '/data/referees/REF01/outbox.jsonl' },
    text: `${JSON.stringify(settled)}\n`,
  };
  return records({
    ...{ events: [report, heard, event], sent: new Map([[7, report]]) },
    ...{ ledger: [{ event: decided, end: 1 }], files: new Map(), records: 'files' },
    ...{ config: { league_id: 'l' }, plan: { ...calm(() => 0), ...plan } },
  } as unknown as Case);
}

test('a referee that has settled a match and has no record of it is noticed', async () => {
  expect(await withoutRecord({})).toEqual({
    invariant: 'I1',
    detail: 'REF01 has settled R1M1, and its record is not on its disk',
  });
});

test('a referee whose reports are changed on the way is not believed in what it has settled', async () => {
  expect(await withoutRecord({ liar: 'REF01' })).toBeUndefined();
});

test('a run of a match whose result was there already settles it without the record that counts', async () => {
  expect(await withoutRecord({}, '{"message_type":"LEAGUE_ERROR","error_code":"E010"}')).toBeUndefined();
});
