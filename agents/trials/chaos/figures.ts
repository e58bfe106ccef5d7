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

/** The sums over the leagues of any kill test. */
export interface LeagueSums {
  readonly leagues: number;
  readonly results: number;
  readonly attested: number;
  readonly testimonies: number;
  readonly lost: number;
  readonly doubled: number;
  readonly changed: number;
  readonly not_ended: number;
  readonly untrue: number;
  readonly reassigned: number;
  readonly technical_losses: number;
}

export interface ChaosFigures extends LeagueSums {
  readonly seed: number;
  readonly kills: number;
  /** Those of leagues that were started by hand, and the players that went down with a manager there. */
  readonly kills_by_hand: number;
  readonly blacked_out: number;
  readonly frozen: number;
  /** Seats that a player took whom their owner had not started. */
  readonly usurped: number;
  /** Players that were not back when play went on. */
  readonly too_soon: number;
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

function countOf(aftermaths: readonly Aftermath[], what: Wrong): number {
  return aftermaths.flatMap(({ violations }) => violations.filter(({ wrong }) => wrong === what)).length;
}

/** Sums what leagues left behind. */
export function leagueSums(aftermaths: readonly Aftermath[]): LeagueSums {
  const sum = (of: (aftermath: Aftermath) => number) => aftermaths.reduce((total, each) => total + of(each), 0);
  return {
    leagues: aftermaths.length,
    results: sum(({ results }) => results),
    attested: sum(({ attested }) => attested),
    testimonies: sum(({ testimonies }) => testimonies),
    lost: countOf(aftermaths, 'lost'),
    doubled: countOf(aftermaths, 'doubled'),
    changed: countOf(aftermaths, 'changed'),
    not_ended: countOf(aftermaths, 'not ended'),
    untrue: countOf(aftermaths, 'untrue'),
    reassigned: sum(({ reassigned }) => reassigned),
    technical_losses: sum(({ technicalLosses }) => technicalLosses),
  };
}

export function figuresOf(battles: readonly Battle[], seed: number, seconds: number): ChaosFigures {
  const sum = (of: (battle: Battle) => number) => battles.reduce((total, battle) => total + of(battle), 0);
  const aftermaths = battles.map(({ aftermath }) => aftermath);
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
    ...leagueSums(aftermaths),
    usurped: countOf(aftermaths, 'usurped'),
    too_soon: countOf(aftermaths, 'too soon'),
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

/** The times of all recoveries; undefined where a victim had nothing left to do. */
export function recoveryOf(all: readonly (number | undefined)[]): Recovery {
  const known = all.filter((ms) => ms !== undefined).sort((a, b) => a - b);
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? null;
  return { kills: all.length, measured: known.length, min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

export function chaosText(figures: ChaosFigures): string {
  const { kills, frozen, launches, recovery_ms } = figures;
  const recoveries = [...ROLES, 'all' as const].map((role) => [role, recovery_ms[role]] as const);
  return figuresText({
    figures,
    before: [
      ['kills', kills],
      ['of leagues that were started by hand', figures.kills_by_hand],
      ['players that went down with a manager there', figures.blacked_out],
      ['referees frozen for longer than their lease', frozen],
    ],
    after: [
      ['seats taken by players of ours', figures.usurped],
      ['players that were not back when play went on', figures.too_soon],
      ['launchers started, and those that saw play', `${launches.tried}, ${launches.played}`],
    ],
    measured: 'From a kill to the next result of whoever was killed, of a manager to its next line in the ledger:',
    recoveries,
  });
}

type TextRow = readonly [string, string | number];

interface TextParts {
  readonly figures: LeagueSums & { readonly seconds: number; readonly seed: number };
  readonly before: readonly TextRow[];
  readonly after?: readonly TextRow[];
  /** What the times of recoveries are. */
  readonly measured: string;
  readonly recoveries: readonly (readonly [string, Recovery])[];
}

/** The figures of any kill test, for people. */
export function figuresText({ figures, before, after = [], measured, recoveries }: TextParts): string {
  const rows: readonly TextRow[] = [
    ...before,
    ['leagues', figures.leagues],
    ['results', figures.results],
    ['of which somebody besides the manager was told', `${figures.attested} (${figures.testimonies} times)`],
    ['lost', figures.lost],
    ['doubled', figures.doubled],
    ['changed', figures.changed],
    ['leagues that did not end', figures.not_ended],
    ['other differences', figures.untrue],
    ...after,
    ['matches given to another referee', figures.reassigned],
    ['technical losses', figures.technical_losses],
    ['seconds', figures.seconds],
    ['seed of the plan', figures.seed],
  ];
  const seconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1_000).toFixed(2)} s`);
  const times = recoveries.map(([name, of]) => {
    const { kills, min, median, p95, max } = of;
    return [name, kills, of.measured, ...[min, median, p95, max].map(seconds)];
  });
  return [
    ...rows.map(([name, value]) => `  ${name.padEnd(48)}${value}\n`),
    `\n${measured}\n`,
    table(['killed', 'kills', 'measured', 'min', 'median', 'p95', 'max'], times),
  ].join('');
}
