/** Taking seats and keeping them, on virtual time. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { wholeStatus } from '../league_manager/public/queries.ts';
import { type SeatedOptions, seatedLeague } from './testing/seated_league.ts';

type League = Awaited<ReturnType<typeof seatedLeague>>;
let league: League;

async function opened(options: SeatedOptions = {}): Promise<League> {
  league = await seatedLeague(options);
  return league;
}
afterEach(() => league.close());

const SEATS = '/data/leagues/league_2025_even_odd/seats.json';
const join = (display_name: string, more: { readonly [name: string]: Json } = {}, address = '192.0.2.1') =>
  league.ask('join_league', { display_name, ...more }, { address });

describe('joining', () => {
  test('gives a player of the league and a seat, and the same seat is the same player', async () => {
    await opened();
    const joined = await join('Model');
    expect(joined).toMatchObject({ player_id: 'P02', display_name: 'Model', league_status: 'waiting' });
    const again = await join('Model', { seat_token: joined['seat_token'] as Json });
    expect(again).toEqual(joined);
    expect(league.manager().league.agents.get('P02')).toMatchObject({ display_name: 'Model', role: 'player' });
  });

  test('of a person is kept as that of a human, in ledger, table and views, also over a restart of the manager', async () => {
    await opened();
    await join('Ada', { kind: 'human' });
    await join('Model');
    const kinds = () => [...league.manager().league.agents.values()].map(({ id, kind }) => [id, kind]);
    const expected = [
      ['REF01', undefined],
      ['OURS1', undefined],
      ['P02', 'human'],
      ['P03', undefined],
    ];
    expect(kinds()).toEqual(expected);
    expect(wholeStatus(league.manager().league)).toMatchObject({ people: [{ player_id: 'P02', display_name: 'Ada' }] });
    await league.restart();
    expect(kinds()).toEqual(expected);
    await league.start();
    await league.clock.advance(1_000);
    const files = league.disk.files();
    const rows = (name: string, list: string) =>
      (JSON.parse(String(files.get(`/data/leagues/league_2025_even_odd/${name}`))) as JsonObject)[list] as JsonObject[];
    for (const shown of [rows('standings.json', 'standings'), rows('agents_config.json', 'players')])
      expect(shown.flatMap(({ player_id, kind }) => (kind === undefined ? [] : [[player_id, kind]]))).toEqual([
        ['P02', 'human'],
      ]);
    const said = await join('Eve', { kind: 'robot' });
    expect(said).toMatchObject({ failed: true, error_code: 'E002', error_description: /kind/ });
  });

  test('is refused with the code and reason that any player is given', async () => {
    await opened({ maxPlayers: 2 });
    await league.seat('Model');
    expect(await join('Another')).toMatchObject({ failed: true, error_code: 'E017', error_name: 'League full' });
    await league.start();
    const late = await join('Another');
    expect(late).toMatchObject({ failed: true, error_code: 'E007', error_name: 'Registration closed' });
  });

  test('one address gets so many seats, and all together so many', async () => {
    await opened({ limits: { seats: 3, seatsPerAddress: 2, joinsPerMin: 20 } });
    expect(await join('A')).toHaveProperty('seat_token');
    expect(await join('B')).toHaveProperty('seat_token');
    expect(await join('C')).toMatchObject({
      ...{ failed: true, error_code: 'E006' },
      error_description: /yours has 2; .*security\.max_seats_per_address in system\.json/,
    });
    expect(await join('C', {}, '192.0.2.2')).toHaveProperty('seat_token');
    expect(await join('D', {}, '192.0.2.3')).toMatchObject({ failed: true, error_code: 'E017' });
  });

  test('this machine has as many as it likes, as often as it likes, unless it is counted', async () => {
    await opened({ limits: { seats: 10, seatsPerAddress: 1, joinsPerMin: 1 } });
    for (const [nth, address] of ['127.0.0.1', '127.0.0.1', '::1', '::ffff:127.0.0.1'].entries())
      expect(await join(`Here ${nth}`, {}, address)).toHaveProperty('seat_token');
    await league.close();
    await opened({ limits: { seats: 10, seatsPerAddress: 1, joinsPerMin: 9 }, countsThisMachine: true });
    expect(await join('Here', {}, '127.0.0.1')).toHaveProperty('seat_token');
    expect(await join('There', {}, '127.0.0.1')).toMatchObject({ failed: true, error_code: 'E006' });
  });

  test('a seat that nobody was given opens nothing', async () => {
    await opened();
    for (const name of ['wait_for_turn', 'my_standing', 'leave'])
      expect(await league.ask(name, { seat_token: 'seat_0000' })).toMatchObject({ failed: true, error_code: 'E012' });
    const move = { seat_token: 'seat_0000', match_id: 'R1M1', move: 'even' };
    expect(await league.ask('make_move', move)).toMatchObject({ failed: true, error_code: 'E012' });
  });

  test('one address may try so often in a minute, with a seat or without; others may still', async () => {
    await opened({ limits: { seats: 10, seatsPerAddress: 2, joinsPerMin: 3 } });
    const joined = await join('Model');
    expect(await join('Model')).toMatchObject({ error_code: 'E016' });
    expect(await join('Model', { seat_token: joined['seat_token'] as Json })).toHaveProperty('player_id');
    expect(await join('Model')).toMatchObject({ failed: true, error_code: 'E014' });
    expect(await join('Model', { seat_token: joined['seat_token'] as Json })).toMatchObject({
      failed: true,
      error_code: 'E014',
    });
    expect(await join('Model', {}, '192.0.2.2')).toMatchObject({ error_code: 'E016' });
    await league.clock.advance(60_000);
    expect(await join('Another')).toHaveProperty('seat_token');
  });

  test.each(['Our 1', 'OUR  1'])('under the name of a player elsewhere, %s, starts nothing', async (name) => {
    await opened();
    const log = () => league.disk.files().get('/logs/league/league_2025_even_odd/league.log.jsonl') ?? '';
    await league.clock.advance(1_000);
    const before = log();
    expect(await join(name)).toMatchObject({ failed: true, error_code: 'E016', error_name: 'Duplicate name' });
    await league.clock.advance(1_000);
    expect(log()).toBe(before);
  });
});

test('the name of one of our own players is not to be had while it is away, though its files lie here', async () => {
  await opened();
  await league.clock.runUntil(league.players[0]?.stop('away for a moment') ?? Promise.reject(new Error('nobody')));
  expect(await join('Our 1')).toMatchObject({ failed: true, error_code: 'E016' });
  expect(league.manager().league.agents.get('OURS1')).toMatchObject({ endpoint: 'memory:OURS1' });
});

describe('the name of a seat again', () => {
  const own = { request_id: 'known to this client alone' };

  test('is taken, also before the seat was ever used', async () => {
    await opened();
    const seat_token = (await join('Model'))['seat_token'] as Json;
    for (const proof of [{}, own])
      expect(await join('Model', proof)).toMatchObject({ failed: true, error_code: 'E016' });
    expect(await league.ask('my_standing', { seat_token })).toMatchObject({ player_id: 'P02' });
  });

  test('with the request_id of the join is the same player with a new seat, when the answer got lost', async () => {
    await opened();
    const lost = (await join('Model', own))['seat_token'] as Json;
    for (const [proof, address] of [
      [{}, '192.0.2.1'],
      [{ request_id: 'a guess of somebody else' }, '192.0.2.1'],
      [own, '192.0.2.2'],
    ] as const)
      expect(await join('Model', proof, address)).toMatchObject({ failed: true, error_code: 'E016' });
    const again = await join('Model', own);
    expect(again).toMatchObject({ player_id: 'P02' });
    expect(await league.ask('my_standing', { seat_token: lost })).toMatchObject({ failed: true, error_code: 'E012' });
    expect(await league.ask('my_standing', { seat_token: again['seat_token'] as Json })).toMatchObject({
      player_id: 'P02',
    });
    expect(await join('Model', own)).toMatchObject({ failed: true, error_code: 'E016' });
  });

  test('is not, a minute later, once the league has begun, or after a restart', async () => {
    await opened();
    const old = (await join('Old', own))['seat_token'] as Json;
    await league.clock.advance(61_000);
    expect(await join('Old', own)).toMatchObject({ failed: true, error_code: 'E016' });
    const kept = (await join('Kept', own))['seat_token'] as Json;
    await league.restart();
    expect(await join('Kept', own)).toMatchObject({ failed: true, error_code: 'E016' });
    const playing = (await join('Playing', own))['seat_token'] as Json;
    await league.start();
    expect(await join('Playing', own)).toMatchObject({ failed: true, error_code: 'E007' });
    for (const seat_token of [old, kept, playing])
      expect(await league.ask('my_standing', { seat_token })).toHaveProperty('player_id');
  });

  test('of one that was left, after a restart, is no way back into it; its seat is', async () => {
    await opened();
    const seat_token = (await join('Model', own))['seat_token'] as Json;
    await league.ask('leave', { seat_token, confirm: true });
    await league.restart();
    expect(await join('Model', own)).toMatchObject({ failed: true, error_code: 'E016' });
    expect(await join('Model', { seat_token })).toMatchObject({ player_id: 'P02' });
    expect(await league.ask('wait_for_turn', { seat_token, wait_sec: 0 })).toMatchObject({ status: 'waiting' });
  });
});

describe('a league with a roster', () => {
  const [ADA, BEN] = ['K7QM-3XNP-A2DF-9WRT', 'AAAA-BBBB-CCCC-DDDD'];
  const shown = (name: string, origin: { readonly bearer?: string; readonly code?: string }) =>
    league.ask('join_league', { display_name: name }, { address: '192.0.2.1', ...origin });

  test('gives a seat for a code, wherever it stands, and none without', async () => {
    await opened({ ours: 0, codes: [ADA, BEN, 'CCCC'], limits: { seats: 9, seatsPerAddress: 1, joinsPerMin: 3 } });
    for (const more of [{}, { invite_code: 'K7QM-3XNP' }])
      expect(await join('Eve', more)).toMatchObject({ error_code: 'E006', error_name: 'Invite code required' });
    expect(await join('Ada', { invite_code: ADA.toLowerCase() })).toHaveProperty('seat_token');
    expect(await shown('Ben', { bearer: BEN })).toHaveProperty('seat_token');
    expect(await shown('Cleo', { code: 'CCCC' })).toHaveProperty('seat_token');
    expect(await join('Eve', { invite_code: 'a guess' })).toMatchObject({ error_code: 'E006' });
    expect(await join('Eve', { invite_code: 'another' })).toMatchObject({ error_code: 'E014' });
    const { agents } = league.manager().league;
    expect([...agents.values()].filter(({ code_sha256 }) => code_sha256 !== undefined)).toHaveLength(3);
  });

  test('counts the joins of a code by themselves', async () => {
    await opened({ ours: 0, codes: [ADA, BEN], limits: { seats: 9, seatsPerAddress: 1, joinsPerMin: 2 } });
    for (let i = 0; i < 2; i++) expect(await join('Ada', { invite_code: ADA })).toHaveProperty('seat_token');
    expect(await join('Ada', { invite_code: ADA })).toMatchObject({ error_code: 'E014' });
    expect(await join('Ben', { invite_code: BEN })).toHaveProperty('seat_token');
  });

  test('gives the seat of a code back once its client has been silent, also after a restart', async () => {
    await opened({ ours: 0, codes: [ADA, BEN] });
    const { seat_token: lost = null, player_id } = await join('Ada', { invite_code: ADA });
    await league.ask('my_standing', { seat_token: lost });
    expect(await join('Ada', { invite_code: ADA })).toMatchObject({
      error_code: 'E016',
      error_name: 'Invite code in use',
    });
    await league.clock.advance(31_000);
    const back = await join('Another name', { invite_code: ADA });
    expect(back).toMatchObject({ player_id, display_name: 'Ada' });
    expect(await league.ask('my_standing', { seat_token: lost })).toMatchObject({ error_code: 'E012' });
    await league.restart();
    expect(await join('Ada', { invite_code: ADA })).toMatchObject({ player_id });
    expect(league.trouble).toEqual([]);
  });
});

describe('a disk that takes nothing', () => {
  const written = () => league.disk.read(SEATS);

  test('leaves the client where it was: still in its seat, still out of it', async () => {
    await opened();
    const seat_token = (await join('Model'))['seat_token'] as Json;
    league.fillDisk(true);
    await expect(league.ask('leave', { seat_token, confirm: true })).rejects.toThrow('ENOSPC');
    expect(await league.ask('wait_for_turn', { seat_token, wait_sec: 0 })).toMatchObject({ status: 'waiting' });
    league.fillDisk(false);
    await league.ask('leave', { seat_token, confirm: true });
    const left = await written();
    league.fillDisk(true);
    await expect(join('Model', { seat_token })).rejects.toThrow('ENOSPC');
    expect(await league.ask('wait_for_turn', { seat_token, wait_sec: 0 })).toMatchObject({ status: 'left' });
    expect(await written()).toBe(left);
    league.fillDisk(false);
    expect(await join('Model', { seat_token })).toMatchObject({ player_id: 'P02' });
    expect(await league.ask('wait_for_turn', { seat_token, wait_sec: 0 })).toMatchObject({ status: 'waiting' });
  });

  test('gives no seat that would be forgotten', async () => {
    await opened();
    league.fillDisk(true);
    await expect(join('Model')).rejects.toThrow('ENOSPC');
    league.fillDisk(false);
    await join('Another');
    expect(await written()).not.toContain('"Model"');
  });
});
