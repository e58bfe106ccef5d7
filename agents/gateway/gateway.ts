/** Holds seats of a league for clients that cannot be called themselves: for each seat a real player in this process. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { later, sleep } from '../../SHARED/league_sdk/core/clock.ts';
import { sha256, toHex } from '../../SHARED/league_sdk/core/hash.ts';
import type { JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import { neighbourhoodOf, plainAddress } from '../../SHARED/league_sdk/core/net_address.ts';
import { SEAT_LIMITS, type SeatLimits } from '../../SHARED/league_sdk/core/network_limits.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import { Turns } from '../../SHARED/league_sdk/disk/turns.ts';
import type { Effects, Places } from '../../SHARED/league_sdk/effects.ts';
import { dataPaths } from '../../SHARED/league_sdk/paths.ts';
import { makePeer } from '../../SHARED/league_sdk/peer.ts';
import type { Patience } from '../../SHARED/league_sdk/registering.ts';
import type { Address } from '../../SHARED/league_sdk/transport/transport.ts';
import { Bell } from './bell.ts';
import { NOT_YET, turnedAway } from './no_seat.ts';
import { Seat } from './seat.ts';
import { type KeptSeat, readSeats, writeSeats } from './seats_file.ts';

export interface GatewayOptions {
  /** The world of the players that hold the seats. */
  readonly effects: Effects;
  readonly places: Places;
  readonly league_id: string;
  readonly game_types: readonly string[];
  /** Where the manager listens; undefined as long as it does not. */
  readonly manager: () => Address | undefined;
  /** Where the player of a seat listens, from 1 on; referees must be able to reach it. */
  readonly addressOf: (place: number) => Address;
  readonly registering?: Patience;
  readonly limits?: SeatLimits;
  /** Hears of seats that could not be given back to their clients after a restart. */
  readonly onTrouble: (line: string) => void;
}

/** A seat that was given, and what proves whose it is: nobody can be told it again. */
export interface Given {
  readonly seat: Seat;
  readonly secret: string;
}

export type Gateway = ReturnType<typeof makeGateway>;

/** How long the end of the league is kept for clients that were there a moment ago. */
const FAREWELL_MS = 30_000;
const MOMENT_MS = 60_000;
/** For the last answers to leave before the door is shut. */
const PARTING_MS = 250;
const LOOK_MS = 2_000;
const SECRET_BYTES = 16;

