/** A pool of connections to one host, with a maximum number of connections. */
export interface ConnectionPool<Connection> {
  /**
   * Returns an unused connection, or opens one. If the maximum number of connections is in use, waits until one is
   * released. Throws the errors of PoolParts.open(), or an Error if the pool is closed.
   */
  borrow(): Promise<Connection>;
  /**
   * Returns a borrowed connection to the pool. If the connection is `broken`, or if the pool is closed, the connection
   * is closed instead.
   */
  release(connection: Connection, state?: 'usable' | 'broken'): void;
  /**
   * Borrows a connection, calls `work` with it, releases it, and returns the result of `work`. Throws the errors of
   * `work` and of borrow(). If PoolParts.isBroken() returns true for an error of `work`, the connection is closed.
   */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Closes all connections, including borrowed ones. Calls of borrow() that wait, and all later ones, throw. */
  close(): void;
}

/** The limits of a pool, and the functions that open, close and judge its connections. */
export interface PoolParts<Connection> {
  /** Maximum number of connections. */
  readonly max: number;
  /** Time in milliseconds after which an unused connection is closed. */
  readonly idleMs: number;
  /** Opens a connection. */
  open(): Promise<Connection>;
  close(connection: Connection): void;
  /** Returns true if the connection cannot be used after this error. */
  isBroken(error: unknown): boolean;
  /** Returns true if an unused connection has ended, for example because the server closed it. Default: never. */
  hasEnded?(connection: Connection): boolean;
}

/** Creates a pool. Connections are opened when they are borrowed. */
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
        if (parts.hasEnded?.(free.connection) !== true) return free.connection;
        drop(free.connection);
        continue;
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
