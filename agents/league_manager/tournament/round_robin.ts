/** Everybody meets everybody, once or home and away: the circle method, computed by index and never held whole. */
import { type Field, type Format, type FormatKind, numbered, type Pairing, type Seats } from './format.ts';

export interface RoundRobinOptions {
  /** How often everybody meets everybody; in every second leg the seats are swapped. */
  readonly legs?: number;
  /** A shorter league. */
  readonly max_rounds?: number;
}

export const ROUND_ROBIN: FormatKind = {
  make: roundRobin,
  about({ legs }) {
    const often = legs === 1 ? 'once' : 'twice, the second time with the seats swapped';
    return `Everybody meets everybody ${often}; with an odd number of players one has no match in a round.`;
  },
};

/** The round robin of at least two players in the given order; seats are balanced where they matter. */
export function roundRobin(
  { players, seatsMatter }: Field,
  { legs = 1, max_rounds = Number.POSITIVE_INFINITY }: RoundRobinOptions = {},
): Format {
  const circle = players.length + (players.length % 2);
  /** The rounds of one leg. */
  const modulus = circle - 1;
  const rounds = Math.min(modulus * legs, max_rounds);
  const matchesPerRound = Math.floor(players.length / 2);

  /**
   * Position 0 stands still and meets position r; the others, counted from 0 behind it, meet where their
   * numbers add up to 2(r-1) modulo n-1. For an odd number of players the last position is a phantom: a bye.
   */
  function opponentOf(position: number, turn: number): number {
    if (position === 0) return turn;
    const opposite = mod(2 * (turn - 1) - (position - 1), modulus) + 1;
    return opposite === position ? 0 : opposite;
  }

  function seated(lower: number, higher: number, turn: number): Seats {
    const [a, b] = [players[lower] as string, players[higher] as string];
    const lowerFirst = seatsMatter ? balanced(lower, higher, turn) : turn === 1;
    return lowerFirst ? [a, b] : [b, a];
  }

  /**
   * Of two positions the one less than half a turn ahead sits first: everyone is ahead of half the others. With an
   * even number the one that stands still has no place in that circle, and takes turns.
   */
  function balanced(lower: number, higher: number, turn: number): boolean {
    if (lower === 0 && players.length === circle) return turn % 2 === 1;
    return mod(lower - higher, modulus) <= (modulus - 1) / 2;
  }

  const turnOf = (round_id: number) => mod(round_id - 1, modulus) + 1;

  function seatsIn(round_id: number, lower: number, higher: number): Seats {
    const isReturnLeg = Math.floor((round_id - 1) / modulus) % 2 === 1;
    const [a, b] = seated(lower, higher, turnOf(round_id));
    return isReturnLeg ? [b, a] : [a, b];
  }

  function makeRound(round_id: number): readonly Pairing[] {
    const seats: Seats[] = [];
    for (const lower of players.keys()) {
      const higher = opponentOf(lower, turnOf(round_id));
      if (higher > lower && higher < players.length) seats.push(seatsIn(round_id, lower, higher));
    }
    return numbered(round_id, seats);
  }

  /**
   * The place in its round, from 0, of the pair whose lower position this is. Positions behind the first meet where their
   * numbers add up to `sum` or, the higher half of them, to `sum` + n-1: lower ones stand before the middle of each.
   */
  function placeOf(lower: number, turn: number): number {
    if (lower === 0) return 0;
    const sum = mod(2 * (turn - 1), modulus);
    const number = lower - 1;
    const before = number <= sum ? number : Math.ceil(sum / 2) + number - sum - 1;
    // Every position has an opponent, but one of them may be the phantom.
    const alone = players.length < circle ? opponentOf(players.length, turn) : circle;
    return 1 + before - (alone < lower ? 1 : 0);
  }

  let positions: ReadonlyMap<string, number> | undefined;
  function plannedOf(player_id: string, round_id: number): Pairing | undefined {
    positions ??= new Map(players.map((id, position) => [id, position]));
    const position = positions.get(player_id);
    if (position === undefined || !isRound(round_id)) return undefined;
    const opponent = opponentOf(position, turnOf(round_id));
    if (opponent >= players.length) return undefined;
    const [lower, higher] = [Math.min(position, opponent), Math.max(position, opponent)];
    const match_id = `R${round_id}M${placeOf(lower, turnOf(round_id)) + 1}`;
    return { match_id, round_id, seats: seatsIn(round_id, lower, higher) };
  }

  const isRound = (round_id: number) => Number.isInteger(round_id) && round_id >= 1 && round_id <= rounds;
  // A league looks at the present round and its neighbours; the others are made anew when they are asked for.
  const recent: { readonly round_id: number; readonly pairings: readonly Pairing[] }[] = [];
  function roundOf(round_id: number): readonly Pairing[] {
    if (!isRound(round_id)) return [];
    const known = recent.find((round) => round.round_id === round_id);
    if (known !== undefined) return known.pairings;
    const pairings = makeRound(round_id);
    recent.unshift({ round_id, pairings });
    if (recent.length > 3) recent.pop();
    return pairings;
  }

  function opponentsOf(player_id: string, from_round: number): readonly string[] {
    const position = players.indexOf(player_id);
    const opponents: string[] = [];
    for (let round_id = from_round; round_id <= rounds; round_id++) {
      const opponent = players[opponentOf(position, turnOf(round_id))];
      if (opponent !== undefined) opponents.push(opponent);
    }
    return opponents;
  }

  const outlook = {
    rounds,
    opponentsOf,
    matches: rounds * matchesPerRound,
    meetings: { least: Math.floor(rounds / modulus), most: Math.ceil(rounds / modulus) },
    planned: roundOf,
    plannedOf,
    sizeOf: (round_id: number) => (isRound(round_id) ? matchesPerRound : 0),
  };
  return {
    next: (played) => (played.rounds < rounds ? roundOf(played.rounds + 1) : undefined),
    outlook: () => outlook,
  };
}

function mod(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus;
}
