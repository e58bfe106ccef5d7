/** One check of one player: a league is made for it, it is started or waited for, and everything is asked. */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wordsFor } from '../../../SHARED/contracts/moves.ts';
import { later, sleep, systemClock, timestamp } from '../../../SHARED/core/clock.ts';
import { systemEntropy, uuid } from '../../../SHARED/core/entropy.ts';
import { pick } from '../../../SHARED/core/random.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { runProbes } from '../../checker/probes.ts';
import { readingOf } from '../../checker/reading.ts';
import type { Evidence } from '../../checker/watch.ts';
import { bodyIn, objectIn, typeOf, type Watch, watchPlayer } from '../../checker/watch.ts';
import type { Agent } from '../../league_manager/league/state.ts';
import type { Settings } from '../../league_manager/settings.ts';
import type { Strategy } from '../../player/strategy.ts';
import { type Flags, usage } from '../options.ts';
import { configOf, need, networkOf } from '../world/installation.ts';
import { loadStrategy } from '../world/strategies.ts';
import { endpointIn, networkTransport } from '../world/wires_http.ts';
import { programWires } from '../world/wires_pipe.ts';
import { type CheckedLeague, isPartner, openCheckedLeague, type PlayedMatches } from './checked_league.ts';
import type { Interruption } from './interruption.ts';
import { lastOf, startProgram } from './program_player.ts';
import { spawnAgent } from './spawn.ts';

/** The subject of a check: a player that listens somewhere, a program, or a strategy of ours. */
export type Subject =
  | { readonly kind: 'url'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'strategy'; readonly text: string };

export interface CheckOptions {
  readonly flags: Flags;
  readonly subject: Subject;
  /** The opponents; the first of them stands still in its last match, while the checker asks. */
  readonly sparring: readonly { readonly name: string; readonly strategy: Strategy }[];
  /** How often the player meets each of them. */
  readonly meetings: number;
  readonly interruption: Interruption;
  /** Hears what a user has to do or to know meanwhile. */
  readonly tell: (line: string) => void;
  /** The player only plays, and is asked nothing of the checker's own; hears how many of its matches are decided. */
  readonly onPractice?: (done: number) => void;
}

/** The evidence of a check, and the league that was played in it. */
export interface Checked extends Evidence {
  readonly played: PlayedMatches;
}

/** Makes a check and gives the evidence, which the steps judge. */
export async function runCheck(options: CheckOptions): Promise<Checked> {
  const { flags, subject, sparring, meetings, interruption, tell, onPractice } = options;
  // A mistake in the command is told before anything is started.
  if (subject.kind === 'strategy') await loadStrategy(subject.text, undefined, subject.text);
  if (subject.kind === 'url') endpointIn(subject.text, 'URL');
  const watch = watchPlayer({
    clock: systemClock,
    transport: networkTransport('agent'),
    isUsable: (exchange) => readingOf(exchange, agent?.dialect ?? 'rpc').kind !== 'bad',
  });
  let agent: Agent | undefined;
  const probing = onPractice === undefined ? probesOnce(watch, () => agent) : async () => undefined;
  const [first, ...others] = sparring;
  if (first === undefined) throw new RangeError('a player needs an opponent');
  const still = {
    name: first.name,
    strategy: standingStill(first.strategy, meetings, (match_id) => probing(settings, match_id)),
  };
  const league = await openCheckedLeague({
    ...{ flags, watch, sparring: [still, ...others], meetings },
    onDecided: onPractice,
  });
  const { settings } = league;
  const isRunning = subject.kind === 'url' && (await listensAt(subject.text));
  const isThere = isRunning && onPractice !== undefined;
  const party = await startSubject(subject, { flags, league, tell, isThere, isRunning });
  let isAdded = false;
  let ended: string | undefined;
  try {
    void party.gone.then((how) => {
      ended ??= how;
    });
    agent = await arrival(league, {
      watch,
      waitMs: isThere ? Math.min(OWN_MS, waitOf(flags, subject)) : waitOf(flags, subject),
      enough: Promise.race([party.gone, interruption.promise]),
    });
    if (agent === undefined && isThere && !interruption.isThere()) {
      await league.add(endpointIn(subject.text, 'URL'));
      agent = await league.registered;
      isAdded = true;
    }
    if (agent === undefined) for (const line of new Set(party.strayLines)) tell(line);
    if (agent === undefined && subject.kind === 'url' && onPractice === undefined) {
      tell('It has not registered here: it is asked what needs no registration.');
      await askStranger(watch, endpointIn(subject.text, 'URL'), settings);
      await probing(settings);
    }
    if (agent !== undefined) {
      watch.follow(agent.endpoint);
      const how = await Promise.race([league.play(), watch.hopeless, party.gone, interruption.promise]);
      // A player that is silent is not waited for as long again.
      const { limits } = settings;
      if (how !== 'interrupted')
        await probing(how === 'hopeless' ? { limits: { ...limits, moveMs: limits.moveMs / SILENT } } : settings);
    }
    const before = ended;
    const matches = agent === undefined ? [] : league.matchesOf(agent.id);
    const { game_type } = settings.config;
    const { joinMs, moveMs, responseMs } = settings.limits;
    return {
      registered: agent === undefined ? undefined : { player_id: agent.id, endpoint: agent.endpoint },
      isAdded,
      manager: league.address,
      mustRegister: subject.kind !== 'url' || onPractice !== undefined,
      dialect: agent?.dialect ?? 'rpc',
      game_type,
      words: wordsFor(game_type),
      calls: watch.calls,
      exchanges: watch.exchanges,
      matches,
      wanted: agent === undefined || interruption.isThere() ? matches.length : meetings * sparring.length,
      limitsMs: { join: joinMs, move: moveMs, other: responseMs },
      ended: before,
      played: agent === undefined ? { row: undefined, told: [] } : league.storyOf(agent.id),
    };
  } finally {
    await league.stop();
    await party.end();
  }
}

