import { type Compression, compressionOf, HEAD_BYTES } from './compression.ts';
import { BLOCK_BYTES, isTarHeader } from './tar-header.ts';

/** How a file is packed: compressed, or an archive, which may be compressed itself. */
export type Packing = Compression | 'tar';

/** Returns how a file that starts with these 512 bytes is packed; null if it is not. */
export function packingOf(head: Uint8Array): Packing | null {
  return compressionOf(head) ?? (isTarHeader(head) ? 'tar' : null);
}

/** Returns whether the first bytes of a stream decide how it is packed: a text has a line end where an archive has a name. */
export function isPackingDecided(head: Uint8Array): boolean {
  return head.length >= BLOCK_BYTES || (head.length >= HEAD_BYTES && head.subarray(0, NAME_BYTES).includes(LINE_END));
}

const NAME_BYTES = 100;
const LINE_END = 0x0a;
