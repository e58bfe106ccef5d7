/** A player's session with its league manager, on virtual time. */
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { rehearsal, type Stage } from './testing/rehearsal.ts';
import { ACCEPTED, LEAGUE } from './testing/rehearsal_script.ts';

const SILENT = () => undefined;

const asked = ({ requests }: Stage, method: string) => requests.filter((request) => request.method === method).length;
const notes = async (stage: Stage) =>
  (await stage.log())
    .filter(({ message_type }) => message_type.startsWith('SESSION_'))
    .map((line) => line.message_type);

/** A player that is registered, and whose manager has said nothing since. */
async function staged() {
  const stage = rehearsal(fakeClock());
  const player = await stage.started();
  await stage.clock.advance(1);
  return { stage, player };
}

/** Another run in the same place, in which no player is known. */
function anotherRun(stage: Stage): void {
  stage.script.get_status = () => ({ league_id: LEAGUE, run_id: 'run_2', status: 'waiting' });
  stage.script.ping = () => ({ status: 'ok', league_id: LEAGUE, run_id: 'run_2' });
  stage.script.register_player = (params) =>
    stage.spoken('LEAGUE_REGISTER_RESPONSE', { ...ACCEPTED, run_id: 'run_2', auth_token: 'tok_2' }, params);
}

describe('while the manager is silent', () => {
  test('it is asked every ten seconds at most whether it is there, and nothing else', async () => {
    const { stage } = await staged();
    const before = stage.requests.length;
    await stage.clock.advance(60_000);
    const since = stage.requests.slice(before).map(({ method }) => method);
    expect(new Set(since)).toEqual(new Set(['ping']));
    expect(since.length).toBeGreaterThanOrEqual(6);
    expect(since.length).toBeLessThanOrEqual(12);
  });

  test('but not while it is heard', async () => {
    const { stage } = await staged();
    const before = asked(stage, 'ping');
    for (let s = 0; s < 20; s++) {
      await stage.announce();
      await stage.clock.advance(2_000);
    }
    expect(asked(stage, 'ping')).toBe(before);
  });

  test('a manager that does not know the question is never asked it', async () => {
    const stage = rehearsal(fakeClock());
    stage.script.get_status = () => ({ error: { code: -32601, message: 'Method not found' } });
    await stage.started();
    await stage.clock.advance(600_000);
    expect(stage.requests.map(({ method }) => method)).toEqual(['get_status', 'register_player', 'league_query']);
  });
});

describe('a manager that was away', () => {
  test('is found again, and where it goes on with the same run nobody registers twice', async () => {
    const { stage } = await staged();
    const { ping } = stage.script;
    stage.script.ping = SILENT;
    await stage.clock.advance(120_000);
    stage.script.ping = ping;
    await stage.clock.advance(70_000);
    expect(asked(stage, 'register_player')).toBe(1);
    expect(await notes(stage)).toEqual(['SESSION_DEGRADED', 'SESSION_LOST', 'SESSION_RESTORED']);
    expect(await stage.announce()).toMatchObject({ message_type: 'ROUND_ANNOUNCEMENT_ACK' });
  });

  test('is not asked in a rush meanwhile', async () => {
    const { stage } = await staged();
    stage.script.ping = SILENT;
    await stage.clock.advance(60_000);
    const before = asked(stage, 'ping');
    await stage.clock.advance(600_000);
    expect(asked(stage, 'ping') - before).toBeLessThan(25);
  });

  test('and does not know the player any more is registered with again', async () => {
    const { stage } = await staged();
    const { ping } = stage.script;
    stage.script.ping = SILENT;
    await stage.clock.advance(60_000);
    const unknown = { error_code: 'E012', error_name: 'AUTH_TOKEN_INVALID', error_description: 'who are you?' };
    stage.script.league_query = (params) => stage.spoken('LEAGUE_ERROR', unknown, params);
    stage.script.ping = ping;
    await stage.clock.advance(70_000);
    expect(asked(stage, 'register_player')).toBe(2);
    expect((await notes(stage)).at(-1)).toBe('SESSION_RESTORED');
  });
});

