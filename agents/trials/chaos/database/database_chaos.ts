/** The kill test of leagues in a database: managers, hosts, referees and players are struck, and the database itself. */
import { join } from 'node:path';
import type { Disk } from '../../../../SHARED/league_sdk/disk/disk.ts';
import { Mistake } from '../../../launcher/options.ts';
import { ledgersIn } from '../../../launcher/world/installation.ts';
import { hasPostgres, startPostgres } from '../../testing/postgres_server.ts';
import { aftermathOf } from '../aftermath.ts';
import { type CampaignOptions, campaign, KILLS_A_LEAGUE } from '../campaign.ts';
import type { RemainsViolation } from '../check.ts';
import { playStruck } from '../under_fire.ts';
import { type Blow, blowPlan, onHosts } from './blow_plan.ts';
import { makeBlows } from './blows.ts';
import { type DatabaseField, databaseFieldIn, type FieldKind } from './database_field.ts';
import { type DatabaseBattle, type DatabaseFigures, databaseFiguresOf } from './database_figures.ts';

export interface DatabaseChaosOptions extends CampaignOptions {
  readonly players: number;
  /** Of the plan; what the blows hit differs from run to run. */
  readonly seed: number;
  /** The plan itself, instead of one of the seed. */
  readonly plan?: readonly Blow[];
  /** How its leagues are played, in turn; absent: one of three by hosts. */
  readonly kinds?: readonly FieldKind[];
}

export interface DatabaseChaos {
  readonly figures: DatabaseFigures;
  readonly violations: readonly RemainsViolation[];
  /** The files of the league that is not whole; everything else is removed. */
  readonly kept: string | undefined;
}

const KINDS: readonly FieldKind[] = ['hosts', 'managers', 'managers'];

/** Runs it; every process it started is gone when it resolves or rejects. */
export async function databaseChaos(options: DatabaseChaosOptions): Promise<DatabaseChaos> {
  const { kills, players, seed, kinds = KINDS } = options;
  if (!(await hasPostgres())) throw new Mistake('the kill test has no PostgreSQL of its own on this platform');
  const server = await startPostgres();
  const plan = options.plan ?? blowPlan(kills, seed);
  let leagues = 0;
  let isRoomy = false;
  const { battles, seconds, kept } = await campaign<DatabaseBattle>(options, async (home, { done, onKill, ...how }) => {
    const kind = kinds[leagues++ % kinds.length] ?? 'managers';
    const field = await databaseFieldIn(home, { players, server, kind });
    isRoomy ||= field.space === undefined;
    try {
      const slice = plan.slice(done, done + KILLS_A_LEAGUE);
      const blows = kind === 'hosts' ? slice.map(onHosts) : slice;
      const { fire, ...played } = await playStruck({ field, ...how }, (crew, isOver) =>
        makeBlows({ field, blows, onBlow: onKill, isOver }, crew),
      );
      await fire.settled();
      const aftermath = await aftermathOf(field, { ...played, struck: fire.dealt, blackedOut: [] }, how.disk);
      if (aftermath.violations.length > 0) await keepLedger(field, how.disk, home);
      return { dealt: fire.dealt, aftermath };
    } finally {
      await field.close();
    }
  });
  if (isRoomy) process.stderr.write('no small disk on this machine: a full table space is a killed database here\n');
  const figures = databaseFiguresOf(battles, seed, seconds);
  return { figures, violations: battles.flatMap(({ aftermath }) => aftermath.violations), kept };
}

/** The database ends with this process: its ledger is kept as a file. */
async function keepLedger(field: DatabaseField, disk: Disk, home: string): Promise<void> {
  const read = await ledgersIn(field, disk).read(field.league_id);
  const lines = read.ok ? (read.value?.lines.flat() ?? []) : [];
  await disk.replace(join(home, 'events.jsonl'), lines.map((event) => `${JSON.stringify(event)}\n`).join(''));
}
