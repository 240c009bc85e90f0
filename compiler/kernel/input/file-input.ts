import { createDecodedBlocks, createDecodedLines } from './decoded-input.ts';
import { type CodePage, codePageTable, findCodePage } from './encodings/ebcdic.ts';
import { ByteWindow } from '../bytes/window.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart } from './offsets/source-offsets.ts';
import { createMarkedInput } from './marked-input.ts';
import { SingleByteTranscoder } from './encodings/single-byte.ts';
import { LF } from '../bytes/ascii.ts';
import { TranscodedInput } from './transcoded-input.ts';

/**
 * The inputs that generated modules create. In each, a byte order mark of UTF-8 or UTF-16 at the beginning of the file
 * takes precedence over the encoding of the spec (Encoding Standard, section 6).
 */

/** Creates the input of a UTF-8 file that consists of lines, from its beginning or from a resume position. */
export function createUtf8Input(from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: 'utf-8',
    from,
    createDeclared: (window) => createUtf8Bytes(from, window),
    createOther: (encoding, window) => createDecodedLines(encoding, from, window),
  });
}

/** Creates the input of a UTF-8 file without line ends, in which each record has `characters` code points. */
export function createUtf8BlockInput(characters: number, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: 'utf-8',
    from,
    createDeclared: (window) => createUtf8Bytes(from, window),
    createOther: (encoding, window) => createDecodedBlocks(encoding, { from, characters, window }),
  });
}

/**
 * Creates the input of a file that consists of lines, in any encoding of the Encoding Standard except UTF-8. Throws
 * RangeError if the encoding is unknown.
 */
export function createDecodedInput(encoding: string, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding,
    from,
    createDeclared: (window) => createDecodedLines(encoding, from, window),
    createOther: (marked, window) => createLines(marked, from, window),
  });
}

/**
 * Creates the input of a file without line ends, in which each record has `characters` code points. The encoding is any
 * of the Encoding Standard except UTF-8. Throws RangeError if it is unknown.
 */
export function createDecodedBlockInput(encoding: string, characters: number, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding,
    from,
    createDeclared: (window) => createDecodedBlocks(encoding, { from, characters, window }),
    createOther: (marked, window) => createBlocks(marked, { from, characters, window }),
  });
}

/** Creates the input of an EBCDIC file that consists of lines. */
export function createEbcdicInput(codePage: CodePage, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: codePage,
    from,
    createDeclared: (window) => createEbcdicLines(codePage, from, window),
    createOther: (encoding, window) => createLines(encoding, from, window),
  });
}

/** Creates the input of an EBCDIC file without line ends, in which each record has `bytes` bytes. */
export function createEbcdicBlockInput(codePage: CodePage, bytes: number, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: codePage,
    from,
    createDeclared: (window) => createEbcdicBlocks(codePage, { from, window }),
    createOther: (encoding, window) => createBlocks(encoding, { from, characters: bytes, window }),
  });
}

/**
 * Creates the input of a file without line ends, in which each record has `bytes` bytes, and some of them are no text. The
 * encoding has a character for each byte. The file may start with any bytes, so no byte order mark is recognised.
 */
export function createBinaryBlockInput(encoding: string, bytes: number, from: InputStart | undefined): ByteInput {
  const codePage = findCodePage(encoding);
  const input =
    codePage === undefined
      ? createDecodedBlocks(encoding, { from, characters: bytes })
      : createEbcdicBlocks(codePage, { from });
  return Object.assign(input, { isBinary: true });
}

function createLines(encoding: string, from: InputStart | undefined, window: ByteWindow): ByteInput {
  return encoding === 'utf-8' ? createUtf8Bytes(from, window) : createDecodedLines(encoding, from, window);
}

function createBlocks(
  encoding: string,
  block: { from: InputStart | undefined; characters: number; window: ByteWindow },
): ByteInput {
  return encoding === 'utf-8' ? createUtf8Bytes(block.from, block.window) : createDecodedBlocks(encoding, block);
}

/** NEL, the line end of the operating system z/OS. */
const EBCDIC_NEL = 0x15;

/**
 * Creates the input of an EBCDIC file that consists of lines. A line ends with NEL (15; z/OS UNIX, text-mode
 * transfers), LF (25), CR (0D), CR NEL or CR LF. Files with each of these line ends exist.
 */
function createEbcdicLines(codePage: CodePage, from: InputStart | undefined, window?: ByteWindow): ByteInput {
  const points = codePageTable(codePage);
  points[EBCDIC_NEL] = LF;
  return createInput(codePage, { points, from, window });
}

/** Creates the input of an EBCDIC file without line ends. */
function createEbcdicBlocks(
  codePage: CodePage,
  { from, window }: { from: InputStart | undefined; window?: ByteWindow | undefined },
): ByteInput {
  return createInput(codePage, { points: codePageTable(codePage), from, window });
}

function createInput(
  encoding: CodePage,
  { points, from, window }: { points: Uint16Array; from: InputStart | undefined; window: ByteWindow | undefined },
): ByteInput {
  const transcoder = new SingleByteTranscoder(points);
  return new TranscodedInput({ encoding, transcoder, byteOffset: from?.byteOffset ?? 0, window, offsets: null });
}

/**
 * Creates the input of a UTF-8 file, from its beginning or from a resume position. The bytes are added to `window`, or
 * to a new window if it is missing.
 */
function createUtf8Bytes(from: { byteOffset: number } | undefined, window?: ByteWindow): ByteInput {
  const start = from ?? { byteOffset: 0 };
  return new Utf8Input(start, window ?? new ByteWindow(start.byteOffset));
}

const BOM = [0xef, 0xbb, 0xbf];

/** UTF-8 needs no decoding. Only a byte order mark at the beginning of the file is skipped. */
class Utf8Input implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding = 'UTF-8';
  readonly isDecoded = false;
  /** The first bytes of the file, as long as they may still become a byte order mark. Null after that. */
  #head: Uint8Array | null;

  constructor(from: { byteOffset: number }, window: ByteWindow) {
    this.window = window;
    this.#head = from.byteOffset > 0 ? null : new Uint8Array(0);
  }

  add(chunk: Uint8Array): void {
    if (this.#head === null) this.window.add(chunk);
    else this.#begin(this.#head, chunk);
  }

  finish(): void {
    if (this.#head !== null) this.window.add(this.#head);
    this.#head = null;
  }

  offsetOf(at: number): number {
    return this.window.base + at;
  }

  #begin(head: Uint8Array, chunk: Uint8Array): void {
    const bytes = new Uint8Array(head.length + chunk.length);
    bytes.set(head);
    bytes.set(chunk, head.length);
    const isMark = BOM.every((byte, index) => index >= bytes.length || bytes[index] === byte);
    if (isMark && bytes.length < BOM.length) {
      this.#head = bytes;
      return;
    }
    this.#head = null;
    this.window.add(bytes);
    if (isMark) this.window.at = BOM.length;
  }
}
