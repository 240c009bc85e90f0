import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataFolder } from '../../base/files/data-folder.ts';
import { asDiskFull } from '../../base/model/disk-full.ts';
import { openClusterStore } from './cluster/open-cluster-store.ts';
import { completeTasks } from './cluster/run-tasks.ts';
import { createStore } from './create-store.ts';
import { hasDatabase, hasFilesOfRuns } from './database-file.ts';
import type { Connection } from './engine/connection.ts';
import { inTransaction } from './engine/writer.ts';
import { bindFolder, bindingPath, readBinding } from './folder-binding.ts';
import { bindFiles } from './files-binding.ts';
import { createFolderCheck, type FolderCheck, joinChecks } from './folder-check.ts';
import { FolderMismatch } from './folder-failures.ts';
import { type FolderLock, lockFile } from './lock.ts';
import { createPostgresConnection } from './postgresql/connection.ts';
import { createSession, type Session } from './postgresql/session.ts';
import { describeDatabase, type PostgresSettings } from './postgresql/settings.ts';
import { createSharedSession, createWritingSession } from './postgresql/take-store.ts';
import type { Store } from './store.ts';

/** A database that does not answer within this time counts as unavailable, in milliseconds. */
const PROBE_MS = 3000;

/**
 * Opens a PostgreSQL database for a data folder that is locked, and takes the lock of the database: shared with other
 * processes if they share the received files. Closing the store releases both. Throws like openStore().
 */
export async function openPostgresStore(
  dataFolder: string,
  {
    maxSpecsBytes,
    lock,
    postgres,
    files,
    hasBucket,
  }: { maxSpecsBytes: number; lock: FolderLock; postgres: PostgresSettings; files: string | null; hasBucket: boolean },
): Promise<Store> {
  const isShared = files !== null || hasBucket;
  const session = !isShared ? createWritingSession(postgres).session : createSharedSession(postgres);
  const instanceId = randomUUID();
  const shared = !isShared ? null : openClusterStore(postgres, instanceId);
  const connect = (used: Session): Connection =>
    createPostgresConnection(used, postgres, shared === null ? null : { instanceId });
  const writing = connect(session);
  const readers = ['reader', 'topics'].map((name) =>
    connect(createSession({ settings: postgres, name: `specmill ${name}` })),
  );
  const [reading = writing, readingTopics = writing] = readers;
  try {
    await session.acquire();
    if (files !== null) await bindShared(writing, files, postgres);
    else if (!hasBucket) await bind(writing, dataFolder, postgres);
    if (shared !== null) await inTransaction(writing, completeTasks);
    const folderChecks = [await createFolderCheck(dataFolder, join(dataFolder, lockFile))];
    if (files !== null) folderChecks.push(await createFolderCheck(files, bindingPath(files)));
    return await createStore({
      folder: dataFolder,
      filesFolder: files ?? dataFolder,
      shared,
      ...(hasBucket && { bindFiles: (place) => bindFiles(writing, place, describeDatabase(postgres)) }),
      connections: { writing, reading, readingTopics },
      folderCheck: withDatabase(joinChecks(folderChecks), { session, readers }),
      maxSpecsBytes,
      lock,
    });
  } catch (error) {
    for (const connection of [...readers, writing]) await connection.close();
    await shared?.close();
    throw error;
  }
}

/**
 * Binds the data folder to the database, if both are new. Throws FolderMismatch if one of them belongs to another one:
 * files of runs would be removed, because this database does not know them.
 */
async function bind(connection: Connection, folder: string, postgres: PostgresSettings): Promise<void> {
  const [state] = await connection.all<{ id: string; has_folder: number }>('SELECT id, has_folder FROM store_state');
  if (state === undefined) throw new Error('the state of the store is missing');
  const bound = await readBinding(folder);
  if (bound === state.id) return;
  const database = describeDatabase(postgres);
  if (bound !== null)
    throw new FolderMismatch(
      `the data folder ${folder} belongs to another database than ${database}. Name that one with --store, or use another folder (--data DIR)`,
    );
  if ((await hasDatabase(folder)) || (await hasFilesOfRuns(folder)))
    throw new FolderMismatch(
      `the data folder ${folder} holds an installation with SQLite. Move it with specmill store copy --from ${folder} --to ${database}, or use another folder (--data DIR)`,
    );
  const [file] = await connection.all('SELECT 1 FROM runs WHERE spool_name IS NOT NULL LIMIT 1');
  if (state.has_folder === 1 && file !== undefined)
    throw new FolderMismatch(
      `the files of the runs in ${database} are in another data folder than ${folder}. Use that one (--data DIR). If it is lost, write the line ${state.id} into the file ${join(folder, 'store-id')}: then runs whose files are missing fail`,
    );
  await bindFolder(folder, state.id);
  await inTransaction(connection, () => connection.run('UPDATE store_state SET has_folder = 1'));
}

/** Binds the shared folder to the database. Throws FolderMismatch if it belongs to another one, or if files are elsewhere. */
async function bindShared(connection: Connection, files: string, postgres: PostgresSettings): Promise<void> {
  await createDataFolder(files).catch((error) => {
    throw asDiskFull(error);
  });
  await bind(connection, files, postgres).catch((error: unknown) => {
    const isElsewhere = error instanceof FolderMismatch && error.message.includes('in another data folder');
    throw isElsewhere ? new FolderMismatch(describeElsewhere(files, postgres)) : error;
  });
}

function describeElsewhere(files: string, postgres: PostgresSettings): string {
  return `the files of the runs in ${describeDatabase(postgres)} are in another folder than ${files} (--files DIR). To move them from a data folder, stop its service with SIGTERM, and move its folder spool, its file store-id, and master.key if it is there, to ${files}`;
}

/** Adds the database to the check of the data folder. */
function withDatabase(folderCheck: FolderCheck, used: DatabaseUsed): FolderCheck {
  return {
    check: folderCheck.check,
    async findProblem() {
      const problem = await folderCheck.findProblem();
      if (problem !== null) return problem;
      const timeOut = sleep(PROBE_MS, false, { ref: false });
      return (await Promise.race([canUse(used).catch(() => false), timeOut])) ? null : 'store_unavailable';
    },
  };
}

/** All connections of a store: a request may need any of them. */
interface DatabaseUsed {
  session: Session;
  readers: readonly Connection[];
}

async function canUse({ session, readers }: DatabaseUsed): Promise<boolean> {
  const opened = await session.acquire();
  const { rows } = await opened.query<{ value: string }>({
    text: "SELECT current_setting('transaction_read_only') AS value",
  });
  for (const reader of readers) await reader.all('SELECT 1');
  return rows[0]?.value === 'off';
}
