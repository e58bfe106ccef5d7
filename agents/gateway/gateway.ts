/** Holds seats of a league for clients that cannot be called: each seat is a real player in this process. */
import { type Refusal, type Rejection, refusal } from '../../SHARED/contracts/errors.ts';
import type { StandingsRow } from '../../SHARED/contracts/fields.ts';
import { later, sleep } from '../../SHARED/core/clock.ts';
import { sha256, toHex } from '../../SHARED/core/hash.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { SEAT_LIMITS, type SeatLimits } from '../../SHARED/core/limits.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Effects, Places } from '../../SHARED/league_sdk/effects.ts';
import { KeyedMutex, Wakeup } from '../../SHARED/league_sdk/flow/mutex.ts';
import { TokenBuckets } from '../../SHARED/league_sdk/flow/token_bucket.ts';
import type { Patience } from '../../SHARED/league_sdk/joining/register.ts';
import type { LedgerStore } from '../../SHARED/league_sdk/ledger/ledger.ts';
import { kindOf, plainAddress, subnetOf } from '../../SHARED/league_sdk/transport/net_address.ts';
import type { Address } from '../../SHARED/league_sdk/transport/transport.ts';
import { pastMatchesOf } from './finished_matches.ts';
import { LostJoins, NOT_YET, rejectedBy, turnedAway, type Wish } from './joins.ts';
import { Seat } from './seat.ts';
import { type KeptSeat, SeatBook } from './seat_book.ts';

/** The manager of the league, in the same process. */
export interface ManagerBeside {
  /** The address that the players of seats register at. */
  readonly address: Address;
  /** How far the league is, in the fields of LEAGUE_STATUS. */
  status(): JsonObject;
  /** The standings, the first of the league first. */
  rows(): readonly StandingsRow[];
  /** The reason why a new player of this name would be rejected, so that none is started for it. */
  objectionTo(display_name: string, codes: readonly string[]): Rejection | undefined;
  /** The hash of the first of these invite codes that is one of the roster. */
  codeOf(codes: readonly string[]): string | undefined;
}

export interface GatewayOptions {
  /** The world of the players that hold the seats. */
  readonly effects: Effects;
  readonly places: Places;
  /** The store of the league's seats. */
  readonly store: LedgerStore;
  readonly league_id: string;
  readonly game_types: readonly string[];
  /** The game and its rules in a sentence, for clients that see nothing but tools. */
  readonly game?: string;
  /** JSON Schema of a move of the league's game; absent: moves are shown as texts. */
  readonly moveSchema?: JsonObject;
  /** Draws what a seat may see of a position, a text for each row; undefined: there is nothing to draw. */
  readonly rowsOf?: (view: Json) => readonly string[] | undefined;
  /** The manager; undefined until it listens. */
  readonly manager: () => ManagerBeside | undefined;
  /** The address of a seat's player, by place from 1 on; referees must be able to reach it. */
  readonly addressOf: (place: number) => Address;
  readonly registering?: Patience;
  /** The time for a move in the league; absent: the usual one. */
  readonly moveMs?: number;
  /** Each player's clock for all its moves of one match; absent: clients are told of none. */
  readonly matchMs?: number;
  readonly limits?: SeatLimits;
  /** Whether seats and joins from this machine are counted as those of any address; they are not unless said so. */
  readonly countsThisMachine?: boolean;
  /** Called with the reason when a player does not start: clients are told less. */
  readonly onTrouble: (line: string) => void;
}

/** A seat that was given, and the secret that proves its owner: it cannot be told again. */
export interface GivenSeat {
  readonly seat: Seat;
  readonly secret: string;
}

/** The seats of one league, as `makeGateway` gives them. */
export type Gateway = ReturnType<typeof makeGateway>;

/** How long the end of the league is kept for clients that were there a moment ago. */
const FAREWELL_MS = 30_000;
const MOMENT_MS = 60_000;
/** The time for the last answers to leave before the listener closes. */
const PARTING_MS = 250;
/** The interval of checks whether a client is still to be told. */
const LOOK_MS = 1_000;
const SECRET_BYTES = 16;

