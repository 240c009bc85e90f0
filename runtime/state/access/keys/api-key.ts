import { createHash, randomBytes } from 'node:crypto';

/** An API key in its parts: `sm_<id>_<random part>`. */
export interface ApiKey {
  /** 12 characters. Not secret. */
  id: string;
  /** SHA-256 of the random part, as bytes. */
  hash: Uint8Array;
}

/** 32 characters, so that 5 random bits choose one without bias. Letters and digits that look alike are left out. */
const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 12;
const SECRET_BYTES = 32;
const FORM = /^sm_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

/** Creates an API key with a random part of 256 bits. `text` is the whole key: the caller must show it once only. */
export function createApiKey(): ApiKey & { text: string } {
  const id = createKeyId();
  const secret = randomBytes(SECRET_BYTES);
  return { id, hash: hashOf(secret), text: `sm_${id}_${secret.toString('base64url')}` };
}

/** Creates the random id of a key. */
export function createKeyId(): string {
  return Array.from(randomBytes(ID_LENGTH), (byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join('');
}

/** Parses the text of an API key. Returns null if it does not have the form of one. */
export function parseApiKey(text: string): ApiKey | null {
  const [, id = '', encoded = ''] = FORM.exec(text) ?? [];
  const secret = Buffer.from(encoded, 'base64url');
  // Two texts with different last characters can decode to the same bytes. Only one of them is the key.
  if (id === '' || secret.toString('base64url') !== encoded) return null;
  return { id, hash: hashOf(secret) };
}

/**
 * A fast hash is right here. Slow hashes protect passwords, which can be guessed. 256 random bits cannot be guessed, at
 * any speed.
 */
function hashOf(secret: Uint8Array): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
