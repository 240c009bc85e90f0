import type { Connection, Param } from '../../../../runtime/state/store/engine/connection.ts';
import type { Dialect } from '../../../../runtime/state/store/engine/dialect.ts';
import { StoreUnavailable } from '../../../../runtime/state/store/engine/store-unavailable.ts';
import { openConnection } from '../../../../runtime/state/store/sqlite/open-connection.ts';
import { asDiskFull } from '../../../../runtime/base/model/disk-full.ts';
import type { Random } from '../../../support/random.ts';
import { findCaller, type Process, type Request, type Simulator } from './simulator.ts';
import { toSqlite } from './translate-sql.ts';

/** An event that an instance has announced. */
type Announce = (process: Process, kind: string, id: string) => void;

/** A database that simulated processes use: SQLite, or SQLite in place of PostgreSQL. */
export interface Database {
  readonly simulator: Simulator;
  readonly path: string;
  /** Whether several instances use it, so that a connection can be lost. */
  readonly isShared: boolean;
  /** Announces events of committed transactions. */
  announce: Announce;
  /** Called with what is wrong. */
  onFault(fault: string): void;
  /** Opens a connection of the calling process. */
  connect(name: string): Promise<Connection>;
  /** Connections of a process are lost, until then. */
  cutOff(process: Process, ms: number): Promise<void>;
  isCutOff(process: Process): boolean;
}

/** The server ends a transaction that does nothing for this time, if others wait. In milliseconds. */
const IDLE_MS = 5000;

/** A transaction that has begun, and whose writes exclude others. */
interface Transaction {
  readonly process: Process;
  usedAt: number;
  isLost: boolean;
  end(): Promise<void>;
}

/** A lease as it is stored. */
interface Lease {
  readonly name: string;
  readonly instance: string | null;
  readonly until: number;
}

export function createDatabase(simulator: Simulator, path: string, isShared: boolean): Database {
  let writing: Transaction | null = null;
  const cut = new Map<Process, number>();
  const isCutOff = (process: Process): boolean => (cut.get(process.main) ?? 0) > simulator.now;

  async function lose(transaction: Transaction): Promise<void> {
    transaction.isLost = true;
    await transaction.end();
    if (writing === transaction) writing = null;
  }

  /** Whether a statement that writes may be executed now. */
  function isFree(): boolean {
    if (writing === null) return true;
    const { process, usedAt } = writing;
    return (
      isShared && (process.main.frozenUntil > simulator.now || isCutOff(process)) && simulator.now - usedAt > IDLE_MS
    );
  }

  async function takeLock(): Promise<void> {
    if (writing !== null) await lose(writing);
  }

  /** Executes a statement that may change leases. Only their holder may, before they have ended. */
  async function watchLeases<T>(real: Connection, process: Process, execute: () => Promise<T>): Promise<T> {
    const read = (): Promise<Lease[]> =>
      real.all<Lease>(
        "SELECT 'run ' || run AS name, instance, lease_until AS until FROM run_tasks UNION ALL SELECT name, instance, lease_until FROM leases",
      );
    const before = await read();
    const result = await execute();
    const after = new Map((await read()).map((lease) => [lease.name, lease]));
    for (const { name, instance, until } of before) {
      const isHeld = instance !== null && instance !== process.name && until > simulator.time;
      if (isHeld && after.get(name)?.instance !== instance)
        database.onFault(`${process.name} changes the lease "${name}" of ${instance}`);
    }
    return result;
  }

  async function connect(name: string): Promise<Connection> {
    const caller = findCaller();
    if (caller === null) throw new Error('only simulated processes connect');
    const { process } = caller;
    const channel = `sql ${name} ${simulator.nextId()}`;
    const real = await simulator.request<Connection>({
      ...{ kind: 'sql', channel, label: `connect ${name}` },
      async execute() {
        const opened = await openConnection(path, { mode: 'write', busyMs: 1000 });
        await opened.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 0');
        return opened;
      },
    });
    let own: Transaction | null = null;
    let announced: [string, string][] = [];
    let closed: Promise<void> | null = null;
    const close = (): Promise<void> => (closed ??= real.close());
    process.onKilled.push(async () => {
      if (own !== null && writing === own) writing = null;
      await close();
    });
    const fail = (random: Random): unknown => {
      if (isShared) return new StoreUnavailable('simulated: the connection was lost');
      const code = random.pick(['SQLITE_FULL', 'SQLITE_IOERR']);
      return asDiskFull(Object.assign(new Error(`${code}: simulated`), { code }));
    };
    const send = <T>(
      sql: string,
      execute: () => Promise<T>,
      { isWrite = false, ...more }: { isWrite?: boolean } & Partial<Request> = {},
    ): Promise<T> =>
      simulator.request<T>({
        kind: 'sql',
        channel,
        label: `${name} ${sql.trim().slice(0, 40).replace(/\s+/g, ' ')}`,
        fail,
        ...(isWrite && { isPossible: () => isCutOff(process) || own !== null || isFree() }),
        ...more,
        async execute() {
          if (isCutOff(process)) throw new StoreUnavailable('simulated: the database cannot be reached');
          if (own !== null && own.isLost) throw new StoreUnavailable('simulated: the transaction was lost');
          if (own !== null) own.usedAt = simulator.now;
          else if (isWrite) await takeLock();
          return name === 'leases' && isWrite ? watchLeases(real, process, execute) : execute();
        },
      });
    const translate = (sql: string): string => (isShared ? toSqlite(sql, simulator.time) : sql);
    const writes = (sql: string): boolean => /\b(INSERT|UPDATE|DELETE)\b/.test(sql);
    return {
      dialect: dialectOf(real.dialect, isShared),
      exec: (sql) => send(sql, () => real.exec(translate(sql)), { isWrite: true }),
      run: (sql, params) => send(sql, () => real.run(translate(sql), params), { isWrite: true }),
      insert: (sql, params) => send(sql, () => real.insert(translate(sql), params), { isWrite: true }),
      all: <Row>(sql: string, params?: readonly Param[]) =>
        send(sql, () => real.all<Row>(translate(sql), params), { isWrite: writes(sql) }),
      begin: () =>
        send(
          'BEGIN',
          async () => {
            await real.begin();
            announced = [];
            own = { process, usedAt: simulator.now, isLost: false, end: () => real.rollback() };
            writing = own;
          },
          { isWrite: true },
        ),
      async commit() {
        try {
          await send('COMMIT', async () => {
            await real.commit();
            if (writing === own) writing = null;
            for (const [kind, id] of announced)
              caller.simulator.inside(process, () => database.announce(process, kind, id));
          });
          own = null;
        } finally {
          if (own === null) announced = [];
        }
      },
      async rollback() {
        await simulator.request({
          ...{ kind: 'sql', channel, label: `${name} ROLLBACK` },
          async execute() {
            if (own !== null && !own.isLost) await real.rollback();
            if (writing === own) writing = null;
          },
        });
        own = null;
        announced = [];
      },
      async notify(kind, id) {
        if (own === null) database.announce(process, kind, id);
        else announced.push([kind, id]);
      },
      stopWaiting() {},
      close: () => send('close', close).catch(() => {}),
    };
  }

  const database: Database = {
    simulator,
    path,
    isShared,
    announce: () => {},
    onFault: () => {},
    connect,
    isCutOff,
    async cutOff(process, ms) {
      cut.set(process.main, simulator.now + ms);
      if (writing?.process.main === process.main) await lose(writing);
    },
  };
  return database;
}

function dialectOf(dialect: Dialect, isShared: boolean): Dialect {
  return isShared ? { ...dialect, name: 'postgresql' } : dialect;
}