/** The part of its time that a silent player has for further questions. */
const SILENT = 8;

/** The strategy, but for its last meeting with the player: there it waits until everything is asked. */
function standingStill(strategy: Strategy, meetings: number, ask: (match_id: string) => Promise<void>): Strategy {
  const met = new Set<string>();
  return {
    ...strategy,
    async decide(turn) {
      if (!isPartner(turn.opponent_id)) met.add(turn.match_id);
      if (met.size === meetings) await ask(turn.match_id);
      return strategy.decide(turn);
    },
  };
}

/** The checker's own questions, asked once; of a match, when the player has been called in it. */
function probesOnce(watch: Watch, agentOf: () => Agent | undefined) {
  let asking: Promise<void> | undefined;
  return async (settings: Pick<Settings, 'limits'>, match_id?: string): Promise<void> => {
    if (match_id !== undefined && !(await isCalled(watch, match_id))) return;
    asking ??= ask(settings);
    await asking;
  };

  async function ask({ limits: { moveMs } }: Pick<Settings, 'limits'>): Promise<void> {
    const agent = agentOf();
    const managerToken = watch.calls
      .map(({ answered }) => objectIn(answered))
      .map((reply) => bodyIn(JSON.stringify(reply['result'] ?? reply))['manager_token'])
      .findLast((token) => typeof token === 'string');
    await runProbes({
      watch,
      clock: systemClock,
      entropy: systemEntropy,
      dialect: agent?.dialect ?? 'rpc',
      echo: agent?.echo,
      managerToken,
      patienceMs: Math.max(1_500, moveMs / 8),
      moveMs,
    });
  }
}

const LOOK_MS = 20;
const LOOKS = 100;

/** Whether the player was called in a match and has answered, soon. */
async function isCalled({ exchanges }: Watch, match_id: string): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks++) {
    if (exchanges.some(({ type, sent }) => type.endsWith('_CALL') && bodyIn(sent)['match_id'] === match_id))
      return true;
    await sleep(systemClock, LOOK_MS);
  }
  return false;
}

interface Arriving {
  readonly watch: Watch;
  readonly waitMs: number;
  /** Resolves when waiting is of no more use. */
  readonly enough: Promise<unknown>;
}

/** A player whose registration was refused may try again so long. */
const AGAIN_MS = 1_500;

/** The player, once it has registered; undefined when it does not, or is refused. */
async function arrival({ registered }: CheckedLeague, { watch, waitMs, enough }: Arriving): Promise<Agent | undefined> {
  const isRefused = async () => {
    while (!watch.calls.some(({ asked }) => typeOf(asked) === 'LEAGUE_REGISTER_REQUEST'))
      await sleep(systemClock, LOOK_MS);
    await sleep(systemClock, AGAIN_MS);
  };
  return Promise.race([
    registered,
    ...[sleep(systemClock, waitMs), enough, isRefused()].map((end) => end.then(() => undefined)),
  ]);
}

const WAIT_SEC = 20;
/** A player that is running has so long to register itself, before it is called as one that does not. */
const OWN_MS = 2_000;

async function listensAt(url: string): Promise<boolean> {
  const transport = networkTransport('agent');
  const knocked = await transport.knock(endpointIn(url, 'URL'), later(systemClock.monotonic(), OWN_MS));
  await transport.close();
  return knocked.ok;
}

function waitOf(flags: Flags, { kind }: Subject): number {
  return (flags.number('wait', 0, 3_600) ?? (kind === 'url' ? WAIT_SEC : 2 * WAIT_SEC)) * 1_000;
}

interface Party {
  /** Lines of a program that were no messages: worth a word where it never registers. */
  readonly strayLines?: readonly string[];
  /** Resolves with how it ended. */
  readonly gone: Promise<string>;
  end(): Promise<void>;
}

interface Surroundings {
  readonly flags: Flags;
  readonly league: CheckedLeague;
  readonly tell: (line: string) => void;
  /** It is running, and is to be called where it listens. */
  readonly isThere: boolean;
  /** It is running, for whichever manager. */
  readonly isRunning: boolean;
}

