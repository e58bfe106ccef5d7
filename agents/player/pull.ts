/** A player without a server: it takes a seat at the manager, asks what is to be done, and has a strategy make its moves. */
import type { PlayerKind } from '../../SHARED/contracts/fields.ts';
import { SeatFile } from '../../SHARED/contracts/files/history.ts';
import { type SeatMethodName, USUAL_WAIT_SEC } from '../../SHARED/contracts/seat_methods.ts';
import { later, sleep } from '../../SHARED/core/clock.ts';
import { randomFrom } from '../../SHARED/core/entropy.ts';
import { sha256, toHex } from '../../SHARED/core/hash.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../SHARED/core/json.ts';
import { chanceStream, type Random } from '../../SHARED/core/random.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Effects, Places, Running, StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { documentText, readDocument } from '../../SHARED/league_sdk/files/document.ts';
import { isDistrust } from '../../SHARED/league_sdk/joining/failure_text.ts';
import type { WaitForManager } from '../../SHARED/league_sdk/joining/register.ts';
import { openReply, requestText } from '../../SHARED/league_sdk/messaging/envelope.ts';
import { dataPaths } from '../../SHARED/league_sdk/paths.ts';
import type { Address } from '../../SHARED/league_sdk/transport/transport.ts';
import { type Decision, guard } from './guard.ts';
import { type HistoryEntry, pastMatches } from './opponent_model.ts';
import type { PastMatch, Strategy } from './strategy.ts';

/** Everything a player without a server is started with. */
export interface PullOptions {
  readonly effects: Pick<Effects, 'clock' | 'entropy' | 'transport' | 'disk'>;
  readonly places: Pick<Places, 'data'>;
  readonly display_name: string;
  /** The manager's address, with `?code=` where the league takes players by invite code. */
  readonly manager: Address;
  readonly strategy: Strategy;
  /** What chooses its moves, which the league is told; absent: a program. */
  readonly kind?: NonNullable<PlayerKind>;
  /** Makes the chance of the strategy repeatable. */
  readonly seed?: string;
  /** A strategy that fails forfeits, and no legal move is played in its place. */
  readonly forfeits?: boolean;
  /** A manager that is not there at the start is waited for. */
  readonly waiting: WaitForManager;
  /** Hears every word of the manager before it is acted on; absent: results are told as lines. */
  readonly onWord?: (word: JsonObject) => void;
  /** Takes a line for people: results, what was refused, a manager that is away. */
  readonly tell: (line: string) => void;
}

/** Why a call brought no answer: nothing answers, or the league refuses. */
interface Unanswered {
  /** The league's code; absent where nothing answered, or too much is to be done there. */
  readonly code?: string;
  readonly detail: string;
}

/** The time for the answer itself, beside what a call waits. */
const ANSWER_MS = 10_000;
/** The longest that a player whose league is over stays to say that it heard so. */
const CONFIRMED_MS = 5_000;
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000] as const;
/** The rest is for the way there. */
const SHARE = 0.8;
const REQUEST_BYTES = 16;
const UNKNOWN_SEAT = 'E012';
const TOO_MANY = 'E014';

/**
 * Takes a seat, the same as before where its token is kept; resolves when it has one, or with the reason why not. From
 * then on it plays until the league is over or `stop`: a manager that is away, or comes back, costs it nothing but time.
 */
