/** The database as one life of a manager has it: connections over a network that delays, cuts and breaks them. */
import type { Clock } from '../../../../SHARED/core/clock.ts';
import { intBetween, type Random } from '../../../../SHARED/core/random.ts';
import { LEDGER_FILE } from '../../../../SHARED/league_sdk/ledger/file.ts';
import { StoreError } from '../../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Database, DatabaseSession } from '../../../../SHARED/league_sdk/postgres/database.ts';
import { APPEND, APPEND_WITH_RECORDS } from '../../../../SHARED/league_sdk/postgres/statements.ts';
import { type Death, type Incarnation, never } from '../incarnation.ts';
import { agentIn } from '../trace.ts';
import type { Backend, Server } from './server.ts';
import type { Answered, Values } from './tables.ts';

export interface LinkOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly server: Server;
  readonly count: (fault: string) => void;
}

/** The ways from machines to the database. */
export interface Links {
  /** The database as one life has it. */
  database(by: Incarnation): Database;
  /** The kernel of a machine whose process is gone ends its connections; a machine without power tells nobody. */
  died(by: Incarnation, death: Death): void;
  /** Holds everything between a machine and the database back until the returned function is called; not silent, breaks it. */
  cut(home: string, silent: boolean): () => void;
  /** Breaks the connection of the next append of a machine: before it arrives, or once it was carried out. */
  breakNext(home: string, when: 'before' | 'after'): void;
}

/** A connection that is not there by then is none. */
const CONNECT_MS = 5_000;
const LATENCY_MS = 2;
/** A server sees no end of a machine that is gone, until its own timers tell it. */
const LINGERS_MS = [8_000, 60_000] as const;

/** One connection, from the side of the process that opened it. */
class Connection {
  readonly home: string;
  readonly by: Incarnation;
  readonly backend: Backend;
  /** Why nothing more comes of it. */
  lost: Error | undefined;
  readonly waiting = new Set<(why: Error) => void>();
  readonly #hearing: ((why: Error) => void)[] = [];

  constructor(by: Incarnation, home: string, backend: Backend) {
    this.by = by;
    this.home = home;
    this.backend = backend;
  }

  onLost(hear: (why: Error) => void): void {
    if (this.lost === undefined) this.#hearing.push(hear);
    else hear(this.lost);
  }

  /** The process is told that it is broken. */
  lose(why: string): void {
    this.by.run('arrival', () => {
      if (this.lost !== undefined) return;
      const lost = failed(why);
      this.end(lost);
      for (const hear of this.#hearing.splice(0)) hear(lost);
    });
  }

  /** Whoever waits for an answer waits no longer. */
  end(why: Error): void {
    this.lost ??= why;
    for (const reject of this.waiting) reject(why);
    this.waiting.clear();
  }
}

function failed(why: string): StoreError {
  return new StoreError(`the database postgres://simulated failed: ${why}`);
}

export function makeLinks({ clock, random, server, count }: LinkOptions): Links {
  const cuts = new Map<string, { readonly silent: boolean; readonly held: (() => void)[] }>();
  const breaks = new Map<string, 'before' | 'after'>();
  const open = new Set<Connection>();
  const soon = (action: () => void) => clock.after(intBetween(random, 0, LATENCY_MS), action);

  /** Something on its way, in either direction; what a cut holds back arrives when that ends. */
  function travel(home: string, arrive: () => void): void {
    soon(() => {
      const cut = cuts.get(home);
      if (cut === undefined) arrive();
      else cut.held.push(arrive);
    });
  }

  /** Both ends see that a connection is broken. */
  function sever(connection: Connection): void {
    soon(() => connection.lose('Connection terminated unexpectedly'));
    server.leave(connection.backend);
  }

  function connect(by: Incarnation): Promise<Connection> {
    if (!by.begin()) return never();
    const home = agentIn(by.life);
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    let isOver = false;
    const settle = (how: () => void): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      how();
    };
    const fail = (why: string) => by.run('arrival', () => settle(() => reject(failed(why))));
    const cancel = by.clock.after(CONNECT_MS, () => fail('timeout expired'));
    const isRefused = cuts.get(home)?.silent === false;
    if (isRefused) soon(() => fail('no way to the host'));
    else
      travel(home, () => {
        const backend = server.connect(by.life, (why) => travel(home, () => connection?.lose(why)));
        const connection = backend && new Connection(by, home, backend);
        if (connection === undefined) return travel(home, () => fail('connection refused'));
        // A caller that has given up, or is no more, has closed its end.
        if (isOver || !by.lives) return server.leave(connection.backend);
        open.add(connection);
        travel(home, () => by.run('arrival', () => settle(() => resolve(connection))));
      });
    by.end();
    return promise;
  }

