/** Leaks: secrets, choices, reasons and our insides stay with the agents they are meant for, in every dialect. */
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../../SHARED/contracts/dialects/dialect.ts';
import { CONTRACTS, contractByMethod, type MessageType } from '../../../SHARED/contracts/index.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { TABLE } from '../testing/authorisation_table.ts';
import { besiegedLeague, MATCH, messageTo, RECEIVERS } from '../testing/bearers.ts';
import { captureLeague, PLAYERS } from '../testing/captured_league.ts';
import { messagesIn, secretsOf } from '../testing/captured_secrets.ts';
import { HOMES, INSIDES, overheard, strayed } from '../testing/leak_scan.ts';

const DIALECTS = { P02: 'flat', P03: 'v1' } as const;

describe('a league of all dialects, from its first word to its last', () => {
  test('keeps its secrets on every wire and in every file', async () => {
    const league = await captureLeague({ dialects: DIALECTS, restarted: ['P01', 'P02', 'REF01'] });
    await league.begin();
    await league.end();
    const { all } = secretsOf(league);
    expect(all.length).toBeGreaterThan(45);
    // They are found where they belong, so they would be found elsewhere.
    for (const secret of all.filter(({ kind }) => kind !== 'ticket' && kind !== 'conversation')) {
      const homes = [...league.disk.files()].filter(
        ([path, text]) => HOMES[secret.kind](path, secret) && text.includes(secret.text),
      );
      const isDead =
        secret.kind === 'auth token' && secretsOf(league).of('auth token', secret.owner).at(-1) !== secret.text;
      expect(homes.length > 0, `${secret.kind} of ${secret.owner}`).toBe(!isDead);
    }
    expect(strayed(league)).toEqual([]);
    expect(overheard(league)).toEqual([]);
    for (const { text, reply = '' } of league.letters) expect(text + reply).not.toMatch(INSIDES);
    await league.close();
  });

  test('keeps a choice from everybody while another is still to come', async () => {
    const league = await besiegedLeague();
    expect(
      league.letters.some(
        ({ to, text, reply = '' }) => to === 'P01' && text.includes(MATCH) && reply.includes('"even"'),
      ),
    ).toBe(true);
    const isChoice = (text: string) =>
      text.includes(MATCH) && /"(even|odd)"/i.test(text.replaceAll(/"valid_options":\[[^\]]*\]/g, ''));
    const isOthers = ([path]: readonly [string, string]) => !path.endsWith('/P01.log.jsonl');
    const lines = [...league.disk.files()].filter(isOthers).flatMap(([, text]) => text.split('\n'));
    expect(lines.some((line) => line.includes(MATCH))).toBe(true);
    expect(lines.filter(isChoice)).toEqual([]);
    const said = league.letters.flatMap(({ to, text, reply = '[]' }) => [
      ...messagesIn(text),
      ...(to === 'P01' ? [] : messagesIn(reply)),
    ]);
    expect(said.filter((message) => isChoice(JSON.stringify(message)))).toEqual([]);
    for (const [to, method] of [
      ['LM01', 'get_status'],
      ['REF01', 'get_match_state'],
      ['P03', 'get_player_state'],
      ['P01', 'get_player_state'],
    ] as const)
      expect(isChoice((await league.post(to, call(method, {}))) ?? ''), `${method} at ${to}`).toBe(false);
    expect(strayed(league)).toEqual([]);
    expect(overheard(league)).toEqual([]);
    await league.close();
  });
});

const call = (method: string, params: JsonObject) => JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });

