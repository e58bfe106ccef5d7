/** The edge cases over HTTP, with our agents as processes and short limits; the foreign players listen in this one. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sleep, systemClock } from '../../SHARED/core/clock.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { type Door, overHttp } from '../../SHARED/testing/foreign_http.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { call, type Hall, startLeague } from './testing/edge_case_cast.ts';
import { edgeCaseLaws } from './testing/edge_case_laws.ts';
import { league } from './testing/rehearsal.ts';

const OPERATOR = 'op_edge_cases';
/** Long enough for the slow player and a busy machine, short enough to be missed three times in a test. */
const LIMIT_SEC = 0.5;

edgeCaseLaws('over HTTP, with a process each', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'league-'));
  const [data, logs, config] = ['data', 'logs', 'config'].map((name) => join(folder, name)) as [string, string, string];
  await writeTestConfig(nodeDisk(), config, {
    'leagues/league_2025_even_odd.json': {
      schedule: { algorithm: 'round_robin', max_rounds: 1 },
      timeouts: { game_join_timeout_sec: LIMIT_SEC, move_timeout_sec: LIMIT_SEC, notify_timeout_sec: LIMIT_SEC },
    },
  });
  const where = ['--data', data, '--logs', logs, '--config', config];
  const manager = league('manager', '--port', '0', '--operator-token', OPERATOR, ...where);
  const programs = [manager];
  const doors: Door[] = [];

  const hall: Hall = {
    addresses: { LM01: '', REF01: '', P01: '' },
    sleep: (ms) => sleep(systemClock, ms),
    async post(address, text) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(address, { method: 'POST', headers, body: text });
      expect(response.status).toBeLessThan(400);
      return response.text();
    },
    async seat(player) {
      const door = await overHttp(player);
      doors.push(door);
      return door.address;
    },
    async play() {
      expect(await call(hall, hall.addresses.LM01, 'start_league', startLeague(OPERATOR))).toMatchObject({
        result: { status: 'running' },
      });
      expect(await Promise.all(programs.map((program) => program.ended()))).toEqual([0, 0, 0]);
    },
    file: (path) => readFile(join(data, path), 'utf8'),
    async close() {
      await Promise.all(programs.map((program) => program.end()));
      await Promise.all(doors.map((door) => door.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };

  try {
    const [, LM01 = ''] = await manager.says(/listens at (http:\S+\/mcp)\./);
    const ours = ['--port', '0', '--manager', LM01, ...where];
    const referee = league('referee', '--id', 'REF01', '--max-matches', '64', ...ours);
    const player = league('player', '--id', 'P01', ...ours);
    programs.push(referee, player);
    const [, REF01 = ''] = await referee.says(/REF01 listens at (http:\S+\/mcp) /);
    const [, P01 = ''] = await player.says(/P01 plays .* at (http:\S+\/mcp) /);
    return { ...hall, addresses: Object.assign(hall.addresses, { LM01, REF01, P01 }) };
  } catch (problem) {
    await hall.close();
    throw problem;
  }
});
