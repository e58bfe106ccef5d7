import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Contract, Role } from '../../SHARED/contracts/contract.ts';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import { besiegedLeague } from './testing/bearers.ts';
import type { CapturedLeague } from './testing/captured_league.ts';

let league: CapturedLeague;
beforeAll(async () => {
  league = await besiegedLeague();
});
afterAll(() => league.close());

/** The same message about players, referees, matches and rounds that do not exist. */
function aboutNobody(message: JsonObject): JsonObject {
  const text = JSON.stringify(message)
    .replace(/\bP0\d\b/g, 'P99')
    .replace(/\bREF0\d\b/g, 'REF99')
    .replace(/\bR\dM\d\b/g, 'R9M9')
    .replace(/"round_id":\d+/g, '"round_id":9');
  return JSON.parse(text) as JsonObject;
}

/** An answer without what is different every time. */
function comparable(reply: string | undefined): Json {
  const { result, error } = JSON.parse(reply ?? '{}') as { result?: JsonObject; error?: Json };
  if (!isJsonObject(result)) return error ?? null;
  const { timestamp: _, conversation_id: __, match_id: ___, ...said } = result;
  return said;
}

const requests = (Object.values(CONTRACTS) as readonly Contract[]).filter(({ head }) => head.method !== undefined);
const to = (role: Role) => requests.filter(({ head }) => head.to.includes(role) && head.chapter !== 'registration');

/** What an agent says to a request with this proof or none. */
async function heard(id: string, { head }: Contract, params: JsonObject): Promise<Json> {
  const request = { jsonrpc: '2.0', method: head.method as string, params, id: 1 };
  return comparable(await league.post(id, JSON.stringify(request)));
}

const PROOFS = [{}, { auth_token: 'guessed' }, { auth_token: '' }];

test.each([
  ['LM01', 'league_manager'],
  ['REF01', 'referee'],
] as const)('%s says the same to whoever has no valid token, whatever ids exist', async (id, role) => {
  expect(to(role).length).toBeGreaterThan(1);
  for (const contract of to(role)) {
    for (const proof of PROOFS) {
      const message = { ...contract.example, ...proof };
      const known = await heard(id, contract, message);
      expect(await heard(id, contract, aboutNobody(message)), contract.head.type).toEqual(known);
      expect(JSON.stringify(known)).toMatch(/"E01[12]"/);
    }
  }
});

test('a player says to whoever has no valid ticket that it has none, and nothing of how its matches stand', async () => {
  for (const contract of to('player').filter(({ head }) => head.reply !== undefined)) {
    for (const proof of PROOFS) {
      for (const message of [contract.example, aboutNobody(contract.example)]) {
        const said = JSON.stringify(await heard('P01', contract, { ...message, ...proof }));
        expect(said, contract.head.type).toMatch(/"E01[12]"/);
        expect(said).not.toMatch(/even|odd|choice/i);
      }
    }
  }
});
