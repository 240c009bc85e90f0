import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../engine/store-unavailable.ts';
import { type OpenedClient, openClient } from './client.ts';
import { toStoreFailure } from './failures.ts';
import type { PostgresSettings } from './settings.ts';

/** A connection that is opened again after it was lost. */
export interface Session {
  /** Returns the client. Connects if it is necessary. Throws StoreUnavailable, and the errors of `prepare`. */
  acquire(): Promise<OpenedClient>;
  /** Returns the client if it is connected. */
  readonly current: OpenedClient | null;
  /** True after stopWaiting() or close(): nothing may wait for the server any longer. */
  readonly isEnding: boolean;
  stopWaiting(): void;
  /** Ends the session. After that, acquire() throws. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly settings: PostgresSettings;
  /** The name of the connection for the server. */
  readonly name: string;
  /** Called with each new client before it is used. `lost` is the client before it; null for the first. */
  readonly prepare?: (opened: OpenedClient, lost: OpenedClient | null) => Promise<void>;
  readonly statementMs?: number;
}

/** After a failed attempt to connect, further attempts throw for this time, in milliseconds. */
const RETRY_MS = 500;
/** How long to wait for the server at the end, in milliseconds. */
const END_MS = 1000;

/** Creates a session. It connects when it is used first. */
export function createSession({ settings, name, prepare = async () => {}, statementMs }: SessionOptions): Session {
  let current: OpenedClient | null = null;
  let connecting: Promise<OpenedClient> | null = null;
  let failed: { at: number; reason: unknown } | null = null;
  let isClosed = false;
  let isEnding = false;

  async function connect(): Promise<OpenedClient> {
    let opened: OpenedClient | null = null;
    try {
      opened = await openClient(settings, name, statementMs);
      await prepare(opened, current);
      failed = null;
      current = opened;
      return opened;
    } catch (error) {
      opened?.destroy();
      const reason = toStoreFailure(error, settings);
      failed = { at: performance.now(), reason };
      throw reason;
    }
  }

  return {
    get current() {
      return current?.isAlive() === true ? current : null;
    },
    get isEnding() {
      return isEnding;
    },
    stopWaiting: () => void (isEnding = true),
    async acquire() {
      if (isClosed) throw new StoreUnavailable('the store is closed');
      if (current?.isAlive() === true) return current;
      if (connecting === null && failed !== null && performance.now() - failed.at < RETRY_MS) throw failed.reason;
      connecting ??= connect().finally(() => (connecting = null));
      return connecting;
    },
    async close() {
      isClosed = isEnding = true;
      await connecting?.catch(() => {});
      if (current?.isAlive() !== true) return;
      await Promise.race([current.client.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })]);
      current.destroy();
    },
  };
}
