import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Compression } from '../../../model/broker-settings.ts';

/** Compresses the records of a batch, for one codec of Kafka's message format. */
export interface Codec {
  /** The bits that name it in a batch's attributes. */
  codec: number;
  compress(records: Uint8Array): Promise<Uint8Array>;
}

type Zstd = (bytes: Uint8Array, done: (error: Error | null, compressed: Buffer) => void) => void;

// It has no types of its own.
const snappy = createRequire(import.meta.url)('snappyjs') as { compress(bytes: Uint8Array): Uint8Array };
const gzip = promisify(zlib.gzip);
// Node has it from 22.15 on; its types here are those of an earlier one.
const zstdCompress = (zlib as { zstdCompress?: Zstd }).zstdCompress;

/** Null: nothing is compressed. Throws where this Node cannot do it: see `canCompress`. */
export function createCodec(compression: Compression): Codec | null {
  switch (compression) {
    case 'none':
      return null;
    case 'gzip':
      return { codec: 1, compress: (records) => gzip(records, { level: 1 }) };
    case 'snappy':
      // Without the framing of xerial: clients read both.
      return { codec: 2, compress: async (records) => snappy.compress(records) };
    case 'zstd':
      if (zstdCompress === undefined) throw new Error('this Node has no zstd');
      return { codec: 4, compress: promisify(zstdCompress) };
    default:
      return compression satisfies never;
  }
}

/** Whether this Node can compress so. */
export function canCompress(compression: Compression): boolean {
  return compression !== 'zstd' || zstdCompress !== undefined;
}
