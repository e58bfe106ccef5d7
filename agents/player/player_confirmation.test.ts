import { expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { rehearsal, type Stage } from './testing/rehearsal.ts';
import { ACCEPTED, LEAGUE, NOT_STARTED } from './testing/rehearsal_script.ts';

function queries(stage: Stage): readonly JsonObject[] {
  return stage.requests.flatMap(({ method, params }) => (method === 'league_query' ? [params] : []));
}

async function notes(stage: Stage): Promise<readonly JsonObject[]> {
  return (await stage.log()).filter(({ message_type }) => message_type === 'TOKEN_NOT_CONFIRMED') as never;
}

test.each([
  { who: 'a player with an id', id: 'P01' },
  { who: 'a player that was given one', id: null },
])('$who uses its token at once, as itself, so that nobody else can ask for another', async ({ id }) => {
  const stage = rehearsal(fakeClock());
  let kept = false;
  stage.script.league_query = (params) => {
    kept = stage.disk.files().has('/data/players/P01/credentials.json');
    return stage.spoken('LEAGUE_QUERY_RESPONSE', NOT_STARTED, params);
  };
  await stage.started({ id });
  await stage.clock.advance(1);
  expect(queries(stage)).toMatchObject([
    {
      sender: 'player:P01',
      auth_token: 'tok_p01',
      league_id: LEAGUE,
      query_type: 'GET_NEXT_MATCH',
    },
  ]);
  expect(kept).toBe(true);
  expect(await notes(stage)).toEqual([]);
});

test('a manager that does not answer delays nothing and is asked once', async () => {
  const stage = rehearsal(fakeClock());
  stage.script.league_query = () => undefined;
  await stage.openManager();
  const player = unwrap(await stage.start());
  expect([player.id, stage.clock.monotonic()]).toEqual(['P01', 0]);
  expect(await stage.announce()).toMatchObject({ message_type: 'ROUND_ANNOUNCEMENT_ACK' });
  await stage.clock.advance(60_000);
  expect(queries(stage)).toHaveLength(1);
  expect(await notes(stage)).toMatchObject([{ peer: 'LM01', level: 'WARNING' }]);
  await player.stop('enough');
  expect(stage.clock.scheduled).toBe(0);
});

test('a token that the manager refuses is told in the log', async () => {
  const stage = rehearsal(fakeClock());
  const refused = { error_code: 'E012', error_name: 'AUTH_TOKEN_INVALID', error_description: 'not valid' };
  stage.script.league_query = (params) => stage.spoken('LEAGUE_ERROR', refused, params);
  await stage.started();
  expect(await notes(stage)).toMatchObject([{ level: 'WARNING', details: { error_code: 'E012' } }]);
});

test.each([
  { what: 'no token was given the query', given: { auth_token: null } },
  { what: 'the manager gives none of its own, as in the plain documents, the query', given: { manager_token: null } },
])('where $what is not sent', async ({ given }) => {
  const stage = rehearsal(fakeClock());
  stage.script.register_player = (params) =>
    stage.spoken('LEAGUE_REGISTER_RESPONSE', { ...ACCEPTED, ...given }, params);
  await stage.started();
  await stage.clock.advance(1);
  expect(queries(stage)).toEqual([]);
});
