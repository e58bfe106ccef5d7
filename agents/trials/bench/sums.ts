/** Laps added up to figures: matches per second, CPU milliseconds per match and memory, by role. */
import type { RoleSlices } from '../../../SHARED/tools/performance/bench_report.ts';
import { type WireName, warmUpOf } from './league_lap.ts';
import { type ByRole, COSTED_ROLES, type Lap, stretchOf } from './roles.ts';

/** Matches per second over all laps, and CPU milliseconds per match; without the matches of the warm-up, or with them. */
export function sumOf(laps: readonly Lap[], roles: readonly (keyof ByRole)[], isWarm = false) {
  const stretches = laps.map((lap) => stretchOf(lap, isWarm ? (warmUpOf(lap.results.length) ?? 0) : 0));
  const sum = (of: (stretch: (typeof stretches)[number]) => number) => stretches.reduce((all, one) => all + of(one), 0);
  const counted = sum(({ cpu }) => cpu.matches);
  const used = roles.flatMap((role) =>
    stretches.every(({ cpu }) => cpu.ms[role] !== undefined)
      ? [[role, sum(({ cpu }) => cpu.ms[role] ?? 0) / counted] as const]
      : [],
  );
  return {
    perSecond: sum(({ matches }) => matches) / sum(({ seconds }) => seconds),
    cpuMs: (counted === 0 ? {} : Object.fromEntries(used)) as ByRole,
  };
}

/** The roles whose CPU time is a league's: over HTTP this process only looks on. */
export function rolesOver(wire: WireName): readonly (keyof ByRole)[] {
  if (wire === 'memory') return ['here'];
  return wire === 'stdio' ? COSTED_ROLES : COSTED_ROLES.filter((role) => role !== 'here');
}

/** One list of slices for each role that was measured in all of them. */
export function byRole(figures: readonly ByRole[], digits: number): RoleSlices {
  const lists = COSTED_ROLES.map((role) => [role, figures.flatMap((figure) => figure[role] ?? [])] as const);
  return Object.fromEntries(
    lists
      .filter(([, list]) => list.length === figures.length && list.length > 0)
      .map(([role, list]) => [role, rounded(list, digits)]),
  );
}

/** Figures of every slice, with so many digits after the point. */
export function rounded(values: readonly number[], digits: number): readonly number[] {
  return values.map((value) => Number(value.toFixed(digits)));
}

/** The most memory of each role in any lap. */
export function peakOf(laps: readonly Lap[], roles: readonly (keyof ByRole)[]): ByRole {
  const peaks = roles.flatMap((role) => {
    const seen = laps.flatMap(({ samples }) => samples.flatMap(({ peakMb }) => peakMb[role] ?? []));
    return seen.length === 0 ? [] : [[role, Math.max(...seen)] as const];
  });
  return Object.fromEntries(peaks);
}
