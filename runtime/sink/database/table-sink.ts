import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import type { Journal, JournalEntry } from '../../base/model/journal.ts';
import { createEntries, joinEntries, toRunEnding } from '../../base/model/journal-entries.ts';
import { RunPause } from '../../base/model/run-failure.ts';
import { ACKNOWLEDGED_BATCH_RECORDS } from '../../base/model/run-info.ts';
import type { Sink } from '../contract.ts';
import type { StoredProgress, TableConnection } from './table/table-connection.ts';
import type { RunRows, TableRows } from './table/run-rows.ts';

/** A run that is connected to its tables. */
export interface TableRun {
  readonly runId: string;
  readonly connection: TableConnection;
  readonly progress: StoredProgress;
  readonly rows: RunRows;
  /** Stores the progress of the run for users. The database decides which records are not written again. */
  readonly journal: Journal;
  /** The last checkpoint of an earlier attempt; null for the first attempt. */
  readonly checkpoint: Checkpoint | null;
  /** Whether the whole run is one transaction. */
  readonly isWhole: boolean;
}

/** A transaction is committed when it has this many bytes of rows, or is this old. */
const TRANSACTION_BYTES = 4 * 1024 * 1024;
const TRANSACTION_AGE_MS = 1000;

/** What a transaction writes, and the state of the run after it. */
interface Unit {
  parts: TableRows[];
  entry: JournalEntry;
  record: number;
}

/**
 * Creates the sink that writes records into the tables of a run. A transaction contains the rows of some batches, and the number of
 * their last record. A resumed run reads from the stored checkpoint, and does not write the records again that the
 * database already has. So every record arrives exactly once, with every delivery. While the database writes one
 * transaction, the rows of the next are prepared.
 */
export function createTableSink({ connection, progress, rows, journal, ...run }: TableRun): Sink {
  const toEntry = createEntries(run.checkpoint ?? createCheckpoint());
  let open: { entry: JournalEntry; record: number; since: number } | null = null;
  let writing: Promise<void> = Promise.resolve();
  let broken: { reason: unknown } | null = null;

  async function write({ parts, entry, record }: Unit, isLast: boolean): Promise<void> {
    for (const part of parts) await connection.write(part);
    if (run.isWhole && !isLast) return;
    // Records that the database already has are read again, and must not move its progress back.
    const stored = Math.max(record, progress.record);
    if (!(await connection.commit({ runId: run.runId, attempt: progress.attempt, record: stored })))
      throw new RunPause('run_superseded', 'another attempt of this run has started');
    await journal.commit(entry);
  }

  /** Starts to write what was added, after the previous transaction. At most one transaction waits. */
  async function flush(isLast = false): Promise<void> {
    await writing;
    if (broken !== null) throw broken.reason;
    if (open === null) return;
    const unit = { parts: rows.take(), ...open };
    open = run.isWhole && !isLast ? { ...open, since: performance.now() } : null;
    writing = write(unit, isLast).catch((reason: unknown) => void (broken ??= { reason }));
  }

  /** After a record was refused, nothing more is written: a part of its batch has already become rows. */
  function addRows(batch: Batch): void {
    try {
      rows.add(batch, progress.record);
    } catch (reason) {
      broken ??= { reason };
      throw reason;
    }
  }

  async function finishWriting(): Promise<void> {
    await flush(true);
    await writing;
    if (broken !== null) throw broken.reason;
  }

  return {
    messages: true,
    partsApart: true,
    batchRecords: ACKNOWLEDGED_BATCH_RECORDS,
    open: async () => structuredClone(run.checkpoint),
    async commit(batch, checkpoint) {
      if (broken !== null) throw broken.reason;
      addRows(batch);
      const entry = toEntry(checkpoint);
      open = {
        entry: open === null ? entry : joinEntries(open.entry, entry),
        record: batch.next.record,
        since: open?.since ?? performance.now(),
      };
      if (rows.length > TRANSACTION_BYTES || performance.now() - open.since > TRANSACTION_AGE_MS) await flush();
    },
    async close(result) {
      // A process that resumes the run continues after the last transaction.
      if (result === null) {
        if (!run.isWhole) await finishWriting();
        return;
      }
      if (run.isWhole && result.status === 'FAILED') {
        await writing;
        if (open !== null) await journal.commit(open.entry);
      } else await finishWriting();
      await journal.finish(toRunEnding(result));
    },
  };
}
