/** Bugs in what is told and what is heard, by agents whose own state is right: to be found by the simulation. */
import { sleep } from '../../../SHARED/core/clock.ts';
import { wholeText } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { saidIn } from '../simulation/checks/seats.ts';
import type { Parts } from '../simulation/parts.ts';
import { MANAGER, type PlantedBug, REFEREE, tampered, withAnswer, withDisk, withSend } from './planting.ts';

type Change = (text: string) => string;

/** Messages of one type that leave otherwise than they were meant. */
function telling(who: RegExp, type: string, change: Change): Parts {
  const isMeant = (text: string) => text.includes(`"message_type":"${type}"`);
  return tampered(who, (effects) =>
    withSend(effects, (to, text, deadline, ...how) =>
      effects.transport.send(to, isMeant(text) ? change(text) : text, deadline, ...how),
    ),
  );
}

/** Referees that read the replies of P01, or of others, otherwise than they came. */
function mishearing(change: Change, whose = 'memory:P01'): Parts {
  const deaf = (effects: Effects): Effects =>
    withSend(effects, async (to, text, deadline, ...how) => {
      const heard = await effects.transport.send(to, text, deadline, ...how);
      if (!to.startsWith(whose) || !heard.ok || heard.value.text === undefined) return heard;
      return { ok: true, value: { ...heard.value, text: change(heard.value.text) } };
    });
  return tampered(REFEREE, deaf);
}

export const TOLD_BUGS: readonly PlantedBug[] = [
  {
    name: 'standings are told without the breaches of the protocol',
    seed: 1,
    breaks: ['I2'],
    plant: () => telling(MANAGER, 'LEAGUE_STANDINGS_UPDATE', (text) => text.replaceAll(/,"violations":\{[^}]*\}/g, '')),
  },
  {
    name: 'standings are told with wins and losses swapped',
    seed: 1,
    breaks: ['I2'],
    plant: () =>
      telling(MANAGER, 'LEAGUE_STANDINGS_UPDATE', (text) =>
        text.replace(/"wins":(\d+),"draws":(\d+),"losses":(\d+)/g, '"wins":$3,"draws":$2,"losses":$1'),
      ),
  },
  {
    name: 'standings.json has wins and losses swapped',
    seed: 1,
    breaks: ['I2'],
    plant: () =>
      tampered(MANAGER, (effects) =>
        withDisk(effects, {
          replace: (path, text, ...more) =>
            effects.disk.replace(
              path,
              path.endsWith('standings.json')
                ? wholeText(text).replace(
                    /"wins": (\d+)(,\s*"draws": \d+,\s*)"losses": (\d+)/g,
                    '"wins": $3$2"losses": $1',
                  )
                : text,
              ...more,
            ),
        }),
      ),
  },
  {
    name: 'rounds.json names another winner',
    seed: 1,
    breaks: ['I2'],
    plant: () =>
      tampered(MANAGER, (effects) =>
        withDisk(effects, {
          replace: (path, text, ...more) =>
            effects.disk.replace(
              path,
              path.endsWith('rounds.json') ? wholeText(text).replaceAll(/"winner": "P\d+"/g, '"winner": "P01"') : text,
              ...more,
            ),
        }),
      ),
  },
  {
    name: 'everybody but the first is told 99 points',
    seed: 1,
    breaks: ['I2'],
    plant: () => {
      const told = new Set<string>();
      return telling(MANAGER, 'LEAGUE_STANDINGS_UPDATE', (text) => {
        const round = /"round_id":(\d+)/.exec(text)?.[1] ?? '';
        if (told.has(round)) return text.replace(/"points":\d+/g, '"points":99');
        told.add(round);
        return text;
      });
    },
  },
  {
    name: 'LEAGUE_COMPLETED names another champion',
    seed: 1,
    breaks: ['I4'],
    plant: () =>
      telling(MANAGER, 'LEAGUE_COMPLETED', (text) =>
        text.replace(/"champion":\{"player_id":"P\d+"/, '"champion":{"player_id":"P99"'),
      ),
  },
  {
    name: 'ROUND_COMPLETED gives every match to the first player',
    seed: 1,
    breaks: ['I4'],
    plant: () =>
      telling(MANAGER, 'ROUND_COMPLETED', (text) => text.replace(/"winner":(null|"P\d+")/g, '"winner":"P01"')),
  },
  {
    name: 'GAME_OVER has another number',
    seed: 1,
    breaks: ['I4'],
    plant: () => telling(REFEREE, 'GAME_OVER', (text) => text.replace(/"drawn_number":\d+/, '"drawn_number":99')),
  },
  {
    name: 'GAME_OVER has another score',
    seed: 1,
    breaks: ['I4'],
    plant: () => telling(REFEREE, 'GAME_OVER', (text) => text.replace(/"score":\{"(P\d+)":\d+/, '"score":{"$1":77')),
  },
  {
    name: 'GAME_OVER reveals another seed than was committed to',
    seed: 1,
    breaks: ['I4'],
    plant: () => telling(REFEREE, 'GAME_OVER', (text) => text.replace(/"draw_seed":"\w{8}/, '"draw_seed":"00000000')),
  },
  {
    name: 'the referee reads a choice as nonsense',
    seed: 1,
    breaks: ['I6'],
    plant: () => mishearing((text) => text.replace(/"parity_choice":"\w+"/, '"parity_choice":"banana"')),
  },
  {
    name: 'the referee does not find a choice where it is',
    seed: 5,
    breaks: ['I6'],
    plant: () => mishearing((text) => text.replace('"parity_choice":', '"parityChoice":')),
  },
  {
    name: 'the referee takes a reply that cannot be read for silence',
    seed: 12,
    breaks: ['I6'],
    plant: () => mishearing((text) => (saidIn(text) === undefined ? '' : text), 'memory:P'),
  },
  {
    name: 'the referee takes an acceptance for a refusal',
    seed: 1,
    breaks: ['I6'],
    plant: () => mishearing((text) => text.replace('"accept":true', '"accept":false')),
  },
  {
    name: 'the referee turns a choice round',
    seed: 1,
    breaks: ['I6'],
    plant: () =>
      mishearing((text) =>
        text.replace(
          /"parity_choice":"(even|odd)"/,
          (_, said) => `"parity_choice":"${said === 'even' ? 'odd' : 'even'}"`,
        ),
      ),
  },
  {
    name: 'a player never answers ROUND_ANNOUNCEMENT',
    seed: 1,
    breaks: ['I8'],
    plant: () =>
      tampered(/^P01$/, (effects) =>
        withAnswer(effects, (answer) => async (text, from) => {
          const said = await answer(text, from);
          return text.includes('"message_type":"ROUND_ANNOUNCEMENT"') ? new Promise(() => {}) : said;
        }),
      ),
  },
  {
    name: 'the manager dawdles before every match',
    seed: 1,
    breaks: ['I10'],
    calm: true,
    plant: () =>
      tampered(MANAGER, (effects) =>
        withSend(effects, async (to, text, deadline, ...how) => {
          if (text.includes('"message_type":"RUN_MATCH"')) await sleep(effects.clock, 9_000);
          return effects.transport.send(to, text, deadline, ...how);
        }),
      ),
  },
];
