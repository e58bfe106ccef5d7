/** Everybody meets everybody once: the round robin by the circle method, computed by index and never held whole. */

export interface Pairing {
  readonly match_id: string;
  readonly round_id: number;
  /** Player ids in the order of the seats. */
  readonly seats: readonly [string, string];
  /** The number of the match in the whole schedule, from 0. */
  readonly index: number;
}

export interface ScheduleOptions {
  /** Whether it matters who sits first; seats are then balanced. */
  readonly seatsMatter: boolean;
  /** A shorter league. */
  readonly maxRounds?: number;
}

export interface Schedule {
  readonly totalRounds: number;
  readonly matchesPerRound: number;
  readonly totalMatches: number;
  /** The matches of a round, in order. */
  round(round_id: number): readonly Pairing[];
  /** A player's match in a round; undefined when it has the bye. */
  matchOf(player_id: string, round_id: number): Pairing | undefined;
  /** The round in which two players meet; undefined when one of them is unknown or the league is too short. */
  meeting(a: string, b: string): number | undefined;
  /** The match of an id; undefined when there is none. */
  match(match_id: string): Pairing | undefined;
}

const MATCH_ID = /^R([1-9]\d{0,6})M([1-9]\d{0,6})$/;

/** The round robin of players in the given order. At least two players. */
export function roundRobin(players: readonly string[], options: ScheduleOptions): Schedule {
  const circle = players.length + (players.length % 2);
  const modulus = circle - 1;
  const positions = new Map(players.map((id, position) => [id, position]));
  const totalRounds = Math.min(modulus, options.maxRounds ?? modulus);
  const matchesPerRound = Math.floor(players.length / 2);

  /**
   * Position 0 stands still and meets position r; the others, counted from 0 behind it, meet where their
   * numbers add up to 2(r-1) modulo n-1. For an odd number of players the last position is a phantom: a bye.
   */
  function opponentOf(position: number, round_id: number): number {
    if (position === 0) return round_id;
    const opposite = mod(2 * (round_id - 1) - (position - 1), modulus) + 1;
    return opposite === position ? 0 : opposite;
  }

  function seated(lower: number, higher: number, round_id: number): readonly [string, string] {
    const [a, b] = [players[lower] as string, players[higher] as string];
    const lowerFirst = options.seatsMatter ? balanced(lower, higher, round_id) : round_id === 1;
    return lowerFirst ? [a, b] : [b, a];
  }

  /**
   * Of two positions the one less than half a turn ahead sits first: everyone is ahead of half the others. With an
   * even number the one that stands still has no place in that circle, and takes turns.
   */
  function balanced(lower: number, higher: number, round_id: number): boolean {
    if (lower === 0 && players.length === circle) return round_id % 2 === 1;
    return mod(lower - higher, modulus) <= (modulus - 1) / 2;
  }

  function makeRound(round_id: number): Round {
    const matches: Pairing[] = [];
    const byPlayer = new Map<string, Pairing>();
    for (const lower of players.keys()) {
      const higher = opponentOf(lower, round_id);
      if (higher < lower || higher >= players.length) continue;
      const number = matches.length + 1;
      const index = (round_id - 1) * matchesPerRound + matches.length;
      const pairing: Pairing = {
        match_id: `R${round_id}M${number}`,
        round_id,
        seats: seated(lower, higher, round_id),
        index,
      };
      matches.push(pairing);
      for (const seat of pairing.seats) byPlayer.set(seat, pairing);
    }
    return { round_id, matches, byPlayer };
  }

  // A small league's rounds are kept; a big one looks at the present round and its neighbours, and makes the rest anew.
  const kept = players.length <= 256 ? totalRounds : 3;
  const recent: Round[] = [];
  function roundOf(round_id: number): Round | undefined {
    if (!Number.isInteger(round_id) || round_id < 1 || round_id > totalRounds) return undefined;
    const known = recent.find((round) => round.round_id === round_id);
    if (known !== undefined) return known;
    const made = makeRound(round_id);
    recent.unshift(made);
    if (recent.length > kept) recent.pop();
    return made;
  }

  return {
    totalRounds,
    matchesPerRound,
    totalMatches: totalRounds * matchesPerRound,
    round: (round_id) => roundOf(round_id)?.matches ?? [],
    matchOf: (player_id, round_id) => roundOf(round_id)?.byPlayer.get(player_id),
    meeting(a, b) {
      const [x, y] = [positions.get(a), positions.get(b)];
      if (x === undefined || y === undefined || x === y) return undefined;
      const [low, high] = [Math.min(x, y), Math.max(x, y)];
      // Halving modulo an odd number: multiply by (n)/2, the inverse of 2.
      const round_id = low === 0 ? high : mod((low + high - 2) * (circle / 2), modulus) + 1;
      return round_id <= totalRounds ? round_id : undefined;
    },
    match(match_id) {
      const parts = MATCH_ID.exec(match_id);
      return parts === null ? undefined : roundOf(Number(parts[1]))?.matches[Number(parts[2]) - 1];
    },
  };
}

interface Round {
  readonly round_id: number;
  readonly matches: readonly Pairing[];
  readonly byPlayer: ReadonlyMap<string, Pairing>;
}

function mod(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus;
}
