import { expect, test } from 'vitest';
import type { Identity } from '../../../SHARED/league_sdk/messaging/serve.ts';
import type { LeagueEvent } from '../league/events.ts';
import type { Agent } from '../league/state.ts';
import { CREATED, callerAs, GAME, registration } from '../testing/rehearsal.ts';
import { registryAfter } from '../testing/rehearsal_registry.ts';
import { admit, type Meta } from './admit.ts';

const META: Meta = { display_name: 'Newcomer', game_types: [GAME], contact_endpoint: 'http://localhost:9999/mcp' };

interface Attempt {
  readonly after?: readonly LeagueEvent[];
  readonly role?: Agent['role'];
  readonly as?: Identity;
}

function kindOf(meta: Partial<Meta>, { after = [CREATED], role = 'player', as }: Attempt = {}) {
  const answer = admit(registryAfter(after), { role, meta: { ...META, ...meta }, caller: callerAs(as) });
  return answer.ok ? answer.value.kind : answer.error.rejection;
}

test('a person plays where the registration says so, and any other word is a program', () => {
  expect([kindOf({ kind: 'human' }), kindOf({ kind: 'bot' }), kindOf({ kind: '' }), kindOf({})]).toEqual([
    ...['human', undefined, undefined, undefined],
  ]);
  expect(kindOf({ kind: 'human' }, { role: 'referee' })).toBeUndefined();
});

test('a seat that a person played from stays that of a person in this run', () => {
  const after = [CREATED, registration('P01', { kind: 'human' })];
  expect(kindOf({ display_name: 'player P01' }, { after, as: { party: 'player', id: 'P01' } })).toBe('human');
});
