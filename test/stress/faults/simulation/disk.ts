import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Random } from '../../../support/random.ts';
import type { Disk } from './replace-files.ts';

/** A disk whose power can fail. */
export interface PowerDisk extends Disk {
  /** Undoes changes that were not flushed: all, some or none, as a power failure may. */
  lose(random: Random): void;
}

/** Creates the disk of a simulated machine. */
export function createDisk(): PowerDisk {
  /** What a power failure leaves of files whose bytes are not flushed. */
  const flushed = new Map<string, Buffer>();
  const names = new Map<string, (() => void)[]>();
  return {
    onChange(path) {
      if (!flushed.has(path) && existsSync(path)) flushed.set(path, readFileSync(path));
    },
    onFlush(path) {
      flushed.delete(path);
      names.delete(path);
    },
    onMove(from, to) {
      const content = flushed.get(from);
      if (content !== undefined) flushed.set(to, content);
      flushed.delete(from);
    },
    onName(folder, undo) {
      names.set(folder, [...(names.get(folder) ?? []), undo]);
    },
    lose(random) {
      for (const [path, content] of flushed) {
        if (!existsSync(path) || random.oneIn(3)) continue;
        // A file may have its new length without its bytes.
        const isZero = random.oneIn(3);
        writeFileSync(path, isZero ? Buffer.alloc(readFileSync(path).length) : content);
      }
      for (const undos of names.values()) {
        const lost = random.below(undos.length + 1);
        for (let count = 0; count < lost; count++) undos.pop()?.();
      }
      flushed.clear();
      names.clear();
    },
  };
}
