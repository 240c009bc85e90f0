import { createDecodedBlocks, createDecodedLines } from './decoded-input.ts';
import { createEbcdicBlocks, createEbcdicLines } from './ebcdic-input.ts';
import type { CodePage } from './encodings/ebcdic.ts';
import type { ByteWindow } from '../bytes/window.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart } from './offsets/source-offsets.ts';
import { createMarkedInput } from './marked-input.ts';
import { createUtf8Bytes } from './utf8-input.ts';

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

function createLines(encoding: string, from: InputStart | undefined, window: ByteWindow): ByteInput {
  return encoding === 'utf-8' ? createUtf8Bytes(from, window) : createDecodedLines(encoding, from, window);
}

function createBlocks(
  encoding: string,
  block: { from: InputStart | undefined; characters: number; window: ByteWindow },
): ByteInput {
  return encoding === 'utf-8' ? createUtf8Bytes(block.from, block.window) : createDecodedBlocks(encoding, block);
}
