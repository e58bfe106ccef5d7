/** Ten leagues on one host at once, and the same ones after the other: how long both take, from the first to the last end. */
import { join } from 'node:path';
import { sleep, systemClock } from '../../../../SHARED/core/clock.ts';
import { unwrap } from '../../../../SHARED/core/result.ts';
import { leagueQueue } from '../../../../SHARED/league_sdk/postgres/queue.ts';
import { Mistake } from '../../../launcher/options.ts';
import { machine } from '../../../launcher/world/installation.ts';
import { networkTransport } from '../../../launcher/world/wires_http.ts';
import { startPlayer } from '../../../player/player.ts';
import { random } from '../../../player/strategies/random.ts';
import { scratchFolder } from '../../scratch_folder.ts';
import { hasPostgres, startPostgres } from '../../testing/postgres_server.ts';
import { freePortBase, league, ran, until } from '../../testing/rehearsal.ts';
import { rounded } from '../sums.ts';
import type { CommandOptions } from '../timed_commands.ts';

const [leagues, players] = [10, 10];

/** Both, once for every slice. */
export async function hosted({ slices, tell }: Pick<CommandOptions, 'slices' | 'tell'>) {
  if (!(await hasPostgres())) throw new Mistake('this needs the PostgreSQL that `npm run database` fetches');
  const server = await startPostgres();
  const [atOnce, inTurn]: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < slices; i++) {
      atOnce.push(await played(await server.database(), leagues));
      inTurn.push(await played(await server.database(), 1));
      tell(`${leagues} leagues: ${atOnce.at(-1)?.toFixed(1)} s at once, ${inTurn.at(-1)?.toFixed(1)} s in turn`);
    }
  } finally {
    await server.kill();
  }
  return { leagues, players, at_once_seconds: rounded(atOnce, 1), in_turn_seconds: rounded(inTurn, 1) };
}

/** Seconds from the submission of all leagues until all are over, so many at a time. */
async function played(url: string, atOnce: number): Promise<number> {
  const { path: folder, remove } = await scratchFolder('league-hosted-');
  const port = String(await freePortBase(0, 0));
  const queue = leagueQueue(url);
  const places = (name: string) => ['--data', join(folder, name, 'data'), '--logs', join(folder, name, 'logs')];
  const database = ['--database', url];
  const host = league('host', ...database, '--port', port, '--leagues', String(atOnce), ...places('host'));
  const referees = league('referee', ...database, '--leagues', String(atOnce), ...places('referees'));
  try {
    await host.says(/Host listens/);
    const ids = Array.from({ length: leagues }, (_, nth) => `cup_${atOnce}_${nth}`);
    for (const league_id of ids) {
      const file = join(folder, `${league_id}.json`);
      const participants = { auto_start_players: players };
      const text = { league_id, display_name: league_id, game_type: 'even_odd', participants };
      await machine().disk.replace(file, JSON.stringify(text));
    }
    const begun = systemClock.monotonic();
    await Promise.all(ids.map((id) => ran('submit', join(folder, `${id}.json`), ...database)));
    await Promise.all(ids.map(playedOut));
    return (systemClock.monotonic() - begun) / 1_000;
  } finally {
    await Promise.all([host.end(), referees.end(), queue.end()]);
    await remove();
  }

  /** Its players come when it has a manager, and go with it. */
  async function playedOut(league_id: string): Promise<void> {
    const find = () => queue.find(league_id);
    while (((await find())?.manager ?? null) === null) await sleep(systemClock, 50);
    const manager = `http://localhost:${port}/${league_id}/mcp`;
    const joined = Array.from({ length: players }, async (_, nth) => {
      const own = { data: join(folder, league_id, `data${nth}`), logs: join(folder, league_id, `logs${nth}`) };
      const effects = { ...machine(), transport: networkTransport('agent') };
      const options = { effects, places: own, display_name: `Player ${nth}`, manager, strategy: random };
      const game_types = ['even_odd'];
      return unwrap(await startPlayer({ ...options, game_types, listen: 'http://localhost:0/mcp' }));
    });
    await Promise.all((await Promise.all(joined)).map(({ ended }) => ended));
    await until(`${league_id} to be over`, async () => ((await find())?.state === 'OVER' ? true : undefined));
  }
}
