import { watchClock } from '../../../base/program/clock-jumps.ts';
import { describeError, type Log } from '../../../base/log/json-log.ts';
import type { AuditEntry, AuditQuery, AuditStore, StoredAuditEntry } from '../../store/audit.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import type { AuditFile } from './audit-file.ts';

/** Records who did what. */
export interface AuditLog {
  /**
   * Records a request that changed nothing. Its entry is stored within a second. Of the requests without a valid key, at
   * most 10 per second are recorded, so that they cannot fill the disk.
   */
  record(entry: AuditEntry): void;
  /**
   * Records an accepted change. Resolves when the entry is stored. If the store fails, resolves too; the entry is
   * stored later.
   */
  recordChange(entry: AuditEntry): Promise<void>;
  /** Stores the entry of a change that is made afterwards; then recordStored() adds it to the file. Throws DiskFull. */
  storeBefore(entry: AuditEntry): Promise<void>;
  /** Records a change whose entry is stored. Resolves when the entry is in the file. */
  recordStored(entry: AuditEntry): Promise<void>;
  /** Returns entries, newest first, those included that were recorded before the call. */
  list(query: AuditQuery): Promise<StoredAuditEntry[]>;
  /** Stores all entries, and ends the removal of old ones. */
  close(): Promise<void>;
}

/** The options of createAuditLog(). */
export interface AuditOptions {
  store: AuditStore;
  /** Null if entries are written to the store only. */
  file: AuditFile | null;
  /** How long entries are stored, in milliseconds. */
  keepMs: number;
  log: Log;
}

const FLUSH_MS = 500;
const SWEEP_MS = 60 * 60_000;
/** Maximum number of entries in memory while the store fails. */
const MAX_WAITING = 20_000;
const REFUSALS_PER_SECOND = 10;

/** Creates the audit of a store, and starts to remove old entries. */
export function createAuditLog(options: AuditOptions): AuditLog {
  const audit = new BatchedAudit(options);
  audit.start();
  return audit;
}

class BatchedAudit implements AuditLog {
  readonly #clock = watchClock();
  readonly #options: AuditOptions;
  readonly #refusals = createRateLimiter(REFUSALS_PER_SECOND);
  #waiting: AuditEntry[] = [];
  #dropped = 0;
  /** Number of the stored entries that are not in the file yet. */
  #unfiled = 0;
  /** The flush that has not taken its entries yet, and the last one that was begun. */
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();
  #flushTimer: NodeJS.Timeout | null = null;
  #sweepTimer: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  start(): void {
    this.#sweepTimer = setInterval(() => this.#sweep(), SWEEP_MS).unref();
    this.#sweep();
  }

  record(entry: AuditEntry): void {
    if (entry.principal === null && this.#refusals.take('refused') > 0) this.#dropped++;
    else this.#add(entry);
    this.#flushIn(FLUSH_MS);
  }

  async recordChange(entry: AuditEntry): Promise<void> {
    this.#add(entry);
    await this.#flush();
  }

  storeBefore(entry: AuditEntry): Promise<void> {
    return this.#options.store.append(() => [entry]);
  }

  async recordStored(entry: AuditEntry): Promise<void> {
    const { file } = this.#options;
    if (file === null) return;
    this.#unfiled++;
    await this.#last;
    await file.append([entry]);
    this.#unfiled--;
  }

  async list(query: AuditQuery): Promise<StoredAuditEntry[]> {
    await this.#flush();
    return this.#options.store.list(query);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#sweepTimer !== null) clearInterval(this.#sweepTimer);
    await this.#sweeping;
    await this.#flush();
    // The flush that was in progress may have failed.
    await this.#flush();
  }

  #add(entry: AuditEntry): void {
    if (this.#waiting.length + this.#unfiled < MAX_WAITING) this.#waiting.push(entry);
    else this.#dropped++;
  }

  #flushIn(ms: number): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = null;
      void this.#flush();
    }, ms).unref();
  }

  /** Stores all entries that wait. Resolves when these and all earlier ones are stored, or the store has failed. */
  #flush(): Promise<void> {
    if (this.#dropped > 0) this.#options.log.warn('audit_entries_dropped', { entries: this.#dropped });
    this.#dropped = 0;
    if (this.#next === null && this.#waiting.length > 0) this.#last = this.#next = this.#storeAll(this.#last);
    return this.#last;
  }

  /** `earlier`: the flush before this one. Entries that are added before the transaction begins are a part of it. */
  async #storeAll(earlier: Promise<void>): Promise<void> {
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    const { store, file, log } = this.#options;
    let taken: AuditEntry[] = [];
    try {
      await store.append(() => {
        this.#next = null;
        taken = this.#waiting;
        this.#waiting = [];
        return taken;
      });
      if (file === null) return;
      this.#unfiled += taken.length;
      await earlier;
      await file.append(taken);
      this.#unfiled -= taken.length;
    } catch (error) {
      // Without a transaction, nothing was taken.
      if (taken.length === 0) this.#next = null;
      this.#putBack(taken);
      log.error('audit_failed', { waiting: this.#waiting.length, error: describeError(error) });
      if (!this.#isClosed) this.#flushIn(FLUSH_MS * 2);
    }
  }

  /** Several flushes may fail at the same time, in any order. */
  #putBack(taken: readonly AuditEntry[]): void {
    const all = [...taken, ...this.#waiting].sort((a, b) => a.at - b.at);
    this.#waiting = all.slice(0, MAX_WAITING);
    this.#dropped += all.length - this.#waiting.length;
  }

  #sweep(): void {
    this.#sweeping = this.#removeOld().catch((error: unknown) =>
      this.#options.log.warn('audit_sweep_failed', { error: describeError(error) }),
    );
  }

  // Each step is small, so that runs do not wait long for the store.
  async #removeOld(): Promise<void> {
    const { store, keepMs } = this.#options;
    // The time of later entries may be wrong after the clock was set.
    if (this.#clock.sinceJump() < keepMs) return;
    const before = Date.now() - keepMs;
    while (!this.#isClosed && (await store.removeBefore(before))) continue;
  }
}
