import { join } from 'node:path';
import { createAuditStore } from './audit.ts';
import { createCredentialStore } from './credentials.ts';
import { createDiskReserve } from './disk-reserve.ts';
import type { OpenedClusterStore } from './cluster/open-cluster-store.ts';
import type { Connection } from './engine/connection.ts';
import { createWriter } from './engine/writer.ts';
import type { FolderCheck } from './folder-check.ts';
import { createIntegrationStore } from './integrations.ts';
import { createJobTables } from './job-tables.ts';
import type { FolderLock } from './lock.ts';
import { messagesFolder } from './message-file.ts';
import { createPieceStore } from './pieces.ts';
import { createRunStore } from './runs.ts';
import { createSmallFiles } from './small-files.ts';
import { createSpecStore } from './specs.ts';
import type { Store } from './store.ts';
import { createTopics } from './topics.ts';

/** What a store is made of. `readingTopics` is a connection of its own, because messages take long to read. */
export interface StoreParts {
  folder: string;
  filesFolder?: string;
  bindFiles?: Store['bindFiles'];
  /** What is shared with other processes; null or absent if there are none. */
  shared?: OpenedClusterStore | null;
  connections: { writing: Connection; reading: Connection; readingTopics: Connection };
  folderCheck: FolderCheck;
  maxSpecsBytes: number;
  lock: FolderLock;
}

/** Creates the store on connections to a database whose tables are migrated. */
export async function createStore({
  folder,
  filesFolder = folder,
  bindFiles = null,
  shared = null,
  connections: { writing, reading, readingTopics },
  folderCheck,
  maxSpecsBytes,
  lock,
}: StoreParts): Promise<Store> {
  const writer = createWriter(writing, folderCheck.check);
  const messages = messagesFolder(folder);
  const reserve = createDiskReserve(folder);
  await reserve.fill();
  return {
    folder,
    filesFolder,
    bindFiles,
    cluster: shared?.cluster ?? null,
    reserve,
    findProblem: folderCheck.findProblem,
    specs: createSpecStore(writer, reading, maxSpecsBytes),
    runs: createRunStore(writer, reading, { progress: shared === null ? join(folder, 'progress') : null, messages }),
    smallFiles: createSmallFiles(writer, reading),
    pieces: createPieceStore(writer, reading),
    topics: createTopics(writer, readingTopics, messages),
    audit: createAuditStore(writer, reading),
    credentials: createCredentialStore(writer, reading),
    integrations: createIntegrationStore(writer, reading),
    jobs: createJobTables(writer, reading),
    async close() {
      // The last connection to SQLite that closes copies the write-ahead log into the database. A read-only connection
      // cannot do that, so the writing one is closed last.
      await Promise.all([reading.close(), readingTopics.close(), shared?.close()]);
      await writer.close();
      await lock.release();
    },
  };
}