describe('another run in the place of the first', () => {
  test('is registered with, and nothing is left of the matches before', async () => {
    const { stage } = await staged();
    await stage.announce();
    await stage.invite();
    await stage.over();
    anotherRun(stage);
    await stage.clock.advance(20_000);
    expect(asked(stage, 'register_player')).toBe(2);
    expect(await stage.look('get_player_state')).toMatchObject({
      ...{ player_id: 'P01', run_id: 'run_2', state: 'REGISTERED', round_id: 0 },
      record: { played: 0 },
    });
    expect(stage.history().matches).toHaveLength(1);
    await stage.announce();
    expect(await stage.invite()).toMatchObject({ message_type: 'GAME_JOIN_ACK', accept: true });
    expect(await stage.call()).toMatchObject({ parity_choice: 'even' });
  });

  test('that turns the player away is left alone', async () => {
    const { stage } = await staged();
    anotherRun(stage);
    const no = { status: 'REJECTED', player_id: null, auth_token: null, league_id: LEAGUE, reason: 'League full' };
    stage.script.register_player = (params) => stage.spoken('LEAGUE_REGISTER_RESPONSE', no, params);
    await stage.clock.advance(20_000);
    const before = stage.requests.length;
    await stage.clock.advance(600_000);
    expect(stage.requests).toHaveLength(before);
    expect(await notes(stage)).toEqual(['SESSION_LOST', 'SESSION_REFUSED']);
    expect((await stage.log()).find(({ message_type }) => message_type === 'SESSION_REFUSED')).toMatchObject({
      level: 'WARNING',
      details: { consequence: expect.stringContaining('in no league') },
    });
  });
});

describe('nothing is asked any more', () => {
  test('when the league is complete', async () => {
    const { stage } = await staged();
    const end = { league_id: LEAGUE, total_rounds: 1, total_matches: 1, champion: null, final_standings: [] };
    await stage.say('LEAGUE_COMPLETED', end);
    await stage.clock.advance(1_000);
    const before = stage.requests.length;
    await stage.clock.advance(600_000);
    expect(stage.requests).toHaveLength(before);
    expect(stage.clock.scheduled).toBe(0);
  });

  test('when the player has stopped, also while its manager is away', async () => {
    const { stage, player } = await staged();
    stage.script.ping = SILENT;
    await stage.clock.advance(60_000);
    await player.stop('enough');
    await stage.clock.advance(10_000);
    expect(stage.clock.scheduled).toBe(0);
  });
});

describe('after LEAGUE_COMPLETED', () => {
  const completed = {
    league_id: LEAGUE,
    total_rounds: 1,
    total_matches: 1,
    champion: null,
    final_standings: [],
  };

  async function completing(manager_token: string | null) {
    const stage = rehearsal(fakeClock());
    stage.script.register_player = (params) =>
      stage.spoken('LEAGUE_REGISTER_RESPONSE', { ...ACCEPTED, manager_token }, params);
    const player = await stage.started();
    let reason: string | undefined;
    void player.ended.then((why) => {
      reason = why;
    });
    await stage.say('LEAGUE_COMPLETED', completed);
    return { stage, reason: () => reason };
  }

  test('a player whose manager gave no token of its own ends within seconds', async () => {
    const { stage, reason } = await completing(null);
    await stage.clock.advance(9_000);
    expect(reason()).toBeUndefined();
    await stage.clock.advance(2_000);
    expect(reason()).toBe('the league is over, and no SHUTDOWN_COMMAND came in 10 s');
  });

  test('it stays where its manager goes on', async () => {
    const { stage, reason } = await completing(null);
    await stage.clock.advance(5_000);
    await stage.announce();
    await stage.clock.advance(60_000);
    expect(reason()).toBeUndefined();
  });

  test('a player of a manager that shuts its agents down waits for that, as in a league that is kept', async () => {
    const { stage, reason } = await completing('mgr_p01');
    await stage.clock.advance(600_000);
    expect(reason()).toBeUndefined();
  });
});
