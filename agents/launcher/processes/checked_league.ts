/** A league in this process for a player of another one: real manager, real referee, and sparring partners. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { type Fault, faultSentence, type MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { violationOf } from '../../../SHARED/contracts/violations.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy, uuid } from '../../../SHARED/core/entropy.ts';
import { asText } from '../../../SHARED/core/json.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Effects, Running } from '../../../SHARED/league_sdk/effects.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import type { CheckedMatch, Watch } from '../../checker/watch.ts';
import type { Agent } from '../../league_manager/league/state.ts';
import { startManager } from '../../league_manager/manager.ts';
import { decidedMatches, type ToldMatch } from '../../league_manager/public/public_match.ts';
import type { Settings } from '../../league_manager/settings.ts';
import type { Row } from '../../league_manager/tournament/standings.ts';
import { startPlayer } from '../../player/player.ts';
import type { Strategy } from '../../player/strategy.ts';
import { startReferee } from '../../referee/referee.ts';
import { Flags, Mistake } from '../options.ts';
import { gamesOf } from '../world/games.ts';
import { seatsOf } from '../world/gateway.ts';
import { configOf, ledgersIn, need, networkOf } from '../world/installation.ts';
import { judgeOf, playerPatience, refereePatience, settingsOf } from '../world/league_setup.ts';
import { operatorOf } from '../world/operator.ts';
import { MIXED_SCHEMES, mixedWires } from '../world/wires_mixed.ts';

export interface CheckedLeagueOptions {
  readonly flags: Flags;
  /** Around every wire of the league; made when the settings are known. */
  readonly watch: Watch;
  readonly sparring: readonly { readonly name: string; readonly strategy: Strategy }[];
  /** How often each pair meets. */
  readonly meetings: number;
  /** Hears how many matches of the player are decided, each time one is. */
  readonly onDecided?: ((done: number) => void) | undefined;
}

/** A league that waits for the player it is made for. */
export interface CheckedLeague {
  /** Where that player registers. */
  readonly address: string;
  readonly settings: Settings;
  /** Resolves when it has registered. */
  readonly registered: Promise<Agent>;
  /** Registers a player that listens at an address, as an operator does for one that does not register itself. */
  add(endpoint: string): Promise<void>;
  /** Plays the league to its end. */
  play(): Promise<void>;
  /** The decided matches of a player, in their order. */
  matchesOf(player_id: string): readonly CheckedMatch[];
  /** Its row of the table and its decided matches, as they are told of any league. */
  storyOf(player_id: string): PlayedMatches;
  stop(): Promise<void>;
}

/** The matches that a player has played, for telling it. */
export interface PlayedMatches {
  readonly row: Row | undefined;
  readonly told: readonly ToldMatch[];
}

const PLACES = { data: 'data', logs: 'logs' };

/** The settings of such a league: the rules and limits of the league file, one attempt for everything. */
async function checkSettings(flags: Flags): Promise<Settings> {
  const strict = new Flags([...flags.kept(['league', 'game', 'option', 'config', 'seed']), ['strict', true]]);
  return settingsOf(strict, configOf(flags), MIXED_SCHEMES);
}

