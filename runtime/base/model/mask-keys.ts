import { createHmac } from 'node:crypto';

/** The version of the key of a mask that a run uses. */
export interface MaskKeyVersion {
  /** The name of its credential. */
  readonly name: string;
  /** A part of the HMAC of a constant text: another key has another version, and the version does not disclose the key. */
  readonly version: string;
}

/** Returns the key of a credential. Throws MaskKeyFailure if it cannot be used. */
export type FindMaskKey = (name: string) => Promise<string>;

/** The key of a mask cannot be used. The message names the credential, and says why. */
export class MaskKeyFailure extends Error {
  override readonly name = 'MaskKeyFailure';
  /** The code of the failure of a run. */
  readonly code: string;

  constructor(message: string, code: string = MASK_KEY_MISSING) {
    super(message);
    this.code = code;
  }
}

/** The codes of failures of runs whose key is missing, or is another one than when the run was accepted. */
export const MASK_KEY_MISSING = 'mask_key_missing';
export const MASK_KEY_CHANGED = 'mask_key_changed';

/** Returns the version of a key. */
export function versionOfKey(key: string): string {
  return createHmac('sha256', key).update('version of a mask key').digest('hex').slice(0, 16);
}
