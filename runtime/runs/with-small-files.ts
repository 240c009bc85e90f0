import { join } from 'node:path';
import { RunFailure } from '../base/model/run-failure.ts';
import { isSmallFile } from '../base/model/small-file-name.ts';
import type { ReadableFile, Spool } from '../reading/source/spool.ts';
import type { Store } from '../state/store/store.ts';

/** Returns a spool that finds the small files of the store, too. It receives all files into `spool`. */
export function withSmallFiles(spool: Spool, { smallFiles, folder }: Pick<Store, 'smallFiles' | 'folder'>): Spool {
  return {
    ...spool,
    has: (name) => (isSmallFile(name) ? smallFiles.has(name) : spool.has(name)),
    async open(name, bytes) {
      if (!isSmallFile(name)) return spool.open(name, bytes);
      const content = await smallFiles.read(name);
      if (content === null) throw new RunFailure('file_lost', 'the file of the run is missing from the database');
      return toReadable(join(folder, name), content);
    },
    remove: (name) => (isSmallFile(name) ? smallFiles.remove(name) : spool.remove(name)),
  };
}

/** Maximum number of unfinished runs whose small files remain in memory. Those of further runs are read from the store. */
export const MAX_HELD_FILES = 64;

/** Returns the small file of a run that was just accepted. `content` is undefined if it has none: then returns null. */
export function holdFile(folder: string, content: Uint8Array | undefined): ReadableFile | null {
  return content === undefined ? null : toReadable(join(folder, 'small'), content);
}

// Nothing is at the path. Temporary files of the run may be in its folder.
function toReadable(path: string, content: Uint8Array): ReadableFile {
  return { path, content, close: async () => {} };
}
