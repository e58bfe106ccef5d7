/** Decides matches as a manager does, without HTTP. Usage: start.mjs many_results_main.ts FOLDER PLAYERS MATCHES */
import { join } from 'node:path';
import { timestamp } from '../../../SHARED/core/clock.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { Flags } from '../../launcher/options.ts';
import { configOf, ledgersIn, machine } from '../../launcher/world/installation.ts';
import { settingsOf } from '../../launcher/world/league_setup.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { playedIn } from '../../league_manager/league/state.ts';
import { openLeague } from '../../league_manager/league/store.ts';
import { rulesIn } from '../../league_manager/settings.ts';
import { makeViews } from '../../league_manager/telling/views.ts';
import type { Pairing } from '../../league_manager/tournament/format.ts';
import { formatOf } from '../../league_manager/tournament/formats.ts';

const AT_ONCE = 64;
const REFEREE = 'REF01';
const [folder = '', playerCount = '', matchCount = ''] = process.argv.slice(2);
const data = join(folder, 'data');
const { clock, entropy, disk, logs } = machine();
const effects = { clock, entropy, disk, logs, transport: memoryNetwork({ clock }).transport() };
const settings = await settingsOf(new Flags([]), configOf(new Flags([]), disk), ['http:']);
const { store } = unwrap(await openLeague({ effects, settings, ledgers: ledgersIn({ data }, disk) }));
const { league, commit, durable, check } = store;
const onFailure = (cause: unknown): never => {
  throw cause;
};
const views = makeViews({ league, disk, clock, data, durable, check, onFailure });
store.onCommit(views.touch);
const rules = rulesIn(settings.config);
const now = () => timestamp(clock);
const secret = () => toHex(entropy.bytes(32));

const ids = Array.from({ length: Number(playerCount) }, (_, i) => numberedId('P', i + 1));
for (const agent_id of [REFEREE, ...ids]) void commit(registration(agent_id));
const { seatsMatter } = settings;
const format = formatOf(settings.config.schedule, { players: ids, seatsMatter });
const total_rounds = format?.outlook().rounds ?? 0;
await commit({ type: 'league_started', at: now(), players: ids, total_rounds, seats_matter: seatsMatter, rules });
for (let [round_id, count] = [1, 0]; count < Number(matchCount); round_id++) {
  const pairings = league.format?.next(playedIn(league)) ?? [];
  const matches = pairings.map(({ match_id, seats }) => ({ match_id, seed: secret(), referee_id: REFEREE, seats }));
  if (round_id > 1) void commit({ type: 'round_closed', at: now(), round_id: round_id - 1 });
  await commit({ type: 'round_opened', at: now(), round_id, matches });
  for (let first = 0; first < pairings.length; first += AT_ONCE)
    await Promise.all(pairings.slice(first, first + AT_ONCE).map((pairing) => commit(decision(pairing))));
  count += pairings.length;
}
await views.write();
await store.close();
await disk.close();
process.exit(0);

function registration(agent_id: string): LeagueEvent {
  return {
    ...{ type: 'agent_registered', at: now(), role: agent_id === REFEREE ? 'referee' : 'player', agent_id },
    ...{ display_name: `Agent ${agent_id}`, version: '1.0.0', endpoint: `http://127.0.0.1:9/${agent_id}` },
    ...{ dialect: 'rpc', dialects: ['rpc'], game_types: ['even_odd'], batches: true, tickets: true },
    ...{ max_concurrent_matches: AT_ONCE, token_sha256: secret() },
  };
}

/** A match of two random choices, with the times of its answers. */
function decision({ match_id, seats }: Pairing): LeagueEvent {
  const [a, b] = seats;
  const chance = entropy.bytes(4);
  const choice = (i: number) => ((chance[i] ?? 0) % 2 === 0 ? 'even' : 'odd');
  const { options, scoring, double_forfeit } = rules;
  const draw_seed = league.matches.get(match_id)?.seed ?? '';
  const terms = { game_type: league.game_type, options, draw_seed, players: seats, scoring, double_forfeit };
  const { details, ...result } = unwrap(judge(terms, { moves: [{ [a]: choice(0), [b]: choice(1) }], faults: [] }));
  const answer = (player_id: string, step: number, i: number) => ({
    ...{ player_id, step, attempt: 1, asked_ms: 5 * step, answered_ms: 5 * step + ((chance[i] ?? 0) % 12) },
    ...{ awaited: step === 0 ? 'GAME_JOIN_ACK' : 'CHOOSE_PARITY_RESPONSE', deadline_ms: 5_000 },
  });
  const timeline = [answer(a, 0, 2), answer(b, 0, 3), answer(a, 1, 3), answer(b, 1, 2)];
  const fullDetails = { ...details, timeline, messages: { [a]: 2, [b]: 2 } };
  const run = { match_id, epoch: 1, referee_id: REFEREE, verified: true, record_sha256: null };
  return { type: 'match_decided', at: now(), ...run, result: { ...result, details: fullDetails } };
}
