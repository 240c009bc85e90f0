import type { FileRecords } from '../../base/model/file-records.ts';
import type { RejectsOrder } from '../../base/model/rejects-order.ts';
import type { RetryOrder } from '../../base/model/retry-order.ts';
import type { FileReason, FileState } from '../../base/model/file-state.ts';
import type { NewAlert } from './alert-store.ts';
import type { AuditEntry } from './audit.ts';

/** A file as a look at the source has found it. */
export interface ListedFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** When the content last changed, in milliseconds since 1970; null if the source does not report it. */
  readonly modified: number | null;
  readonly version: string;
  /** The text that identifies the file within its job. */
  readonly identity: string;
  /** Why the file is never taken; null if it may be taken. */
  readonly ignored: FileReason | null;
}

/** The row of a file in the ledger of a job. Times are in milliseconds since 1970. */
export interface StoredFile extends Omit<ListedFile, 'ignored'> {
  /** Identifies the row within the data folder. */
  readonly number: number;
  readonly state: FileState;
  readonly reason: FileReason | null;
  /** Where the file is now, relative to the root of the source. */
  readonly location: string;
  /** Where the file is being moved to; null if no move has begun. */
  readonly movingTo: string | null;
  readonly runId: string | null;
  /** The name of the spec with which the file was read. */
  readonly spec: string | null;
  readonly sha256: string | null;
  /** How many transfers of the file have failed. */
  readonly attempts: number;
  /** Counts the runs of the file: 0 for the first, and one more for each retry that a person asked for. */
  readonly generation: number;
  /** Whether the job still has to move, delete or write something because of this file. */
  readonly isThenPending: boolean;
  readonly firstSeen: number;
  readonly unchangedSince: number;
  readonly takenAt: number | null;
  readonly publishedAt: number | null;
  readonly finishedAt: number | null;
  /** The earliest time of the next try; null if there is no pause. */
  readonly retryAt: number | null;
  /** Since when the source no longer lists the file; null if it does. */
  readonly goneSince: number | null;
  /** The counts of its records; null before its run has ended. */
  readonly records: FileRecords | null;
  /** How a person wants the file to be read again; null for its first run. */
  readonly retryOrder: RetryOrder | null;
  /** The last request to publish the rejects of its run; null if there was none. */
  readonly rejectsOrder: RejectsOrder | null;
}

/** The members of a row that a transition may change. */
export type FileChange = Partial<
  Omit<StoredFile, 'number' | 'path' | 'name' | 'identity' | 'firstSeen'> & {
    /** The file in the spool that belongs to the row; null if none does. */
    rejectsSpool: string | null;
  }
>;

/** What is stored in the transaction of a change. */
export interface WithChange {
  readonly alerts?: readonly NewAlert[];
  /** The request that has caused the change. */
  readonly audit?: AuditEntry | null;
  /** The change is made only in this generation of the row. Absent: in any. */
  readonly generation?: number;
}

/** Which rows of a job to list: those that meet all conditions, in the order of their numbers. */
export interface FileQuery {
  readonly limit: number;
  /** Only rows after this number, in the order of the query. */
  readonly after?: number;
  /** The files that were first seen last come first. */
  readonly isNewestFirst?: boolean;
  readonly state?: FileState;
  /** The name of the file. `*` matches any characters. */
  readonly name?: string;
}

/** The files of a job that have ended in some time. */
export interface EndedFiles {
  readonly files: number;
  readonly records: number;
  /** The records that were not published. */
  readonly rejected: number;
}

/** The order in which files are taken. */
export type FileOrder = 'NAME' | 'MODIFIED' | 'SIZE';

/** A change of a row that is in a state, of a generation. */
export interface RowChange {
  readonly number: number;
  readonly from: FileState;
  readonly generation: number;
  readonly change: FileChange;
}

/** The ledger: one row for each file that a job has seen. All methods throw DiskFull. */
export interface JobFileStore {
  /**
   * Compares listed files with the ledger. Adds rows for new files, and updates rows of files that changed before they
   * were taken. Returns the number of the row of each file. Writes nothing if nothing has changed.
   */
  compare(job: string, listed: readonly ListedFile[], now: number): Promise<number[]>;
  /**
   * Marks the rows of files that the last look did not list, and unmarks those that it did. `isListed` is called with
   * the numbers of rows. Returns how many rows were marked.
   */
  markGone(job: string, isListed: (number: number) => boolean, now: number): Promise<number>;
  /** Removes up to 1,000 rows of a job that are gone since before `before`, and returns how many were removed. */
  removeGone(job: string, before: number): Promise<number>;
  /** Returns up to `limit` rows that are listed and not taken, in an order, after the row `after`. */
  candidates(job: string, page: { order: FileOrder; after: StoredFile | null; limit: number }): Promise<StoredFile[]>;
  /** Returns up to 100 rows in one of the states, by number, after the number `after`. */
  inStates(job: string, states: readonly FileState[], after: number): Promise<StoredFile[]>;
  /**
   * Returns up to 100 rows whose work after the run is pending, by number, after the number `after`. They have no
   * `retryAt` after `now`, except one after `latest`: it was stored before the clock was set back.
   */
  pending(job: string, due: { now: number; latest: number }, after: number): Promise<StoredFile[]>;
  /** Returns the earliest `retryAt` of rows with pending work; null if there is none. */
  nextPending(job: string): Promise<number | null>;
  find(job: string, number: number): Promise<StoredFile | null>;
  /** Returns the sizes and the records of the files that were published last, at most `limit`. */
  lastPublished(job: string, limit: number): Promise<{ readonly size: number; readonly records: FileRecords }[]>;
  /** Returns a row of the job that is not `except`, has this content and is published or about to be; null if none. */
  findContent(job: string, sha256: string, except: number): Promise<StoredFile | null>;
  /**
   * Changes a row if it is in the state `from`, and stores the others in the same transaction. Returns false if the row
   * is in another state or was removed.
   */
  change(number: number, from: FileState, change: FileChange, others?: WithChange): Promise<boolean>;
  /**
   * Changes all of these rows in one transaction, or none: returns the number of the first one that is in another state or of
   * another generation, or was removed; null if all are changed.
   */
  changeEach(changes: readonly RowChange[]): Promise<number | null>;
  /** Changes all of these rows that are in the state `from`, in one transaction. */
  changeAll(numbers: readonly number[], from: FileState, change: FileChange): Promise<void>;
  list(job: string, query: FileQuery): Promise<StoredFile[]>;
  /** Returns how many files are in each state that any file is in. */
  counts(job: string): Promise<Partial<Record<FileState, number>>>;
  /** Returns how many files have ended at or after `since`, and the counts of their records. */
  ended(job: string, since: number): Promise<EndedFiles>;
  /** Returns whether a file was first seen at or after `since`. */
  hasSeen(job: string, since: number): Promise<boolean>;
  /** Returns the names of the files in the spool that belong to rows of a job. */
  spoolNames(job: string): Promise<string[]>;
  /** Removes the ledger of a job. */
  removeJob(job: string): Promise<void>;
}
