import { crc32 } from 'node:zlib';

/** Code of the failure of what depends on damaged data. */
const STORED_DATA_DAMAGED = 'stored_data_damaged';

/** Thrown where stored bytes differ from those that were written. `what` names them for a person. */
export class StoredDataDamaged extends Error {
  override readonly name = 'StoredDataDamaged';
  readonly code = STORED_DATA_DAMAGED;

  constructor(what: string) {
    super(`${what} is damaged: its bytes differ from those that were stored`);
  }
}

/**
 * Returns the checksum of stored bytes (CRC-32, ISO-HDLC), as a signed 32-bit number. `before` is the checksum of the
 * bytes that precede them.
 */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  return crc32(bytes, before >>> 0) | 0;
}
