import type { ChunkAligner } from './chunks/aligner.ts';
import { Utf16Aligner } from './chunks/utf16.ts';
import { ByteBlockOffsets, CharacterBlockOffsets } from './offsets/block-offsets.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart, SourceOffsets } from './offsets/source-offsets.ts';
import { Gb18030Aligner } from './chunks/gb18030.ts';
import { LineOffsets, Iso2022JpLineOffsets } from './offsets/line-offsets.ts';
import { ShortChunkJoiner } from './chunks/short-chunks.ts';
import { type StreamDecoder, createTextDecoder } from './encodings/text-decoder.ts';
import { ByteWindow } from '../bytes/window.ts';

/** A byte that never occurs in UTF-8. In the window, it replaces each malformed sequence of the file. */
const MALFORMED = 0xff;

/**
 * Creates the input of a file of lines in any encoding of the Encoding Standard except UTF-8. The bytes are added to
 * `window`, or to a new window if it is missing.
 * @throws RangeError if the encoding is unknown
 */
export function createDecodedLines(encoding: string, from: InputStart | undefined, window?: ByteWindow): ByteInput {
  const start = from ?? FILE_START;
  if (encoding === 'iso-2022-jp')
    return new DecodedInput(encoding, { start, offsets: new Iso2022JpLineOffsets(start, modeOf(start)), window });
  const utf16 = encoding.startsWith('utf-16') ? (encoding === 'utf-16be' ? 'BE' : 'LE') : null;
  return new DecodedInput(encoding, { start, offsets: new LineOffsets(start, utf16), window });
}

/**
 * Creates the input of a file that consists of blocks of `characters` code points, without line ends. The encoding is
 * any of the Encoding Standard except UTF-8.
 * @throws RangeError if the encoding is unknown
 */
export function createDecodedBlocks(
  encoding: string,
  { from, characters, window }: { from: InputStart | undefined; characters: number; window?: ByteWindow | undefined },
): ByteInput {
  const start = from ?? FILE_START;
  const offsets = isSingleByte(encoding)
    ? new ByteBlockOffsets(start, characters)
    : new CharacterBlockOffsets(encoding, start, characters);
  return new DecodedInput(encoding, { start, offsets, window });
}

/**
 * Creates an input that finds offsets in the file with `offsets`, for example the offsets of tags instead of lines.
 * @throws RangeError if the encoding is unknown
 */
export function createDecodedInputWith(encoding: string, from: InputStart, offsets: SourceOffsets): ByteInput {
  return new DecodedInput(encoding, { start: from, offsets, window: undefined });
}

const NO_BYTES = new Uint8Array(0);
const FILE_START: InputStart = { byteOffset: 0, line: 0 };

/** Returns the shift state in which reading starts. Empty if there is none. */
function modeOf({ state }: InputStart): string {
  // The state of a position is the object that `position()` returned.
  return (state as { mode?: string } | null | undefined)?.mode ?? '';
}

/** Returns whether each character of the encoding is one byte (Encoding Standard, sections 9 and 14.5). */
function isSingleByte(encoding: string): boolean {
  return /^(windows|iso-8859|koi8|mac|x-mac|x-user|ibm)/.test(encoding);
}

function createAligner(encoding: string): ChunkAligner {
  // No bytes may be held back in these encodings. If the final call decodes the whole file, Node.js 20 decodes
  // windows-1252 as ISO-8859-1.
  if (isSingleByte(encoding) || encoding === 'iso-2022-jp')
    return { takeWhole: (chunk) => chunk, takeRest: () => NO_BYTES };
  if (encoding.startsWith('utf-16')) return new Utf16Aligner(encoding === 'utf-16be');
  return encoding === 'gb18030' ? new Gb18030Aligner() : new ShortChunkJoiner();
}

class DecodedInput implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding: string;
  readonly isDecoded = true;
  readonly #decoder: StreamDecoder;
  readonly #encoder = new TextEncoder();
  readonly #offsets: SourceOffsets;
  readonly #aligner: ChunkAligner;

  constructor(
    encoding: string,
    { start, offsets, window }: { start: InputStart; offsets: SourceOffsets; window: ByteWindow | undefined },
  ) {
    this.encoding = encoding;
    this.window = window ?? new ByteWindow(0);
    // A byte order mark is skipped only at the beginning of the file.
    this.#decoder = createTextDecoder(encoding, { ignoreBOM: start.byteOffset > 0, mode: modeOf(start) });
    this.#offsets = offsets;
    this.#aligner = createAligner(encoding);
  }

  add(chunk: Uint8Array): void {
    this.#offsets.add(chunk);
    const whole = this.#aligner.takeWhole(chunk);
    this.#append(this.#decoder.decode(whole, { stream: true }), whole);
  }

  finish(): void {
    this.#offsets.finish();
    const rest = this.#aligner.takeRest();
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
    this.#aligner.noteDecoded?.(source);
  }

  /** Replaces each U+FFFD that represents a malformed sequence with the byte MALFORMED. */
  #markMalformed(text: string, bytes: Uint8Array, source: Uint8Array): Uint8Array {
    const isInSource = this.#aligner.isReplacementInSource?.(text, source);
    let written = 0;
    let found = 0;
    for (let at = 0; at < bytes.length; at++) {
      const isReplacement = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
      if (isReplacement && isInSource?.[found++] !== true) {
        bytes[written++] = MALFORMED;
        at += 2;
      } else {
        bytes[written++] = bytes[at] ?? 0;
      }
    }
    return bytes.subarray(0, written);
  }
}
