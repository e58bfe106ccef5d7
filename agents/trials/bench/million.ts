/** A league of a million results: what its manager holds in memory, what its ledger takes, and how soon it starts again. */
import { join } from 'node:path';
import { sleep, systemClock, timestamp } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { Mistake, usage } from '../../launcher/options.ts';
import { endAll, spawnAgent } from '../../launcher/processes/spawn.ts';
import { ledgersIn } from '../../launcher/world/installation.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { playedIn } from '../../league_manager/league/state.ts';
import { openLeague } from '../../league_manager/league/store.ts';
import { changeFeed } from '../../league_manager/public/change_feed.ts';
import { rulesIn } from '../../league_manager/settings.ts';
import { makeViews } from '../../league_manager/telling/views.ts';
import type { Pairing } from '../../league_manager/tournament/format.ts';
import { formatOf } from '../../league_manager/tournament/formats.ts';
import { folderBytes } from '../scratch_folder.ts';
import { fieldOf } from './field.ts';
import { watchRoles } from './roles.ts';
import { peakOf } from './sums.ts';
import { type CommandOptions, timedLeague } from './timed_commands.ts';

/** The part of the process that decides all matches. */
export interface MillionPart {
  readonly players: number;
  readonly matches: number;
  readonly folder: string;
}

/** The number of results on their way to the disk at once. */
const AT_ONCE = 64;
const MEGABYTE = 2 ** 20;
const ENDING_MS = 10_000;

/**
 * Decides matches by their rules, as a manager with its views and its feed does when referees report them. It stops before
 * the round that has no place any more is closed, so that a manager has something to go on with.
 */
export async function decideMatches({ players, matches, folder }: MillionPart): Promise<number> {
  const rounds = Math.ceil(matches / Math.floor(players / 2));
  const { settings } = await fieldOf({ players: 2, portBase: 20_000, folder, rounds });
  const disk = nodeDisk();
  const data = join(folder, 'data');
  const clock = systemClock;
  const transport = memoryNetwork({ clock }).transport();
  const effects = { clock, entropy: systemEntropy, transport, disk, logs: USUAL_LOGS };
  const { store } = unwrap(await openLeague({ effects, settings, ledgers: ledgersIn({ data }, disk) }));
  const { league, commit, durable, check } = store;
  const fail = (cause: unknown) => {
    throw cause;
  };
  const views = makeViews({ league, disk, clock, data, durable, check, onFailure: fail });
  store.onCommit(views.touch);
  changeFeed({ league, store, clock });
  const at = () => timestamp(clock);
  const secret = () => toHex(systemEntropy.bytes(32));

  const ids = Array.from({ length: players }, (_, i) => numberedId('P', i + 1));
  const arrivals = [registered('referee', 'REF01'), ...ids.map((id) => registered('player', id))];
  for (let i = 0; i < arrivals.length; i += AT_ONCE) await commit(...arrivals.slice(i, i + AT_ONCE));
  const rules = rulesIn(settings.config);
  const { seatsMatter } = settings;
  const total_rounds = formatOf(settings.config.schedule, { players: ids, seatsMatter })?.outlook().rounds ?? rounds;
  await commit({ type: 'league_started', at: at(), players: ids, total_rounds, seats_matter: seatsMatter, rules });
  try {
    return await decideAll();
  } finally {
    await views.write();
    await store.close();
    await disk.close();
  }

  async function decideAll(): Promise<number> {
    let decided = 0;
    for (let round_id = 1; ; round_id++) {
      const pairings = league.format?.next(playedIn(league)) ?? [];
      if (pairings.length === 0) throw new Mistake(`${players} players meet ${decided} times, and not ${matches}`);
      if (round_id > 1)
        await commit({ type: 'round_closed', at: at(), round_id: round_id - 1 }, opened(round_id, pairings));
      else await commit(opened(round_id, pairings));
      for (let i = 0; i < pairings.length; i += AT_ONCE) {
        const now = pairings.slice(i, i + AT_ONCE).map(decide);
        await Promise.all(now.map((event) => commit(event)));
        decided += now.length;
        if (decided >= matches) return decided;
      }
    }
  }

  function registered(role: 'player' | 'referee', agent_id: string): LeagueEvent {
    return {
      ...{ type: 'agent_registered', at: at(), role, agent_id, display_name: `Agent ${agent_id}`, version: '1.0.0' },
      ...{ endpoint: `http://127.0.0.1:9/${agent_id}`, dialect: 'rpc', dialects: ['rpc'], game_types: ['even_odd'] },
      ...{ batches: true, max_concurrent_matches: AT_ONCE, tickets: true, token_sha256: secret() },
    };
  }

  function opened(round_id: number, pairings: readonly Pairing[]): LeagueEvent {
    const matchesOf = pairings.map(({ match_id, seats }) => ({ match_id, seed: secret(), referee_id: 'REF01', seats }));
    return { type: 'round_opened', at: at(), round_id, matches: matchesOf };
  }

  function decide({ match_id, seats }: Pairing): LeagueEvent {
    const [a, b] = seats;
    const chance = systemEntropy.bytes(6);
    const choice = (i: number) => ((chance[i] ?? 0) % 2 === 0 ? 'even' : 'odd');
    const moves = [{ [a]: choice(0), [b]: choice(1) }];
    const draw_seed = league.matches.get(match_id)?.seed ?? '';
    const { options, scoring, double_forfeit } = rules;
    const terms = { game_type: league.game_type, options, draw_seed, players: seats, scoring, double_forfeit };
    const { details, ...result } = unwrap(judge(terms, { moves, faults: [] }));
    const asked = (player_id: string, step: number, i: number) => ({
      ...{ player_id, step, attempt: 1, asked_ms: 5 * step, answered_ms: 5 * step + ((chance[i] ?? 0) % 12) },
      ...{ awaited: step === 0 ? 'GAME_JOIN_ACK' : 'CHOOSE_PARITY_RESPONSE', deadline_ms: step === 0 ? 5_000 : 30_005 },
    });
    const timeline = [asked(a, 0, 2), asked(b, 0, 3), asked(a, 1, 4), asked(b, 1, 5)];
    const told = { ...details, timeline, messages: { [a]: 2, [b]: 2 } };
    const event = { match_id, epoch: 1, referee_id: 'REF01', result: { ...result, details: told }, verified: true };
    return { type: 'match_decided', at: at(), ...event, record_sha256: null };
  }
}