/** The gateway of one league; no player is started before `join`, `rejoin` or `resume`. */
export function makeGateway(options: GatewayOptions) {
  const { effects, places, league_id, game_types, manager, addressOf, registering, onTrouble } = options;
  const { clock, entropy, disk } = effects;
  const limits = options.limits ?? SEAT_LIMITS;
  const document = options.store.document(league_id, 'seats');
  const path = document.where;
  const seats = new SeatBook(document);
  const mutex = new KeyedMutex();
  const attempts = new TokenBuckets({ burst: limits.joinsPerMin, perSec: limits.joinsPerMin / 60 }, () =>
    clock.monotonic(),
  );
  const joins = new LostJoins(clock);
  const told = new Wakeup(clock);
  const ending = new Wakeup(clock);
  let isEnding = false;
  let isLingering = false;

  function seatOf(kept: Omit<KeptSeat, 'player_id'> & { readonly player_id?: string }, invite_code?: string): Seat {
    const { place, display_name, player_id: id, kind } = kept;
    return new Seat(kept, { clock, moveMs: options.moveMs }, async (holding) => {
      const address = manager()?.address;
      if (address === undefined) return err({ code: 'REGISTRATION_FAILED', detail: NOT_YET.detail });
      // Most managers never hold a seat, and start sooner without a player to load.
      const { startPlayer } = await import('../player/player.ts');
      return startPlayer({
        ...{ effects, places, display_name, game_types, manager: address, listen: addressOf(place), ...holding },
        ...(id === undefined ? {} : { id }),
        ...(invite_code === undefined ? {} : { invite_code }),
        ...(kind === undefined ? {} : { kind }),
        ...(registering === undefined ? {} : { registering }),
        ...(options.moveMs === undefined ? {} : { moveMs: options.moveMs }),
      });
    });
  }

  /** Keeps a new seat; where the disk fails, the player that was started for it ends again. */
  async function keep(seat: Seat): Promise<void> {
    try {
      await seats.put(seat, seat.kept);
    } catch (thrown) {
      await seat.stop('its seat could not be kept');
      throw thrown;
    }
  }

  async function sit(seat: Seat): Promise<Result<void, Refusal>> {
    const sitting = await seat.sit();
    if (sitting.ok) return sitting;
    const { code, detail, rejection } = sitting.error;
    if (rejection === undefined) onTrouble(`the player for a seat does not start: ${code}, ${detail}`);
    return err(turnedAway(sitting.error));
  }

  const newSecret = () => `seat_${toHex(entropy.bytes(SECRET_BYTES))}`;

  /** The seat that a secret proves. */
  function find(secret: string): Result<Seat, Refusal> {
    const seat = seats.find(secret);
    if (seat === undefined) return err(refusal('E012', 'this seat_token is not known here; join_league gives you one'));
    seat.touch();
    return ok(seat);
  }

  /** Takes a seat under a name. */
  function join(wanted: Wish): Promise<Result<GivenSeat, Refusal>> {
    const wish = { ...wanted, address: countedAs(wanted.address) };
    const { display_name, address, codes = [], kind } = wish;
    const code_sha256 = manager()?.codeOf(codes);
    // A right code is counted by itself: others of its address do not keep it waiting.
    const mayJoin = code_sha256 === undefined ? mayTry(address) : attempts.take(code_sha256);
    if (!mayJoin) return Promise.resolve(err(TOO_MANY_JOINS));
    return mutex.take(path, async () => {
      const invited = code_sha256 && seats.all.find(({ kept }) => kept.invite_sha256 === code_sha256);
      if (invited) return invited.wasHeardWithin(SILENCE_MS) ? inUse(invited) : backBy(invited);
      // Once the league plays, a seat is worth taking over.
      const lost = manager()?.status()['status'] === 'waiting' ? joins.find(seats.all, wish) : undefined;
      if (lost !== undefined) return rekeyed(lost);
      const barred = objectionTo(wish, code_sha256);
      if (barred !== undefined) return err(barred);
      const secret = newSecret();
      const named = { place: seats.newPlace(), seat_sha256: sha256(secret), display_name, address, left: false };
      const code = codes.find((shown) => code_sha256 !== undefined && manager()?.codeOf([shown]) === code_sha256);
      const more = { ...(code_sha256 && { invite_sha256: code_sha256 }), ...(kind && { kind }) };
      const seat = seatOf({ ...named, ...more }, code);
      const sitting = await sit(seat);
      if (!sitting.ok) return sitting;
      if (isEnding) return tooLate(seat);
      await keep(seat);
      joins.note(seat, wish);
      return ok({ seat, secret });
    });
  }

  /** Back to a seat that was given before, also after leaving it. */
  function rejoin(secret: string, address: string): Promise<Result<GivenSeat, Refusal>> {
    if (!mayTry(countedAs(address))) return Promise.resolve(err(TOO_MANY_JOINS));
    return mutex.take(path, async () => {
      const found = find(secret);
      return found.ok ? sitAgainIn(found.value, secret) : found;
    });
  }

  /** A connection can be dead for long before it breaks: unless its client asks on, the seat is free in a while. */
  function inUse(seat: Seat): Result<never, Refusal> {
    seat.nudge();
    return err(rejectedBy('CODE_IN_USE'));
  }

  async function sitAgainIn(seat: Seat, secret: string): Promise<Result<GivenSeat, Refusal>> {
    seat.forgetLimit();
    if (seat.state.final !== undefined) return ok({ seat, secret });
    if (isEnding) return err(ENDING);
    const { hasLeft, kept } = seat;
    if (hasLeft) await seats.put(seat, { ...kept, left: false });
    const sitting = await sit(seat);
    if (sitting.ok) return isEnding ? tooLate(seat) : ok({ seat, secret });
    if (hasLeft) await seats.put(seat, kept);
    return sitting;
  }

  /** Back to the seat of an invite code, under a new secret. */
  async function backBy(seat: Seat): Promise<Result<GivenSeat, Refusal>> {
    const given = await rekeyed(seat);
    return given.ok ? sitAgainIn(given.value.seat, given.value.secret) : given;
  }

  /** Whether a client of this address may try to take a seat now. */
  function mayTry(address: string): boolean {
    return !isCounted(address) || attempts.take(address);
  }

  function isCounted(address: string): boolean {
    return (
      options.countsThisMachine === true || (plainAddress(address) !== undefined && kindOf(address) !== 'loopback')
    );
  }

  /** The manager has begun to end while a player was being started: it would never be stopped. */
  async function tooLate(seat: Seat): Promise<Result<never, Refusal>> {
    await seat.stop(ENDING.detail);
    return err(ENDING);
  }

  async function rekeyed(seat: Seat): Promise<Result<GivenSeat, Refusal>> {
    const secret = newSecret();
    await seats.put(seat, { ...seat.kept, seat_sha256: sha256(secret) });
    return ok({ seat, secret });
  }

  function leave(seat: Seat): Promise<void> {
    return mutex.take(path, async () => {
      await seats.put(seat, { ...seat.kept, left: true });
      await seat.stop('its client has left');
    });
  }

  /** The objection to a new seat, before a player is started for it. */
  function objectionTo({ display_name, address, codes = [] }: Wish, code?: string): Refusal | undefined {
    if (isEnding) return ENDING;
    const beside = manager();
    if (beside === undefined) return NOT_YET;
    const rejection = beside.objectionTo(display_name, codes);
    if (rejection !== undefined) return rejectedBy(rejection);
    if (seats.all.length >= limits.seats)
      return refusal('E017', `no more than ${limits.seats} seats are held here; ${more('max_seats')}`);
    if (code !== undefined || !isCounted(address)) return undefined;
    const own = seats.all.filter(({ kept }) => kept.address === address).length;
    if (own < limits.seatsPerAddress) return undefined;
    const most = `no more than ${limits.seatsPerAddress} seats for one address, and yours has ${own}`;
    return refusal('E006', `${most}; ${more('max_seats_per_address')}`);
  }

  /** Starts the players of the seats that were kept. One that cannot be started is tried again when its client asks. */
  function resume(): Promise<void> {
    return mutex.take(path, sitAgain);
  }

  async function sitAgain(): Promise<void> {
    const read = await seats.read();
    if (!read.ok) return onTrouble(`the seats in ${path} are lost to their clients: ${read.error.detail}`);
    const run = { league_id, run_id: String(manager()?.status()['run_id']) };
    const store = { disk, clock, root: places.data, records: options.effects.records };
    for (const kept of read.value) {
      const seat = seatOf(kept);
      seat.comeBack();
      seats.enter(seat);
      const past = await pastMatchesOf(kept.player_id, run, store);
      if (past.ok) seat.news.remember(past.value);
      else onTrouble(`the client of seat ${kept.place} is not told of its earlier matches: ${past.error}`);
    }
    const sitting = seats.all.filter(({ hasLeft }) => !hasLeft);
    const started = await Promise.all(sitting.map(async (seat) => ({ seat, result: await seat.sit() })));
    for (const { seat, result } of started)
      if (!result.ok) onTrouble(`the player of seat ${seat.kept.place} does not start again: ${result.error.detail}`);
  }

  /** Clients that were there a moment ago get the time to hear how the league ended. */
  async function untilTold(): Promise<void> {
    const until = later(clock.monotonic(), FAREWELL_MS);
    const someoneWaits = () => seats.all.some((seat) => seat.awaitsTheEnd(MOMENT_MS));
    while (someoneWaits() && clock.monotonic() < until)
      await told.wait(Math.min(LOOK_MS, until - clock.monotonic()), NEVER);
  }

  /**
   * The league is over. Resolves `ms` after the last client was told, or when the manager stops; at once where no client
   * of MCP and no person has a seat. `onBegin` hears that there is something to wait for.
   */
  async function linger(ms: number, onBegin: () => void): Promise<void> {
    if (isEnding || !seats.all.some(({ hasLeft, mayAskOn, kept }) => (mayAskOn || kept.kind === 'human') && !hasLeft))
      return;
    isLingering = true;
    onBegin();
    await untilTold();
    if (!isEnding) await ending.wait(ms, NEVER);
  }

  /**
   * The manager is about to stop listening: its clients hear of the end, unless they had time for that, then the players
   * end, and their seats are kept.
   */
  async function farewell(): Promise<void> {
    isEnding = true;
    ending.ring();
    if (!isLingering) await untilTold();
    await Promise.all(seats.all.map((seat) => seat.stop(ENDING.detail)));
    if (seats.all.length > 0) await sleep(clock, PARTING_MS);
  }

  return {
    ...{ clock, find, join, rejoin, leave, resume, linger, farewell },
    game: options.game ?? '',
    moveSchema: options.moveSchema ?? MOVE_AS_TEXT,
    rowsOf: (view: Json) => options.rowsOf?.(view),
    /** How far the league is; nothing before its manager listens. */
    status: (): JsonObject => manager()?.status() ?? {},
    matchMs: options.matchMs,
    /** The standings, the first of the league first. */
    rows: (): readonly StandingsRow[] => manager()?.rows() ?? [],
    /** A client was told how things stand. */
    noteTold: () => told.ring(),
  };
}

/** Every move can be said so: a text is held against the legal moves, of which what is no text is spelt as JSON. */
const MOVE_AS_TEXT: JsonObject = { type: 'string' };

/** Where the organiser of the league says otherwise. */
function more(key: string): string {
  return `the organiser of the league may allow more: security.${key} in system.json`;
}

/** A client that was not heard of for so long may have lost its seat_token. */
const SILENCE_MS = 30_000;
const NEVER = new AbortController().signal;
const ENDING = refusal('E007', 'the league manager is ending');
const TOO_MANY_JOINS = refusal(
  'E014',
  `too many attempts to join from your address or with your code; try again in a minute; ${more('max_joins_per_min_per_address')}`,
);

/** The key by which joins and seats are counted: the subnet, or the name of a wire without network addresses. */
function countedAs(address: string): string {
  return plainAddress(address) === undefined ? address : subnetOf(address);
}
