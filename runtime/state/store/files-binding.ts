import { inTransaction } from './engine/writer.ts';
import type { Connection } from './engine/connection.ts';
import { FolderMismatch } from './folder-failures.ts';

/** A place for received files that is no folder, and holds the id of the store that it belongs to. */
export interface FilesBinding {
  /** The address of the place, for messages. */
  readonly address: string;
  /** Returns the stored id; null if there is none. */
  read(): Promise<string | null>;
  /** Stores the id durably. */
  write(storeId: string): Promise<void>;
}

/**
 * Binds a place to a database, if both are new. Throws FolderMismatch if one of them belongs to another one, and the errors
 * of the place.
 */
export async function bindFiles(connection: Connection, place: FilesBinding, database: string): Promise<void> {
  const [state] = await connection.all<{ id: string; has_folder: number }>('SELECT id, has_folder FROM store_state');
  if (state === undefined) throw new Error('the state of the store is missing');
  const bound = await place.read();
  if (bound === state.id) return;
  if (bound !== null)
    throw new FolderMismatch(
      `the files in ${place.address} belong to another database than ${database}. Name that one with --store, or use another prefix (--files)`,
    );
  const [file] = await connection.all('SELECT 1 FROM runs WHERE spool_name IS NOT NULL LIMIT 1');
  if (state.has_folder === 1 && file !== undefined)
    throw new FolderMismatch(
      `the files of the runs in ${database} are in another place than ${place.address} (--files). To move them, stop all services, and copy the folder spool and the file store-id there`,
    );
  await place.write(state.id);
  await inTransaction(connection, () => connection.run('UPDATE store_state SET has_folder = 1'));
}
