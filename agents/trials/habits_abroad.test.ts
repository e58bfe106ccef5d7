/** Our players and our referee in the leagues of strangers, one for each habit of a league manager. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { HistoryFile } from '../../SHARED/contracts/files/history.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Running } from '../../SHARED/league_sdk/effects.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { systemEffects } from '../launcher/world/installation.ts';
import { loadStrategy } from '../launcher/world/strategies.ts';
import { startPlayer } from '../player/player.ts';
import { startReferee } from '../referee/referee.ts';
import { HAS_PYTHON, standIn, winnersToldTo } from './testing/stand_ins.ts';

const MANAGERS = [
  ...['no_get_status', 'http_400', 'http_404', 'http_500', 'no_token', 'status_alone', 'no_ids', 'answers_in_params'],
  ...['offset_times', 'whole_seconds', 'by_type', 'message_param', 'tool_calls', 'bare_calls', 'course_fields'],
  ...['few_fields', 'null_fields', 'helper_call', 'choice_only', 'health_wait', 'register_path'],
];
/** Those that give matches to a referee of somebody else in another way than ours. */
const OF_REFEREES = ['no_get_status', 'http_500', 'no_token', 'no_ids', 'offset_times', 'by_type', 'course_fields'];

const skipped = HAS_PYTHON ? '' : ' (skipped: there is no python3 of 3.8 or later here)';
describe.skipIf(!HAS_PYTHON)(`in the league of a stranger${skipped}`, () => {
  const effects = { ...systemEffects('agent') };
  afterAll(() => effects.disk.close());

  /** Plays its league with two of our players, and our referee where the manager has none itself; what each player remembers. */
  async function play(...words: readonly string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'league-'));
    const manager = standIn('habits/managers.py', ...words);
    const agents: Running[] = [];
    const stop = () => Promise.all(agents.splice(0).map((agent) => agent.stop('the league is over')));
    const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
    try {
      const [, address = ''] = await manager.says(/listens at (http:\S+)/);
      const common = { effects, places, manager: address, game_types: ['even_odd'], listen: 'http://127.0.0.1:0/mcp' };
      for (const id of ['P01', 'P02']) {
        const strategy = await loadStrategy('random', id, 'random');
        agents.push(unwrap(await startPlayer({ ...common, id, display_name: `Agent ${id}`, strategy })));
      }
      if (words.includes('--referee')) {
        const about = { id: 'REF01', display_name: 'Our referee', max_concurrent_matches: 2 };
        agents.push(unwrap(await startReferee({ ...common, ...about, gameOf })));
      }
      const code = await manager.ended();
      // What they remember is on disk when they have ended.
      await stop();
      expect(manager.err()).toBe('');
      expect(code).toBe(0);
      const remembered = ['P01', 'P02'].map(async (id) => {
        const text = await effects.disk.read(join(places.data, 'players', id, 'history.json'));
        return [id, JSON.parse(text ?? 'null') as HistoryFile | null] as const;
      });
      return { told: winnersToldTo(manager), remembered: await Promise.all(remembered) };
    } finally {
      await stop();
      await manager.end();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Both matches were won as our players remember them. */
  function expectRemembered({ told, remembered }: Awaited<ReturnType<typeof play>>): void {
    expect(Object.keys(told)).toEqual(['R1M1', 'R2M1']);
    for (const [id, history] of remembered) {
      const results = history?.matches.map(({ match_id, result }) => [match_id, result]);
      const lost = (winner: string | undefined): string => (winner === 'DRAW' ? 'DRAW' : 'LOSS');
      expect(results, id).toEqual(
        Object.entries(told).map(([match_id, winner]) => [match_id, winner === id ? 'WIN' : lost(winner)]),
      );
    }
  }

  test('there is a test for every habit that the stand-in has', async () => {
    const list = standIn('habits/managers.py', '--list');
    await list.ended();
    expect(Object.keys(JSON.parse(list.out()) as object)).toEqual(MANAGERS);
  });

  test('our players play when all is as the documents say', async () => {
    expectRemembered(await play());
  });

  test.concurrent.each(MANAGERS)('our players play where the manager has the habit %s', async (habit) => {
    const played = await play(habit);
    // A result without its words cannot be remembered, nor one without an id of our own.
    if (!['few_fields', 'status_alone'].includes(habit)) expectRemembered(played);
  });

  test.concurrent.each(['', ...OF_REFEREES])('our referee runs its matches from ten fields: %s', async (habit) => {
    expectRemembered(await play(...[habit].filter(Boolean), '--referee'));
  });
});
