import { checksumOf, StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';

/**
 * A sealed text is the JSON of an object with a checksum as its first member. Earlier versions of the program read it as
 * the same object.
 */
const SEAL = /^\{"crc32":(-?\d{1,10}),/;

/** Returns the JSON of an object, which has at least one member, with a checksum of this text. */
export function sealJson(json: string): string {
  return `{"crc32":${checksumOf(Buffer.from(json))},${json.slice(1)}`;
}

/**
 * Returns the object of a sealed text, or of one that an earlier version wrote without a checksum. Throws
 * StoredDataDamaged, which names `what`, if the text is not the one that was sealed.
 */
export function openSealed(text: string, what: string): unknown {
  const [seal, checksum] = SEAL.exec(text) ?? [];
  const json = seal === undefined ? text : `{${text.slice(seal.length)}`;
  if (checksum !== undefined && Number(checksum) !== checksumOf(Buffer.from(json))) throw new StoredDataDamaged(what);
  try {
    return JSON.parse(json);
  } catch {
    throw new StoredDataDamaged(what);
  }
}

/** Returns whether a text has a checksum. */
export function isSealed(text: string): boolean {
  return SEAL.test(text);
}