export function makeGateway(options: GatewayOptions) {
  const { effects, places, league_id, game_types, manager, addressOf, registering, onTrouble } = options;
  const { clock, entropy, transport, disk } = effects;
  const limits = options.limits ?? SEAT_LIMITS;
  const path = dataPaths(places.data).seats(league_id);
  const seats = new Map<string, Seat>();
  const turns = new Turns();
  const peer = makePeer({ transport, clock, sender: () => 'gateway' });
  const told = new Bell(clock);
  let isEnding = false;

  function seatOf(kept: Omit<KeptSeat, 'player_id'> & { readonly player_id?: string }): Seat {
    const { place, display_name, player_id: id } = kept;
    return new Seat(kept, clock, async (holding) => {
      const address = manager();
      if (address === undefined) return err(NOT_YET);
      // Most managers never hold a seat, and start sooner without a player to load.
      const { startPlayer } = await import('../player/player.ts');
      return startPlayer({
        ...{ effects, places, display_name, game_types, manager: address, listen: addressOf(place), ...holding },
        ...(id === undefined ? {} : { id }),
        ...(registering === undefined ? {} : { registering }),
      });
    });
  }

  const keep = () =>
    writeSeats(
      disk,
      path,
      [...seats.values()].map(({ kept }) => kept),
    );
  const newSecret = () => `seat_${toHex(entropy.bytes(SECRET_BYTES))}`;

  /** The seat that a secret proves. */
  function find(secret: string): Result<Seat, Refusal> {
    const seat = seats.get(sha256(secret));
    if (seat === undefined) return err(refusal('E012', 'this seat is not known here; join_league gives you one'));
    seat.touch();
    return ok(seat);
  }

  /** Takes a seat under a name. The same name from the same address again, when the answer got lost, is the same seat. */
  function join(display_name: string, address: string): Promise<Result<Given, Refusal>> {
    return turns.take(path, async () => {
      const from = householdOf(address);
      const lost = [...seats.entries()].find(
        ([, { kept, isUntouched }]) => kept.display_name === display_name && kept.address === from && isUntouched,
      );
      if (lost !== undefined) return rekeyed(...lost);
      const full = noRoomFor(from);
      if (full !== undefined) return err(full);
      const secret = newSecret();
      const place = 1 + Math.max(0, ...[...seats.values()].map(({ kept }) => kept.place));
      const seat = seatOf({ place, seat_sha256: sha256(secret), display_name, address: from, left: false });
      const sitting = await seat.sit();
      if (!sitting.ok) return err(turnedAway(sitting.error));
      seats.set(sha256(secret), seat);
      await keep();
      return ok({ seat, secret });
    });
  }

  /** Back to a seat that was given before, also after leaving it. */
  function rejoin(secret: string): Promise<Result<Given, Refusal>> {
    return turns.take(path, async () => {
      const found = find(secret);
      if (!found.ok) return found;
      const seat = found.value;
      if (seat.news.final !== undefined) return ok({ seat, secret });
      const sitting = await seat.sit();
      if (!sitting.ok) return err(turnedAway(sitting.error));
      await keep();
      return ok({ seat, secret });
    });
  }

  async function rekeyed(digest: string, seat: Seat): Promise<Result<Given, Refusal>> {
    const secret = newSecret();
    seats.delete(digest);
    seat.rekey(sha256(secret));
    seats.set(sha256(secret), seat);
    await keep();
    return ok({ seat, secret });
  }

  function leave(seat: Seat): Promise<void> {
    return turns.take(path, async () => {
      await seat.leave();
      await keep();
    });
  }

  function noRoomFor(address: string): Refusal | undefined {
    if (isEnding) return refusal('E007', 'the league manager is ending');
    if (seats.size >= limits.seats) return refusal('E017', `no more than ${limits.seats} seats are held for clients`);
    const own = [...seats.values()].filter(({ kept }) => kept.address === address).length;
    if (own < limits.seatsPerAddress) return undefined;
    return refusal('E006', `no more than ${limits.seatsPerAddress} seats for one address, and yours has ${own}`);
  }

  /** What the manager shows to anybody; undefined when it does not answer. */
  async function look(
    method: 'get_status' | 'get_standings',
    params: JsonObject = {},
  ): Promise<JsonObject | undefined> {
    const address = manager();
    if (address === undefined) return undefined;
    const seen = await peer.look(address, method, params, later(clock.monotonic(), LOOK_MS));
    return seen.ok ? seen.value : undefined;
  }

  /** Starts the players of the seats that were kept. One that cannot be started is tried again when its client asks. */
  function resume(): Promise<void> {
    return turns.take(path, sitAgain);
  }

  async function sitAgain(): Promise<void> {
    const read = await readSeats(disk, path);
    if (!read.ok) return onTrouble(`the seats in ${path} are lost to their clients: ${read.error.detail}`);
    for (const kept of read.value) seats.set(kept.seat_sha256, seatOf(kept));
    const sitting = [...seats.values()].filter(({ hasLeft }) => !hasLeft);
    const started = await Promise.all(sitting.map(async (seat) => ({ seat, result: await seat.sit() })));
    for (const { seat, result } of started)
      if (!result.ok) onTrouble(`the player of seat ${seat.kept.place} does not start again: ${result.error.detail}`);
  }

  /**
   * The manager is about to stop listening. Clients who were there a moment ago get the time to hear how the league
   * ended; then the players end, their seats are kept.
   */
  async function farewell(): Promise<void> {
    isEnding = true;
    const until = later(clock.monotonic(), FAREWELL_MS);
    const never = new AbortController().signal;
    const someoneWaits = () => [...seats.values()].some((seat) => seat.awaitsTheEnd(MOMENT_MS));
    while (someoneWaits() && clock.monotonic() < until) await told.wait(until - clock.monotonic(), never);
    await Promise.all([...seats.values()].map((seat) => seat.stop('the league manager is ending')));
    if (seats.size > 0) await sleep(clock, PARTING_MS);
  }

  return {
    ...{ clock, find, join, rejoin, leave, look, resume, farewell },
    /** A client was told how things stand. */
    noteTold: () => told.ring(),
  };
}

/** Who shares an address; what has no address of a network is one household. */
function householdOf(address: string): string {
  return plainAddress(address) === undefined ? address : neighbourhoodOf(address);
}
