import { expect, test } from 'vitest';
import { type ErrorCode, refusal } from '../../../SHARED/contracts/errors.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { err } from '../../../SHARED/core/result.ts';
import { errorEnvelope } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { operatorOf } from './operator.ts';

const MANAGER = 'http://localhost:8000/mcp';

test('a web page that answers in the place of a manager is told as one', async () => {
  await expect(refusedBy(405, '<!DOCTYPE html>\n<html><body>no</body></html>')).rejects.toThrow(
    /said: HTTP 405: a web page; is this its address\?$/,
  );
});

/** The operator's client of a manager that refuses everything with this status and code. */
function refused(status: number, code: ErrorCode) {
  return refusedBy(status, JSON.stringify(errorEnvelope(null, 'INVALID_REQUEST', refusal(code, 'not now'))));
}

/** The same of whoever refuses everything with this status and body. */
function refusedBy(status: number, text: string) {
  const clock = fakeClock();
  const detail = `HTTP ${status}: ${text}`;
  const failure = { code: 'REFUSED', detail, status, text, failedAt: clock.monotonic() } as const;
  const transport = { ...memoryNetwork({ clock }).transport(), send: async () => err(failure) };
  const operator = operatorOf({ transport, clock, entropy: seededEntropy(1) }, MANAGER, async () => 'op_token');
  return operator.ask('START_LEAGUE', { league_id: 'cup' });
}

test.each([
  ['which its status says already, without it', 503, 'E014', 'HTTP 503: not now'],
  ['which its status does not say, with it', 400, 'E007', 'E007 HTTP 400: not now'],
] as const)('a refusal with a code, %s, is told', async (_, status, code, told) => {
  await expect(refused(status, code)).rejects.toThrow(`the manager at ${MANAGER} said: ${told}`);
});
