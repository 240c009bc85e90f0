import { createHmac, randomBytes } from 'node:crypto';

/** The key of an installation: 32 bytes. It encrypts the data keys, which encrypt the credentials. */
export interface MasterKey {
  /**
   * Identifies the key without revealing it: 16 hexadecimal digits of an HMAC. Keys with the same id are the same key.
   */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The master key is missing, unreadable or malformed. The message never contains the key. */
export class MasterKeyFailure extends Error {
  override readonly name = 'MasterKeyFailure';
}

const KEY_BYTES = 32;

/** Returns a new random key in the form that `specmill vault key` prints: base64 of 32 bytes. */
export function createMasterKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/**
 * Parses the text of a master key. Ignores white space around it. The message of an error names `origin`, which says
 * where the text was read. Throws MasterKeyFailure unless the text is base64 of exactly 32 bytes.
 */
export function parseMasterKey(text: string, origin: string): MasterKey {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, 'base64');
  // Buffer.from skips characters that are not base64. Therefore the bytes are encoded again and compared with the text.
  if (bytes.length !== KEY_BYTES || bytes.toString('base64').replace(/=+$/, '') !== trimmed.replace(/=+$/, '')) {
    throw new MasterKeyFailure(
      `The master key from ${origin} is not base64 of ${KEY_BYTES} bytes. Create one with "specmill vault key".`,
    );
  }
  return { id: createHmac('sha256', bytes).update('specmill master key id').digest('hex').slice(0, 16), bytes };
}
