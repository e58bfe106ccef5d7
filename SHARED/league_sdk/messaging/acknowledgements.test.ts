import { describe, expect, test } from 'vitest';
import { unwrap } from '../../core/result.ts';
import { giving, peerTo, scripted } from '../../testing/scripted_party.ts';

describe('an acknowledgement', () => {
  test.each(['ok', 'OK', 'ack', 'Acknowledged', 'received', 'PENDING', 'queued '])(
    'is a status of %j, where the answer may be posted',
    async (status) => {
      for (const { answer } of [giving({ status }), scripted({ status, error: 'later' })]) {
        const { ask } = await peerTo(answer);
        expect(unwrap(await ask('CHOOSE_PARITY_CALL'))).toMatchObject({ kind: 'acknowledged' });
      }
    },
  );

  const lacks = (has: string) => ({
    code: 'INVALID_ANSWER',
    error_code: 'E003',
    detail: `the answer has no field parity_choice (it has ${has})`,
  });
  const noObject = (said: string) => ({ code: 'INVALID_REPLY', detail: `the result is not an object: ${said}` });
  test.each([
    ['an empty object', {}, lacks('nothing of its own')],
    ['another status', { status: 'accepted' }, lacks('nothing of its own')],
    ['the answer to another question', { message_type: 'GAME_JOIN_ACK', accept: true }, lacks('accept')],
    ['a message of another kind', { message_type: 'GAME_OVER_ACK', match_id: 'R1M1' }, lacks('nothing of its own')],
    ['a field by another name', { answer: 'even', why: 'x' }, lacks('answer, why')],
    ['a field misspelt', { parityChoice: 'even' }, lacks('parityChoice: did you mean parity_choice?')],
    [
      'a field misspelt in a message of the right type',
      { message_type: 'CHOOSE_PARITY_RESPONSE', match_id: 'R1M1', 'parity-choise': 'even' },
      lacks('parity-choise: did you mean parity_choice?'),
    ],
    ['no object', 'received', noObject('"received"')],
    ['null', null, noObject('null')],
  ])('is not %s, where an answer is awaited', async (_, body, error) => {
    const { ask } = await peerTo(giving(body).answer);
    expect(await ask('CHOOSE_PARITY_CALL')).toMatchObject({ error });
  });

  test.each([undefined, ' \n'])('is an empty body: %j', async (text) => {
    const { ask } = await peerTo(async () => text);
    expect(unwrap(await ask('GAME_INVITATION'))).toMatchObject({ kind: 'acknowledged' });
    expect(unwrap(await ask('GAME_OVER'))).toMatchObject({ kind: 'acknowledged' });
    expect(await ask('RUN_MATCH')).toMatchObject({ error: { code: 'INVALID_REPLY', detail: 'the reply is empty' } });
  });

  test.each([
    ['text that is no JSON', 'OK', 'the reply is not JSON: OK'],
    ['half an object, which is not shown', '{"why":"because",', 'the reply is not JSON'],
    ['JSON that is no object', '["ok"]', 'the reply is not a JSON object: ["ok"]'],
  ])('is not %s, where an answer is awaited', async (_, text, detail) => {
    const { ask } = await peerTo(async () => text);
    expect(await ask('GAME_INVITATION')).toMatchObject({ error: { code: 'INVALID_REPLY', detail } });
    expect(unwrap(await ask('GAME_OVER'))).toMatchObject({ kind: 'acknowledged' });
    expect(await ask('RUN_MATCH')).toMatchObject({ error: { code: 'INVALID_REPLY', detail } });
  });

  test.each([{ status: 'ok' }, { message_type: 'GAME_OVER_ACK', status: 'fine' }, { message_type: 'ROUND_ACK' }])(
    'is any reply where nothing but that is awaited: %j',
    async (body) => {
      const { ask } = await peerTo(giving(body).answer);
      expect(unwrap(await ask('GAME_OVER'))).toMatchObject({ kind: 'acknowledged' });
    },
  );
});
