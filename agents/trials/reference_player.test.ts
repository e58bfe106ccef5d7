/** The reference player of spec 004's appendix in a league of ours: no envelope, three methods, and no match lost by that. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import { type Door, overHttp } from '../../SHARED/testing/foreign_http.ts';
import { referencePlayer, registration } from '../../SHARED/testing/foreign_player.ts';
import { overHttpHere, playInProcess, shippedCast } from './testing/rehearsal_in_process.ts';

describe('the reference player', () => {
  const player = referencePlayer((nth) => (nth % 2 === 0 ? 'even' : 'odd'));
  let folder: string;
  let door: Door;
  let own: RoundsFile['rounds'][number]['matches'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    door = await overHttp(player);
    const shipped = await shippedCast();
    const cast = { ...shipped, players: shipped.players.slice(0, 3) };
    await playInProcess(folder, overHttpHere, { cast, guests: register });
    const text = await readFile(join(folder, 'data/leagues/league_2025_even_odd/rounds.json'), 'utf8');
    const matches = (JSON.parse(text) as RoundsFile).rounds.flatMap((round) => round.matches);
    own = matches.filter(({ player_a, player_b }) => player_a === 'P04' || player_b === 'P04');
  });
  afterAll(async () => {
    await door.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** `register_player` of the appendix. */
  async function register(manager: string): Promise<void> {
    const params = registration('Reference Player', door.address, 'P04');
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
    const response = await fetch(manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(await response.json()).toMatchObject({ result: { status: 'ACCEPTED', player_id: 'P04' } });
  }

  test('plays all its matches, and forfeits none', () => {
    expect(own.map(({ match_id }) => match_id)).toEqual(['R1M2', 'R2M2', 'R3M1']);
    expect(own.map(({ termination }) => termination)).toEqual(['normal', 'normal', 'normal']);
  });

  test('is asked each thing once, and its choices are the ones that count', async () => {
    for (const method of ['handle_game_invitation', 'choose_parity', 'notify_match_result']) {
      expect(
        player.told(method).map(({ match_id }) => match_id),
        method,
      ).toEqual(['R1M2', 'R2M2', 'R3M1']);
    }
    const chosen = player.told('notify_match_result').map(({ game_result }) => game_result);
    expect(chosen).toMatchObject(['odd', 'even', 'odd'].map((choice) => ({ choices: { P04: choice } })));
    expect(player.told('notify_game_error')).toEqual([]);
  });

  test('is told of rounds, standings and the end, whatever it makes of them', () => {
    const told = new Set(player.methods);
    for (const method of [
      'notify_round',
      'update_standings',
      'notify_round_completed',
      'notify_league_completed',
      'shutdown',
    ]) {
      expect(told, method).toContain(method);
    }
  });
});
