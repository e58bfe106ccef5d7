import { describe, expect, test } from 'vitest';
import type { CredentialsFile } from '../../SHARED/contracts/files/history.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { type Parts, rehearsal, type Stage } from './testing/rehearsal.ts';
import { ACCEPTED, ANNOUNCED, LEAGUE, MANAGER } from './testing/rehearsal_script.ts';

const CREDENTIALS = '/data/players/P01/credentials.json';
const ELSEWHERE = 'memory:LM02';

/** A manager that knows bare messages alone; gives what was asked of it to register. */
async function openBareManager(stage: Stage, address = MANAGER, given: JsonObject = {}): Promise<JsonObject[]> {
  const registrations: JsonObject[] = [];
  const listening = await stage.wire.listen(address, async (text) => {
    const asked = JSON.parse(text) as JsonObject;
    const { message_type, protocol = '', league_id = LEAGUE } = asked;
    if (message_type !== 'LEAGUE_REGISTER_REQUEST') return '{"status":"ok"}';
    registrations.push(asked);
    const auth_token = `tok_${registrations.length}_of_${address}`;
    const accepted = { ...ACCEPTED, auth_token, league_id, ...given };
    return JSON.stringify({ ...stage.spoken('LEAGUE_REGISTER_RESPONSE', accepted, asked), protocol });
  });
  unwrap(listening);
  return registrations;
}

async function startAndStop(stage: Stage, parts: Parts): Promise<void> {
  await unwrap(await stage.start(parts)).stop('restart');
}

describe.each(['flat', 'v1'] as const)('a %s player that comes back', (dialect) => {
  test.each([
    { who: 'with its id', id: 'P01' },
    { who: 'by its name', id: null },
  ])('$who shows the newest token it has', async ({ id }) => {
    const stage = rehearsal(fakeClock());
    const registrations = await openBareManager(stage);
    for (let start = 1; start <= 3; start++) {
      await startAndStop(stage, { id, dialect });
      await stage.clock.advance(1_000);
    }
    expect(registrations.map(({ auth_token }) => auth_token)).toEqual([
      undefined,
      'tok_1_of_memory:LM01',
      'tok_2_of_memory:LM01',
    ]);
  });

  test('shows the newest token of several runs', async () => {
    const stage = rehearsal(fakeClock());
    const given = { run_id: '' };
    const registrations = await openBareManager(stage, MANAGER, given);
    for (const run_id of ['run_1', 'run_3', 'run_2', 'run_4']) {
      given.run_id = run_id;
      await startAndStop(stage, { dialect });
      await stage.clock.advance(1_000);
    }
    expect(registrations[3]).toMatchObject({ auth_token: 'tok_3_of_memory:LM01' });
  });

  test('under another name is somebody else', async () => {
    const stage = rehearsal(fakeClock());
    const registrations = await openBareManager(stage);
    await startAndStop(stage, { id: null, dialect });
    await startAndStop(stage, { id: null, dialect, display_name: 'Agent Beta' });
    expect(registrations[1]).not.toHaveProperty('auth_token');
  });

  test('does not wish for an id that another run may have given to somebody else', async () => {
    const stage = rehearsal(fakeClock());
    const registrations = await openBareManager(stage);
    await startAndStop(stage, { id: null, dialect });
    await startAndStop(stage, { id: null, dialect });
    expect(registrations[1]?.player_meta).not.toHaveProperty('player_id');
  });

  test('shows no manager the token of another, and forgets none', async () => {
    const stage = rehearsal(fakeClock());
    const here = await openBareManager(stage);
    const there = await openBareManager(stage, ELSEWHERE);
    await startAndStop(stage, { dialect });
    await startAndStop(stage, { dialect, manager: ELSEWHERE });
    await startAndStop(stage, { dialect });
    expect(there[0]).not.toHaveProperty('auth_token');
    expect(here[1]).toMatchObject({ auth_token: 'tok_1_of_memory:LM01' });
  });

  test('and whose credentials are damaged says so', async () => {
    const stage = rehearsal(fakeClock());
    await stage.disk.replace(CREDENTIALS, 'not json');
    await openBareManager(stage);
    expect(await stage.start({ dialect })).toMatchObject({ error: { code: 'DATA_INIT_FAILED' } });
  });
});

test('a player whose JSON-RPC manager has no get_status comes back all the same', async () => {
  const stage = rehearsal(fakeClock());
  stage.script.get_status = () => ({ error: { code: -32601, message: 'Method not found' } });
  await (await stage.started()).stop('restart');
  unwrap(await stage.start());
  const [, again] = stage.requests.filter(({ method }) => method === 'register_player');
  expect(again?.params).toMatchObject({ auth_token: 'tok_p01' });
});

describe('a v1 player whose manager merely echoes its league', () => {
  const dialect = 'v1';

  test('keeps its files under a name made from where the manager is', async () => {
    const stage = rehearsal(fakeClock());
    const asked = await openBareManager(stage);
    const player = unwrap(await stage.start({ dialect }));
    const league_id = asked[0]?.league_id as string;
    expect(await stage.say('ROUND_ANNOUNCEMENT', { league_id, round_id: 1, matches: [ANNOUNCED] })).toMatchObject({
      message_type: 'ROUND_ANNOUNCEMENT_ACK',
    });
    expect(await stage.warnings()).toEqual([]);
    await stage.over();
    await player.stop('enough');
    expect(stage.fileAt<CredentialsFile>(CREDENTIALS).credentials).toMatchObject([
      { league_id: 'league_at_memory_LM01' },
    ]);
    expect(stage.history().matches).toMatchObject([{ league_id: 'league_at_memory_LM01', match_id: 'R1M1' }]);
  });
});
