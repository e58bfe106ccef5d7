import { expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { rehearsal, type Stage } from './testing/rehearsal.ts';
import { ACCEPTED } from './testing/rehearsal_script.ts';

const ELSEWHERE = { listen: 'memory:elsewhere' };

function registrations(stage: Stage): readonly JsonObject[] {
  return stage.requests.flatMap(({ method, params }) => (method === 'register_player' ? [params] : []));
}

/** A manager that admits a player that shows its token, and the first player of a name. */
function strictly(stage: Stage): void {
  stage.script.register_player = (params) => {
    const isWelcome = registrations(stage).length === 1 || params.auth_token === 'tok_p01';
    const rejected = { ...ACCEPTED, status: 'REJECTED', player_id: null, auth_token: null, reason: 'Duplicate name' };
    return stage.spoken('LEAGUE_REGISTER_RESPONSE', isWelcome ? { ...ACCEPTED } : rejected, params);
  };
}

test('a second player of the same name does not take the seat of the first, which is still running', async () => {
  const stage = rehearsal(fakeClock());
  strictly(stage);
  await stage.started({ id: null });
  expect(await stage.start({ id: null, ...ELSEWHERE })).toEqual({
    ok: false,
    error: {
      code: 'REGISTRATION_REJECTED',
      rejection: 'DUPLICATE_NAME',
      detail:
        'the league manager rejected Agent Alpha: Duplicate name; P01 of this name is running at memory:P01: choose another name',
    },
  });
  expect(registrations(stage)).toHaveLength(2);
  expect(registrations(stage)[1]).not.toHaveProperty('auth_token');
  expect(registrations(stage)[1]?.player_meta).not.toHaveProperty('player_id');
});

test('a player that moved is still the same once nobody answers where it was', async () => {
  const stage = rehearsal(fakeClock());
  strictly(stage);
  await (await stage.started({ id: null })).stop('restart');
  expect(unwrap(await stage.start({ id: null, ...ELSEWHERE })).id).toBe('P01');
  expect(registrations(stage)[1]).toMatchObject({ auth_token: 'tok_p01', player_meta: { player_id: 'P01' } });
});

test('whoever is silent where it was is given half a second', async () => {
  const stage = rehearsal(fakeClock());
  strictly(stage);
  await (await stage.started({ id: null })).stop('restart');
  unwrap(await stage.wire.listen('memory:P01', () => new Promise(() => undefined)));
  expect(unwrap(await stage.clock.runUntil(stage.start({ id: null, ...ELSEWHERE }))).id).toBe('P01');
  expect(stage.clock.monotonic()).toBeLessThanOrEqual(500);
});

test('a player that names its id means that one', async () => {
  const stage = rehearsal(fakeClock());
  strictly(stage);
  await stage.started();
  unwrap(await stage.start(ELSEWHERE));
  expect(registrations(stage)[1]).toMatchObject({ auth_token: 'tok_p01' });
});
