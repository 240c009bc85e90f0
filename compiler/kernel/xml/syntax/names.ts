import { MalformedXml } from './malformed-xml.ts';

/** A name of an element, an attribute or an instruction's target (Namespaces in XML 1.0, QName). */
export interface XmlName {
  readonly text: string;
  /** What stands before the colon; empty where there is none. */
  readonly prefix: string;
  readonly local: string;
  readonly bytes: Uint8Array;
}

export const NO_NAME: XmlName = { text: '', prefix: '', local: '', bytes: new Uint8Array(0) };

/** A longer name is refused: names must be kept until their element ends. */
const MAX_BYTES = 10_000;
/** Longer names are not remembered. */
const REMEMBERED_BYTES = 100;
const REMEMBERED = 4096;

/** ASCII that may stand in a name; what is not ASCII is looked at once the name is known. */
const NAME_BYTES = new Uint8Array(256).fill(1, 0x80);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-')
  NAME_BYTES[character.charCodeAt(0)] = 1;

// XML 1.0, fifth edition, productions 4 and 4a, without the colon.
const START =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NC_NAME = `[${START}][${START}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*`;
const QUALIFIED_NAME = new RegExp(`^(?:(${NC_NAME}):)?(${NC_NAME})$`, 'u');

/** Reads names, each of which is decoded and checked once as long as it is remembered. */
export class XmlNames {
  /** The name that was read, and where it ended. */
  name = NO_NAME;
  end = 0;
  /** At most one name in each place, so that no choice of names makes the search slow. */
  readonly #remembered: (XmlName | undefined)[] = new Array<XmlName | undefined>(REMEMBERED).fill(undefined);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** Reads the name that begins at `at`; false where its end has not come yet. @throws MalformedXml where there is none. */
  read(bytes: Uint8Array, at: number, end: number): boolean {
    let hash = 0;
    let to = at;
    while (to < end && NAME_BYTES[bytes[to] ?? 0] === 1) hash = (Math.imul(hash, 31) + (bytes[to++] ?? 0)) | 0;
    if (to - at > MAX_BYTES) throw new MalformedXml(`a name is longer than ${MAX_BYTES} bytes`, at);
    if (to === end) return false;
    if (to === at) throw new MalformedXml('a name is due', at);
    this.end = to;
    const place = (hash ^ (hash >>> 12)) & (REMEMBERED - 1);
    const known = this.#remembered[place];
    if (known !== undefined && isAt(known, bytes, at, to)) this.name = known;
    else {
      this.name = this.#newName(bytes, at, to);
      if (to - at <= REMEMBERED_BYTES) this.#remembered[place] = this.name;
    }
    return true;
  }

  #newName(bytes: Uint8Array, at: number, to: number): XmlName {
    const own = bytes.slice(at, to);
    const match = QUALIFIED_NAME.exec(this.#decode(own, at));
    if (match === null) throw new MalformedXml('this is no name', at);
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

/** Whether exactly this name stands there. */
export function isAt({ bytes: name }: XmlName, bytes: Uint8Array, at: number, to: number): boolean {
  if (to - at !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    if (bytes[at + i] !== name[i]) return false;
  }
  return true;
}
