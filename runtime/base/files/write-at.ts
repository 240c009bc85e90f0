import { writeSync } from 'node:fs';

/** Writes all bytes into an open file, from the offset `position` on. Throws the system's errors. */
export function writeAt(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
}
