/** One league, four ways: over memory, over HTTP in one process, as a process each, and on pipes. The same must come of all. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryFile } from '../../SHARED/contracts/files/history.ts';
import { FILES, type FileShape } from '../../SHARED/contracts/files/index.ts';
import type { RoundsFile, StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { AgentLogLine, LeagueLogLine } from '../../SHARED/contracts/files/logs.ts';
import type { MatchRecord } from '../../SHARED/contracts/files/match.ts';
import { recordHash } from '../../SHARED/contracts/files/match.ts';
import { fits } from '../../SHARED/contracts/validator.ts';
import { systemClock } from '../../SHARED/core/clock.ts';
import { memoryNetwork } from '../../SHARED/league_sdk/transport/memory.ts';
import { systemEffects } from '../launcher/world/installation.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { derivedTokens } from '../league_manager/registration/tokens.ts';
import { freePortBase } from './testing/rehearsal.ts';
import { overHttpHere, playInProcess, typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
/** Spec 002, "Match Schedule". */
const DOCUMENTED = [
  'R1M1 P01-P02 REF01',
  'R1M2 P03-P04 REF02',
  'R2M1 P03-P01 REF01',
  'R2M2 P04-P02 REF02',
  'R3M1 P04-P01 REF01',
  'R3M2 P03-P02 REF02',
];
const PLAYERS = ['P01', 'P02', 'P03', 'P04'];
/** They hold one secret each and have no shape to speak of. */
const BARE_SECRETS = [`data/leagues/${LEAGUE}/operator.token`, `data/leagues/${LEAGUE}/secret`];

const WAYS = [
  {
    way: 'over memory',
    async play(folder: string) {
      const transport = memoryNetwork({ clock: systemClock }).transport();
      const effectsOf = () => ({ ...systemEffects('agent'), transport });
      await playInProcess(folder, { effectsOf, addressOf: (id) => `memory:${id}`, schemes: ['memory:'] });
    },
  },
  {
    way: 'over HTTP in one process',
    play: (folder: string) => playInProcess(folder, overHttpHere),
  },
  {
    way: 'as a process each',
    async play(folder: string) {
      const folders = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
      const { code, err } = await typed('run', '--port-base', String(await freePortBase()), ...folders);
      expect(code, err).toBe(0);
    },
  },
  {
    way: 'as a process each, on pipes',
    async play(folder: string) {
      const folders = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
      const { code, err } = await typed('run', '--transport', 'stdio', ...folders);
      expect(code, err).toBe(0);
    },
  },
];

