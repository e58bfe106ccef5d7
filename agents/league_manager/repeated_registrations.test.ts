import { expect, test } from 'vitest';
import { repeatedRegistrations } from './repeated_registrations.ts';

const REQUEST = { conversation_id: 'c1', meta: { display_name: 'Agent' }, address: '10.0.0.7' };

function staged() {
  const used = new Set<string>();
  let made = 0;
  const once = repeatedRegistrations<{ readonly id: string | null; readonly token: number }>((id) => used.has(id));
  const accept = async () => ({ id: 'P01', token: ++made });
  return { used, once, accept, made: () => made };
}

test('the same registration again gets the same answer', async () => {
  const { once, accept, made } = staged();
  const together = await Promise.all([once(REQUEST, accept), once(REQUEST, accept)]);
  expect(together).toEqual([
    { id: 'P01', token: 1 },
    { id: 'P01', token: 1 },
  ]);
  expect(await once({ ...REQUEST }, accept)).toEqual({ id: 'P01', token: 1 });
  expect(made()).toBe(1);
});

test.each([
  ['in another conversation', { conversation_id: 'c2' }],
  ['from another address', { address: '10.0.0.8' }],
  ['of another agent', { meta: { display_name: 'Other' } }],
])('one %s is another', async (_, difference) => {
  const { once, accept } = staged();
  await once(REQUEST, accept);
  expect(await once({ ...REQUEST, ...difference }, accept)).toEqual({ id: 'P01', token: 2 });
});

test('a token that was used is given to nobody again, and who was turned away may try again', async () => {
  const { used, once, accept } = staged();
  expect(await once(REQUEST, async () => ({ id: null, token: 0 }))).toMatchObject({ id: null });
  expect(await once(REQUEST, accept)).toMatchObject({ token: 1 });
  used.add('P01');
  expect(await once(REQUEST, accept)).toMatchObject({ token: 2 });
});

test('not everything is remembered forever', async () => {
  const { once, accept } = staged();
  for (let i = 0; i <= 1_000; i++) await once({ ...REQUEST, conversation_id: `c${i}` }, accept);
  expect(await once({ ...REQUEST, conversation_id: 'c0' }, accept)).toMatchObject({ token: 1_002 });
  expect(await once({ ...REQUEST, conversation_id: 'c1000' }, accept)).toMatchObject({ token: 1_001 });
});
