import { type Compression, compressionOf, mayBeBzip2 } from './compression.ts';
import { BLOCK_BYTES, isTarHeader } from './tar-header.ts';

/** How a file is packed: compressed, or an archive, which may be compressed itself. */
export type Packing = Compression | 'tar';

/** Returns how a file that starts with these 512 bytes is packed; null if it is not. */
export function packingOf(head: Uint8Array): Packing | null {
  return compressionOf(head) ?? (isTarHeader(head) ? 'tar' : null);
}

/** Returns whether the first bytes of a stream decide how it is packed: a text has a line end where an archive has a name. */
export function isPackingDecided(head: Uint8Array): boolean {
  if (head.length >= BLOCK_BYTES) return true;
  const isLine = head.length >= LEAST_BYTES && head.subarray(0, NAME_BYTES).includes(LINE_END);
  return isLine && !mayBeBzip2(head);
}

/** A short first line needs no more bytes, unless it may be the beginning of bzip2. */
const LEAST_BYTES = 4;
const NAME_BYTES = 100;
const LINE_END = 0x0a;
