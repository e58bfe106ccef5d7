import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dialectOf } from '../../../SHARED/contracts/dialects/detect.ts';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { later } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { Mistake } from '../../launcher/options.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { openSchemaBook, type SchemaBook } from './schema_book.ts';
import { wireTap } from './wire_tap.ts';

let book: SchemaBook;
beforeAll(async () => {
  book = await openSchemaBook(nodeDisk(), join(ROOT, 'doc', 'schemas'));
});

const { example: invitation } = CONTRACTS.GAME_INVITATION;
const { example: join_ack } = CONTRACTS.GAME_JOIN_ACK;
const asked = (params: JsonObject, method = 'handle_game_invitation') => ({ jsonrpc: '2.0', method, params, id: 1 });
const answered = (result: JsonObject) => ({ jsonrpc: '2.0', result, id: 1 });

/** What a tap has to say of one question of a referee and the player's answer. */
async function heard(request: unknown, reply: unknown) {
  const clock = fakeClock();
  const network = memoryNetwork({ clock });
  const tap = wireTap(book);
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const player = tap.around('P01', network.transport('P01'));
  unwrap(await player.listen('memory:P01', async () => (reply === undefined ? undefined : text(reply))));
  const referee = tap.around('REF01', network.transport('REF01'));
  await referee.send('memory:P01', text(request), later(clock.monotonic(), 1_000));
  const { kinds, violations, total } = tap.counts();
  return { kinds: Object.fromEntries(kinds), violations, total };
}

describe('the book of schemas', () => {
  test('has one for every message, and every example is by it', () => {
    expect(book.types).toEqual(Object.keys(CONTRACTS).sort());
    for (const [type, { example }] of Object.entries(CONTRACTS)) {
      expect(book.faultIn(type, dialectOf('rpc').write(example)), type).toBeUndefined();
    }
  });

  test('is not opened where there are none', async () => {
    await expect(openSchemaBook(memoryDisk(), 'schemas')).rejects.toThrow(Mistake);
  });

  test('does not take a keyword or a format it does not know for granted', async () => {
    for (const schema of [{ typ: 'object' }, { type: 'string', format: 'colour' }]) {
      const disk = memoryDisk();
      await disk.replace('schemas/run_match.json', JSON.stringify(schema));
      await expect(openSchemaBook(disk, 'schemas')).rejects.toThrow(/unknown/);
    }
  });
});

describe('a tap', () => {
  test('counts what goes each way once, and finds nothing wrong with what is right', async () => {
    expect(await heard(asked(invitation), answered(join_ack))).toEqual({
      kinds: { GAME_INVITATION: 1, GAME_JOIN_ACK: 1 },
      violations: [],
      total: 2,
    });
  });

  test('reads every message of a batch', async () => {
    const batch = [asked(invitation), { ...asked(invitation), id: 2 }];
    const replies = [answered(join_ack), { ...answered(join_ack), id: 2 }];
    expect(await heard(batch, replies)).toMatchObject({
      kinds: { GAME_INVITATION: 2, GAME_JOIN_ACK: 2 },
      violations: [],
    });
  });

  test('knows looks, acknowledgements, refusals, errors and notices by what they are', async () => {
    const look = { jsonrpc: '2.0', method: 'ping', params: {}, id: 1 };
    const notice = { jsonrpc: '2.0', method: 'notify_game_error', params: CONTRACTS.GAME_ERROR.example };
    const cases: readonly (readonly [unknown, unknown, object])[] = [
      [look, answered({ anything: 1 }), { 'ping (a look)': 2 }],
      [asked(invitation), answered({ status: 'ok' }), { GAME_INVITATION: 1, '{"status":"ok"}': 1 }],
      [asked(invitation), answered(CONTRACTS.GAME_ERROR.example), { GAME_INVITATION: 1, GAME_ERROR: 1 }],
      [
        asked(invitation),
        { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' }, id: 1 },
        { GAME_INVITATION: 1, 'error -32603': 1 },
      ],
      [notice, undefined, { GAME_ERROR: 1 }],
    ];
    for (const [request, reply, kinds] of cases) {
      expect(await heard(request, reply)).toMatchObject({ kinds, violations: [] });
    }
  });

  const { match_id: _, ...withoutMatch } = invitation;
  const doctored: readonly (readonly [string, unknown, unknown, RegExp])[] = [
    ['a missing field', asked(withoutMatch), answered(join_ack), /GAME_INVITATION .*REF01.* 'match_id'/],
    ['a field too many', asked({ ...invitation, extra: 1 }), answered(join_ack), /additional properties/],
    [
      'a wrong type',
      asked(invitation),
      answered({ ...join_ack, accept: 'yes' }),
      /GAME_JOIN_ACK .*P01.*accept must be boolean/,
    ],
    [
      'a bad timestamp',
      asked({ ...invitation, timestamp: 'noon' }),
      answered(join_ack),
      /timestamp must match pattern/,
    ],
    ['a message nobody published', asked({ message_type: 'NOVELTY' }), answered(join_ack), /no schema for NOVELTY/],
    ['a message that says nothing of itself', asked({}), answered(join_ack), /no schema for undefined/],
    ['a message under another’s method', asked(invitation, 'run_match'), answered(join_ack), /carries RUN_MATCH/],
    ['a method nobody knows', asked(invitation, 'frobnicate'), answered(join_ack), /carries no message/],
    ['another’s answer', asked(invitation), answered(CONTRACTS.GAME_OVER_ACK.example), /no answer to handle_game/],
    ['an envelope of another version', { ...asked(invitation), jsonrpc: '1.0' }, answered(join_ack), /jsonrpc/],
    ['an answer to nothing', asked(invitation), { ...answered(join_ack), id: 7 }, /answers nothing .*7/],
    [
      'both result and error',
      asked(invitation),
      { ...answered(join_ack), error: { code: 1, message: '' } },
      /NOT have more than 3/,
    ],
    ['what is no JSON', '{"jsonrpc"', answered(join_ack), /no JSON/],
    ['a reply that is no JSON', asked(invitation), '<html>', /no JSON by P01: <html>/],
    ['silence where an answer was due', asked(invitation), undefined, /no reply by P01/],
  ];
  test.each(doctored)('finds %s', async (_name, request, reply, finding) => {
    const { violations } = await heard(request, reply);
    const lines = violations.map(({ what, by, fault }) => `${what} by ${by}: ${fault}`);
    expect(lines.join('\n')).toMatch(finding);
  });
});
