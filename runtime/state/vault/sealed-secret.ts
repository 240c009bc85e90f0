import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { MasterKey } from './master-key.ts';

/**
 * An encrypted secret. A random data key encrypts the secret, and the master key encrypts the data key. Both use
 * AES-256-GCM with a random nonce of 96 bits that is used once. `wrappedKey` and `ciphertext` are base64 of nonce,
 * ciphertext and tag.
 */
export interface SealedSecret {
  /** The id of the master key that encrypts the data key. */
  readonly keyId: string;
  readonly wrappedKey: string;
  readonly ciphertext: string;
}

/**
 * The credential version that a sealed secret belongs to. The encryption authenticates it as associated data. If the
 * stored secret is copied to another credential, it cannot be decrypted there.
 */
export interface SecretOwner {
  readonly id: string;
  readonly type: string;
  readonly version: number;
}

/** The secret was encrypted under a master key other than the one in use. */
export class MasterKeyMismatch extends Error {
  override readonly name = 'MasterKeyMismatch';
}

/** The stored secret was altered, or belongs to another credential or version. */
export class TamperedSecret extends Error {
  override readonly name = 'TamperedSecret';
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Encrypts a secret for one version of one credential, with a new data key. */
export function sealSecret(secret: string, owner: SecretOwner, masterKey: MasterKey): SealedSecret {
  const dataKey = randomBytes(KEY_BYTES);
  const sealed = {
    keyId: masterKey.id,
    wrappedKey: encrypt(dataKey, masterKey.bytes, keyContext(owner, masterKey.id)),
    ciphertext: encrypt(Buffer.from(secret, 'utf8'), dataKey, secretContext(owner)),
  };
  dataKey.fill(0);
  return sealed;
}

/**
 * Decrypts a secret. Throws MasterKeyMismatch if it was encrypted under another master key, and TamperedSecret if it
 * was altered or belongs to another owner.
 */
export function openSecret(sealed: SealedSecret, owner: SecretOwner, masterKey: MasterKey): string {
  const dataKey = unwrapKey(sealed, owner, masterKey);
  const secret = decrypt(sealed.ciphertext, dataKey, secretContext(owner)).toString('utf8');
  dataKey.fill(0);
  return secret;
}

/**
 * Encrypts the data key of a secret with another master key. The encrypted secret does not change. Throws
 * MasterKeyMismatch if `keys.from` is not its master key, and TamperedSecret if it was altered.
 */
export function rewrapSecret(
  sealed: SealedSecret,
  owner: SecretOwner,
  keys: { from: MasterKey; to: MasterKey },
): SealedSecret {
  const dataKey = unwrapKey(sealed, owner, keys.from);
  const wrappedKey = encrypt(dataKey, keys.to.bytes, keyContext(owner, keys.to.id));
  dataKey.fill(0);
  return { ...sealed, keyId: keys.to.id, wrappedKey };
}

function unwrapKey(sealed: SealedSecret, owner: SecretOwner, masterKey: MasterKey): Buffer {
  if (sealed.keyId !== masterKey.id) throw new MasterKeyMismatch('The secret was stored under another master key.');
  return decrypt(sealed.wrappedKey, masterKey.bytes, keyContext(owner, masterKey.id));
}

function keyContext({ id, type, version }: SecretOwner, keyId: string): string {
  return JSON.stringify(['specmill data key 1', keyId, id, type, version]);
}

function secretContext({ id, type, version }: SecretOwner): string {
  return JSON.stringify(['specmill secret 1', id, type, version]);
}

/** Returns nonce, ciphertext and tag together as base64. `context` is the associated data. */
function encrypt(plain: Uint8Array, key: Uint8Array, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

function decrypt(text: string, key: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new TamperedSecret('The stored secret is too short.');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()]);
  } catch {
    throw new TamperedSecret('The stored secret was altered, or belongs to another credential.');
  }
}
