/** Each mistake that a student makes is found by the step that names it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Violation } from '../../SHARED/contracts/violations.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { type Mistake, startStudent } from '../../SHARED/testing/student_player.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { verdictOn } from '../checker/report.ts';
import { judgeSteps, type StepReport } from '../checker/steps.ts';
import { Flags } from '../launcher/options.ts';
import { AT_RANDOM, runCheck } from '../launcher/processes/run_check.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  const timeouts = { move_timeout_sec: 3, game_join_timeout_sec: 3 };
  await writeTestConfig(nodeDisk(), folder, { 'leagues/league_2025_even_odd.json': { timeouts } });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The steps of a check of a player with this mistake. */
async function checked(mistake: Mistake): Promise<readonly StepReport[]> {
  let close = async (): Promise<void> => undefined;
  const evidence = await runCheck({
    flags: new Flags([
      ['config', folder],
      ['wait', '10'],
    ]),
    subject: { kind: 'url', text: 'http://127.0.0.1:9/mcp' },
    sparring: [{ name: 'Sparring partner', strategy: AT_RANDOM }],
    meetings: 3,
    interruption: { promise: new Promise(() => {}), isThere: () => false },
    tell(line) {
      const [, manager] = /with the manager (\S+);/.exec(line) ?? [];
      if (manager === undefined) return;
      void startStudent(manager, mistake).then((end) => {
        close = end;
      });
    },
  });
  await close();
  return judgeSteps(evidence);
}

const chooses = (own: JsonObject): Mistake => ({
  answer: ({ method }, right) => {
    const { parity_choice: _, ...rest } = right;
    return method === 'choose_parity' ? { ...rest, ...own } : right;
  },
});
const instead = (status: number, text: string): Mistake => ({
  answer: ({ method }, right) => (method === 'choose_parity' ? { status, text } : right),
});
const registering = (change: (params: JsonObject) => JsonObject): Mistake => ({
  registration: (right) => ({ ...right, params: change(right['params'] as JsonObject) }),
});
const metaWith = (meta: JsonObject) =>
  registering((params) => ({ ...params, player_meta: { ...(params['player_meta'] as JsonObject), ...meta } }));
const HTML = '<html><body>It works</body></html>';
const LOCAL = '2026-01-15T10:15:00';

const CHOOSES = 'chooses a legal move';
const REGISTERS = 'registers';
const PUBLISHED = 'writes messages as published';
const without = (reply: JsonObject, name: string) =>
  Object.fromEntries(Object.entries(reply).filter(([field]) => field !== name));

