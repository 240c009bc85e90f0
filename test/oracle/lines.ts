/** A file as decoded text: its code points, and where each ends in the file. */
export interface Text {
  chars: string[];
  /** Byte offset in the file behind each code point. */
  ends: number[];
  /** Byte offset of the first code point: behind the byte order mark. */
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

const marks: Record<string, number[]> = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] };

/**
 * Decodes a whole file (WHATWG encodings, malformed bytes become U+FFFD) byte by byte, so that the place of
 * every code point is known. What one byte brings forth at once ends with that byte; all before it ended earlier.
 */
export function decodeText(bytes: Uint8Array, label: string): Text {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  const mark = marks[decoder.encoding] ?? [];
  const start = mark.length > 0 && mark.every((byte, i) => bytes[i] === byte) ? mark.length : 0;
  const text: Text = { chars: [], ends: [], start, encoding: decoder.encoding, bytes };
  for (let at = start; at < bytes.length; at++) {
    const brought = [...decoder.decode(bytes.subarray(at, at + 1), { stream: true })];
    brought.forEach((char, i) => push(text, char, i === brought.length - 1 ? at + 1 : at));
  }
  for (const char of decoder.decode()) push(text, char, bytes.length);
  return text;
}

function push(text: Text, char: string, end: number): void {
  text.chars.push(char);
  text.ends.push(end);
}

/** Cuts a text into physical lines at LF, CRLF and CR. There is no line behind the last line end. */
export function cutLines(chars: string[]): Line[] {
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

/** Byte offset in the file at which code point `at` begins. */
export function findOffset(text: Text, at: number): number {
  return at === 0 ? text.start : (text.ends[at - 1] ?? text.start);
}

/** Bytes that code points `from` to `to` take as UTF-8: those of the file itself where it is UTF-8. */
export function countBytes(text: Text, from: number, to: number): number {
  if (text.encoding === 'utf-8') return findOffset(text, to) - findOffset(text, from);
  return Buffer.byteLength(text.chars.slice(from, to).join(''), 'utf8');
}

/** Whether code points `from` to `to` stand for bytes that their encoding does not have. */
export function isMalformed(text: Text, from: number, to: number): boolean {
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
