/** Finds what must not happen in the private league: a forfeit out of place, a crash, a bad message. Pure. */
import type { Entrant } from './entrants.ts';
import type { Outing } from './outings.ts';
import type { Duel, Gathering, Results } from './run.ts';

/** One line for everything that is not as it has to be; none when all is well. */
export function surprisesIn({ duels, misbehaving, mixed, overHttp, otherGames, wires }: Results): readonly string[] {
  return [
    ...[...duels, ...misbehaving].flatMap(inDuel),
    ...inGathering(mixed, 'among those who misbehave'),
    ...inGathering(overHttp, 'over HTTP'),
    ...[...otherGames].flatMap(([game_type, gathering]) => inGathering(gathering, `of ${game_type}`)),
    ...[wires.memory, wires.http].flatMap(({ violations }) =>
      violations.map(({ what, by, fault }) => `${what} by ${by} is not as published: ${fault}`),
    ),
  ];
}

function inDuel({ first, second, outings }: Duel): readonly string[] {
  return [...inOutings(outings.first, first, second), ...inOutings(outings.second, second, first)];
}

function inOutings(outings: readonly Outing[], who: Entrant, opponent: Entrant): readonly string[] {
  return outings.flatMap(({ fault, crashed }, index) => {
    const where = `${who.name} in game ${index + 1} against ${opponent.name}`;
    const broke = crashed && who.misbehaviour?.breaks !== true;
    return [...wrongFault(who, fault, where), ...(broke ? [`${where}: an error in its log`] : [])];
  });
}

function wrongFault(who: Entrant | undefined, fault: string | undefined, where: string): readonly string[] {
  const due = who?.misbehaviour?.losesBy;
  return fault === due ? [] : [`${where}: forfeited by ${fault ?? 'nothing'}, where ${due ?? 'nothing'} was due`];
}

function inGathering({ leagues, players }: Gathering, where: string): readonly string[] {
  return leagues.flatMap(({ matches, incidents }, index) => {
    const place = (id: string) => `${players.get(id)?.name ?? id} in league ${index + 1} ${where}`;
    return [
      ...matches.flatMap(({ players: seats, faults }) =>
        seats.flatMap((id) => wrongFault(players.get(id), faults.get(id), place(id))),
      ),
      ...incidents
        .filter(({ agent_id }) => players.get(agent_id)?.misbehaviour?.breaks !== true)
        .map(({ agent_id, what }) => `${place(agent_id)}: ${what} in its log`),
    ];
  });
}
