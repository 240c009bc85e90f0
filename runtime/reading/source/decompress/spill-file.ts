import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpillFile } from '../../../../compiler/workbooks.ts';
import { PRIVATE_FILE } from '../../../base/files/data-folder.ts';

/**
 * Opens temporary files for the texts of a workbook that do not fit into the memory. They have no name on disk, so nothing
 * remains of them after a crash. close() frees them.
 */
export function openSpills(): { open: () => SpillFile; close: () => void } {
  const descriptors: number[] = [];
  return {
    open() {
      const path = join(tmpdir(), `specmill-${randomUUID()}.texts`);
      const descriptor = openSync(path, 'wx+', PRIVATE_FILE);
      descriptors.push(descriptor);
      // Where an open file cannot be removed, it remains until its folder is emptied.
      try {
        unlinkSync(path);
      } catch {}
      return createSpill(descriptor);
    },
    close() {
      for (const descriptor of descriptors.splice(0)) closeSync(descriptor);
    },
  };
}

function createSpill(descriptor: number): SpillFile {
  let length = 0;
  return {
    append(bytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, length + at);
      length += bytes.length;
    },
    read(from, to) {
      const bytes = new Uint8Array(to - from);
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(descriptor, bytes, at, bytes.length - at, from + at);
        if (read === 0) throw new Error('a temporary file is shorter than what was written to it');
        at += read;
      }
      return bytes;
    },
  };
}
