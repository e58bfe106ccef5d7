/** The laws every format obeys, as checks that need no test runner: for tests, trials, and authors of formats. */
import type { Field, Format, Outlook, Pairing, Played, PlayedMatch, Seats } from './format.ts';

/** One law and one format to hold it against. */
export interface Law {
  /** What is true of every format. */
  readonly name: string;
  /** How this format breaks the law, in one line; undefined when it keeps it. */
  breach(): string | undefined;
}

/** How a match ends in a league that is played to try a format. */
export type Ending = (pairing: Pairing) => NonNullable<PlayedMatch['result']>;

/** The laws, ready to be tried on a format: each plays the whole league, the same matches ending the same way. */
export function formatLaws(make: (field: Field) => Format, field: Field, ending: Ending): readonly Law[] {
  const play = () => playedOut(make(field), ending);
  return [
    {
      name: 'nobody has two matches in a round, and everybody in it plays in the league',
      breach: () =>
        roundsOf(play())
          .map((round) => roundBreach(round, field.players))
          .find(isSaid),
    },
    {
      name: 'two players meet as often as the outlook says',
      breach: () => meetingsBreach(roundsOf(play()).flat(), field.players, make(field).outlook(), true),
    },
    {
      name: 'the same results give the same pairings',
      breach: () => {
        const [one, other] = [play(), play()].map((played) => JSON.stringify(roundsOf(played)));
        return one === other ? undefined : 'the second league has other pairings than the first';
      },
    },
    { name: 'matches are numbered by round and place, without a gap', breach: () => numberBreach(play()) },
    { name: 'the outlook tells the truth', breach: () => outlookBreach(play(), make(field).outlook(), field) },
    {
      name: 'where seats matter, nobody sits first more than once oftener than second',
      breach: () => {
        const isWhole = meetingsBreach(roundsOf(play()).flat(), field.players, EVERYBODY_MEETS, true) === undefined;
        return field.seatsMatter && isWhole ? seatsBreach(roundsOf(play()).flat()) : undefined;
      },
    },
  ];
}

/** Of a league that was cut short nothing is balanced. */
const EVERYBODY_MEETS: Outlook = { meetings: { least: 1, most: Number.POSITIVE_INFINITY } };

/** Why these cannot be the matches of one round. */
export function roundBreach(round: readonly { readonly seats: Seats }[], players: readonly string[]) {
  const busy = new Set<string>();
  for (const id of round.flatMap(({ seats }) => seats)) {
    if (!players.includes(id)) return `${id} does not play in this league`;
    if (busy.has(id)) return `${id} has two matches in one round`;
    busy.add(id);
  }
  return undefined;
}

/** Why these cannot be the matches of a league; `isOver` when no more are to come. */
export function meetingsBreach(
  matches: readonly { readonly seats: Seats }[],
  players: readonly string[],
  { meetings }: Outlook,
  isOver: boolean,
): string | undefined {
  if (meetings === undefined) return undefined;
  const met = new Map<string, number>();
  for (const { seats } of matches) {
    const pair = pairOf(...seats);
    const times = (met.get(pair) ?? 0) + 1;
    if (times > meetings.most) return `${pair} met ${times} times`;
    met.set(pair, times);
  }
  if (!isOver || meetings.least === 0) return undefined;
  for (const [i, a] of players.entries()) {
    for (const b of players.slice(i + 1)) {
      const times = met.get(pairOf(a, b)) ?? 0;
      if (times < meetings.least) return `${pairOf(a, b)} met ${times} times, and the league is over`;
    }
  }
  return undefined;
}

function numberBreach(played: Played): string | undefined {
  for (const [r, round] of roundsOf(played).entries()) {
    for (const [m, { match_id, round_id }] of round.entries()) {
      if (match_id !== `R${r + 1}M${m + 1}` || round_id !== r + 1)
        return `match ${m + 1} of round ${r + 1} is called ${match_id} of round ${round_id}`;
    }
  }
  return undefined;
}

function outlookBreach(played: Played, outlook: Outlook, { players }: Field): string | undefined {
  const { rounds, matches, planned, sizeOf, plannedOf } = outlook;
  const all = roundsOf(played);
  const count = all.flat().length;
  if (rounds !== undefined && rounds !== all.length) return `${rounds} rounds were promised, ${all.length} played`;
  if (matches !== undefined && matches !== count) return `${matches} matches were promised, ${count} played`;
  for (let round_id = 0; round_id <= all.length + 1; round_id++) {
    const real = (all[round_id - 1] ?? []).map(({ match_id, seats }) => `${match_id} ${seats.join('-')}`);
    const said = planned?.(round_id).map(({ match_id, seats }) => `${match_id} ${seats.join('-')}`);
    if (said !== undefined && said.join() !== real.join()) return `round ${round_id} was planned otherwise`;
    const size = sizeOf?.(round_id);
    if (size !== undefined && size !== real.length) return `round ${round_id} was to have ${size} matches`;
    if (plannedOf === undefined) continue;
    for (const id of players) {
      const own = all[round_id - 1]?.find(({ seats }) => seats.includes(id));
      const told = plannedOf(id, round_id);
      if (`${own?.match_id} ${own?.seats}` !== `${told?.match_id} ${told?.seats}`)
        return `${id} was to have ${told?.match_id ?? 'no match'} in round ${round_id}`;
    }
  }
  return undefined;
}

function seatsBreach(matches: readonly { readonly seats: Seats }[]): string | undefined {
  const surplus = new Map<string, number>();
  for (const { seats } of matches)
    for (const [seat, id] of seats.entries()) surplus.set(id, (surplus.get(id) ?? 0) + (seat === 0 ? 1 : -1));
  const [id, more] = [...surplus].find(([, difference]) => Math.abs(difference) > 1) ?? [];
  return id === undefined ? undefined : `${id} sits first ${more} times oftener than second`;
}

/** Plays a format to its end. */
export function playedOut(format: Format, ending: Ending): Played {
  const rounds: PlayedMatch[][] = [];
  const played: Played = {
    get rounds() {
      return rounds.length;
    },
    round: (round_id) => rounds[round_id - 1] ?? [],
  };
  for (;;) {
    const pairings = format.next(played);
    if (pairings === undefined) return played;
    rounds.push(pairings.map((pairing) => ({ ...pairing, result: ending(pairing) })));
  }
}

function roundsOf(played: Played): readonly (readonly PlayedMatch[])[] {
  return Array.from({ length: played.rounds }, (_, i) => played.round(i + 1));
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} and ${b}` : `${b} and ${a}`;
}

function isSaid(breach: string | undefined): breach is string {
  return breach !== undefined;
}
