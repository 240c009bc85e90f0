import type { AuditStore } from './audit.ts';
import type { ClusterStore } from './cluster/cluster-store.ts';
import type { CredentialStore } from './credential-store.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { FilesBinding } from './files-binding.ts';
import type { StoreProblem } from './folder-check.ts';
import type { IntegrationStore } from './integration-store.ts';
import type { JobTables } from './job-tables.ts';
import type { PieceStore } from './pieces.ts';
import type { RunStore } from './runs.ts';
import type { SmallFiles } from './small-files.ts';
import type { SpecReader, SpecStore } from './spec-store.ts';
import type { TopicReader, Topics } from './topic-reader.ts';

/**
 * All persistent data: the data folder and its database, which is a file in it or a PostgreSQL database. Only one process
 * at a time can have it open for writing.
 */
export interface Store {
  /** The path of the data folder. */
  readonly folder: string;
  /** The path of the folder with the received files: the data folder, or a folder that other machines use, too. */
  readonly filesFolder: string;
  readonly specs: SpecStore;
  /** Only code in `runtime/runs/` may use it. Other code uses `Runs`. */
  readonly runs: RunStore;
  /** Only code in `runtime/runs/` may use it. */
  readonly smallFiles: SmallFiles;
  /** Only code in `runtime/runs/` may use it. */
  readonly pieces: PieceStore;
  readonly topics: Topics;
  readonly audit: AuditStore;
  readonly credentials: CredentialStore;
  readonly integrations: IntegrationStore;
  readonly jobs: JobTables;
  readonly reserve: DiskReserve;
  /** Null if only this process uses the store. */
  readonly cluster: ClusterStore | null;
  /** Binds a place for received files to the database (see bindFiles). Null unless the files are in such a place. */
  readonly bindFiles: ((place: FilesBinding) => Promise<void>) | null;
  /** Checks whether data can be stored now. Returns null if it can be stored, otherwise the reason why not. */
  findProblem(): Promise<StoreProblem | null>;
  /** Waits for pending writes, closes the database and releases the lock. */
  close(): Promise<void>;
}

/** The data that other processes can read while the service is running. */
export interface StoreReader {
  readonly specs: SpecReader;
  readonly topics: TopicReader;
  /** Writing to it throws. */
  readonly credentials: CredentialStore;
  /** Writing to it throws. */
  readonly integrations: IntegrationStore;
  close(): Promise<void>;
}
