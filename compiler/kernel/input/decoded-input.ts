import { ByteBlockOffsets, CharacterBlockOffsets } from './offsets/block-offsets.ts';
import type { ByteInput, From, SourceOffsets } from './utf8-input.ts';
import { Gb18030Chunks } from './chunks/gb18030.ts';
import { LineOffsets, ShiftedLineOffsets } from './offsets/line-offsets.ts';
import { ShortChunks } from './chunks/multi-byte.ts';
import { type TextDecoding, textDecoding } from './encodings/text-decoding.ts';
import { ByteWindow } from '../bytes/window.ts';

const REPLACEMENT = 0xfffd;
/** No byte of well-formed UTF-8: what was malformed in the file is malformed in the window. */
const MALFORMED = 0xff;

/** A file in any encoding that WHATWG names but UTF-8, decoded as it comes. @throws RangeError for an unknown label. */
export function decodedInput(encoding: string, from: From | undefined): ByteInput {
  const start = from ?? BEGINNING;
  if (encoding === 'iso-2022-jp')
    return new DecodedInput(encoding, start, new ShiftedLineOffsets(start, modeOf(start)));
  const utf16 = encoding.startsWith('utf-16') ? (encoding === 'utf-16be' ? 'BE' : 'LE') : null;
  return new DecodedInput(encoding, start, new LineOffsets(start, utf16));
}

/** The same for a file without line ends, in blocks of so many characters. */
export function decodedBlocks(encoding: string, characters: number, from: From | undefined): ByteInput {
  const start = from ?? BEGINNING;
  const offsets = isSingleByte(encoding)
    ? new ByteBlockOffsets(start, characters)
    : new CharacterBlockOffsets(encoding, start, characters);
  return new DecodedInput(encoding, start, offsets);
}

/** The same for a file of which `offsets` counts something else than lines. */
export function decodedWith(encoding: string, from: From, offsets: SourceOffsets): ByteInput {
  return new DecodedInput(encoding, from, offsets);
}

const NO_BYTES = new Uint8Array(0);
const BEGINNING: From = { byteOffset: 0, line: 0 };

/** The mode in which a file is read on. */
function modeOf({ state }: From): string {
  // A position's state is what `position` put there.
  return (state as { mode?: string } | null | undefined)?.mode ?? '';
}

/** Whether each byte is a character (Encoding Standard, sections 9 and 14.5). */
function isSingleByte(encoding: string): boolean {
  return /^(windows|iso-8859|koi8|mac|x-mac|x-user|ibm)/.test(encoding);
}

/** Cuts a file into what its decoder takes at a time. */
interface Chunks {
  /** What can be decoded now, of what was held back and the next bytes of the file. */
  whole(chunk: Uint8Array): Uint8Array;
  /** What was held back, at the end. */
  rest(): Uint8Array;
  /** For each U+FFFD of the text of these bytes whether the file has it so. */
  replacementsSent?(text: string, source: Uint8Array): boolean[];
  decoded?(source: Uint8Array): void;
}

function chunksOf(encoding: string): Chunks {
  // Nothing is held back: Node.js 20 decodes windows-1252 as ISO-8859-1 where a whole file comes at its end.
  if (isSingleByte(encoding) || encoding === 'iso-2022-jp') return { whole: (chunk) => chunk, rest: () => NO_BYTES };
  if (encoding.startsWith('utf-16')) return new Utf16Units(encoding === 'utf-16be');
  return encoding === 'gb18030' ? new Gb18030Chunks() : new ShortChunks();
}

class DecodedInput implements ByteInput {
  readonly window = new ByteWindow(0);
  readonly encoding: string;
  readonly isDecoded = true;
  readonly #decoder: TextDecoding;
  readonly #encoder = new TextEncoder();
  readonly #offsets: SourceOffsets;
  readonly #chunks: Chunks;

  constructor(encoding: string, from: From, offsets: SourceOffsets) {
    this.encoding = encoding;
    // A byte order mark is dropped at the beginning of the file, and nowhere else.
    this.#decoder = textDecoding(encoding, { ignoreBOM: from.byteOffset > 0, mode: modeOf(from) });
    this.#offsets = offsets;
    this.#chunks = chunksOf(encoding);
  }

  add(chunk: Uint8Array): void {
    this.#offsets.add(chunk);
    const whole = this.#chunks.whole(chunk);
    this.#append(this.#decoder.decode(whole, { stream: true }), whole);
  }

  finish(): void {
    this.#offsets.finish();
    const rest = this.#chunks.rest();
    this.#append(this.#decoder.decode(rest), rest);
  }

  offsetOf(_at: number, line: number): number {
    return this.#offsets.offsetOf(line);
  }

  modeOf(line: number): string {
    return this.#offsets.modeOf?.(line) ?? '';
  }

  #append(text: string, source: Uint8Array): void {
    if (text !== '') {
      const bytes = this.#encoder.encode(text);
      this.window.add(text.includes('\ufffd') ? this.#markMalformed(text, bytes, source) : bytes);
    }
    this.#chunks.decoded?.(source);
  }

  /** Puts a byte that UTF-8 does not have where the decoder found something malformed. */
  #markMalformed(text: string, bytes: Uint8Array, source: Uint8Array): Uint8Array {
    const isSent = this.#chunks.replacementsSent?.(text, source);
    let written = 0;
    let found = 0;
    for (let at = 0; at < bytes.length; at++) {
      const isReplacement = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
      if (isReplacement && isSent?.[found++] !== true) {
        bytes[written++] = MALFORMED;
        at += 2;
      } else {
        bytes[written++] = bytes[at] ?? 0;
      }
    }
    return bytes.subarray(0, written);
  }
}

/** Cuts UTF-16 where no character is split, so that its units and those of the decoded text stand one beside the other. */
class Utf16Units {
  readonly #isBigEndian: boolean;
  #carried = new Uint8Array(0);
  #isFirst = true;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  whole(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#carried.length + chunk.length);
    bytes.set(this.#carried);
    bytes.set(chunk, this.#carried.length);
    let end = bytes.length & ~1;
    if (end >= 2 && (this.#unit(bytes, end - 2) & 0xfc00) === 0xd800) end -= 2;
    this.#carried = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  rest(): Uint8Array {
    return this.#carried;
  }

  /** Notes that these bytes have been decoded: the mark at the beginning of the file is behind. */
  decoded(source: Uint8Array): void {
    if (source.length > 0) this.#isFirst = false;
  }

  /** For each U+FFFD of the text whether the file has it so: then it is a character like others. */
  replacementsSent(text: string, source: Uint8Array): boolean[] {
    const skipped = this.#isFirst && this.#unit(source, 0) === 0xfeff ? 1 : 0;
    const sent: boolean[] = [];
    for (let i = text.indexOf('\ufffd'); i >= 0; i = text.indexOf('\ufffd', i + 1)) {
      sent.push(this.#unit(source, 2 * (i + skipped)) === REPLACEMENT);
    }
    return sent;
  }

  #unit(bytes: Uint8Array, at: number): number {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    return this.#isBigEndian ? (first << 8) | second : (second << 8) | first;
  }
}