describe('why a player chose', () => {
  const reasonOf = (id: string) => `because-${id}-said-so`;
  /** Puts a reason beside every choice, as some dialects have a field for; P04 makes its choices no choices. */
  const lips = Object.fromEntries(
    PLAYERS.map((id) => [
      id,
      (reply: string) => {
        const reasoning = `"reasoning":"${reasonOf(id)}"`;
        const spoilt = id === 'P04' ? reply.replace(/"(even|odd|EVEN|ODD)"/, '"both"') : reply;
        return spoilt
          .replace(/"parity_choice":"/, `${reasoning},"parity_choice":"`)
          .replace(/"choice":(\{)?"/, (_all, brace) =>
            brace === undefined ? `${reasoning},"choice":"` : `"choice":{${reasoning},"`,
          );
      },
    ]),
  );

  test.each([
    ['as they registered', DIALECTS],
    ['in flat', { P01: 'flat', P02: 'flat', P03: 'flat', P04: 'flat' }],
    ['in v1', { P01: 'v1', P02: 'v1', P03: 'v1', P04: 'v1' }],
  ] as const)('is told to nobody but the referee, %s', async (_how, dialects: { [id: string]: DialectName }) => {
    const league = await captureLeague({ dialects, lips });
    await league.begin();
    await league.end();
    for (const id of PLAYERS) {
      const said = league.letters.filter(({ to, reply = '' }) => to === id && reply.includes(reasonOf(id)));
      expect(said.length, id).toBeGreaterThanOrEqual(3);
      const told = league.letters.filter(
        ({ from, to, text, reply = '' }) =>
          text.includes(reasonOf(id)) || (to !== id && from !== id && reply.includes(reasonOf(id))),
      );
      // An answer that was no good is evidence, and goes to the manager and back to its player.
      expect(told.filter(({ to }) => id !== 'P04' || (to !== 'LM01' && to !== id))).toEqual([]);
    }
    await league.close();
  });
});

describe('whoever is refused', () => {
  const BARE = { flat: 'league.v2', v1: 'league.v1' } as const;

  /** A message in a dialect, with a guess for a token. */
  function attack(message: JsonObject, method: string, dialect: DialectName): string {
    const guessed = { ...message, auth_token: 'tok_guessed' };
    return dialect === 'rpc' ? call(method, guessed) : JSON.stringify({ ...guessed, protocol: BARE[dialect] });
  }

  test.each(['rpc', 'flat', 'v1'] as const)('learns nothing from it in %s', async (dialect) => {
    const league = await besiegedLeague();
    const { all } = secretsOf(league);
    const replies: string[] = [];
    for (const [role, rows] of Object.entries(TABLE) as [keyof typeof TABLE, (typeof TABLE)[keyof typeof TABLE]][]) {
      for (const { method } of rows) {
        if (contractByMethod(method) === undefined && !(method in CONTRACTS)) continue;
        const to = RECEIVERS[role];
        const text = attack(messageTo(league, to, method), method, dialect);
        for (const spoilt of [
          text,
          text.replaceAll(MATCH, 'R9M9'),
          text.replaceAll('P01', '../P01'),
          text.replace(/"[a-z_]+_id":"[^"]*"/, '"x":1'),
        ])
          replies.push((await league.post(to, spoilt)) ?? '');
      }
    }
    expect(replies.length).toBeGreaterThan(100);
    const told = replies.filter(
      (reply) => INSIDES.test(reply) || all.some(({ text, kind }) => kind !== 'conversation' && reply.includes(text)),
    );
    expect(told).toEqual([]);
    expect(strayed(league)).toEqual([]);
    const logs = [...league.disk.files()].filter(([path]) => path.endsWith('.log.jsonl'));
    for (const line of logs.flatMap(([, text]) => text.trimEnd().split('\n')))
      expect(() => JSON.parse(line)).not.toThrow();
    await league.close();
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"jsonrpc":"2.0","method":"nothing","id":1}',
    '{"message_type":"NOTHING"}',
    '{"__proto__":{}}',
  ])('for sending %j hears nothing of our insides', async (text) => {
    const league = await besiegedLeague();
    for (const to of Object.values(RECEIVERS)) expect((await league.post(to, text)) ?? '').not.toMatch(INSIDES);
    await league.close();
  });

  test('does not know an id that exists from one that does not', async () => {
    const league = await besiegedLeague();
    const said = async (method: string, changes: JsonObject) => {
      const type = contractByMethod(method)?.head.type as MessageType;
      const reply = await league.post(
        'LM01',
        call(method, { ...CONTRACTS[type].example, auth_token: 'tok_guessed', ...changes }),
      );
      const { error_code = null, error_description = null } = messagesIn(reply ?? '')[0] ?? {};
      return [error_code, error_description];
    };
    const ids = [{ match_id: MATCH }, { match_id: 'R9M9' }];
    const [there, nowhere] = [
      await said('report_match_result', ids[0] as JsonObject),
      await said('report_match_result', ids[1] as JsonObject),
    ];
    expect(there).toEqual(nowhere);
    const players = [
      await said('league_query', { sender: 'player:P01' }),
      await said('league_query', { sender: 'player:P77' }),
    ];
    expect(players[0]).toEqual(players[1]);
    await league.close();
  });
});

test('a fault of ours is told as one, and not what it was', async () => {
  const league = await captureLeague({
    judge: () => {
      throw new TypeError('cannot read /data/leagues/secret of undefined');
    },
  });
  await league.begin();
  await league.clock.advance(1_000);
  const replies = league.letters
    .filter(({ text }) => text.includes('MATCH_RESULT_REPORT'))
    .map(({ reply = '' }) => reply);
  expect(replies.length).toBeGreaterThan(0);
  for (const reply of replies) {
    expect(reply).toContain('-32603');
    expect(reply).not.toMatch(INSIDES);
  }
  await league.close();
});