export async function startPullPlayer(options: PullOptions): Promise<Result<Running, StartFailure>> {
  const { manager, tell } = options;
  const { clock } = options.effects;
  const call = callsTo(manager, options.effects);
  const opened = await openSeat(options, call);
  if (!opened.ok) return opened;
  const seat = opened.value;
  const mind = makeMind(options, seat);
  const over = Promise.withResolvers<string>();
  let isStopped = false;
  let failures = 0;

  void play().then(over.resolve);
  return ok({
    get id() {
      return seat.taken.player_id;
    },
    address: manager,
    ended: over.promise,
    async stop(reason) {
      isStopped = true;
      over.resolve(reason);
    },
  });

  /** Resolves with the reason when the league is over for it. */
  async function play(): Promise<string> {
    let word: JsonObject = {};
    while (!isStopped) {
      const { told_up_to: heard = null } = word;
      const said = await next(word, { seat_token: seat.taken.seat_token, heard });
      if (isStopped) break;
      if (!said.ok) {
        const ending = await bear(said.error);
        if (ending !== undefined) return ending;
        word = {};
        continue;
      }
      if (failures > 1) tell('the league manager is back');
      failures = 0;
      word = said.value;
      options.onWord?.(word);
      for (const match of (word['finished_matches'] ?? []) as readonly JsonObject[]) mind.learn(match);
      const ending = endingIn(word);
      if (ending !== undefined) {
        if (word['status'] === 'league_over') await confirmEnd(word);
        return ending;
      }
      if (word['waiting_for'] === 'manager')
        await seat.join(seat.taken.seat_token).then(() => sleep(clock, PAUSES_MS[2]));
    }
    return 'stopped';
  }

  /** One call more says that the end was heard, for which the manager waits before it ends. */
  async function confirmEnd({ told_up_to: heard = null }: JsonObject): Promise<void> {
    const { seat_token } = seat.taken;
    await new Promise<void>((resolve) => {
      const callOff = clock.after(CONFIRMED_MS, resolve);
      void call('wait_for_turn', { seat_token, heard, wait_sec: 0 })
        .then(() => resolve())
        .finally(callOff);
    });
  }

  async function next(word: JsonObject, own: JsonObject): Promise<Result<JsonObject, Unanswered>> {
    const { status, match_id = null, seconds_left } = word;
    if (status !== 'your_turn') return call('wait_for_turn', own);
    const limitMs = Math.max(0, 1_000 * Number(seconds_left));
    const decision = await new Promise<Decision | undefined>((resolve) => {
      const callOff = clock.after(limitMs, () => resolve(undefined));
      void mind.considered(word, limitMs).then(resolve).finally(callOff);
    });
    if (decision !== undefined) {
      const reasoning = decision.reasoning === undefined ? {} : { reasoning: decision.reasoning.slice(0, 2_000) };
      const { move, guarded, model_use } = decision;
      const helped = { ...(guarded && { guarded }), ...(model_use && { model_use }) };
      return call('make_move', { ...own, match_id, move, ...reasoning, ...helped });
    }
    // No move is made, and the referee asks again or has had enough.
    await sleep(clock, PAUSES_MS[1]);
    return call('wait_for_turn', own);
  }

  /** What is done about a call that failed; the reason where nothing can be. */
  async function bear({ code, detail }: Unanswered): Promise<string | undefined> {
    failures += 1;
    if (code === UNKNOWN_SEAT) {
      const again = await seat.join(undefined);
      if (again.ok) tell(`the seat is none of this run of the league; it plays as ${seat.taken.player_id} now`);
      else if (again.error.code !== undefined && again.error.code !== TOO_MANY) return again.error.detail;
    } else if (code !== undefined) tell(detail);
    else if (failures === 2) tell(`the league manager is away (${detail}); it is called until it is back`);
    await sleep(clock, pauseAfter(failures - 1));
    return undefined;
  }
}

type Call = (method: SeatMethodName, params: JsonObject) => Promise<Result<JsonObject, Unanswered>>;

/** Calls of seat methods at a manager, one answer for each. */
function callsTo(manager: Address, { clock, transport }: PullOptions['effects']): Call {
  let number = 0;
  return async (method, params) => {
    number += 1;
    const id = number;
    const deadline = later(clock.monotonic(), USUAL_WAIT_SEC * 1_000 + ANSWER_MS);
    const sent = await transport.send(manager, requestText(id, method, params), deadline);
    if (!sent.ok) return err({ detail: sent.error.detail });
    const parsed = parseJson(sent.value.text ?? '');
    const opened = parsed.ok && isJsonObject(parsed.value) ? openReply(parsed.value, id) : undefined;
    if (opened?.ok !== true) return err({ detail: 'what answers there is no league manager' });
    if (opened.value.kind === 'result' && isJsonObject(opened.value.result)) return ok(opened.value.result);
    if (opened.value.kind !== 'error') return err({ detail: `${method} was answered with nothing` });
    const { data, detail } = opened.value;
    const { error_code } = isJsonObject(data) ? data : {};
    return err({ code: typeof error_code === 'string' ? error_code : 'RPC_ERROR', detail });
  };
}

/** The place of a player without a server, over restarts of either side. */
interface OwnSeat {
  /** As the manager gave it last. */
  readonly taken: { readonly player_id: string; readonly seat_token: string; readonly game_type: string };
  /** Takes the seat of a token, or where that is none of this league a new one, and keeps it. */
  join(token: string | undefined): Promise<Result<void, Unanswered>>;
}

