import { expect, test } from 'vitest';
import { deserializeValue, serializeValue } from '../../../SHARED/core/bytes.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { wholeText } from '../../../SHARED/league_sdk/disk/disk.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { Snapshot } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { viewFiles } from '../telling/views.ts';
import { AT, decision, type Ending, folded, ids, LEAGUE, matchIn, opening, running } from '../testing/rehearsal.ts';
import type { LeagueEvent } from './events.ts';
import { holdLeague, readLeague } from './read_league.ts';
import { formOf, leagueIn, snapshotOf } from './snapshot.ts';
import { apply, isOfWorth, type League, type Match, newLeague, tableOf } from './state.ts';

const NAMES = ids('P', 6);

/** Wins, draws and, of one player, silence. */
function endingOf({ pairing: { seats } }: Match, turn: number): Ending {
  if (seats.includes('P06')) return { silent: ['P06'] };
  return turn % 3 === 0 ? 'draw' : { winner: seats[turn % 2] as string };
}

/** Five rounds of six players: one falls silent, one is suspended and comes back, one is removed and its results with it. */
function eventsOf(): readonly LeagueEvent[] {
  const events: LeagueEvent[] = running({ players: 6, referees: 2 });
  for (let round_id = 1; round_id <= 5; round_id++) {
    const open = folded(events);
    const gone = (id: string) => open.agents.get(id)?.removed !== undefined;
    if (round_id > 1) {
      const opened = opening(NAMES, 2, round_id);
      const matches = opened.matches.filter(({ seats }) => seats?.every((id) => !gone(id)) ?? true);
      events.push({ ...opened, matches });
    }
    const league = folded(events);
    for (const [i, match_id] of (league.rounds.get(round_id)?.matches ?? []).entries())
      events.push(decision(matchIn(league, match_id), endingOf(matchIn(league, match_id), round_id + i)));
    if (round_id === 1) events.push({ type: 'agent_suspended', at: AT, agent_id: 'P02', reason: 'late' });
    if (round_id === 2) events.push({ type: 'agent_readmitted', at: AT, agent_id: 'P02', reason: 'back' });
    if (round_id === 3)
      events.push({ type: 'agent_removed', at: AT, agent_id: 'P03', reason: 'gone', by: 'operator', counted: false });
    if (round_id === 4)
      events.push({ type: 'violation_noted', at: AT, agent_id: 'P04', kind: 'schema', count: 2, example: 'x' });
    events.push({ type: 'round_closed', at: AT, round_id });
  }
  return [...events, { type: 'league_closed', at: AT, champion: 'P01' }];
}

/** Everything of a league that can be seen. */
function seen(league: League) {
  const { format, matches, matchesOf, pointsAgainst, rounds, ...rest } = league;
  const taken = NAMES.map((a) => NAMES.map((b) => pointsAgainst.get(a)?.get(b) ?? 0));
  return structuredClone({
    ...{ ...rest, taken, size: matches.size, ids: [...matches.keys()], matches: [...matches.values()] },
    lists: NAMES.map((id) => matchesOf.get(id)),
    rounds: [...rounds.values()].map((round) => ({ ...round, matches: [...round.matches] })),
    planned: format?.outlook().planned?.(1),
    ...{ table: tableOf(league), views: viewFiles('/data', LEAGUE).map(([, make]) => wholeText(make(league))) },
    worth: NAMES.map((id) => isOfWorth(league, [id, 'P01'])),
  });
}

test('a league that comes out of a snapshot is the one that went in, wherever it was taken, and goes on like it', () => {
  const events = eventsOf();
  for (let taken = 0; taken <= events.length; taken += 3) {
    const league = folded(events.slice(0, taken));
    const { state, pages } = snapshotOf(folded(events.slice(0, taken)));
    const restored = leagueIn({ last: taken, state, pages })?.league as League;
    expect(seen(restored)).toEqual(seen(league));
    for (const event of events.slice(taken)) {
      apply(league, event);
      apply(restored, event);
    }
    expect(seen(restored)).toEqual(seen(league));
  }
});

