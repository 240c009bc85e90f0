import type { Failure } from '../model/contract.ts';
import type { ExpectedText } from '../model/record-source.ts';

/** How to read a file of another kind. */
interface Kind {
  readonly name: string;
  readonly hint: string;
  /** The first bytes, as characters of ISO-8859-1, and their offset. */
  readonly start: string;
  readonly at?: number;
}

const UNPACK = 'unpack it first';
const EXPORT = 'export it as CSV first';
const TEXT = 'ask the sender for the data as a text file';

const KINDS: readonly Kind[] = [
  { name: 'bzip2', hint: UNPACK, start: 'BZh' },
  { name: 'xz', hint: UNPACK, start: '\xfd7zXZ\0' },
  { name: '7z', hint: UNPACK, start: '7z\xbc\xaf\x27\x1c' },
  { name: 'gzip', hint: UNPACK, start: '\x1f\x8b\x08' },
  { name: 'zip', hint: UNPACK, start: 'PK\x03\x04' },
  { name: 'zip', hint: UNPACK, start: 'PK\x05\x06' },
  { name: 'zstd', hint: UNPACK, start: '\x28\xb5\x2f\xfd' },
  { name: 'lz4', hint: UNPACK, start: '\x04\x22\x4d\x18' },
  { name: 'rar', hint: UNPACK, start: 'Rar!\x1a\x07' },
  { name: 'compress (.Z)', hint: UNPACK, start: '\x1f\x9d' },
  { name: 'tar', hint: UNPACK, start: 'ustar', at: 257 },
  { name: 'pdf', hint: TEXT, start: '%PDF-' },
  { name: 'png', hint: TEXT, start: '\x89PNG\r\n\x1a\n' },
  { name: 'jpeg', hint: TEXT, start: '\xff\xd8\xff' },
  { name: 'gif', hint: TEXT, start: 'GIF87a' },
  { name: 'gif', hint: TEXT, start: 'GIF89a' },
  { name: 'tiff', hint: TEXT, start: 'II*\0' },
  { name: 'tiff', hint: TEXT, start: 'MM\0*' },
  { name: 'rtf', hint: TEXT, start: '{\\rtf' },
  { name: 'xls', hint: EXPORT, start: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { name: 'sqlite', hint: EXPORT, start: 'SQLite format 3\0' },
  { name: 'parquet', hint: EXPORT, start: 'PAR1' },
  { name: 'avro', hint: EXPORT, start: 'Obj\x01' },
];

/** Bytes of a block of a tar archive. The first block is the header of the first member. */
const BLOCK_BYTES = 512;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;

/** What the first bytes of a file say about its kind. */
interface Finding {
  /** Why the file cannot be read, whatever its records are. */
  readonly failure: Failure | null;
  /** Why the file cannot be read if its header or its first record has a wrong structure as well. */
  readonly suspicion: Failure | null;
}

/**
 * Recognises files of other kinds by their first bytes, so that no archive, picture or document is read as records. It
 * holds the first bytes back until they suffice: up to 512 bytes.
 */
export class ForeignFileCheck {
  /** Why the file cannot be read. Null if it can, or that is not known yet. */
  failure: Failure | null = null;
  readonly #encoding: string;
  readonly #expected: ExpectedText | null;
  #head: Uint8Array | null;
  #suspicion: Failure | null = null;

  /**
   * @param encoding the encoding of the file
   * @param expected the text that the format of the spec begins with, or null if it is lines
   * @param isAtStart whether reading starts at the beginning of the file
   */
  constructor(encoding: string, expected: ExpectedText | null, isAtStart: boolean) {
    this.#encoding = encoding;
    this.#expected = expected;
    this.#head = isAtStart ? new Uint8Array(0) : null;
  }

  /** Returns the bytes to read now. Null: more bytes are needed, or the check has failed. */
  add(chunk: Uint8Array): Uint8Array | null {
    if (this.#head === null) return chunk;
    const bytes = new Uint8Array(this.#head.length + chunk.length);
    bytes.set(this.#head);
    bytes.set(chunk, this.#head.length);
    this.#head = bytes;
    const decisive = findDecisive(bytes, this.#head.length - chunk.length);
    return decisive === null ? null : this.#decide(bytes, decisive);
  }

  /** Returns the bytes that were held back at the end of the file. Null: there are none, or the check has failed. */
  end(): Uint8Array | null {
    const head = this.#head;
    return head === null || head.length === 0 ? null : this.#decide(head, head.length);
  }

  /** Returns the failure of a file whose header or first record cannot be read. Null if the file may be of its kind. */
  explain(): Failure | null {
    return this.#suspicion;
  }

  #decide(bytes: Uint8Array, decisive: number): Uint8Array | null {
    this.#head = null;
    const { failure, suspicion } = examine(bytes.subarray(0, decisive), this.#encoding, this.#expected);
    this.failure = failure;
    this.#suspicion = suspicion;
    return failure === null ? bytes : null;
  }
}

/**
 * Returns how many bytes decide the kind of a file, the fewest that do, so that it is the same whatever chunks they come
 * in. Null: more bytes are needed. The first `known` bytes do not suffice.
 */
function findDecisive(bytes: Uint8Array, known: number): number | null {
  const plain = findPlainStart(bytes);
  if (plain !== null) return plain <= bytes.length ? plain : null;
  for (let length = known + 1; length <= bytes.length; length++)
    if (!needsMore(bytes.subarray(0, length))) return length;
  return null;
}

/** Returns whether bytes begin with a character of ASCII that is no blank, and not like markup or a mark. */
function beginsPlainly(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  return first > 0x20 && first < 0x7f && !NOT_PLAIN.has(first);
}

/**
 * Returns the result of findDecisive() for the usual text, which may be greater than the number of bytes. Null for bytes
 * that begin with a blank, with a character beyond ASCII, or like markup or a mark, and for bytes with a NUL.
 */
function findPlainStart(bytes: Uint8Array): number | null {
  if (!beginsPlainly(bytes)) return null;
  let length = 0;
  while (length < bytes.length && length < MARK_BYTES) {
    const byte = bytes[length++] as number;
    if (byte === 0) return null;
    if ((byte === 0x0a || byte === 0x0d) && length >= LEAST_BYTES) return length;
    if (byte === 0x0a || byte === 0x0d) return bytes.subarray(0, LEAST_BYTES).includes(0) ? null : LEAST_BYTES;
  }
  return MARK_BYTES;
}

/**
 * Returns whether the kind of a file is still open: it may be a tar archive, whose mark is in its second half, or the
 * bytes may be the beginning of a mark or of markup.
 */
function needsMore(bytes: Uint8Array): boolean {
  if (bytes.length >= BLOCK_BYTES) return false;
  if (bytes.length < LEAST_BYTES || bytes.includes(0)) return true;
  if (/^(?:[{[<]|$)/u.test(textOf(bytes))) return bytes.length < MARKUP_BYTES;
  if (
    bytes.length < MARK_BYTES &&
    KINDS.some(({ start }) => start.length > bytes.length && isAt(bytes, start.slice(0, bytes.length), 0))
  )
    return true;
  // A tar archive begins with the name of a member in 100 bytes, without a line end, and has a NUL in the next 8 bytes.
  return bytes.length < MARK_BYTES && !bytes.some((byte) => byte === 0x0a || byte === 0x0d);
}

/** The first bytes of a text in UTF-16 of this number have a NUL, also if it begins with line ends. */
const LEAST_BYTES = 16;

/** Number of bytes that decide whether a text is markup, and whether bytes are a mark. */
const MARKUP_BYTES = 128;
const MARK_BYTES = 108;

/** The first bytes of markup, and of marks. */
const NOT_PLAIN = new Set([...'{[<', ...KINDS.map(({ start }) => start)].map((start) => start.charCodeAt(0)));

/** Returns why a file with these first bytes is not of the kind that a spec reads. Null if they are of no known kind. */
export function explainForeign(bytes: Uint8Array): Failure | null {
  const { failure, suspicion } = examine(bytes, 'utf-8', null);
  return failure?.code === 'unsupported_file' ? failure : suspicion;
}

function examine(bytes: Uint8Array, encoding: string, expected: ExpectedText | null): Finding {
  const kind = KINDS.find(({ start, at = 0 }) => isAt(bytes, start, at));
  if (kind !== undefined && isCertain(kind, bytes))
    return { failure: unsupported(kind.name, kind.hint), suspicion: null };
  if (isTar(bytes)) return { failure: unsupported('tar', UNPACK), suspicion: null };
  const wide = expected === 'MARKUP' ? null : findUtf16(bytes, encoding);
  if (wide !== null) return { failure: wide, suspicion: null };
  if (beginsPlainly(bytes)) return { failure: null, suspicion: null };
  const text = textOf(bytes);
  if (/^(<!doctype\s+html|<html[\s>])/iu.test(text)) {
    const failure = unsupported('html', 'it may be a page that reports an error. Fetch the file again');
    return expected === 'MARKUP' ? { failure: null, suspicion: failure } : { failure, suspicion: null };
  }
  return { failure: null, suspicion: findMarkup(text, expected) };
}

/** Some marks are also the beginning of a text: what follows them decides. */
function isCertain({ name }: Kind, bytes: Uint8Array): boolean {
  if (name === 'bzip2') return isAt(bytes, '1AY&SY', 4) || isAt(bytes, '\x17\x72\x45\x38\x50\x90', 4);
  if (name === 'parquet') return (bytes[4] ?? 0x20) < 0x20 && bytes[4] !== 0x0a && bytes[4] !== 0x0d;
  return true;
}

/** Returns the failure of a text of JSON or XML that the spec does not expect. Null if it may be what the spec expects. */
function findMarkup(text: string, expected: ExpectedText | null): Failure | null {
  if (expected !== 'MARKUP' && /^<(\?xml\s|!--|!DOCTYPE\s|[A-Za-z_][\w.:-]*[\s/>])/u.test(text))
    return unsupported('XML', 'a spec with format: XML reads it');
  if (expected !== 'OBJECTS' && /^(\{\s*["}]|\[\s*([[{"\]]|-?\d+[\s,\]]|true|false|null))/u.test(text))
    return unsupported('JSON', 'a spec with format: JSON reads it');
  return null;
}

function unsupported(name: string, hint: string): Failure {
  return { code: 'unsupported_file', message: `the file is ${name}, which this spec does not read: ${hint}` };
}

function isAt(bytes: Uint8Array, text: string, from: number): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Returns whether the bytes begin with a header of a tar archive: the sum of its bytes is right (POSIX pax). */
function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < BLOCK_BYTES || bytes[0] === 0) return false;
  const written = /^ *([0-7]+)[\0 ]/u.exec(
    textOf(bytes.subarray(CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES), true),
  )?.[1];
  if (written === undefined) return false;
  let sum = 0;
  for (let i = 0; i < BLOCK_BYTES; i++)
    sum += i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_BYTES ? 0x20 : (bytes[i] ?? 0);
  return sum === Number.parseInt(written, 8);
}

const MIN_PAIRS = 3;

/**
 * Returns the failure of a file in UTF-16 without a byte order mark: every second byte of most characters is 0. Null if
 * the spec declares this encoding, or the bytes are something else.
 */
function findUtf16(bytes: Uint8Array, encoding: string): Failure | null {
  const [first = 0, second = 0] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasMark || /^ibm/iu.test(encoding)) return null;
  const pairs = Math.min(bytes.length, BLOCK_BYTES) >> 1;
  const zeros = [0, 0];
  for (let i = 0; i < 2 * pairs; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const found =
    odd >= MIN_PAIRS && even === 0 && 2 * odd > pairs
      ? 'utf-16le'
      : even >= MIN_PAIRS && odd === 0 && 2 * even > pairs
        ? 'utf-16be'
        : null;
  if (found === null || found === encoding.toLowerCase()) return null;
  return {
    code: 'encoding_differs',
    message: `the file is in ${found.toUpperCase()} without a byte order mark, but is read as ${encoding}: set encoding: ${found}`,
  };
}

/** Returns the beginning of a text without a byte order mark and blanks, as characters of ISO-8859-1. */
function textOf(bytes: Uint8Array, isExact = false): string {
  const text = String.fromCharCode(...bytes.subarray(0, BLOCK_BYTES));
  return isExact ? text : text.replace(/^\u00ef\u00bb\u00bf/u, '').replace(/^\s+/u, '');
}
