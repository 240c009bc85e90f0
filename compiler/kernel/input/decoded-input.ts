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

/** No byte of well-formed UTF-8: what was malformed in the file is malformed in the window. */
const MALFORMED = 0xff;

/** A file in any encoding that WHATWG names but UTF-8, decoded as it comes. @throws RangeError for an unknown label. */
export function createDecodedInput(encoding: string, from: InputStart | undefined): ByteInput {
  const start = from ?? BEGINNING;
  if (encoding === 'iso-2022-jp')
    return new DecodedInput(encoding, start, new Iso2022JpLineOffsets(start, modeOf(start)));
  const utf16 = encoding.startsWith('utf-16') ? (encoding === 'utf-16be' ? 'BE' : 'LE') : null;
  return new DecodedInput(encoding, start, new LineOffsets(start, utf16));
}

/** The same for a file without line ends, in blocks of so many characters. */
export function createDecodedBlockInput(encoding: string, characters: number, from: InputStart | undefined): ByteInput {
  const start = from ?? BEGINNING;
  const offsets = isSingleByte(encoding)
    ? new ByteBlockOffsets(start, characters)
    : new CharacterBlockOffsets(encoding, start, characters);
  return new DecodedInput(encoding, start, offsets);
}

/** The same for a file of which `offsets` counts something else than lines. */
export function createDecodedInputWith(encoding: string, from: InputStart, offsets: SourceOffsets): ByteInput {
  return new DecodedInput(encoding, from, offsets);
}

const NO_BYTES = new Uint8Array(0);
const BEGINNING: InputStart = { byteOffset: 0, line: 0 };

/** The mode in which a file is read on. */
function modeOf({ state }: InputStart): string {
  // A position's state is what `position` put there.
  return (state as { mode?: string } | null | undefined)?.mode ?? '';
}

/** Whether each byte is a character (Encoding Standard, sections 9 and 14.5). */
function isSingleByte(encoding: string): boolean {
  return /^(windows|iso-8859|koi8|mac|x-mac|x-user|ibm)/.test(encoding);
}

function chunksOf(encoding: string): ChunkAligner {
  // Nothing is held back: Node.js 20 decodes windows-1252 as ISO-8859-1 where a whole file comes at its end.
  if (isSingleByte(encoding) || encoding === 'iso-2022-jp')
    return { takeWhole: (chunk) => chunk, takeRest: () => NO_BYTES };
  if (encoding.startsWith('utf-16')) return new Utf16Aligner(encoding === 'utf-16be');
  return encoding === 'gb18030' ? new Gb18030Aligner() : new ShortChunkJoiner();
}

class DecodedInput implements ByteInput {
  readonly window = new ByteWindow(0);
  readonly encoding: string;
  readonly isDecoded = true;
  readonly #decoder: StreamDecoder;
  readonly #encoder = new TextEncoder();
  readonly #offsets: SourceOffsets;
  readonly #chunks: ChunkAligner;

  constructor(encoding: string, from: InputStart, offsets: SourceOffsets) {
    this.encoding = encoding;
    // A byte order mark is dropped at the beginning of the file, and nowhere else.
    this.#decoder = createTextDecoder(encoding, { ignoreBOM: from.byteOffset > 0, mode: modeOf(from) });
    this.#offsets = offsets;
    this.#chunks = chunksOf(encoding);
  }

  add(chunk: Uint8Array): void {
    this.#offsets.add(chunk);
    const whole = this.#chunks.takeWhole(chunk);
    this.#append(this.#decoder.decode(whole, { stream: true }), whole);
  }

  finish(): void {
    this.#offsets.finish();
    const rest = this.#chunks.takeRest();
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
    this.#chunks.noteDecoded?.(source);
  }

  /** Puts a byte that UTF-8 does not have where the decoder found something malformed. */
  #markMalformed(text: string, bytes: Uint8Array, source: Uint8Array): Uint8Array {
    const isSent = this.#chunks.isReplacementInSource?.(text, source);
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