/** Starts the league; it is listening when this resolves. */
export async function openCheckedLeague({
  flags,
  watch,
  sparring,
  meetings,
  onDecided,
}: CheckedLeagueOptions): Promise<CheckedLeague> {
  const loader = configOf(flags);
  const usual = await checkSettings(flags);
  const { schedule } = usual.config;
  const config = { ...usual.config, kind: 'local' as const, schedule: { ...schedule, legs: meetings }, players: [] };
  const settings: Settings = { ...usual, config, expected: [] };
  const { limits } = settings;
  const games = await gamesOf(flags, loader);
  const { network } = need(await loader.loadSystem());
  const known = await networkOf(loader);
  const disk = memoryDisk();
  const wires = mixedWires(network.base_host, known);
  const running: Running[] = [];

  /** The world of a party: watched wires, and files in memory alone. */
  function effectsOf(id: string): Effects {
    const transport = watch.around(wires.transportOf(id));
    return { clock: systemClock, entropy: systemEntropy, disk, logs: USUAL_LOGS, transport };
  }

  const operatorToken = `op_${uuid(systemEntropy)}`;
  const store = ledgersIn(PLACES, disk);
  const heard = effectsOf(MANAGER_ID);
  // A player without a server takes a seat; what is judged then is how it plays.
  const seats = seatsOf({
    ...{ places: PLACES, store, league_id: config.league_id, game_types: games.types },
    effects: effectsOf('seats'),
    addressOf: () => wires.outside(0),
    ...playerPatience(limits),
    limits: { seats: 1, seatsPerAddress: 1, joinsPerMin: 60 },
    ...{ game: config.game_type, onTrouble: () => undefined },
    rules: need(games.gameOf(config.game_type, config.options)),
  });
  const manager = need(
    await startManager({
      effects: { ...heard, transport: seats.outlasting(heard.transport) },
      places: PLACES,
      settings,
      judge: judgeOf(games),
      ledgers: store,
      listen: wires.outside(flags.number('port', 0, 65_535) ?? 0),
      operatorToken,
      network: known.network,
      ...known.rateLimits,
    }),
  );
  await seats.open(manager);
  running.push(manager);
  const common = { places: PLACES, manager: wires.inside(MANAGER_ID), game_types: [config.game_type] };
  running.push(
    need(
      await startReferee({
        ...common,
        effects: effectsOf('REF01'),
        gameOf: games.gameOf,
        id: 'REF01',
        display_name: 'Referee of the check',
        listen: wires.outside(0),
        max_concurrent_matches: 16,
        ...refereePatience(limits),
      }),
    ),
  );
  const own = new Set<string>();
  for (const [at, { name, strategy }] of sparring.entries()) {
    const id = `SPAR${at + 1}`;
    const player = await startPlayer({
      ...common,
      effects: effectsOf(id),
      id,
      display_name: name,
      strategy: amongPartners(strategy),
      ...(settings.seed === undefined ? {} : { seed: settings.seed }),
      listen: wires.inside(id),
      ...playerPatience(limits),
    });
    running.push(need(player));
    own.add(id);
  }

  const { promise: registered, resolve: arrived } = Promise.withResolvers<Agent>();
  let done = 0;
  manager.store.onCommit(() => {
    const agents = [...manager.league.agents.values()];
    const newcomer = agents.find(({ id, role }) => role === 'player' && !own.has(id));
    if (newcomer === undefined) return;
    arrived(newcomer);
    const ids = manager.league.matchesOf.get(newcomer.id) ?? [];
    // Only the newest of them may be open.
    const now = ids.length - (manager.league.matches.get(ids.at(-1) ?? '')?.decided === undefined ? 1 : 0);
    if (now > done) onDecided?.(now);
    done = Math.max(done, now);
  });

  return {
    address: manager.address,
    settings,
    registered,
    async add(contact_endpoint) {
      const operator = operatorOf(effectsOf('operator'), wires.inside(MANAGER_ID), async () => operatorToken);
      const player_meta = { display_name: 'Your player', contact_endpoint, game_types: [config.game_type] };
      const { status, reason, detail } = await operator.ask('LEAGUE_REGISTER_REQUEST', { player_meta });
      if (status === 'REJECTED') throw new Mistake(`${contact_endpoint} cannot be called: ${reason}: ${detail}`);
    },
    async play() {
      const started = await manager.startLeague();
      if (!started.ok) throw new Mistake(`the league of the check does not start: ${started.error.detail}`);
      await manager.ended;
    },
    matchesOf: (player_id) =>
      [...manager.league.matches.values()].flatMap(({ pairing: { match_id, seats }, decided }) => {
        if (decided === undefined || !seats.includes(player_id)) return [];
        const { winner, details } = decided.result;
        const result = winner === null ? 'drawn' : won(winner === player_id);
        const opponent_id = seats.find((seat) => seat !== player_id) ?? '';
        const fault = details.faults.find((each) => each.player_id === player_id);
        return [
          {
            match_id,
            opponent_id,
            result,
            ...(fault === undefined
              ? {}
              : { fault: { ...judged(fault, details), sentence: faultSentence(fault, 'it') } }),
          },
        ];
      }),
    storyOf: (player_id) => ({
      row: manager.rows().find((row) => row.player_id === player_id),
      told: [...decidedMatches(manager.league, player_id)],
    }),
    async stop() {
      await Promise.all(running.map((agent) => agent.stop('the check is over')));
      await wires.close();
    },
  };
}

/** The most time that a partner is told it has: practice does not wait for one that uses what it has. */
const PARTNER_MS = 1_000;

/** The strategy of a partner: partners play one another at once, and the player it is about within their time. */
function amongPartners(strategy: Strategy): Strategy {
  return {
    ...strategy,
    decide: (turn) =>
      isPartner(turn.opponent_id)
        ? (turn.moves[0] ?? null)
        : strategy.decide({ ...turn, timeLeftMs: Math.min(turn.timeLeftMs, PARTNER_MS) }),
  };
}

/** Whether an id is that of a sparring partner. */
export function isPartner(id: string): boolean {
  return id.startsWith('SPAR');
}

function won(isWon: boolean): 'won' | 'lost' {
  return isWon ? 'won' : 'lost';
}

/** The cause of a fault, and the rule that its referee saw broken last; without its word, what follows from the fault. */
function judged({ player_id, cause, evidence }: Fault, { violations = [] }: MatchResult['details']) {
  const { awaited, error_code } = evidence;
  const unanswered = { cause, awaited: asText(awaited), code: asText(error_code) };
  const seen = violations.findLast((each) => each.player_id === player_id)?.kind;
  return { cause, violation: seen ?? violationOf(unanswered) };
}
