import { describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { systemEntropy } from '../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { ConfigLoader } from '../../SHARED/league_sdk/config_loader.ts';
import type { LeagueConfig } from '../../SHARED/league_sdk/config_models.ts';
import { memoryDisk } from '../../SHARED/league_sdk/disk/memory_disk.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import type { LedgerStore } from '../../SHARED/league_sdk/ledger/ledger.ts';
import { database } from '../../SHARED/league_sdk/postgres/database.ts';
import { postgresLedgerStore } from '../../SHARED/league_sdk/postgres/store.ts';
import { memoryLedgerStore } from '../../SHARED/testing/memory_ledger_store.ts';
import { Flags } from '../launcher/options.ts';
import { copyLeague } from '../launcher/reports/ledger_copy.ts';
import { folder } from '../launcher/world/installation.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { holdLeague, readLeague } from '../league_manager/league/read_league.ts';
import { snapshotOf } from '../league_manager/league/snapshot.ts';
import { apply, type League, newLeague, tableOf } from '../league_manager/league/state.ts';
import { toldMatch } from '../league_manager/public/public_match.ts';
import { DATA } from './simulation/parts.ts';
import { simulate } from './simulation/simulate.ts';
import { hasPostgres, sharedPostgres } from './testing/postgres_server.ts';

const LEAGUE = 'league_2025_even_odd';
const loader = new ConfigLoader(nodeDisk(), folder(new Flags([]), 'config'));

/** A league in which things went wrong, as its manager left it. */
async function played(seed: number, change: Partial<LeagueConfig>): Promise<LedgerStore> {
  const config = { ...unwrap(await loader.loadLeague(LEAGUE)), ...change };
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: LEAGUE }));
  const { files } = await simulate({ seed, players: 5, referees: 2, config, limits });
  const disk = memoryDisk();
  for (const [path, text] of [...files.values()].flatMap((left) => [...left]))
    if (path.startsWith(`${DATA}/leagues/`) && !path.endsWith('.lock')) await disk.replace(path, text);
  return fileLedgerStore(disk, DATA);
}

async function leagueIn(store: LedgerStore): Promise<League> {
  return unwrap(await readLeague(store, LEAGUE)) as League;
}

function numbers(row: object): object {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => (value === null ? [] : [[key, asNumber(key, value)]])),
  );
}

/** Counts come as text, because they may be long. */
function asNumber(key: string, value: unknown): unknown {
  return typeof value === 'string' && !/_id|name|reason|mark|move|winner|player/.test(key) ? Number(value) : value;
}

describe.skipIf(!(await hasPostgres()))('leagues that were copied to a database', () => {
  test('its views say what the leagues themselves answer, and the way back changes nothing', async () => {
    const url = await (await sharedPostgres()).database();
    const db = database(url);
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    const usual = unwrap(await loader.loadLeague(LEAGUE));
    const orders = [
      usual.scoring.tiebreakers,
      ['wins', 'head_to_head', 'points', 'player_id'],
      ['head_to_head', 'player_id', 'points'],
    ] as const;
    const seen = { faults: 0, marks: 0, shared: 0, moves: 0 };
    for (let seed = 1; seed <= 12; seed++) {
      const tiebreakers = orders[seed % orders.length] ?? usual.scoring.tiebreakers;
      const change = {
        scoring: { ...usual.scoring, tiebreakers: [...tiebreakers] },
        double_forfeit: seed % 2 === 0 ? ('loss' as const) : ('draw' as const),
      };
      const files = await played(seed, change);
      const league = await leagueIn(files);
      expect(await copyLeague(LEAGUE, files, store)).toBe(league.sequence);
      const back = memoryLedgerStore();
      await copyLeague(LEAGUE, store, back);
      expect(unwrap(await back.read<Json>(LEAGUE))?.lines).toEqual(unwrap(await files.read<Json>(LEAGUE))?.lines);
      expect(await back.document(LEAGUE, 'secret').read()).toBe(await files.document(LEAGUE, 'secret').read());

      const rows = await db.rows(
        'SELECT rank, player_id, display_name, points, played, wins, draws, losses, technical_losses, mark, reason FROM league.standings ORDER BY rank, length(player_id), player_id',
      );
      const table = tableOf(league).map(({ games_played: _, violations: __, kind: ___, ...row }) => row);
      expect(rows.map(numbers), `seed ${seed}`).toEqual(table);

      const matches = await db.rows<{ match_id: string; decided_at: Date | null; result: Json }>(
        'SELECT * FROM league.matches',
      );
      expect(matches).toHaveLength([...league.matches.keys()].length);
      for (const { match_id, decided_at, ...match } of matches) {
        const told = toldMatch(league, match_id);
        expect(decided_at?.toISOString()).toBe(told?.decided_at);
        expect(match.result ?? undefined).toEqual(told?.result);
      }
      const count = async (view: string) =>
        Number((await db.rows<{ n: string }>(`SELECT count(*) AS n FROM league.${view}`))[0]?.n);
      const results = matches.flatMap(({ match_id }) => toldMatch(league, match_id)?.result ?? []);
      const faults = results.flatMap(({ details }) => details.faults);
      const moves = results.flatMap(({ details }) => (details.moves ?? []).flatMap((step) => Object.keys(step)));
      expect([await count('faults'), await count('moves')], `seed ${seed}`).toEqual([faults.length, moves.length]);
      seen.faults += faults.length;
      seen.moves += moves.length;
      seen.marks += table.filter(({ mark }) => mark !== undefined).length;
      seen.shared += new Set(table.map(({ rank }) => rank)).size < table.length ? 1 : 0;
      await db.changed('TRUNCATE league.runs CASCADE');
    }
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
  });

  test('a league is held again from its snapshot as it was', async () => {
    const url = await (await sharedPostgres()).database();
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy, longFrom: 3_000 });
    const lines = unwrap(await (await played(7, {})).read<LeagueEvent>(LEAGUE))?.lines ?? [];
    const league = newLeague();
    const ledger = unwrap(await store.open<JsonObject>(LEAGUE));
    let seals = 0;
    for (const events of lines) {
      for (const event of events) apply(league, event);
      const appended = ledger.append(...(events as unknown as readonly JsonObject[]));
      if (ledger.isLong) {
        ledger.seal(snapshotOf(league, []));
        seals += 1;
      }
      await appended;
    }
    await ledger.close();
    const held = unwrap(await holdLeague(store, LEAGUE));
    expect(seals).toBeGreaterThan(1);
    expect((await held.ledger.snapshot())?.last).toBeGreaterThan(0);
    expect([held.league.sequence, tableOf(held.league)]).toEqual([league.sequence, tableOf(league)]);
    await held.ledger.close();
  });

  test('a text that PostgreSQL cannot hold is shown without its characters, and kept as it is', async () => {
    const url = await (await sharedPostgres()).database();
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    const ledger = unwrap(await store.open<Json>('cup'));
    const event = { type: 'agent_registered', at: '2025-01-15T10:00:00.000Z', role: 'player', agent_id: 'P01' };
    await ledger.append({ ...event, display_name: 'zero \u0000 half \ud800 pair 😀' });
    await ledger.close();
    const [row] = await database(url).rows<{ display_name: string }>('SELECT display_name FROM league.standings');
    expect(row?.display_name).toBe('zero \ufffd half \ufffd pair 😀');
    const lines = unwrap(await store.read<{ display_name: string }>('cup'))?.lines;
    expect(lines?.[0]?.[0]?.display_name).toBe('zero \u0000 half \ud800 pair 😀');
  });
});
