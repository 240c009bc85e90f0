import { MalformedXml } from './malformed-xml.ts';

/**
 * The name of an element, attribute or processing instruction (Namespaces in XML 1.0, production 7: QName). `text` is
 * the whole name, and `local` the part after the colon.
 */
export interface XmlName {
  readonly text: string;
  /** The part before the colon. Empty if there is no colon. */
  readonly prefix: string;
  readonly local: string;
  readonly bytes: Uint8Array;
}

/** An empty name, for variables that have none yet. */
export const NO_NAME: XmlName = { text: '', prefix: '', local: '', bytes: new Uint8Array(0) };

/**
 * Maximum length of a name, in bytes. A longer one is rejected, because names stay in memory until their elements end.
 */
const MAX_BYTES = 10_000;
/** Maximum length of a cached name, in bytes. */
const MAX_CACHED_BYTES = 100;
const CACHE_SLOTS = 4096;

/**
 * The element is 1 for each byte that may occur in a name. Non-ASCII characters are validated later, in the whole name.
 */
const NAME_BYTES = new Uint8Array(256).fill(1, 0x80);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-')
  NAME_BYTES[character.charCodeAt(0)] = 1;

// XML 1.0, fifth edition, productions 4 and 4a, without the colon.
const START =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NC_NAME = `[${START}][${START}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*`;
const QUALIFIED_NAME = new RegExp(`^(?:(${NC_NAME}):)?(${NC_NAME})$`, 'u');

/** Reads names and caches them, so that repeated names are decoded and validated only once. */
export class XmlNames {
  /** `name`: the name that was read last. `end`: the index after it. */
  name = NO_NAME;
  end = 0;
  /**
   * A hash table with one name per slot. A name replaces another name with the same slot, so no document can make it
   * slow.
   */
  readonly #cache: (XmlName | undefined)[] = new Array<XmlName | undefined>(CACHE_SLOTS).fill(undefined);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /**
   * Reads the name that begins at index `at`, and sets `name` and `end`. Returns false if its end has not arrived.
   * Throws MalformedXml if there is no valid name, or it is too long.
   */
  read(bytes: Uint8Array, at: number, end: number): boolean {
    let hash = 0;
    let to = at;
    while (to < end && NAME_BYTES[bytes[to] ?? 0] === 1) hash = (Math.imul(hash, 31) + (bytes[to++] ?? 0)) | 0;
    if (to - at > MAX_BYTES) throw new MalformedXml(`a name is longer than ${MAX_BYTES} bytes`, at);
    if (to === end) return false;
    if (to === at) throw new MalformedXml('a name is missing', at);
    this.end = to;
    const slot = (hash ^ (hash >>> 12)) & (CACHE_SLOTS - 1);
    const known = this.#cache[slot];
    if (known !== undefined && isAt(known, bytes, at, to)) this.name = known;
    else {
      this.name = this.#createName(bytes, at, to);
      if (to - at <= MAX_CACHED_BYTES) this.#cache[slot] = this.name;
    }
    return true;
  }

  #createName(bytes: Uint8Array, at: number, to: number): XmlName {
    const own = bytes.slice(at, to);
    const match = QUALIFIED_NAME.exec(this.#decode(own, at));
    if (match === null) throw new MalformedXml('this is not a valid XML name', at);
    const [text, prefix = '', local = ''] = match;
    return { text, prefix, local, bytes: own };
  }

  #decode(bytes: Uint8Array, at: number): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw new MalformedXml('malformed bytes in a name', at);
    }
  }
}

/** Returns whether the bytes from `at` up to but excluding `to` are exactly this name. */
export function isAt({ bytes: name }: XmlName, bytes: Uint8Array, at: number, to: number): boolean {
  if (to - at !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    if (bytes[at + i] !== name[i]) return false;
  }
  return true;
}
