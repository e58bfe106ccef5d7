import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { wordsFor } from '../../SHARED/contracts/moves.ts';
import { later } from '../../SHARED/core/clock.ts';
import { ok, unwrap } from '../../SHARED/core/result.ts';
import { memoryNetwork } from '../../SHARED/league_sdk/transport/memory.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { breachOf, readingOf } from './reading.ts';
import { type CheckReport, checkText, junitText, verdictOn } from './report.ts';
import { judgeSteps, RULES, type StepReport } from './steps.ts';
import type { Evidence } from './watch.ts';
import { type Exchange, watchPlayer } from './watch.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const NOTHING: Evidence = {
  registered: undefined,
  dialect: 'rpc',
  game_type: 'even_odd',
  words: wordsFor('even_odd'),
  calls: [],
  exchanges: [],
  matches: [],
  wanted: 0,
  limitsMs: { join: 5_000, move: 30_000, other: 10_000 },
};
const call = { jsonrpc: '2.0', method: 'choose_parity', params: CONTRACTS.CHOOSE_PARITY_CALL.example, id: 5 };
const { conversation_id } = CONTRACTS.CHOOSE_PARITY_CALL.example;
const answer = (result: object, id: unknown = 5) => JSON.stringify({ jsonrpc: '2.0', result, id });
const exchange = (received: string | undefined, more: Partial<Exchange> = {}): Exchange => ({
  type: 'CHOOSE_PARITY_CALL',
  sent: JSON.stringify(call),
  received,
  tookMs: 7,
  ...more,
});

test('every step refers to a rule that is there', async () => {
  const spec = await readFile(join(ROOT, 'doc/protocol_spec.md'), 'utf8');
  const anchors = [...spec.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
  for (const rule of RULES.filter((each) => each.includes('#'))) expect(anchors, rule).toContain(rule.split('#')[1]);
});

test('where nothing was tried, nothing passes and nothing fails', () => {
  const steps = judgeSteps(NOTHING);
  expect(new Set(steps.map(({ status }) => status))).toEqual(new Set(['skipped']));
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, at) => at + 1));
});

describe('an answer', () => {
  const cases: readonly (readonly [string, string | undefined, object])[] = [
    ['that is right is one', answer({ parity_choice: 'even' }), { kind: 'answer' }],
    ['in any case of its letters is one', answer({ parity_choice: 'EVEN' }), { kind: 'answer' }],
    ['that is empty may follow later', undefined, { kind: 'acknowledged' }],
    ['that was only heard may follow later', answer({ status: 'RECEIVED' }), { kind: 'acknowledged' }],
    ['with a status of no meaning is none', answer({ status: 'fine' }), { kind: 'bad', violation: 'missing_field' }],
    ['with null for a choice is none', answer({ parity_choice: null }), { kind: 'bad', violation: 'missing_field' }],
    ['that says no is a refusal', answer({ message_type: 'GAME_ERROR', error_code: 'E012' }), { kind: 'refused' }],
    [
      'that is an internal error is a crash',
      JSON.stringify({ jsonrpc: '2.0', error: { code: -32603, message: 'x' }, id: 5 }),
      { kind: 'bad', violation: 'crash' },
    ],
  ];
  test.each(cases)('%s', (_name, received, reading) => {
    expect(readingOf(exchange(received), 'rpc')).toMatchObject(reading);
  });

  const invitation = { type: 'GAME_INVITATION', sent: JSON.stringify(CONTRACTS.GAME_INVITATION.example) };
  const gone = { code: 'UNREACHABLE', detail: 'ECONNREFUSED' } as const;
  const error = (code: number) => JSON.stringify({ jsonrpc: '2.0', error: { code, message: 'x' }, id: 5 });
  test.each<[string, Exchange, string]>([
    ['to an invitation cannot be had', exchange(undefined, { ...invitation, failure: gone }), 'invalid_endpoint'],
    ['to a call cannot be had', exchange(undefined, { failure: gone }), 'crash'],
    [
      'to an invitation breaks off',
      exchange(undefined, { ...invitation, failure: { ...gone, hungUp: true } }),
      'crash',
    ],
    [
      'is an error of HTTP',
      exchange(undefined, { failure: { code: 'REFUSED', detail: 'HTTP 404', status: 404 } }),
      'crash',
    ],
    ['knows no such method', exchange(error(-32601)), 'unsupported_game'],
    ['refuses the params', exchange(error(-32602)), 'schema'],
    ['is an exception', exchange(error(-32000)), 'crash'],
  ])('that %s breaks the rule that it breaks in a league', (_name, asked, violation) => {
    expect(readingOf(asked, 'rpc')).toMatchObject({ violation });
    const before = exchange(answer({ status: 'ok' }), { type: 'ROUND_ANNOUNCEMENT' });
    const evidence = { ...NOTHING, exchanges: [before, asked] };
    expect(judgeSteps(evidence).filter(({ status }) => status === 'failed')).toContainEqual(
      expect.objectContaining({ violation }),
    );
  });

  test('that the league understands may still break the published rules', () => {
    const kind = (result: object) => breachOf(exchange(answer(result)), 'rpc')?.kind;
    expect(kind({ status: 'ok' })).toBeUndefined();
    expect(kind({ parity_choice: 'even' })).toBeUndefined();
    expect(
      kind({ parity_choice: 'even', protocol: 'league.v2', timestamp: '2026-01-15T10:15:00.000Z' }),
    ).toBeUndefined();
    expect(kind({ parity_choice: 'even', protocol: 'league.v3' })).toBe('version');
    expect(kind({ parity_choice: 'even', timestamp: '2026-01-15T10:15:00+02:00' })).toBe('schema');
    expect(kind({ parity_choice: 'Even' })).toBe('schema');
    expect(kind({ choice: 'even' })).toBe('missing_field');
  });
});

