/** Commands of an operator, given to a manager that is not ours. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import type { Listener } from '../../../SHARED/league_sdk/transport/transport.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';

/** As spec 003 has it, without a field of ours. */
const STATUS = { league_id: 'cup', status: 'error', current_round: 0, total_rounds: 0, matches_completed: 0 };

let listener: Listener;
let answer: JsonObject;
let to: readonly string[];
const transport = httpTransport({ clock: systemClock });

beforeAll(async () => {
  const listening = await transport.listen('http://127.0.0.1:0/mcp', async (text) => {
    const { method, id } = JSON.parse(text) as { method: string; id: Json };
    return JSON.stringify({ jsonrpc: '2.0', id, result: method === 'get_status' ? STATUS : answer });
  });
  listener = unwrap(listening);
  to = ['--manager', listener.address, '--operator-token', 'op_any'];
});
afterAll(() => transport.close());

describe('a start that a foreign manager', () => {
  test('answers with `status: "error"` has failed', async () => {
    answer = { protocol: 'league.v2', message_type: 'LEAGUE_STATUS', ...STATUS };
    expect(await typed('start', ...to)).toEqual({
      code: 1,
      out: '',
      err: `league: the manager at ${listener.address} says that cup is in error; its log says why\n`,
    });
  });

  test('cannot make a schedule for has failed, and says so by its word', async () => {
    const error_name = 'SCHEDULE_GENERATION_FAILED';
    answer = { message_type: 'LEAGUE_ERROR', error_code: 'E007', error_name, error_description: 'P03 meets nobody' };
    expect(await typed('start', ...to)).toMatchObject({
      code: 1,
      err: `league: the manager at ${listener.address} said: E007 ${error_name}: P03 meets nobody\n`,
    });
  });
});

test('the status of a league in error is told, not judged', async () => {
  expect(await typed('status', ...to)).toEqual({
    code: 0,
    out: 'cup: error; round 0 of 0, 0 matches decided\n',
    err: '',
  });
});
