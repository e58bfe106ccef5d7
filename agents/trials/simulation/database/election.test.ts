/** Several managers and a database that fails: leagues in which the leader changes, and every planted bug found. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../../SHARED/core/result.ts';
import { ConfigLoader } from '../../../../SHARED/league_sdk/config_loader.ts';
import { nodeDisk } from '../../../../SHARED/league_sdk/disk/node_disk.ts';
import { ELECTION_BUGS } from '../../testing/planted_election_bugs.ts';
import type { Parts } from '../parts.ts';
import { type Simulated, simulate } from '../simulate.ts';

const LEAGUE = 'league_2025_even_odd';
const loader = new ConfigLoader(nodeDisk(), fileURLToPath(new URL('../../../../SHARED/config', import.meta.url)));
/** Each bug is looked for from a seed that is known to show it, and if that has changed, in so many. */
const ENOUGH = 200;

async function league(
  seed: number,
  more: { readonly parts?: Parts; readonly faults?: false } = {},
): Promise<Simulated> {
  const config = unwrap(await loader.loadLeague(LEAGUE));
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: LEAGUE }));
  return simulate({ seed, players: 4, referees: 2, config, limits, ledger: 'postgres', ...more });
}

/** The lives that led, in order. */
function leadersOf({ events }: Simulated): readonly string[] {
  return events.flatMap((event) =>
    event.kind === 'stored' && event.statement === 'TAKE' && event.changed > 0 ? [event.life] : [],
  );
}

const EVERY_FAULT = [
  ...['database killed', 'slow statement', 'database clock', 'cut from the database', 'stopped manager'],
  ...['broken before an append', 'broken after an append', 'killed', 'power cut', 'manager stopped itself'],
];

test('every invariant holds, whoever leads and whatever goes wrong with the database', async () => {
  const faults = new Set<string>();
  const leaders = new Map<number, number>();
  for (let seed = 1; seed <= 30; seed++) {
    const simulated = await league(seed);
    expect(simulated.violation, `seed ${seed}`).toBeUndefined();
    for (const fault of simulated.faults.keys()) faults.add(fault);
    const changes = leadersOf(simulated).length;
    leaders.set(changes, (leaders.get(changes) ?? 0) + 1);
  }
  for (const fault of EVERY_FAULT) expect(faults, `no seed has ${fault}`).toContain(fault);
  // Some leagues have one leader, many have several.
  expect(leaders.get(1) ?? 0).toBeGreaterThan(0);
  expect([...leaders.keys()].some((changes) => changes > 3)).toBe(true);
}, 120_000);

test('the same seed gives the same trace; where nothing goes wrong there is one leader', async () => {
  const [first, again] = [await league(7), await league(7)];
  expect(again.hash).toBe(first.hash);
  const calm = await league(7, { faults: false });
  expect(calm.violation).toBeUndefined();
  expect(calm.figures).toMatchObject({ matches: 6, technicalLosses: 0 });
  expect(leadersOf(calm)).toHaveLength(1);
});

describe('a planted bug of leaders is found:', () => {
  test.each(ELECTION_BUGS)(
    '$name',
    async ({ seed: from, breaks, plant }) => {
      for (let seed = from; seed < from + ENOUGH; seed++) {
        const { violation } = await league(seed, { parts: plant() });
        if (violation === undefined) continue;
        expect(breaks, violation.detail).toContain(violation.invariant);
        return;
      }
      expect.unreachable('it was not found');
    },
    120_000,
  );
});