const FAILED: readonly (readonly [string, Mistake, string, Violation, RegExp])[] = [
  [
    'names its field parityChoice',
    chooses({ message_type: 'x', parityChoice: 'even' }),
    CHOOSES,
    'missing_field',
    /parityChoice/,
  ],
  ['leaves its choice out', chooses({}), CHOOSES, 'missing_field', /choice/],
  ['chooses 3', chooses({ parity_choice: 3 }), CHOOSES, 'wrong_type', /3 is not one of "even", "odd"/],
  ['chooses banana', chooses({ parity_choice: 'banana' }), CHOOSES, 'schema', /banana/],
  [
    'throws in its handler',
    { answer: ({ method }, right) => (method === 'choose_parity' ? undefined : right) },
    CHOOSES,
    'crash',
    /closed/,
  ],
  ['answers with HTML and status 500', instead(500, HTML), CHOOSES, 'crash', /HTTP 500/],
  ['answers with HTML and status 200', instead(200, HTML), CHOOSES, 'schema', /not JSON/],
  ['says nothing', { silent: ['choose_parity'] }, CHOOSES, 'over_30_s', /in time/],
  ['forgets the id of an answer', { reply: (reply) => without(reply, 'id') }, 'joins a match', 'schema', /has no id/],
  ['answers with another id', { reply: (reply) => ({ ...reply, id: 999_999 }) }, 'joins a match', 'schema', /999999/],
  [
    'answers in a conversation of its own',
    { answer: (_, right) => ({ ...right, conversation_id: 'mine' }) },
    'stays in the conversation',
    'schema',
    /conversation_id/,
  ],
  [
    'answers in league.v3',
    chooses({ parity_choice: 'even', protocol: 'league.v3' }),
    PUBLISHED,
    'version',
    /league\.v3/,
  ],
  [
    'writes local time in answers',
    chooses({ parity_choice: 'even', timestamp: LOCAL }),
    PUBLISHED,
    'schema',
    /timestamp/,
  ],
  ['writes Even', chooses({ parity_choice: 'Even' }), PUBLISHED, 'schema', /parity_choice/],
  ['names its field choice', chooses({ choice: 'even' }), PUBLISHED, 'missing_field', /parity_choice/],
  ['dies in the middle', { diesAfter: 1 }, 'plays match after match', 'crash', /reached|played/],
  ['dies of nonsense', { diesOfNonsense: true }, 'takes a malformed message', 'crash', /nothing any more/],
  [
    'names a port at which it does not listen',
    metaWith({ contact_endpoint: 'http://127.0.0.1:9/mcp' }),
    'can be called at its endpoint',
    'invalid_endpoint',
    /reached/,
  ],
  [
    'registers in league.v3',
    registering((params) => ({ ...params, protocol: 'league.v3' })),
    REGISTERS,
    'version',
    /not taken in/,
  ],
  [
    'registers with local time',
    registering((params) => ({ ...params, timestamp: LOCAL })),
    REGISTERS,
    'schema',
    /not taken in/,
  ],
  ['registers for an old version', metaWith({ protocol_version: '1.0.0' }), REGISTERS, 'version', /not taken in/],
  ['registers for another game', metaWith({ game_types: ['chess'] }), REGISTERS, 'unsupported_game', /not taken in/],
  ['registers without an id', { registration: (right) => without(right, 'id') }, REGISTERS, 'missing_field', /no id/],
];

// What is waited for is time: the players beside each other wait at once.
describe.concurrent('a player that', () => {
  test.each(FAILED)('%s fails', async (_name, mistake, ...[name, violation, detail]) => {
    const steps = await checked(mistake);
    const step = steps.find((each) => each.name === name);
    expect(step, JSON.stringify(steps)).toMatchObject({ status: 'failed', violation, mend: expect.any(String) });
    expect(`${step?.detail} ${step?.received}`).toMatch(detail);
    const verdict = verdictOn(steps);
    expect(verdict.isFine).toBe(false);
    expect(verdict.count).toContain(violation);
    expect(verdict.disqualify).toMatch(/disqualified by condition \d/);
  });

  test('declines fails its step, and breaks no rule', async () => {
    const steps = await checked({
      answer: ({ method }, right) => (method === 'handle_game_invitation' ? { ...right, accept: false } : right),
    });
    expect(steps.find(({ name }) => name === 'joins a match')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('declines'),
    });
    expect(verdictOn(steps)).toMatchObject({
      isFine: false,
      disqualify: expect.stringMatching(/^no breach of the protocol/),
    });
  });

  test('ends at the word of a stranger fails that step alone', async () => {
    const steps = await checked({ diesOfShutdown: true });
    const failed = steps.filter(({ status }) => status === 'failed');
    expect(failed.map(({ name }) => name)).toEqual(['refuses a wrong token']);
    expect(failed[0]).toMatchObject({ detail: expect.stringContaining('ends at the word of a stranger') });
    expect(failed[0]?.sent).toContain('"method":"shutdown"');
    expect(verdictOn(steps).disqualify).toMatch(/^no breach of the protocol/);
  });

  const WARNED: readonly (readonly [string, Mistake, string])[] = [
    [
      'refuses broadcasts',
      {
        answer: ({ method }, right) =>
          right['status'] === 'ok' && method.startsWith('notify_r') ? { error: 'Unknown method' } : right,
      },
      'hears every broadcast',
    ],
    ['moves for a stranger', {}, 'refuses a wrong token'],
  ];
  test.each(WARNED)('%s is warned, and not failed', async (_name, mistake, name) => {
    const steps = await checked(mistake);
    expect(steps.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(steps.find((each) => each.name === name)).toMatchObject({ status: 'warned', mend: expect.any(String) });
    expect(verdictOn(steps).disqualify).toMatch(/nothing would disqualify/);
  });
});
