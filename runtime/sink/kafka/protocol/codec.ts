import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Compression } from '../../../base/model/broker-settings.ts';

/** A codec of Kafka's message format. It compresses the records of a batch. */
export interface Codec {
  /** The id of the codec in the attributes of a batch. */
  codec: number;
  compress(records: Uint8Array): Promise<Uint8Array>;
}

type Zstd = (bytes: Uint8Array, done: (error: Error | null, compressed: Buffer) => void) => void;

// The package snappyjs has no type declarations.
const snappy = createRequire(import.meta.url)('snappyjs') as { compress(bytes: Uint8Array): Uint8Array };
const gzip = promisify(zlib.gzip);
// Node.js 22.15 and newer can compress zstd, but the installed type declarations belong to an older version.
const zstdCompress = (zlib as { zstdCompress?: Zstd }).zstdCompress;

/**
 * Creates a codec; null for `none`. Throws an Error if this version of Node.js does not support the compression (see
 * canCompress()).
 */
export function createCodec(compression: Compression): Codec | null {
  switch (compression) {
    case 'none':
      return null;
    case 'gzip':
      return { codec: 1, compress: (records) => gzip(records, { level: 1 }) };
    case 'snappy':
      // Snappy without the framing of the Xerial library. Clients accept both forms.
      return { codec: 2, compress: async (records) => snappy.compress(records) };
    case 'zstd':
      if (zstdCompress === undefined) throw new Error('this version of Node.js does not support zstd');
      return { codec: 4, compress: promisify(zstdCompress) };
    default:
      return compression satisfies never;
  }
}

/** Returns true if this version of Node.js supports the compression. */
export function canCompress(compression: Compression): boolean {
  return compression !== 'zstd' || zstdCompress !== undefined;
}
