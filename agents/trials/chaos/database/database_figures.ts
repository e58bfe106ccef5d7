/** The figures of a kill test of leagues in a database, for people and for programs. */
import type { Aftermath } from '../aftermath.ts';
import { figuresText, type LeagueSums, leagueSums, type Recovery, recoveryOf } from '../figures.ts';
import { BLOWS } from './blow_plan.ts';
import type { Dealt } from './blows.ts';

/** One league of the test. */
export interface DatabaseBattle {
  readonly dealt: readonly Dealt[];
  readonly aftermath: Aftermath;
}

export interface DatabaseFigures extends LeagueSums {
  readonly seed: number;
  readonly kills: number;
  readonly seconds: number;
  /** By what was struck, and how. */
  readonly recovery_ms: { readonly [struck: string]: Recovery };
}

export function databaseFiguresOf(battles: readonly DatabaseBattle[], seed: number, seconds: number): DatabaseFigures {
  const blows = battles.flatMap(({ dealt, aftermath }) =>
    dealt.map(({ blow: { target, way } }, i) => ({
      name: `${target} ${way}`,
      // The league does not wait for one that stands by.
      ms: target === 'standby' || target === 'other host' ? undefined : aftermath.recoveries[i],
    })),
  );
  const recovery = (name: string) => recoveryOf(blows.filter((blow) => blow.name === name).map(({ ms }) => ms));
  const names = new Set([
    ...BLOWS.map(({ target, way }) => `${target} ${way}`),
    ...blows.map(({ name }) => name).sort(),
  ]);
  return {
    seed,
    kills: blows.length,
    ...leagueSums(battles.map(({ aftermath }) => aftermath)),
    seconds: Math.round(seconds),
    recovery_ms: Object.fromEntries([...names].map((name) => [name, recovery(name)])),
  };
}

export function databaseText(figures: DatabaseFigures): string {
  return figuresText({
    figures,
    before: [['kills, freezes, cuts and full disks', figures.kills]],
    measured:
      'From a blow to the next result of its victim, of a manager, a host or the database to the next line in the ledger:',
    recoveries: Object.entries(figures.recovery_ms),
  });
}
