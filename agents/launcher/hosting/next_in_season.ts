/** A player whose league is over, and was a division of a season: whether it plays the final, and when it can register there. */
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { isJsonArray, isJsonObject, parseJson } from '../../../SHARED/core/json.ts';
import { interruptible } from '../processes/interruption.ts';
import { leagueOfHost } from '../world/addresses.ts';
import { lookAt } from '../world/wires_http.ts';

const LOOK_MS = 1_000;
/** The number of answers in a row that may be missing: hosts move leagues within seconds. */
const MOST_SILENCES = 30;
const LIMITS = { depth: 8, keys: 100_000, stringLength: 1_000, items: 1_000_000 };

/** Resolves with true when the player can register for the final at the same address, with false where there is none for it. */
export async function nextInSeason(managers: readonly string[], name: string, tell: (line: string) => unknown) {
  const doors = managers.filter((address) => leagueOfHost(address) !== undefined);
  if (doors.length === 0) return false;
  let isTold = false;
  return interruptible(async ({ promise, isThere }) => {
    for (let silences = 0; silences < MOST_SILENCES && !isThere(); ) {
      const season = await seasonAt(doors);
      if (season === 'none') return false;
      silences = season === 'silent' ? silences + 1 : 0;
      if (typeof season === 'object') {
        const outcome = placeIn(season, name);
        if (outcome === false) tell('It does not play in the final.');
        if (outcome !== undefined) return outcome;
        if (!isTold) tell('Its division is over; it waits for the final of the season.');
        isTold = true;
      }
      await Promise.race([promise, sleep(systemClock, LOOK_MS)]);
    }
    return false;
  });
}

interface ToldOfSeason {
  readonly final_state: unknown;
  readonly finalists: readonly unknown[] | undefined;
}

/** What the first host that can tell says of the season; `later` where one answers that it cannot at present. */
async function seasonAt(doors: readonly string[]): Promise<ToldOfSeason | 'none' | 'later' | 'silent'> {
  let unknown: 'later' | 'silent' = 'silent';
  for (const door of doors) {
    const got = await lookAt(new URL('season', door).href);
    if (!got.ok) continue;
    if (got.value.status !== 200 && got.value.status !== 404) {
      unknown = 'later';
      continue;
    }
    const told = parseJson(got.value.text, LIMITS);
    if (got.value.status === 404 || !told.ok || !isJsonObject(told.value)) return 'none';
    const { final_state, finalists } = told.value;
    if (final_state === undefined || finalists === undefined) return 'none';
    return { final_state, finalists: isJsonArray(finalists) ? finalists : undefined };
  }
  return unknown;
}

/** Whether the player is in the final; undefined before that is known, or before it can be joined. */
function placeIn({ final_state, finalists }: ToldOfSeason, name: string): boolean | undefined {
  if (finalists === undefined) return undefined;
  return finalists.includes(name) && (final_state === 'WAITING' || final_state === 'RUNNING');
}