test('no step is passed by a question that got no answer', () => {
  const gone = { code: 'UNREACHABLE', detail: 'ECONNREFUSED' } as const;
  const exchanges = [
    exchange(answer({ accept: true }), { type: 'ROUND_ANNOUNCEMENT' }),
    exchange(undefined, { failure: gone }),
    exchange(undefined, { failure: gone, probe: 'wrong_token' }),
  ];
  const status = (name: string) =>
    judgeSteps({ ...NOTHING, exchanges }).find((step) => step.name === name)?.status ?? 'no such step';
  expect(status('refuses a wrong token')).toBe('skipped');
  expect(status('decides by itself')).toBe('skipped');
});

test('an answer that another one follows is a change of mind, and warned', () => {
  const exchanges = [
    exchange(answer({ parity_choice: 'even', conversation_id })),
    exchange(answer({ parity_choice: 'odd', conversation_id }), { probe: 'again' }),
  ];
  const steps = judgeSteps({ ...NOTHING, exchanges });
  expect(steps.find(({ name }) => name.includes('repeated'))).toMatchObject({ status: 'warned' });
});

test('half of a limit is warned, the whole of it fails', () => {
  const after = (tookMs: number) =>
    judgeSteps({ ...NOTHING, exchanges: [exchange(answer({ parity_choice: 'even' }), { tookMs })] }).find(
      ({ name }) => name === 'keeps to its time',
    );
  expect(after(14_000)?.status).toBe('passed');
  expect(after(16_000)?.status).toBe('warned');
  expect(after(30_000)).toMatchObject({ status: 'failed', violation: 'over_30_s' });
});

test('a watch takes a batch for the messages in it, and notes nothing of other parties', async () => {
  const clock = fakeClock();
  const network = memoryNetwork({ clock });
  const reply = JSON.stringify([2, 1].map((id) => ({ jsonrpc: '2.0', result: { status: 'ok', id }, id })));
  const inner = network.transport();
  const transport = {
    ...inner,
    send: async () => ok({ text: reply, sentAt: clock.monotonic(), receivedAt: clock.monotonic() }),
  };
  const watch = watchPlayer({ clock, transport, isUsable: () => true });
  watch.follow('http://localhost:8101/mcp');
  const batch = JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', method: 'notify_round', params: {}, id })));
  await watch.around(transport).send('http://127.0.0.1:8101/mcp', batch, clock.monotonic());
  await watch.around(transport).send('http://127.0.0.1:8102/mcp', batch, clock.monotonic());
  expect(watch.exchanges.map(({ type, received }) => [type, JSON.parse(received ?? '').result.id])).toEqual([
    ['ROUND_ANNOUNCEMENT', 1],
    ['ROUND_ANNOUNCEMENT', 2],
  ]);
});

test('a watch takes a call of another process for one of the player, and none of this process', async () => {
  const clock = fakeClock();
  const network = memoryNetwork({ clock });
  const watch = watchPlayer({ clock, transport: network.transport(), isUsable: () => true });
  unwrap(await watch.around(network.transport()).listen('memory:LM01', async () => 'heard'));
  const deadline = later(clock.monotonic(), 1_000);
  for (const caller of ['SPAR1', '127.0.0.1']) await network.transport(caller).send('memory:LM01', caller, deadline);
  expect(watch.calls).toEqual([{ asked: '127.0.0.1', answered: 'heard' }]);
});

describe('a report', () => {
  const step = (more: Partial<StepReport>): StepReport => ({
    number: 1,
    name: 'registers',
    rule: 'doc/schemas',
    status: 'passed',
    detail: 'fine',
    ...more,
  });
  const steps = [
    step({}),
    step({ number: 2, status: 'failed', violation: 'crash', detail: '<b> & "q"\u0007', mend: 'mend it' }),
    step({ number: 3, status: 'warned', detail: 'hm', mend: 'look' }),
    step({ number: 4, status: 'skipped', detail: 'not tried' }),
  ];
  const report: CheckReport = {
    subject: 'x',
    dialect: 'rpc',
    game_type: 'even_odd',
    steps,
    verdict: verdictOn(steps),
    tookMs: 1_234,
    notes: [],
  };

  test('says for people what came of it', () => {
    const text = checkText(report, (words) => words.replace('\u0007', '?'));
    expect(text).toContain('FAIL  2. registers: <b> & "q"?');
    expect(text).toContain('1 passed, 1 warned, 1 failed, 1 skipped, in 1.2 s.');
    expect(text).toContain('Under "disqualify": it would be disqualified by condition 6 of 8 (crash), seen in step 2.');
  });

  test('is a suite of JUnit whose texts are escaped', () => {
    const text = junitText(report);
    expect(text).toContain('tests="4" failures="1" skipped="1" time="1.234"');
    expect(text).toContain('<failure message="&lt;b&gt; &amp; &quot;q&quot;\uFFFD">');
    expect(text).toContain('<skipped message="not tried"/>');
    expect([...text.matchAll(/<testcase /g)]).toHaveLength(4);
  });
});