/** Takes the seat that was kept, or a new one; a manager that is not there is waited for. */
async function openSeat(options: PullOptions, call: Call): Promise<Result<OwnSeat, StartFailure>> {
  const { display_name, manager, tell, waiting, kind } = options;
  const { clock, entropy, disk } = options.effects;
  // A person and a program of one name have a seat each.
  const owner = kind === undefined ? display_name : `${kind}: ${display_name}`;
  const file = dataPaths(options.places.data).seat(sha256(owner).slice(0, 16));
  const wish = { display_name, request_id: toHex(entropy.bytes(REQUEST_BYTES)), ...(kind && { kind }) };
  let taken = { player_id: '', seat_token: '', game_type: '' };

  async function join(token: string | undefined): Promise<Result<void, Unanswered>> {
    const back = token === undefined ? undefined : await call('join_league', { display_name, seat_token: token });
    const isKnown = back !== undefined && (back.ok || back.error.code !== UNKNOWN_SEAT);
    const given = isKnown ? back : await call('join_league', wish);
    if (!given.ok) return given;
    const { player_id, seat_token, game_type } = given.value;
    options.onWord?.(given.value);
    taken = { player_id: String(player_id), seat_token: String(seat_token), game_type: String(game_type) };
    const document: SeatFile = { schema_version: '1.0.0', display_name, manager: plainly(manager), ...taken };
    await disk
      .replace(file, documentText(document), { secret: true })
      .then(() => disk.sync(file))
      .catch((thrown: unknown) => tell(`the seat is not kept, and is lost with this process: ${String(thrown)}`));
    return ok(undefined);
  }

  const read = await readDocument(disk, file, SeatFile);
  if (!read.ok)
    return err({ code: 'DATA_INIT_FAILED', detail: `${file} is damaged: ${read.error.detail}; move it away` });
  const kept = read.value?.manager === plainly(manager) ? read.value.seat_token : undefined;
  const until = later(clock.monotonic(), waiting.ms);
  for (let tries = 0; ; tries++) {
    const joined = await join(kept);
    if (joined.ok) break;
    const { code, detail } = joined.error;
    const isFinal = (code !== undefined && code !== TOO_MANY) || clock.monotonic() >= until || isDistrust(detail);
    if (isFinal) return err({ code: code === undefined ? 'REGISTRATION_FAILED' : 'REGISTRATION_REJECTED', detail });
    if (tries === 0)
      waiting.tell(`waiting for the league manager at ${plainly(manager)}${limitText(waiting.ms)}; Ctrl-C ends it`);
    await sleep(clock, pauseAfter(tries));
  }
  return ok({
    get taken() {
      return taken;
    },
    join,
  });
}

/** The strategy of a player without a server: what it decides, and what it learns from matches that are over. */
function makeMind({ effects, strategy, seed, forfeits, onWord, tell }: PullOptions, seat: OwnSeat) {
  const { clock, entropy } = effects;
  const past: PastMatch[] = [];
  const chances = new Map<string, Random>();
  const decided = new Map<string, Promise<Decision>>();
  const decide = guard(strategy, { clock, log: () => {}, onFailure: tell, forfeits });

  /** The strategy's move; the same question has the same answer, and one that failed has none. */
  function considered(word: JsonObject, limitMs: number): Promise<Decision | undefined> {
    const { match_id, round_id, game_type, step, opponent_id, view = null, legal_moves, times_asked } = word;
    const key = JSON.stringify([match_id, step, view, legal_moves, forfeits ? times_asked : 0]);
    const moves = legal_moves as readonly Json[];
    const known = decided.get(key);
    if (known !== undefined) return known.catch(() => undefined);
    const { player_id } = seat.taken;
    const decision = decide({
      ...{ game_type: String(game_type), player_id, opponent_id: String(opponent_id), view, moves },
      ...{ match_id: String(match_id), round_id: Number(round_id), step: Number(step), history: past, clock },
      ...{ standing: undefined, timeLeftMs: Math.floor(SHARE * limitMs), random: chanceOf(String(match_id)) },
    });
    decided.set(key, decision);
    return decision.catch(() => undefined);
  }

  function chanceOf(match_id: string): Random {
    const made =
      seed === undefined ? randomFrom(entropy) : chanceStream(sha256(`${seed}:${seat.taken.player_id}:${match_id}`));
    const chance = chances.get(match_id) ?? made;
    chances.set(match_id, chance);
    return chance;
  }

  function learn({ match_id, points, why, your_move, facts, draw_seed: _, ...rest }: JsonObject): void {
    if (past.some((match) => match.match_id === match_id)) return;
    decided.clear();
    const entry = { ...(isJsonObject(facts) ? facts : {}), ...rest, match_id, game_type: seat.taken.game_type };
    const choices = { my_choice: your_move, opponent_choice: rest['opponent_move'] };
    const [match] = pastMatches([{ ...entry, ...choices } as unknown as HistoryEntry]);
    if (match === undefined) return;
    past.push(match);
    const line = `${match_id} against ${match.opponent_id}: ${match.result}, points: ${String(points)}; ${String(why)}`;
    if (onWord === undefined) tell(line);
    void Promise.resolve()
      .then(() => strategy.learn?.(match))
      .catch((thrown: unknown) => tell(`the strategy could not learn from ${match_id}: ${String(thrown)}`));
  }

  return { considered, learn };
}

function endingIn({ status, your_rank, champion }: JsonObject): string | undefined {
  if (status === 'left') return 'its seat was left';
  if (status !== 'league_over') return undefined;
  const first = isJsonObject(champion) ? `, and the champion is ${String(champion['player_id'])}` : '';
  return `the league is over; its rank is ${String(your_rank)}${first}`;
}

function limitText(ms: number): string {
  return Number.isFinite(ms) ? `, ${ms / 1_000} s at most` : '';
}

function pauseAfter(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] as number;
}

/** An address without its query, where an invite code may stand. */
function plainly(address: Address): string {
  return address.replace(/\?.*$/, '');
}
