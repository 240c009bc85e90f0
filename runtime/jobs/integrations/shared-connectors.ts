import type { Connector } from '../../connector/connector.ts';

/** A connector that is in use. */
export interface ConnectorLease {
  readonly connector: Connector;
  /** Ends the use. Later calls do nothing. */
  release(): void;
}

/** The open connectors of all integrations. Users of the same state of an integration share one connector. */
export interface SharedConnectors {
  /**
   * Returns the open connector of an integration, or creates it. `state` changes with the integration and with its
   * credential. A connector of an earlier state is closed when its last user has released it.
   */
  borrow(integration: string, state: string, create: () => Connector): ConnectorLease;
  /** Closes all connectors, including those in use. */
  close(): Promise<void>;
}

interface Shared {
  readonly state: string;
  readonly connector: Connector;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Creates the set of open connectors. A connector without users is closed after `idleMs` milliseconds. */
export function createSharedConnectors(idleMs: number): SharedConnectors {
  /** The current connector of each integration. */
  const current = new Map<string, Shared>();
  const open = new Set<Shared>();

  async function close(shared: Shared): Promise<void> {
    clearTimeout(shared.timer);
    // A connector that cannot be closed has no user who could use the error.
    if (open.delete(shared)) await shared.connector.close().catch(() => {});
  }

  function release(integration: string, shared: Shared): void {
    shared.users--;
    if (shared.users > 0) return;
    if (current.get(integration) !== shared) return void close(shared);
    shared.timer = setTimeout(() => {
      if (current.get(integration) === shared) current.delete(integration);
      void close(shared);
    }, idleMs).unref();
  }

  return {
    borrow(integration, state, create) {
      let shared = current.get(integration);
      if (shared?.state !== state) {
        const earlier = shared;
        shared = { state, connector: create(), users: 0, timer: undefined };
        open.add(shared);
        current.set(integration, shared);
        if (earlier?.users === 0) void close(earlier);
      }
      const borrowed = shared;
      clearTimeout(borrowed.timer);
      borrowed.users++;
      let isReleased = false;
      return {
        connector: borrowed.connector,
        release() {
          if (isReleased) return;
          isReleased = true;
          release(integration, borrowed);
        },
      };
    },
    async close() {
      current.clear();
      await Promise.all([...open].map(close));
    },
  };
}
