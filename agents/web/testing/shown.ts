/** Leagues to be shown, and servers that show them: what the tests of this folder begin with. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { HTTP_LIMITS } from '../../../SHARED/league_sdk/transport/http/limits.ts';
import { HttpServer } from '../../../SHARED/league_sdk/transport/http/server.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { apply, type League, tableOf } from '../../league_manager/league/state.ts';
import type { LiveLeague } from '../../league_manager/liveness/live_league.ts';
import { AT, decision, folded, ids, opening, running, settingsWith } from '../../league_manager/testing/rehearsal.ts';
import { type ShownLeague, type WebPart, webRest } from '../web.ts';

/** A league to be shown; its clock stands still. */
export function shownOf(league: League, changes: Partial<ShownLeague> = {}): ShownLeague {
  return {
    league,
    settings: settingsWith(),
    rows: () => tableOf(league),
    disk: memoryDisk(),
    data: 'data',
    clock: fakeClock(),
    store: { onCommit: () => () => undefined, durable: () => Promise.resolve() },
    ...changes,
  };
}

/** The present of a league in which nothing is held, asked or awaited. */
export const QUIET: LiveLeague = {
  paused: () => undefined,
  isHeld: () => false,
  isGivenOut: () => true,
  lastOf: () => undefined,
  queues: () => ({ matches: 0, messages: 0 }),
  waitsFor: () => Promise.resolve(new Map()),
};

/** A league of these players with so many decided rounds, in which the lower id always wins; the next round is open. */
export function playedRounds(players: number, rounds: number): League {
  const league = folded(running({ players }));
  for (let round_id = 1; round_id <= rounds; round_id++) {
    const open = league.rounds.get(round_id)?.matches ?? [];
    const decided: LeagueEvent[] = open.map((match_id) => {
      const match = league.matches.get(match_id);
      if (match === undefined) throw new Error(`no match ${match_id}`);
      return decision(match, { winner: [...match.pairing.seats].sort()[0] as string });
    });
    for (const event of decided) apply(league, event);
    apply(league, { type: 'round_closed', at: AT, round_id });
    if (round_id < (league.format?.outlook().rounds ?? 0)) apply(league, opening(ids('P', players), 1, round_id + 1));
  }
  return league;
}

/** A server of these parts. */
export interface Serving {
  readonly at: string;
  /** What it was told of bugs. */
  readonly bugs: readonly string[];
  close(): Promise<void>;
}

/** Serves these parts on this machine. */
export async function serving(...parts: readonly WebPart[]): Promise<Serving> {
  const bugs: string[] = [];
  const rest = webRest(parts, (what) => bugs.push(what));
  const server = unwrap(await HttpServer.open('127.0.0.1', 0, { clock: systemClock, limits: HTTP_LIMITS, rest }));
  return { at: `http://127.0.0.1:${server.port}`, bugs, close: () => server.close() };
}
