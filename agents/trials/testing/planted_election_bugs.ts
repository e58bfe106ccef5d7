/** Bugs of a ledger in a database, and of managers that want to lead its league, to be found by the simulation. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { Json } from '../../../SHARED/core/json.ts';
import { writeLine } from '../../../SHARED/league_sdk/ledger/text.ts';
import type { Database, DatabaseSession } from '../../../SHARED/league_sdk/postgres/database.ts';
import {
  APPEND,
  APPEND_WITH_RECORDS,
  LEASE_MS,
  LOCK_LIFE,
  RENEW,
  RUN,
  TAKE,
  UNLOCK_LIFE,
} from '../../../SHARED/league_sdk/postgres/statements.ts';
import { appended, STATEMENTS, type Statement, type Values } from '../simulation/database/tables.ts';
import { type Parts, PRODUCTION } from '../simulation/parts.ts';
import type { PlantedBug } from './planting.ts';

const isAppend = (sql: string) => sql === APPEND || sql === APPEND_WITH_RECORDS;
const linesIn = (values: Values) => String(values[5]).split(',').length;
const usual = (sql: string) => STATEMENTS.get(sql) as Statement;

/** Parts whose statements say something else. */
function withStatements(...changed: readonly (readonly [string, Statement])[]): Parts {
  return { ...PRODUCTION, statements: new Map([...STATEMENTS, ...changed]) };
}

/** Parts in which something is between a manager and its sessions. */
function withSessions(
  between: (real: DatabaseSession, clock: Clock, db: Database) => Partial<DatabaseSession>,
  parts: Parts = PRODUCTION,
): Parts {
  const ledgersIn: Parts['ledgersIn'] = (db, effects) => {
    const session = async () => {
      const real = await db.session();
      return { ...real, ...between(real, effects.clock, db) };
    };
    return PRODUCTION.ledgersIn({ ...db, session }, effects);
  };
  return { ...parts, ledgersIn };
}

/** An append to the run that is named, whoever has it. */
const unfenced: Statement = (by, [run, , last, ...rest]) => {
  const row = by.tables.byRun.get(String(run));
  return row === undefined || row.last !== Number(last) ? { rows: [], count: 0 } : appended(by, row, rest);
};
const UNFENCED = [[APPEND, unfenced] as const, [APPEND_WITH_RECORDS, unfenced] as const];

/** The row of a run as it is told, with something else in it. */
const toldOtherwise =
  (change: (row: { readonly epoch: string }) => object): Statement =>
  (by, values) => {
    const { rows, count } = usual(RUN)(by, values);
    return { rows: rows.map((row) => ({ ...row, ...change(row as { readonly epoch: string }) })), count };
  };

export const ELECTION_BUGS: readonly PlantedBug[] = [
  {
    name: 'an append is fenced by nothing but the last event',
    seed: 1,
    breaks: ['I11'],
    plant: () => withStatements(...UNFENCED),
  },
  {
    name: 'an append is fenced by the lease as its holder counts it, on its own clock',
    seed: 1,
    breaks: ['I11'],
    plant: () =>
      withSessions(
        (real, clock) => {
          let until = clock.monotonic() + LEASE_MS;
          return {
            async changed(sql, values, name) {
              if (isAppend(sql) && clock.monotonic() >= until) return 0;
              const sent = clock.monotonic();
              const count = await real.changed(sql, values, name);
              if (count > 0 && (isAppend(sql) || sql === RENEW)) until = sent + LEASE_MS;
              return count;
            },
          };
        },
        withStatements(...UNFENCED),
      ),
  },
  {
    name: 'an append is acknowledged before it is committed',
    seed: 1,
    breaks: ['I1', 'I5', 'I7'],
    plant: () =>
      withSessions((real) => ({
        async changed(sql, values = [], name = undefined) {
          const stored = real.changed(sql, values, name);
          if (!isAppend(sql)) return stored;
          stored.catch(() => undefined);
          return linesIn(values);
        },
      })),
  },
  {
    name: 'an append whose answer was lost counts as stored',
    seed: 1,
    breaks: ['I1', 'I5', 'I7'],
    plant: () =>
      withSessions((real) => ({
        async changed(sql, values = [], name = undefined) {
          const stored = real.changed(sql, values, name);
          return isAppend(sql) ? stored.catch(() => linesIn(values)) : stored;
        },
        onLost: () => undefined,
      })),
  },
  {
    name: 'an append whose answer was lost is made again',
    seed: 1,
    breaks: ['I1', 'I3', 'I4'],
    plant: () =>
      withSessions((real, _clock, db) => ({
        async changed(sql, values = [], name = undefined) {
          const stored = real.changed(sql, values, name);
          return isAppend(sql) ? stored.catch(() => madeAgain(db, sql, values)) : stored;
        },
        onLost: () => undefined,
      })),
  },
  {
    name: 'a league is taken without a look at the lease',
    seed: 1,
    breaks: ['I11'],
    plant: () =>
      withStatements(
        [RUN, toldOtherwise(() => ({ is_held: false }))],
        [TAKE, (by, [run, epoch, holder]) => usual(TAKE)(by, [run, epoch, holder, true])],
      ),
  },
  {
    name: 'a league is taken by the epoch of the one before',
    seed: 1,
    breaks: ['I10', 'I11'],
    plant: () =>
      withStatements(
        [RUN, toldOtherwise(({ epoch }) => ({ epoch: String(Number(epoch) - 1) }))],
        [
          TAKE,
          (by, [run, epoch, holder, isOrphan]) => {
            const taken = usual(TAKE)(by, [run, Number(epoch) + 1, holder, isOrphan]);
            const row = by.tables.byRun.get(String(run));
            if (row !== undefined && taken.count > 0) row.epoch -= 1;
            return taken;
          },
        ],
      ),
  },
  {
    name: 'a session that leads shows its life under another epoch',
    seed: 1,
    breaks: ['I11'],
    plant: () =>
      withSessions((real) => {
        let taken = 0;
        return {
          rows(sql, values = []) {
            if (sql !== LOCK_LIFE && sql !== UNLOCK_LIFE) return real.rows(sql, values);
            // The lock that it keeps is the last that it asks for.
            taken += 1;
            return real.rows(sql, [values[0], Number(values[1]) + 1_000 * taken]);
          },
        };
      }),
  },
  {
    name: 'a manager that the database does not answer leads on',
    seed: 1,
    breaks: ['I10', 'I11'],
    plant: () => ({
      ...PRODUCTION,
      ledgersIn: (db, { clock, entropy }) =>
        PRODUCTION.ledgersIn(db, { clock: { ...clock, after: () => () => {} }, entropy }),
    }),
  },
];

/** The same events behind whatever the run has become. */
async function madeAgain(db: Database, sql: string, values: Values): Promise<number> {
  const [run, epoch, , , , , joined, ...records] = values;
  const [row] = await db.rows<{ last: string; hash: string }>(RUN, ['league_2025_even_odd', null]);
  const last = Number(row?.last);
  let link = { last, hash: String(row?.hash) };
  const [seqs, lines]: [number[], string[]] = [[], []];
  for (const line of String(joined).split('\n')) {
    const { events } = JSON.parse(line) as { readonly events: readonly Json[] };
    const { text, hash } = writeLine(link.last + 1, link.hash, events);
    seqs.push(link.last + 1);
    lines.push(text);
    link = { last: link.last + events.length, hash };
  }
  const made = [run, epoch, last, link.last, link.hash, `{${seqs.join(',')}}`, lines.join('\n')];
  return db.changed(sql, [...made, ...records]);
}