  function ask(connection: Connection, sql: string, values: Values): Promise<Answered> {
    const { by, home, backend, lost, waiting } = connection;
    if (lost !== undefined) return Promise.reject(lost);
    const isAppend = sql === APPEND || sql === APPEND_WITH_RECORDS;
    if (!by.begin(isAppend ? LEDGER_FILE : '')) return never();
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    waiting.add(reject);
    const breaking = isAppend ? breaks.get(home) : undefined;
    if (breaking !== undefined) {
      breaks.delete(home);
      count(`broken ${breaking} an append`);
    }
    const arrive = (): void => {
      if (!backend.isOpen) {
        travel(home, () => connection.lose('the session is not there'));
        return;
      }
      server.execute(backend, sql, values, (executed) => {
        if (breaking === 'after') return sever(connection);
        travel(home, () =>
          by.run('arrival', () => {
            // An answer to a connection that was given up is read by nobody.
            if (!waiting.delete(reject)) return;
            if (executed.ok) resolve(executed.value);
            else reject(failed(executed.why));
          }),
        );
      });
    };
    if (breaking === 'before') sever(connection);
    else travel(home, arrive);
    by.end();
    return promise;
  }

  async function session(by: Incarnation): Promise<DatabaseSession> {
    const connection = await connect(by);
    let queue: Promise<unknown> = Promise.resolve();
    /** One statement after the other. */
    const next = (sql: string, values: Values): Promise<Answered> => {
      const asked = queue.then(() => ask(connection, sql, values));
      queue = asked.catch(() => undefined);
      return asked;
    };
    return {
      rows: async (sql, values = []) => (await next(sql, values)).rows as never,
      changed: async (sql, values = []) => (await next(sql, values)).count,
      onLost: (hear) => connection.onLost(hear),
      release() {
        if (!open.delete(connection)) return;
        travel(connection.home, () => server.leave(connection.backend));
        connection.end(failed('Connection terminated'));
      },
    };
  }

  function database(by: Incarnation): Database {
    async function once<T>(use: (own: DatabaseSession) => Promise<T>): Promise<T> {
      const own = await session(by);
      try {
        return await use(own);
      } finally {
        own.release();
      }
    }
    return {
      where: 'postgres://simulated',
      rows: (sql, values) => once((own) => own.rows(sql, values)),
      changed: (sql, values) => once((own) => own.changed(sql, values)),
      // The tables are there from the beginning.
      isPrepared: async () => true,
      prepare: async () => undefined,
      session: () => session(by),
      end: async () => undefined,
    };
  }

  return {
    database,
    died(by, death) {
      for (const connection of [...open]) {
        if (connection.by !== by) continue;
        open.delete(connection);
        if (death === 'killed') travel(connection.home, () => server.leave(connection.backend));
        else linger(connection.backend, LINGERS_MS[0]);
      }
    },
    cut(home, silent) {
      if (cuts.has(home)) return () => undefined;
      const cut = { silent, held: [] as (() => void)[] };
      cuts.set(home, cut);
      count('cut from the database');
      for (const connection of silent ? [] : [...open]) {
        if (connection.home !== home) continue;
        // The process sees it at once.
        open.delete(connection);
        soon(() => connection.lose('no way to the host'));
        linger(connection.backend, 0);
      }
      return () => {
        if (cuts.get(home) !== cut) return;
        cuts.delete(home);
        for (const arrive of cut.held.splice(0)) arrive();
      };
    },
    breakNext: (home, when) => void breaks.set(home, when),
  };

  function linger(backend: Backend, leastMs: number): void {
    clock.after(intBetween(random, leastMs, LINGERS_MS[1]), () => server.leave(backend));
  }
}
