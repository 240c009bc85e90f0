import { createHash } from 'node:crypto';

/** The namespace from which the UUIDv5 ids of specs in git are computed. */
const NAMESPACE = Buffer.from('6f1d0b6e4c8a4d0c9a57d2b9a3c4e5f1', 'hex');

/** Returns the id of a spec in git: the UUIDv5 (RFC 9562) of its name. */
export function gitSpecId(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name, 'utf8').digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Returns true if a text is a UUIDv4. Only specs that were created over the API have such ids. */
export function isApiSpecId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);
}