describe.each(WAYS)('a league $way', ({ play }) => {
  let folder: string;
  let files: ReadonlyMap<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    await play(folder);
    files = await textsIn(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const document = <T>(path: string): T => JSON.parse(files.get(path) ?? 'null') as T;
  const standings = () => document<StandingsFile>(`data/leagues/${LEAGUE}/standings.json`);
  const matches = () => document<RoundsFile>(`data/leagues/${LEAGUE}/rounds.json`).rounds.flatMap((r) => r.matches);
  const events = () =>
    linesOf<{ events: LeagueEvent[] }>(files, `data/leagues/${LEAGUE}/ledger.jsonl`).flatMap((l) => l.events);
  const logs = () => [...files].filter(([path]) => path.startsWith('logs/'));

  test('plays the documented matches under the documented referees', () => {
    const played = matches().map((m) => `${m.match_id} ${m.player_a}-${m.player_b} ${m.referee_id}`);
    expect(played).toEqual(DOCUMENTED);
    expect(matches().map(({ status }) => status)).not.toContain('TECHNICAL_LOSS');
  });

  test('has standings that are a fold of its results, and the first of them is champion', () => {
    const folded = PLAYERS.map((player) => {
      const own = matches().filter(({ player_a, player_b }) => player_a === player || player_b === player);
      const wins = own.filter(({ winner }) => winner === player).length;
      const draws = own.filter(({ winner }) => winner === null).length;
      return {
        player_id: player,
        games_played: own.length,
        wins,
        draws,
        losses: 3 - wins - draws,
        points: 3 * wins + draws,
      };
    });
    const rows = standings().standings;
    for (const row of folded) expect(rows.find(({ player_id }) => player_id === row.player_id)).toMatchObject(row);
    const ordered = rows.map(({ points, wins }) => 10 * points + wins);
    expect(ordered).toEqual([...ordered].sort((a, b) => b - a));
    expect(standings()).toMatchObject({ rounds_completed: 3, version: 6 });
    const champion = rows[0]?.player_id;
    expect(events().at(-2)).toMatchObject({ type: 'league_closed', champion });
    const told = linesOf<LeagueLogLine>(files, `logs/league/${LEAGUE}/league.log.jsonl`);
    expect(told.find(({ event_type }) => event_type === 'LEAGUE_COMPLETED')?.details).toMatchObject({
      winner_id: champion,
    });
  });

  test('leaves exactly the documented files, each in its shape, and every log line parses', () => {
    const seen = new Map<FileShape, number>();
    const strays: string[] = [];
    for (const [path, text] of files) {
      const shape = Object.values<FileShape>(FILES).find((file) => placeOf(file).test(path));
      if (shape === undefined) strays.push(path);
      else {
        const parts = path.endsWith('.jsonl') ? text.trimEnd().split('\n') : [text];
        for (const part of parts) expect(fits(shape.schema, JSON.parse(part)), `${path}: ${part}`).toBe(true);
        seen.set(shape, (seen.get(shape) ?? 0) + parts.length);
      }
    }
    // An empty file that the kernel locks; a disk in memory has none.
    expect(strays.filter((path) => !path.endsWith('/.ledger.lock')).sort()).toEqual(BARE_SECRETS);
    const absent = Object.values<FileShape>(FILES).filter((file) => file.kind !== 'config' && !seen.has(file));
    // Only the launcher notes its run and writes a system log; no client of MCP took a seat, no league is long, every history is whole and every report has left its outbox.
    const { seats, seat, run, history_lines, outbox, system_log, rounds_slice } = FILES;
    const always = new Set<FileShape>([seats, seat, history_lines, outbox, rounds_slice]);
    expect([always, new Set([...always, run, system_log])]).toContainEqual(new Set(absent));
    expect(seen.get(FILES.match)).toBe(6);
    expect(seen.get(FILES.history)).toBe(4);
    expect(seen.get(FILES.agent_log)).toBeGreaterThan(100);
  });

  test('records each match as it was decided, and each player remembers its three', () => {
    for (const { match_id, winner, score, reason, referee_id } of matches()) {
      const record = document<MatchRecord>(`data/matches/${LEAGUE}/${match_id}.json`);
      expect(record).toMatchObject({ match_id, referee_id, lifecycle: { state: 'FINISHED' } });
      expect(record.result).toMatchObject({ winner_id: winner, score, reason });
      const reported = events().find((event) => event.type === 'match_decided' && event.match_id === match_id);
      expect(reported).toMatchObject({ record_sha256: recordHash(record), result: { details: { reason } } });
    }
    for (const player of PLAYERS) {
      const { stats } = document<HistoryFile>(`data/players/${player}/history.json`);
      const { wins, draws, losses, points } = standings().standings.find((row) => row.player_id === player) ?? {};
      expect(stats).toMatchObject({ total_matches: 3, wins, draws, losses, total_points: points });
    }
  });

  test('has a ledger of everything, from its creation to its end, with one result per match', () => {
    const types = events().map(({ type }) => type);
    expect(types[0]).toBe('league_created');
    expect(types.filter((type) => type === 'agent_registered')).toHaveLength(6);
    const decided = events().flatMap((event) => (event.type === 'match_decided' ? [event.match_id] : []));
    expect(decided.sort()).toEqual(DOCUMENTED.map((line) => line.slice(0, 4)));
    expect(types.slice(-2)).toEqual(['league_closed', 'end_told']);
  });

  test('tells no player of its result before the manager has it for good', () => {
    for (const referee of ['REF01', 'REF02']) {
      const log = linesOf<AgentLogLine>(files, `logs/agents/${referee}.log.jsonl`);
      const at = (match: string, type: string) =>
        log.flatMap(({ message_type, details }, i) =>
          message_type === type && details['match_id'] === match ? [i] : [],
        );
      const own = DOCUMENTED.filter((line) => line.endsWith(referee)).map((line) => line.slice(0, 4));
      for (const match of own) {
        const [acknowledged] = at(match, 'MATCH_RESULT_ACK');
        expect(at(match, 'MATCH_RESULT_REPORT')).toHaveLength(1);
        expect(at(match, 'GAME_OVER')).toHaveLength(2);
        for (const over of at(match, 'GAME_OVER')) expect(over).toBeGreaterThan(acknowledged as number);
      }
    }
  });

  test('writes no token, ticket, seed or secret to any log', () => {
    const secrets = [...secretsIn(files, events())];
    expect(secrets.length).toBeGreaterThanOrEqual(2 + 2 * 6 + 6 + 2 * 6);
    for (const [path, text] of logs()) {
      for (const secret of secrets) expect(text.includes(secret), `${path} holds ${secret.slice(0, 8)}…`).toBe(false);
    }
  });

  test.runIf(process.platform !== 'win32')('lets nobody but its owner read a secret', async () => {
    const guarded = [...files.keys()].filter((path) =>
      /(secret|operator\.token|ledger\.jsonl|credentials\.json)$/.test(path),
    );
    expect(guarded).toHaveLength(3 + 6);
    for (const path of guarded) expect((await stat(join(folder, path))).mode & 0o077, path).toBe(0);
  });
});

/** Everything in the data folder that proves something to somebody. */
function secretsIn(files: ReadonlyMap<string, string>, events: readonly LeagueEvent[]): ReadonlySet<string> {
  const found = new Set(BARE_SECRETS.map((path) => files.get(path)?.trim() as string));
  const secret = files.get(`data/leagues/${LEAGUE}/secret`)?.trim() as string;
  for (const [path, text] of files) {
    if (!path.endsWith('credentials.json')) continue;
    const { credentials } = JSON.parse(text) as { credentials: { auth_token: string; manager_token: string }[] };
    for (const { auth_token, manager_token } of credentials) found.add(auth_token).add(manager_token);
  }
  const run = events.find((event) => event.type === 'league_created')?.run_id as string;
  const { ticket } = derivedTokens(secret, LEAGUE, run);
  for (const event of events) {
    if (event.type !== 'round_opened') continue;
    for (const { match_id, seed } of event.matches) {
      found.add(seed);
      const seats =
        DOCUMENTED.find((line) => line.startsWith(match_id))
          ?.slice(5, 12)
          .split('-') ?? [];
      for (const player of seats) found.add(ticket(player, match_id, 1));
    }
  }
  return found;
}

function placeOf({ path }: FileShape): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '[^/]+')}$`);
}

function linesOf<T>(files: ReadonlyMap<string, string>, path: string): readonly T[] {
  const lines = (files.get(path) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

/** Every file below a folder, by its path with forward slashes. */
async function textsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Map(paths.map((path, i) => [relative(folder, path).replaceAll('\\', '/'), texts[i] as string]));
}