/** Makes the league in a process of its own, starts its manager again and verifies it. */
export async function million(players: number, matches: number, options: CommandOptions) {
  const { folder, portBase, tell, calledOff } = options;
  const meetings = (players * (players - 1)) / 2;
  if (meetings < matches)
    throw usage(`${players} players meet ${meetings} times; ${matches} matches need more of them`);
  const home = join(folder, 'million');
  const data = join(home, 'data');
  const part: MillionPart = { players, matches, folder: home };
  tell(`deciding ${matches} matches of ${players} players`);
  const decided = Promise.withResolvers<string>();
  const main = 'agents/trials/bench/million_main.ts';
  const making = spawnAgent('decider', main, ['league_manager/main'], {
    hand: part,
    isSparing: true,
    onNote: decided.resolve,
  });
  const watch = await watchRoles();
  try {
    await Promise.race([decided.promise, making.lost.then(failed), calledOff.then(failed)]);
  } finally {
    await endAll([making], ENDING_MS, (ms) => sleep(systemClock, ms));
  }
  const peaks = peakOf([{ begun: 0, results: [], samples: await watch.end() }], ['manager']);
  const ledgerBytes = await folderBytes(join(data, 'leagues'), /^(ledger|snapshot)/);
  tell(`decided; the ledger takes ${Math.round(ledgerBytes / MEGABYTE)} MB; starting its manager`);
  const where = ['--data', data, '--logs', join(home, 'logs'), '--config', join(home, 'config')];
  const begun = systemClock.monotonic();
  const manager = spawnAgent('manager', 'agents/league_manager/main.ts', ['--port', String(portBase), ...where], {
    isSparing: true,
  });
  let restarted: number;
  try {
    await Promise.race([manager.listening, calledOff.then(failed)]);
    restarted = (systemClock.monotonic() - begun) / 1_000;
  } finally {
    await endAll([manager], ENDING_MS, (ms) => sleep(systemClock, ms));
  }
  tell(`it listens after ${restarted.toFixed(1)} s; verifying`);
  const verified = await timedLeague(['verify', '--data', data, '--config', join(home, 'config')], calledOff);
  return {
    ...{ players, matches: Number(await decided.promise) },
    ledger_mb: Number((ledgerBytes / MEGABYTE).toFixed(1)),
    restart_seconds: Number(restarted.toFixed(2)),
    verify_seconds: Number(verified.seconds.toFixed(1)),
    manager_mb: Math.round(peaks.manager ?? 0),
  };
}

function failed(why: unknown): never {
  throw new Error(String(why));
}
