import { closeSync, openSync } from 'node:fs';
import type { Position } from '../../../compiler/kernel/model/contract.ts';
import { writeAt } from '../../base/files/write-at.ts';
import type { HeldMessages } from '../../base/model/held-messages.ts';
import type { SplitFile } from './range-reader.ts';
import { rereadRecords } from './reread-records.ts';

/** Where the records of a batch are in the file. */
export interface BatchPlace {
  /** The position before the first record. */
  from: Position;
  records: number;
}

/**
 * Creates the messages of a batch that a helper holds. `writeByHelper` requests the helper to write them, and resolves
 * with false if they may not be written: the helper was needed for another task, crashed, or could not write. Then the
 * calling thread reads the records again and writes them at the same place.
 */
export function createHeldMessages(
  file: SplitFile,
  { bytes, place }: { bytes: number; place: BatchPlace },
  writeByHelper: (path: string, position: number) => Promise<boolean>,
): HeldMessages {
  return {
    bytes,
    async write(path, position) {
      if (await writeByHelper(path, position)) return;
      // The values of UNIQUE rules in these records are already known, and the numbers of the records are those of the split.
      const alone = { ...file, uniqueKeys: undefined };
      const descriptor = openSync(path, 'r+');
      try {
        let at = position;
        for await (const batch of rereadRecords(alone, place.from, place.records)) {
          writeAt(descriptor, batch.bytes, at);
          at += batch.bytes.length;
        }
        if (at !== position + bytes) throw new Error('a batch that was read again has other messages');
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
