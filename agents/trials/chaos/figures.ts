/** The figures of a kill test: sums over its leagues, for people and for programs. */
import { table } from '../../launcher/output/columns.ts';
import type { Aftermath } from './aftermath.ts';
import type { Beginning } from './battlefield.ts';
import type { Wrong } from './check.ts';
import { ROLES, type Role } from './kill_plan.ts';
import type { Fought } from './under_fire.ts';

export interface Recovery {
  readonly kills: number;
  /** Kills after which the victim had something left to do. */
  readonly measured: number;
  /** Milliseconds from the kill to the next thing that took its victim; null where nothing was measured. */
  readonly min: number | null;
  readonly median: number | null;
  readonly p95: number | null;
  readonly max: number | null;
}

export interface ChaosFigures {
  readonly seed: number;
  readonly kills: number;
  /** Those of leagues that were started by hand, and the players that went down with a manager there. */
  readonly kills_by_hand: number;
  readonly blacked_out: number;
  readonly frozen: number;
  readonly leagues: number;
  readonly results: number;
  readonly attested: number;
  readonly testimonies: number;
  readonly lost: number;
  readonly doubled: number;
  readonly changed: number;
  readonly not_ended: number;
  readonly untrue: number;
  /** Seats that a player took whom their owner had not started. */
  readonly usurped: number;
  /** Players that were not back when play went on. */
  readonly too_soon: number;
  readonly reassigned: number;
  readonly technical_losses: number;
  /** `league run` and `league resume`: how often started, how often they saw play, and what the others said last. */
  readonly launches: { readonly tried: number; readonly played: number; readonly last_words: readonly string[] };
  readonly seconds: number;
  readonly recovery_ms: { readonly [R in Role | 'all']: Recovery };
}

/** One league of the test. */
export interface Battle {
  readonly begins: Beginning;
  readonly fought: Fought;
  readonly aftermath: Aftermath;
}

export function figuresOf(battles: readonly Battle[], seed: number, seconds: number): ChaosFigures {
  const sum = (of: (battle: Battle) => number) => battles.reduce((total, battle) => total + of(battle), 0);
  const wrong = (what: Wrong) =>
    sum(({ aftermath }) => aftermath.violations.filter((violation) => violation.wrong === what).length);
  const kills = battles.flatMap(({ fought, aftermath }) =>
    fought.struck.map(({ kill }, i) => ({ role: kill.role, ms: aftermath.recoveries[i] })),
  );
  const recovery = (of: readonly { readonly ms: number | undefined }[]) => recoveryOf(of.map(({ ms }) => ms));
  const byRole = ROLES.map((role) => [role, recovery(kills.filter((kill) => kill.role === role))] as const);
  return {
    seed,
    kills: kills.length,
    kills_by_hand: sum(({ begins, fought }) => (begins === 'by hand' ? fought.struck.length : 0)),
    blacked_out: sum(({ fought }) => fought.blackedOut.length),
    frozen: sum(({ fought }) => fought.frozen),
    leagues: battles.length,
    results: sum(({ aftermath }) => aftermath.results),
    attested: sum(({ aftermath }) => aftermath.attested),
    testimonies: sum(({ aftermath }) => aftermath.testimonies),
    lost: wrong('lost'),
    doubled: wrong('doubled'),
    changed: wrong('changed'),
    not_ended: wrong('not ended'),
    untrue: wrong('untrue'),
    usurped: wrong('usurped'),
    too_soon: wrong('too soon'),
    reassigned: sum(({ aftermath }) => aftermath.reassigned),
    technical_losses: sum(({ aftermath }) => aftermath.technicalLosses),
    launches: {
      tried: sum(({ fought }) => fought.launches.length),
      played: sum(({ fought }) => fought.launches.filter(({ played }) => played).length),
      last_words: battles.flatMap(({ fought }) =>
        fought.launches.filter(({ played }) => !played).map(({ command, lastWords }) => `${command}: ${lastWords}`),
      ),
    },
    seconds: Math.round(seconds),
    recovery_ms: { ...Object.fromEntries(byRole), all: recovery(kills) } as ChaosFigures['recovery_ms'],
  };
}

function recoveryOf(all: readonly (number | undefined)[]): Recovery {
  const known = all.filter((ms) => ms !== undefined).sort((a, b) => a - b);
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? null;
  return { kills: all.length, measured: known.length, min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

export function chaosText(figures: ChaosFigures): string {
  const { kills, frozen, leagues, results, attested, testimonies, launches, recovery_ms } = figures;
  const rows: readonly (readonly [string, string | number])[] = [
    ['kills', kills],
    ['of leagues that were started by hand', figures.kills_by_hand],
    ['players that went down with a manager there', figures.blacked_out],
    ['referees frozen for longer than their lease', frozen],
    ['leagues', leagues],
    ['results', results],
    ['of which somebody besides the manager was told', `${attested} (${testimonies} times)`],
    ['lost', figures.lost],
    ['doubled', figures.doubled],
    ['changed', figures.changed],
    ['leagues that did not end', figures.not_ended],
    ['other differences', figures.untrue],
    ['seats taken by players of ours', figures.usurped],
    ['players that were not back when play went on', figures.too_soon],
    ['matches given to another referee', figures.reassigned],
    ['technical losses', figures.technical_losses],
    ['launchers started, and those that saw play', `${launches.tried}, ${launches.played}`],
    ['seconds', figures.seconds],
    ['seed of the plan', figures.seed],
  ];
  const seconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1_000).toFixed(2)} s`);
  const recoveries = [...ROLES, 'all' as const].map((role) => {
    const { kills: count, measured, min, median, p95, max } = recovery_ms[role];
    return [role, count, measured, ...[min, median, p95, max].map(seconds)];
  });
  return [
    ...rows.map(([name, value]) => `  ${name.padEnd(48)}${value}\n`),
    '\nFrom a kill to the next result of whoever was killed, of a manager to its next line in the ledger:\n',
    table(['killed', 'kills', 'measured', 'min', 'median', 'p95', 'max'], recoveries),
  ].join('');
}
