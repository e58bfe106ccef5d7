import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../SHARED/contracts/dialects/detect.ts';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { GAME } from './testing/rehearsal.ts';
import { stage } from './testing/rehearsal_stage.ts';

const staged = () => stage({ clock: fakeClock(), judge, plays: () => undefined });
const UNREADY = { agent_id: 'P02', reason: 'unreachable' };
const FORFEITS = [{ ...UNREADY, checked_at: '2025-01-15T10:00:00.000Z' }];

describe('before play', () => {
  test('the board says who would forfeit, to whoever asks and to who starts the league', async () => {
    const s = staged();
    const manager = unwrap(await s.start());
    await s.assemble(['P01'], ['REF01']);
    await s.register('P02');
    await s.clock.advance(0);
    expect((await s.call('get_status', {}))['result']).toMatchObject({ status: 'waiting', would_forfeit: FORFEITS });
    expect(await s.startLeague()).toMatchObject({ status: 'running', would_forfeit: FORFEITS });
    expect((await s.call('get_status', {}))['result']).not.toHaveProperty('would_forfeit');
    expect(await s.startLeague()).toMatchObject({ status: 'running', would_forfeit: [] });
    await s.clock.runUntil(manager.stop('enough'));
    const told = (await s.logged()).filter(({ event_type }) => /READ/.test(event_type));
    expect(told).toMatchObject([
      { event_type: 'READINESS_CHECKED', details: { asked: 3, ready: 2, would_forfeit: ['P02'] } },
      {
        event_type: 'AGENT_NOT_READY',
        level: 'WARNING',
        details: { ...UNREADY, detail: 'nobody listens at memory:P02' },
      },
    ]);
  });

  test('who listens a moment after it has registered is off the board soon, without registering again', async () => {
    const s = staged();
    const manager = unwrap(await s.start());
    await s.assemble(['P01'], ['REF01']);
    await s.register('P02');
    await s.clock.advance(0);
    expect((await s.call('get_status', {}))['result']).toMatchObject({ would_forfeit: FORFEITS });
    await s.agent('P02');
    await s.clock.advance(1_000);
    expect((await s.call('get_status', {}))['result']).toMatchObject({ would_forfeit: [] });
    await s.clock.runUntil(manager.stop('enough'));
  });

  test('who comes back before the start is off the board', async () => {
    const s = staged();
    const manager = unwrap(await s.start());
    await s.assemble(['P01'], ['REF01']);
    await s.register('P02');
    await s.agent('P02');
    expect(await s.startLeague()).toMatchObject({ would_forfeit: [] });
    await s.clock.runUntil(manager.stop('enough'));
  });

  test('agents of the bare dialects are asked nothing that their documents do not name', async () => {
    const s = staged();
    const manager = unwrap(await s.start());
    await s.assemble(['P01', 'P02'], ['REF01']);
    const heard: string[] = [];
    const door = await s.wire.listen('memory:flat', async (text) => {
      heard.push(text);
      return '{"status":"ok"}';
    });
    const { player_meta, ...request } = CONTRACTS.LEAGUE_REGISTER_REQUEST.example;
    const meta = { ...(player_meta as JsonObject), player_id: 'P09', contact_endpoint: 'memory:flat' };
    const text = JSON.stringify(dialectOf('flat').write({ ...request, player_meta: meta }));
    expect(await manager.answer(text, { address: 'memory', receivedAt: s.clock.monotonic() })).toContain('registered');
    expect(await s.startLeague()).toMatchObject({ would_forfeit: [] });
    await s.clock.advance(1_000);
    expect(heard.filter((each) => each.includes('ping'))).toEqual([]);
    await s.clock.runUntil(manager.stop('enough'));
    await unwrap(door).close();
  });
});

describe('too much at the door', () => {
  test('of a class league leaves room for others: phantoms of one address take its share', async () => {
    const s = staged();
    const manager = unwrap(
      await s.start({ file: { kind: 'class', participants: { min_players: 2, max_players: 10 } } }),
    );
    const enter = (address: string, name: string) => {
      const player_meta = { display_name: name, game_types: [GAME], contact_endpoint: `memory:${name}` };
      const about = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', sender: 'x', player_meta };
      return from(address, manager).ask({ jsonrpc: '2.0', method: 'register_player', params: about, id: 1 });
    };
    const codes: unknown[] = [];
    for (let i = 0; i < 50; i++) codes.push((await enter('10.0.0.7', `Phantom ${i}`)).result.error_code ?? 'in');
    expect(codes).toEqual([...Array(4).fill('in'), ...Array(46).fill('E017')]);
    expect((await enter('10.0.0.8', 'Honest')).result).toMatchObject({ status: 'ACCEPTED' });
    await s.clock.runUntil(manager.stop('enough'));
    const again = unwrap(await s.start({ file: { kind: 'class' } }));
    expect(again.league.agents.size).toBe(5);
    await s.clock.runUntil(again.stop('enough'));
  });

  const strict = {
    file: { kind: 'class' as const },
    rateLimits: { limits: { registrations: 2, registrationsPerMin: 60, wrongTokensPerMin: 2 } },
  };
  const from = (address: string, manager: { answer: (text: string, origin: never) => Promise<string | undefined> }) => {
    let marks = 0;
    const origin = { address, receivedAt: 0, tooMany: () => void marks++ };
    const ask = async (request: object) =>
      JSON.parse((await manager.answer(JSON.stringify(request), origin as never)) as string);
    return { ask, marks: () => marks };
  };

  test('is answered with E014 and a mark, costs nobody else anything, and is over with time', async () => {
    const s = staged();
    const manager = unwrap(await s.start(strict));
    const query = (auth_token: string) => ({
      jsonrpc: '2.0',
      method: 'league_query',
      params: {
        protocol: 'league.v2',
        message_type: 'LEAGUE_QUERY',
        auth_token,
        league_id: 'x',
        query_type: 'GET_STANDINGS',
      },
      id: 1,
    });
    const loud = from('10.0.0.7', manager);
    const codes: string[] = [];
    for (let i = 0; i < 4; i++) codes.push((await loud.ask(query('guess'))).result.error_code);
    expect(codes).toEqual(['E012', 'E012', 'E014', 'E014']);
    expect(loud.marks()).toBe(2);
    expect((await from('10.0.0.8', manager).ask(query('guess'))).result.error_code).toBe('E012');
    const ours = await s.register('P01');
    const owner = ours['status'] === 'ACCEPTED' ? s.tokenOf('P01') : '';
    expect((await loud.ask(query(owner))).result).toMatchObject({ message_type: 'LEAGUE_QUERY_RESPONSE' });
    await s.clock.advance(60_000);
    expect((await loud.ask(query('guess'))).result.error_code).toBe('E012');
    await s.clock.runUntil(manager.stop('enough'));
  });
});