const NEVER = new Promise<never>(() => {});

/** Starts what is checked, or says where it is waited for. */
async function startSubject(subject: Subject, around: Surroundings): Promise<Party> {
  const { kind, text } = subject;
  const { flags, league, tell, isThere, isRunning } = around;
  const { address } = league;
  if (kind === 'url') {
    const endpoint = endpointIn(text, 'URL');
    if (isThere) tell(`A player listens at ${endpoint}: it is called there.`);
    else {
      const wait = `it is waited for ${waitOf(flags, subject) / 1_000} s (--wait SEC)`;
      if (isRunning) tell(`A player listens at ${endpoint}, and has not registered with this check.`);
      tell(`Start your player ${isRunning ? 'again ' : ''}at ${endpoint} with the manager ${address}; ${wait}.`);
      if (isRunning) tell('If it stays as it is, it is then asked what needs no registration.');
    }
    return { gone: NEVER, end: async () => undefined };
  }
  if (kind === 'command') {
    const loader = configOf(flags);
    const { network } = need(await loader.loadSystem());
    const strayLines: string[] = [];
    const wires = need(
      await programWires({
        host: network.base_host,
        port: 0,
        manager: address,
        settings: await networkOf(loader),
        warn: (line) => void strayLines.push(line),
        onAsked: () => undefined,
        onAsking: () => undefined,
      }),
    );
    const said: string[] = [];
    const program = startProgram(text, wires, { hear: (words) => void said.push(words) });
    return {
      strayLines,
      gone: program.gone.then((how) => `${how}${lastOf(said)}`),
      async end() {
        await program.end();
        await wires.close();
      },
    };
  }
  const folder = join(tmpdir(), `league-check-${uuid(systemEntropy)}`);
  const [game, seed] = [flags.text('game'), flags.text('seed')];
  const player = spawnAgent('the player', 'agents/player/main.ts', [
    ...['--strategy', /[/\\]|\.(ts|mts|js|mjs)$/.test(text) ? resolve(text) : text],
    ...['--manager', address, '--port', '0', '--data', join(folder, 'data'), '--logs', join(folder, 'logs')],
    ...(game === undefined ? [] : ['--game', game]),
    ...(seed === undefined ? [] : ['--seed', seed]),
  ]);
  player.register();
  tell(`Its logs are in ${join(folder, 'logs')}.`);
  return {
    gone: player.gone.then(() => player.lost.then(String)).catch(String),
    async end() {
      player.signal('SIGTERM');
      await Promise.race([player.gone, sleep(systemClock, 3_000)]);
      player.signal('SIGKILL');
    },
  };
}

/** Asks a player that is registered elsewhere, or nowhere, for a seat and a move of a match it cannot know. */
async function askStranger(watch: Watch, address: string, { config, limits }: Settings): Promise<void> {
  watch.follow(address);
  const { clock, transport } = { clock: systemClock, transport: watch.around(networkTransport('agent')) };
  const peer = makePeer({ transport, clock, sender: () => 'referee:REF01' });
  const to = { id: 'P01', address, dialect: 'rpc' } as const;
  const { game_type } = config;
  const place = { league_id: config.league_id, round_id: 1, match_id: 'R1M1', player_id: 'P01', game_type };
  const how = (ms: number) => ({
    conversation_id: uuid(systemEntropy),
    auth_token: 'tkt_of_the_check',
    deadline: (clock.monotonic() + ms) as ReturnType<typeof clock.monotonic>,
  });
  const invitation = { ...place, role_in_match: 'PLAYER_A' as const, opponent_id: 'P02' };
  await peer.ask(to, 'GAME_INVITATION', invitation, how(limits.joinMs));
  const words = wordsFor(game_type);
  const options = game_type === 'even_odd' ? ['even', 'odd'] : [];
  const your_standings = { wins: 0, losses: 0, draws: 0 };
  const question = {
    ...place,
    opponent_id: 'P02',
    your_standings,
    step: 1,
    view: {},
    options,
    deadline: timestamp(clock),
    assignment_epoch: 1,
  };
  await peer.ask(to, words.call, words.callBody(question) as never, how(limits.moveMs));
}

/** The opponent of a check: any move, for nothing is to be won. */
export const AT_RANDOM: Strategy = { name: 'sparring', decide: ({ moves, random }) => pick(random, moves) };

/** The subject of a check, by the words that were typed: one of them and no other. */
export function subjectIn(flags: Flags, url: string): Subject {
  const command = flags.text('command');
  const strategy = flags.text('strategy');
  const named: readonly Subject[] = [
    ...(url === '' ? [] : [{ kind: 'url', text: url } as const]),
    ...(command === undefined ? [] : [{ kind: 'command', text: command } as const]),
    ...(strategy === undefined ? [] : [{ kind: 'strategy', text: strategy } as const]),
  ];
  const [subject, second] = named;
  if (subject === undefined || second !== undefined)
    throw usage('name one player: league check URL, or --command CMD, or --strategy FILE');
  return subject;
}
