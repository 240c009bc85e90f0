/** A file as decoded text: its code points, and the byte offset where each ends. */
export interface Text {
  chars: string[];
  /** The byte offset after each code point. */
  ends: number[];
  /** The byte offset of the first code point, after the byte order mark. */
  start: number;
  encoding: string;
  bytes: Uint8Array;
}

/** A physical line: code points `from` to `to`, and where the next line begins. */
export interface Line {
  from: number;
  to: number;
  next: number;
}

const marks: Record<string, number[]> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** The encoding that a byte order mark at the start of a file decides, whatever the spec says; null without one. */
export function findMark(bytes: Uint8Array): string | null {
  return Object.entries(marks).find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0] ?? null;
}

/**
 * Decodes a whole file (WHATWG encodings, malformed bytes become U+FFFD) byte by byte, so that the offset of every code
 * point is known. Of the code points that one byte produces, the last one ends after that byte, and the others end
 * before it.
 */
export function decodeText(bytes: Uint8Array, label: string): Text {
  const marked = findMark(bytes);
  const { encoding } = new TextDecoder(marked ?? label);
  const start = marked === null ? 0 : (marks[marked]?.length ?? 0);
  const text: Text = { chars: [], ends: [], start, encoding, bytes };
  listBrought(bytes.subarray(start), encoding).forEach((brought, i) => {
    const chars = [...brought];
    const end = Math.min(start + i + 1, bytes.length);
    chars.forEach((char, k) => push(text, char, k === chars.length - 1 ? end : start + i));
  });
  const last = text.chars.at(-1) ?? '\n';
  // An escape sequence after all characters belongs to the last line.
  if (encoding === 'iso-2022-jp' && last !== '\n' && last !== '\r') text.ends[text.ends.length - 1] = bytes.length;
  return text;
}

/** Returns the text that each byte produces, and finally that of the end. */
function listBrought(bytes: Uint8Array, encoding: string): string[] {
  const decode = (length: number, stream: boolean) =>
    new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(0, length), { stream });
  if (encoding === 'iso-2022-jp') return listShifted(bytes);
  if (['gb18030', 'euc-jp'].includes(encoding)) {
    // Node.js throws if one byte of these encodings produces three characters, so each prefix is decoded separately.
    const texts = [...Array.from(bytes, (_, i) => decode(i + 1, true)), decode(bytes.length, false)];
    return texts.map((text, i) => text.slice((texts[i - 1] ?? '').length));
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const brought = Array.from(bytes, (byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
  return [...brought, decoder.decode()].map((text) => restoreControls(text, encoding));
}

/** The control characters that Node.js exchanges in Shift_JIS, by what it returns for them. */
const exchanged = new Map(
  ['\u001a', '\u001c', '\u007f'].map((own) => [new TextDecoder('shift_jis').decode(Buffer.from(own)), own]),
);

/** Puts back these characters. Each byte below 80 is itself (Encoding Standard, section 12.3.1). */
export function restoreControls(text: string, encoding: string): string {
  return encoding === 'shift_jis' ? Array.from(text, (char) => exchanged.get(char) ?? char).join('') : text;
}

/**
 * Decodes ISO-2022-JP line by line: a line end always counts. RFC 1468: the next line begins in ASCII, or in JIS X 0201
 * Roman if the previous one ends in it.
 */
function listShifted(bytes: Uint8Array): string[] {
  const brought: string[] = [];
  let roman = false;
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.findIndex((byte, i) => i >= from && (byte === 0x0a || byte === 0x0d));
    const line = bytes.subarray(from, end < 0 ? bytes.length : end);
    const texts = Array.from({ length: line.length + 1 }, (_, i) => decodeShifted(line.subarray(0, i), roman, true));
    line.forEach((_, i) => brought.push((texts[i + 1] ?? '').slice((texts[i] ?? '').length)));
    brought.push(
      decodeShifted(line, roman, false).slice((texts.at(-1) ?? '').length) +
        (end < 0 ? '' : String.fromCharCode(bytes[end] ?? 0)),
    );
    const last = [
      ...Buffer.from(line)
        .toString('latin1')
        .matchAll(/\x1b(?:\([BIJ]|\$[@B])/gu),
    ].at(-1)?.[0];
    if (last !== undefined) roman = last === '\x1b(J';
    if (end < 0) break;
    from = end + 1;
  }
  return brought;
}

/** Decodes the first bytes of a line. Drops the character that selects Roman. */
function decodeShifted(bytes: Uint8Array, roman: boolean, stream: boolean): string {
  const before = roman ? [0x1b, 0x28, 0x4a, 0x78] : [0x78];
  return new TextDecoder('iso-2022-jp').decode(Uint8Array.from([...before, ...bytes]), { stream }).slice(1);
}

function push(text: Text, char: string, end: number): void {
  text.chars.push(char);
  text.ends.push(end);
}

/** Splits a text into physical lines at LF, CRLF and CR. There is no line after the last line end. */
export function splitLines(chars: string[]): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (let at = 0; at < chars.length; at++) {
    if (chars[at] !== '\n' && chars[at] !== '\r') continue;
    const next = chars[at] === '\r' && chars[at + 1] === '\n' ? at + 2 : at + 1;
    lines.push({ from, to: at, next });
    from = next;
    at = next - 1;
  }
  if (from < chars.length) lines.push({ from, to: chars.length, next: chars.length });
  return lines;
}

/** Returns the byte offset at which code point `at` begins. */
export function findOffset(text: Text, at: number): number {
  return at === 0 ? text.start : (text.ends[at - 1] ?? text.start);
}

/**
 * Returns how many UTF-8 bytes code points `from` to `to` take. In a UTF-8 file these are the bytes of the file. In
 * other encodings a malformed code point counts as one byte.
 */
export function countBytes(text: Text, from: number, to: number): number {
  if (text.encoding === 'utf-8') return findOffset(text, to) - findOffset(text, from);
  const sizes = text.chars
    .slice(from, to)
    .map((char, i) =>
      char === '\uFFFD' && isMalformed(text, from + i, from + i + 1) ? 1 : Buffer.byteLength(char, 'utf8'),
    );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** How lines before the records are read. */
interface TitleReading {
  maxRecordBytes: number;
  /** Whether a byte order mark at the start of a line belongs to no text. */
  inLines: boolean;
  isBroken: (line: Line) => boolean;
}

/** Returns the texts of lines before the records. Null: a line is too long, or malformed. */
export function readTitles(
  text: Text,
  lines: Line[],
  { maxRecordBytes, inLines, isBroken }: TitleReading,
): (string | null)[] {
  return lines.map((line) => {
    const hasMark = inLines && line.from < line.to && text.chars[line.from] === '\ufeff';
    const own = { ...line, from: hasMark ? line.from + 1 : line.from };
    if (countBytes(text, own.from, own.to) > Math.min(maxRecordBytes, 65_536) || isBroken(own)) return null;
    return text.chars.slice(own.from, own.to).join('');
  });
}

/** Returns whether code points `from` to `to` include malformed bytes. */
export function isMalformed(text: Text, from: number, to: number): boolean {
  // This encoding has no U+FFFD itself.
  if (text.encoding === 'iso-2022-jp') return text.chars.slice(from, to).includes('\uFFFD');
  const bytes = text.bytes.subarray(findOffset(text, from), findOffset(text, to));
  const decoder = new TextDecoder(text.encoding, { fatal: true, ignoreBOM: true });
  try {
    decoder.decode(bytes, { stream: true });
    decoder.decode();
    return false;
  } catch {
    return true;
  }
}
