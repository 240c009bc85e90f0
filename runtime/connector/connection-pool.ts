/** A pool of at most `max` connections to one host. */
export interface ConnectionPool<Connection> {
  /** Waits for a free connection, or opens one. Throws the errors of opening. */
  borrow(): Promise<Connection>;
  /** Returns a connection to the pool. A broken one is closed and not used again. */
  release(connection: Connection, state?: 'usable' | 'broken'): void;
  /**
   * Calls `work` with a connection. If `isBroken` returns true for its error, the connection is closed and not used
   * again.
   */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Closes all connections, those in use too. */
  close(): void;
}

export interface PoolParts<Connection> {
  readonly max: number;
  /** An unused connection is closed after this time, so that later connections use a rotated credential. */
  readonly idleMs: number;
  open(): Promise<Connection>;
  close(connection: Connection): void;
  /** Whether the connection cannot be used after this error. */
  isBroken(error: unknown): boolean;
}

/** Creates an empty pool. */
export function createConnectionPool<Connection>(parts: PoolParts<Connection>): ConnectionPool<Connection> {
  const idle: { connection: Connection; timer: NodeJS.Timeout }[] = [];
  const open = new Set<Connection>();
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  let isClosed = false;
  /** Connections that are open or being opened. */
  let count = 0;

  function drop(connection: Connection): void {
    if (!open.delete(connection)) return;
    count--;
    parts.close(connection);
    waiting.shift()?.resolve();
  }

  async function borrow(): Promise<Connection> {
    for (;;) {
      if (isClosed) throw new Error('the connector is closed');
      const free = idle.pop();
      if (free !== undefined) {
        clearTimeout(free.timer);
        return free.connection;
      }
      if (count < parts.max) break;
      await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    }
    count++;
    try {
      const connection = await parts.open();
      open.add(connection);
      if (isClosed) drop(connection);
      return connection;
    } catch (error) {
      count--;
      waiting.shift()?.resolve();
      throw error;
    }
  }

  function release(connection: Connection, state: 'usable' | 'broken' = 'usable'): void {
    if (state === 'broken' || isClosed) return drop(connection);
    const timer = setTimeout(() => {
      const at = idle.findIndex((candidate) => candidate.connection === connection);
      if (at >= 0) idle.splice(at, 1);
      drop(connection);
    }, parts.idleMs);
    timer.unref();
    idle.push({ connection, timer });
    waiting.shift()?.resolve();
  }

  return {
    borrow,
    release,
    async use(work) {
      const connection = await borrow();
      try {
        const result = await work(connection);
        release(connection);
        return result;
      } catch (error) {
        release(connection, parts.isBroken(error) ? 'broken' : 'usable');
        throw error;
      }
    },
    close() {
      isClosed = true;
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      for (const connection of [...open]) drop(connection);
      for (const { reject } of waiting.splice(0)) reject(new Error('the connector is closed'));
    },
  };
}
