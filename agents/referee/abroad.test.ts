/** Our referee under managers of other making: orders of ten fields, players without tickets, receipts of a word. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { MANAGER, stage } from './testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });

/** RUN_MATCH with the ten fields of spec 003. */
const order = (fields: JsonObject = {}): JsonObject => ({
  protocol: 'league.v2',
  message_type: 'RUN_MATCH',
  league_id: 'autumn',
  round_id: 1,
  match_id: 'R1M1',
  referee_id: 'REF01',
  player_a: 'P01',
  player_a_endpoint: 'memory:P01',
  player_b: 'P02',
  player_b_endpoint: 'memory:P02',
  ...fields,
});

describe('an order of the ten fields of spec 003 in an envelope', () => {
  /** A referee whose manager gave it next to nothing, and two players that know no tickets. */
  async function abroad(receipt: JsonObject = { status: 'ok' }) {
    const s = evenOdd();
    const unknown = JSON.stringify({ jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 1 });
    await s.manager({
      get_status: () => unknown,
      ping: () => unknown,
      REFEREE_REGISTER_REQUEST: () => ({ status: 'accepted' }),
      MATCH_RESULT_REPORT: () => receipt,
    });
    for (const [id, choice] of [
      ['P01', 'even'],
      ['P02', 'odd'],
    ] as const)
      await s.player(id, choice, {
        GAME_INVITATION: () => ({ accept: true }),
        CHOOSE_PARITY_CALL: () => ({ parity_choice: choice }),
        GAME_OVER: () => ({ status: 'ok' }),
      });
    unwrap(await s.start());
    return s;
  }

  test('is run to its end by the usual rules, and reported without a token', async () => {
    const s = await abroad();
    expect(await s.call('run_match', order({ referee_id: 'ref-one' }))).toMatchObject({
      message_type: 'RUN_MATCH_ACK',
      status: 'acknowledged',
    });
    await s.clock.advance(1_000);
    const [report] = s.reports();
    expect(report).toMatchObject({
      league_id: 'autumn',
      match_id: 'R1M1',
      result: { details: { termination: 'normal', choices: { P01: 'even', P02: 'odd' } } },
    });
    expect(report).not.toHaveProperty('auth_token');
    expect(s.got('P01', 'GAME_OVER')).toHaveLength(1);
    expect(s.outbox()).toEqual([]);
  });

  test.each([{ status: 'received' }, { status: 'RECORDED' }, {}, { success: true }])(
    'is over for a manager that acknowledges its report by %j',
    async (receipt) => {
      const s = await abroad(receipt);
      await s.call('run_match', order());
      await s.clock.advance(60_000);
      expect([s.reports().length, s.got('P02', 'GAME_OVER').length]).toEqual([1, 1]);
    },
  );

  test.each([{ status: 'error' }, { success: false }])('is reported again after %j', async (receipt) => {
    const s = await abroad(receipt);
    await s.call('run_match', order());
    await s.clock.advance(60_000);
    expect(s.reports().length).toBeGreaterThan(1);
    expect(s.outbox()).toEqual(['R1M1']);
  });

  test.each<{ what: string; fields: JsonObject; code: string }>([
    { what: 'a player is missing', fields: { player_b: null }, code: 'E003' },
    { what: 'its rules are nonsense', fields: { rules: 'fair play' }, code: 'E002' },
  ])('is refused where $what', async ({ fields, code }) => {
    const s = await abroad();
    expect(await s.call('run_match', order(fields))).toMatchObject({ error: { data: { error_code: code } } });
  });

  test('is refused by a referee whose manager gives tokens', async () => {
    const s = evenOdd();
    await s.ready();
    const asked = order({ auth_token: 'mgr_ref01' });
    expect(await s.call('run_match', asked)).toMatchObject({ error: { data: { error_code: 'E003' } } });
  });
});

describe.each([
  { dialect: 'flat', protocol: 'league.v2', choice: { choice: 'EVEN' } },
  { dialect: 'v1', protocol: 'league.v1', choice: { choice: { value: 'even' } } },
] as const)('an order of the ten fields in $dialect', ({ dialect, protocol, choice }) => {
  test('is run with players of that dialect, and reported in it', async () => {
    const s = evenOdd();
    const heard: JsonObject[] = [];
    const answers: { readonly [type: string]: JsonObject } = {
      REFEREE_REGISTER_REQUEST: { status: 'registered', referee_id: 'REF01' },
      GAME_INVITATION: { accept: true },
      CHOOSE_PARITY_CALL: { message_type: 'PARITY_CHOICE', ...choice },
    };
    const wire = s.network.transport();
    for (const address of [MANAGER, 'memory:P01', 'memory:P02']) {
      const listening = await wire.listen(address, async (text) => {
        const message = JSON.parse(text) as JsonObject;
        heard.push(message);
        return JSON.stringify(answers[message['message_type'] as string] ?? { status: 'ok' });
      });
      unwrap(listening);
    }
    unwrap(await s.start({ dialect }));
    expect(await s.send(order({ protocol }) as Json)).toMatchObject({ message_type: 'RUN_MATCH_ACK', protocol });
    await s.clock.advance(1_000);
    const types = heard.map(({ message_type }) => message_type);
    expect(new Set(heard.map((message) => message['protocol']))).toEqual(new Set([protocol]));
    expect(types.filter((type) => type === 'MATCH_RESULT_REPORT')).toHaveLength(1);
    expect(types.filter((type) => type === 'GAME_OVER')).toHaveLength(2);
    expect(heard.find(({ message_type }) => message_type === 'MATCH_RESULT_REPORT')).toMatchObject({
      match_id: 'R1M1',
      termination: 'normal',
    });
  });
});
