import { createHmac, randomBytes } from 'node:crypto';

/** The key that wraps the data key of every credential version: 32 bytes, named by an id that reveals nothing of it. */
export interface MasterKey {
  /** 16 hexadecimal digits. Two keys with one id are the same key. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A master key that is missing, unreadable or of the wrong length. The message never contains the key. */
export class MasterKeyFailure extends Error {
  override readonly name = 'MasterKeyFailure';
}

const KEY_BYTES = 32;

/** Creates a random key as the text that `specmill vault key` prints: base64 of 32 bytes. */
export function createMasterKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/**
 * Parses the text of a key, and ignores blanks and a line end around it. `origin` names where the text was read, for
 * the message. Throws MasterKeyFailure unless the text is base64 of exactly 32 bytes.
 */
export function parseMasterKey(text: string, origin: string): MasterKey {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, 'base64');
  // Buffer.from skips what is not base64, so the text must be what the bytes encode to.
  if (bytes.length !== KEY_BYTES || bytes.toString('base64').replace(/=+$/, '') !== trimmed.replace(/=+$/, '')) {
    throw new MasterKeyFailure(
      `The master key from ${origin} is not base64 of ${KEY_BYTES} bytes. Create one with "specmill vault key".`,
    );
  }
  return { id: createHmac('sha256', bytes).update('specmill master key id').digest('hex').slice(0, 16), bytes };
}
