import { CharacterBlockOffsets } from './offsets/block-offsets.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart, SourceOffsets } from './offsets/source-offsets.ts';
import { LineOffsets, Iso2022JpLineOffsets } from './offsets/line-offsets.ts';
import { Iso2022JpDecoder } from './encodings/iso-2022-jp.ts';
import { ByteWindow } from '../bytes/window.ts';
import { MALFORMED, type Transcoder } from './encodings/transcoder.ts';
import { createSingleByteTranscoder, isSingleByte } from './encodings/single-byte.ts';
import { isMultiByte, MultiByteTranscoder } from './encodings/multi-byte.ts';
import { Utf16Transcoder } from './encodings/utf16.ts';
import { TranscodedInput } from './transcoded-input.ts';

/**
 * Creates the input of a file of lines in any encoding of the Encoding Standard except UTF-8. The bytes are added to
 * `window`, or to a new window if it is missing.
 * @throws RangeError if the encoding is unknown
 */
export function createDecodedLines(encoding: string, from: InputStart | undefined, window?: ByteWindow): ByteInput {
  const start = from ?? FILE_START;
  const transcoder = createTranscoder(encoding);
  if (transcoder === null) return new Iso2022JpInput(start, new Iso2022JpLineOffsets(start, modeOf(start)), window);
  const offsets = isMultiByte(encoding) ? new LineOffsets(start) : null;
  return new TranscodedInput({ encoding, transcoder, byteOffset: start.byteOffset, window, offsets });
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
  const transcoder = createTranscoder(encoding);
  const offsets = new CharacterBlockOffsets(encoding, start, characters);
  return transcoder === null
    ? new Iso2022JpInput(start, offsets, window)
    : new TranscodedInput({
        ...{ encoding, transcoder, byteOffset: start.byteOffset, window },
        offsets: isMultiByte(encoding) ? offsets : null,
      });
}

/**
 * Creates an input that finds offsets in the file with `offsets`, for example the offsets of tags instead of lines.
 * @throws RangeError if the encoding is unknown
 */
export function createDecodedInputWith(encoding: string, from: InputStart, offsets: SourceOffsets): ByteInput {
  const transcoder = createTranscoder(encoding);
  return transcoder === null
    ? new Iso2022JpInput(from, offsets, undefined)
    : new TranscodedInput({ encoding, transcoder, byteOffset: from.byteOffset, window: undefined, offsets });
}

/** Returns null for ISO-2022-JP, the only encoding with shift states. */
function createTranscoder(encoding: string): Transcoder | null {
  if (isMultiByte(encoding)) return new MultiByteTranscoder(encoding);
  if (encoding.startsWith('utf-16')) return new Utf16Transcoder(encoding === 'utf-16be' ? 'BE' : 'LE');
  if (isSingleByte(encoding)) return createSingleByteTranscoder(encoding);
  if (encoding === 'iso-2022-jp') return null;
  throw new RangeError(`unknown encoding: ${encoding}`);
}

const FILE_START: InputStart = { byteOffset: 0, line: 0 };

/** Returns the shift state in which reading starts. Empty if there is none. */
function modeOf({ state }: InputStart): string {
  // The state of a position is the object that `position()` returned.
  return (state as { mode?: string } | null | undefined)?.mode ?? '';
}

/** A file in ISO-2022-JP, which is decoded to a text. */
class Iso2022JpInput implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding = 'iso-2022-jp';
  readonly isDecoded = true;
  readonly #decoder: Iso2022JpDecoder;
  readonly #encoder = new TextEncoder();
  readonly #offsets: SourceOffsets;

  constructor(start: InputStart, offsets: SourceOffsets, window: ByteWindow | undefined) {
    this.window = window ?? new ByteWindow(0);
    this.#decoder = new Iso2022JpDecoder(modeOf(start));
    this.#offsets = offsets;
  }

  add(chunk: Uint8Array): void {
    this.#offsets.add(chunk);
    this.#append(this.#decoder.decode(chunk, { stream: true }));
  }

  finish(): void {
    this.#offsets.finish();
    this.#append(this.#decoder.decode(new Uint8Array(0)));
  }

  offsetOf(_at: number, line: number): number {
    return this.#offsets.offsetOf(line);
  }

  modeOf(line: number): string {
    return this.#offsets.modeOf?.(line) ?? '';
  }

  #append(text: string): void {
    if (text === '') return;
    const bytes = this.#encoder.encode(text);
    this.window.add(text.includes('\ufffd') ? markMalformed(bytes) : bytes);
  }
}

/** Replaces each U+FFFD, which the encoding does not have, with the byte MALFORMED. */
function markMalformed(bytes: Uint8Array): Uint8Array {
  let written = 0;
  for (let at = 0; at < bytes.length; at++) {
    const isReplacement = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
    bytes[written++] = isReplacement ? MALFORMED : (bytes[at] ?? 0);
    if (isReplacement) at += 2;
  }
  return bytes.subarray(0, written);
}
