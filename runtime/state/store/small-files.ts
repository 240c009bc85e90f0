import type { Connection } from './engine/connection.ts';
import type { Writer } from './engine/writer.ts';

/**
 * The small files of runs. They are stored in the transaction that stores their run, because a file of its own needs
 * several flushes to disk. A file is found by its name in the spool.
 */
export interface SmallFiles {
  has(name: string): Promise<boolean>;
  /** Returns the content of a file; null if it was removed. */
  read(name: string): Promise<Uint8Array | null>;
  /** Removes a file, if it exists. Throws DiskFull. */
  remove(name: string): Promise<void>;
}

/** A small file and its name. */
export interface SmallFile {
  name: string;
  content: Uint8Array;
}

/** Stores files, as a part of the transaction that stores their runs. */
export async function insertSmallFiles(connection: Connection, files: readonly SmallFile[]): Promise<void> {
  if (files.length === 0) return;
  await connection.run(
    `INSERT INTO small_files (name, content) VALUES ${files.map(() => '(?, ?)').join(', ')}`,
    files.flatMap(({ name, content }) => [name, content]),
  );
}

/** Creates the access to small files. `reader` is a connection that only reads. */
export function createSmallFiles(writer: Writer, reader: Connection): SmallFiles {
  return {
    async has(name) {
      return (await reader.all('SELECT 1 FROM small_files WHERE name = ?', [name])).length > 0;
    },
    async read(name) {
      const [row] = await reader.all<{ content: Uint8Array }>('SELECT content FROM small_files WHERE name = ?', [name]);
      // A message to a thread copies the whole buffer, and a small Buffer shares its buffer with others.
      return row === undefined ? null : new Uint8Array(row.content);
    },
    remove: (name) =>
      writer.transaction(async (connection) => {
        await connection.run('DELETE FROM small_files WHERE name = ?', [name]);
      }),
  };
}
