import type { RunStore } from './runs.ts';
import type { SpecStore } from './spec-store.ts';
import type { TopicReader } from './topic-reader.ts';

/** All that outlives the process. One process has it open for writing. */
export interface Store {
  /** The data folder, as it was given. */
  readonly folder: string;
  readonly specs: SpecStore;
  /** For runtime/run; others speak to `Runs`. */
  readonly runs: RunStore;
  readonly topics: TopicReader;
  /** Waits for what is being written, and gives up the lock. */
  close(): Promise<void>;
}

/** What may be read beside a running service. */
export interface StoreReader {
  readonly topics: TopicReader;
  close(): Promise<void>;
}

/**
 * Opens the data folder for writing: makes it where it is missing, takes the operating-system lock
 * (which dies with its process) and brings the tables up to date. Throws DataFolderLocked where another
 * process has it, DiskFull, UnknownDataFolder where a newer program has written it, or the system's errors.
 */
export async function openStore(dataFolder: string): Promise<Store> {
  throw new Error(`not yet: ${dataFolder}`);
}

/** Opens the data folder for reading, with or without a service beside it. A folder that holds nothing yet is read as empty. */
export async function openStoreReader(dataFolder: string): Promise<StoreReader> {
  throw new Error(`not yet: ${dataFolder}`);
}