test('pages are given once: those of all snapshots make the newest of them', () => {
  const events = eventsOf();
  const league = newLeague();
  const pages: Uint8Array[] = [];
  let newest: Snapshot | undefined;
  for (const [i, event] of events.entries()) {
    apply(league, event);
    if (i % 5 !== 4) continue;
    newest = snapshotOf(league);
    expect(newest.from).toBe(pages.length);
    pages.push(...newest.pages);
  }
  expect(pages.length).toBeGreaterThan(4);
  const restored = leagueIn({ last: events.length - (events.length % 5), state: newest?.state as Uint8Array, pages });
  expect(seen(restored?.league as League)).toEqual(seen(folded(events.slice(0, events.length - (events.length % 5)))));
});

type Changing = { form: unknown; rest: object; unpacked: unknown[]; rounds: { matches?: string[] }[] };

test.each<[string, (kept: Changing) => object]>([
  ['of another form', (kept) => ({ ...kept, form: 0 })],
  ['of no form', ({ form: _, ...kept }) => kept],
  ['of other events', (kept) => ({ ...kept, rest: { ...kept.rest, sequence: 1 } })],
  ['without a match of its rounds', (kept) => ({ ...kept, unpacked: [] })],
  ['without its rounds', ({ rounds: _, ...kept }) => kept],
])('a snapshot %s is not taken for the league, and the events are folded', async (_, change) => {
  // In the middle of a round, so that some matches are not packed.
  const events = eventsOf().slice(0, 20);
  const league = folded(events);
  const { state, pages, from } = snapshotOf(league);
  expect(leagueIn({ last: events.length, state, pages })?.league.sequence).toBe(events.length);
  const changed = serializeValue(change(deserializeValue(state) as Changing));
  expect(leagueIn({ last: events.length, state: changed, pages })).toBeUndefined();
  const store = fileLedgerStore(memoryDisk(), '/data');
  const ledger = unwrap(await store.open<JsonObject>(LEAGUE));
  for (const event of events) void ledger.append(event as unknown as Json & JsonObject);
  ledger.seal({ state: changed, pages, from });
  await ledger.close();
  const held = unwrap(await holdLeague(store, LEAGUE));
  expect(seen(held.league)).toEqual(seen(league));
  expect(seen(unwrap(await readLeague(store, LEAGUE)) as League)).toEqual(seen(league));
});

test('a snapshot that is none, or lacks the page of its first round, is not taken for the league', () => {
  const { state, pages } = snapshotOf(folded(eventsOf()));
  const last = eventsOf().length;
  expect(leagueIn({ last, state: Buffer.from('nonsense'), pages })).toBeUndefined();
  expect(leagueIn({ last, state, pages: pages.slice(1) })).toBeUndefined();
});

test('the form of a snapshot is another one where a league has another field', () => {
  const { state } = snapshotOf(newLeague());
  const { form } = deserializeValue(state) as { readonly form: unknown };
  expect(form).toBe(formOf(newLeague()));
  expect(formOf(newLeague())).toBe(formOf(Object.fromEntries(Object.entries(newLeague()).reverse())));
  expect(formOf({ ...newLeague(), honours: [] })).not.toBe(form);
  const { late_places: __, ...fewer } = newLeague();
  expect(formOf(fewer)).not.toBe(form);
});

test('a league in segments is the same to its manager and to its readers, with snapshots and without', async () => {
  const events = eventsOf();
  const disk = memoryDisk();
  const store = fileLedgerStore(disk, '/data', 3_000);
  const ledger = unwrap(await store.open<JsonObject>(LEAGUE));
  const league = newLeague();
  let seals = 0;
  for (const event of events) {
    apply(league, event);
    void ledger.append(event as unknown as Json & JsonObject);
    if (!ledger.isLong) continue;
    seals += 1;
    ledger.seal(snapshotOf(league, events.slice(0, league.sequence)));
  }
  await ledger.close();
  expect(seals).toBeGreaterThan(3);
  for (const ending of ['', '.pages', '.state.zst']) {
    for (const [path] of disk.files()) if (ending !== '' && path.endsWith(ending)) await disk.remove(path);
    expect(seen(unwrap(await readLeague(store, LEAGUE)) as League)).toEqual(seen(folded(events)));
    const held = unwrap(await holdLeague(store, LEAGUE));
    expect(seen(held.league)).toEqual(seen(folded(events)));
    expect(held.newest).toEqual(events);
    await held.ledger.close();
  }
});
