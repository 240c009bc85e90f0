/**
 * What is known of the header line, to find lines that repeat it: its length in bytes and the hash of its bytes, its first
 * letters and digits, and the hash of its names. The last two are absent in positions of earlier versions.
 */
export type HeaderMark = readonly [bytes: number, hash: number, start?: string, names?: number];

/** Finds lines that may repeat the header. Almost every record is excluded by its first byte. */
export interface RepeatedHeader {
  readonly mark: HeaderMark;
  /**
   * Returns the header line, and lines that repeat it in other ways, without their line ends. None: they are not known,
   * because reading was resumed after it.
   */
  readonly lines: () => readonly string[];
  /** The first letter or digit of the header as a byte. Null: a line that repeats it may begin with any. */
  readonly first: number | null;
}

/** Length of CRLF, in bytes. */
const MAX_LINE_END = 2;
/** Lines with other letters and digits at the beginning do not repeat the header. */
const MAX_START = 16;

/** Returns the mark of a header line. `names`: the names of its columns as one text, or null if they are not known. */
export function createHeaderMark(bytes: Uint8Array, from: number, to: number, names: string | null): HeaderMark {
  const hash = hashBytes(bytes, from, to);
  return names === null ? [to - from, hash] : [to - from, hash, startOf(bytes, from, to), hashText(names)];
}

/** Returns whether the line from index `from` to `to`, without its line end, has the bytes of the header. */
export function hasHeaderBytes(bytes: Uint8Array, from: number, to: number, [length, hash]: HeaderMark): boolean {
  return to - from === length && hashBytes(bytes, from, to) === hash;
}

/** Returns whether these names, as one text, are those of the header. */
export function hasHeaderNames(text: string, [, , start, names]: HeaderMark): boolean {
  return start !== undefined && names !== undefined && hashText(text) === names;
}

/** Returns what finds repetitions of a header. */
export function createRepeatedHeader(mark: HeaderMark, lines: RepeatedHeader['lines']): RepeatedHeader {
  const start = mark[2];
  return { mark, lines, first: start ? start.charCodeAt(0) : null };
}

/**
 * Returns whether the line from index `from` to `next`, its line end included, may repeat the header, perhaps with other
 * quotes or blanks. The careful reader decides.
 */
export function mayRepeatHeader(bytes: Uint8Array, from: number, next: number, header: RepeatedHeader | null): boolean {
  if (header === null || (header.first !== null && !mayBegin(bytes, from, header.first))) return false;
  return mayRepeat(bytes, from, next, header.mark);
}

/** Returns whether the first letter or digit of a line may be this one: it is, or it is not among the first two bytes. */
function mayBegin(bytes: Uint8Array, from: number, first: number): boolean {
  const byte = bytes[from] as number;
  const letter = LETTERS[byte] === 1 ? byte : (bytes[from + 1] as number);
  return letter === first || LETTERS[letter] !== 1;
}

function mayRepeat(bytes: Uint8Array, from: number, next: number, [length, hash, start]: HeaderMark): boolean {
  if (start) return startsWith(bytes, from, next, start);
  if (next - from < length || next - from > length + MAX_LINE_END) return false;
  return hashBytes(bytes, from, from + length) === hash;
}

/** Returns whether the first letters and digits from index `from` to `to` are these, and the only ones if these are few. */
export function startsWith(bytes: Uint8Array, from: number, to: number, start: string): boolean {
  let found = 0;
  for (let at = from; at < to && found < MAX_START; at++) {
    const byte = bytes[at] as number;
    if (!isLetter(byte)) continue;
    // A line with more of them than the header compares with NaN.
    if (byte !== start.charCodeAt(found)) return false;
    found++;
  }
  return found === start.length;
}

function startOf(bytes: Uint8Array, from: number, to: number): string {
  const letters: number[] = [];
  for (let at = from; at < to && letters.length < MAX_START; at++) {
    const byte = bytes[at] as number;
    if (isLetter(byte)) letters.push(byte);
  }
  return String.fromCharCode(...letters);
}

/** For each byte, 1 if it is a letter or a digit of ASCII, or part of another character. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const lower = byte | 0x20;
  return byte > 0x7f || (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x30 && byte <= 0x39) ? 1 : 0;
});

function isLetter(byte: number): boolean {
  return LETTERS[byte] === 1;
}

function hashText(text: string): number {
  const bytes = new TextEncoder().encode(text);
  return hashBytes(bytes, 0, bytes.length);
}

/** Returns a hash of bytes: two FNV-1a hashes of 26 bits. Equal bytes have equal hashes. */
function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b) + at - from;
  }
  return (low >>> 6) * 0x4000000 + (high >>> 6);
}
