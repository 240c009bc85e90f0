import { createDecodedBlocks, createDecodedLines } from './decoded-input.ts';
import { createEbcdicBlocks, createEbcdicLines } from './ebcdic-input.ts';
import type { CodePage } from './encodings/ebcdic.ts';
import type { ByteWindow } from '../bytes/window.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart } from './offsets/source-offsets.ts';
import { createMarkedInput } from './marked-input.ts';
import { createUtf8Bytes } from './utf8-input.ts';

/**
 * The inputs of generated modules. In each, a byte order mark at the start of the file decides over the encoding of the
 * spec (Encoding Standard, section 6).
 */

/** Creates the input of a file in UTF-8, from its beginning or from a resume position. */
export function createUtf8Input(from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: 'utf-8',
    from,
    createDeclared: (window) => createUtf8Bytes(from, window),
    createOther: (encoding, window) => createDecodedLines(encoding, from, window),
  });
}

/** Creates the input of a file of `characters` code points per record in UTF-8, without line ends. */
export function createUtf8BlockInput(characters: number, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: 'utf-8',
    from,
    createDeclared: (window) => createUtf8Bytes(from, window),
    createOther: (encoding, window) => createDecodedBlocks(encoding, { from, characters, window }),
  });
}

/**
 * Creates the input of a file of lines in any other encoding of the Encoding Standard. Throws RangeError if the
 * encoding is unknown.
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
 * Creates the input of a file that consists of blocks of `characters` code points, without line ends. Throws RangeError
 * if the encoding is unknown.
 */
export function createDecodedBlockInput(encoding: string, characters: number, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding,
    from,
    createDeclared: (window) => createDecodedBlocks(encoding, { from, characters, window }),
    createOther: (marked, window) => createBlocks(marked, { from, characters, window }),
  });
}

/** Creates the input of a file of lines in EBCDIC. */
export function createEbcdicInput(codePage: CodePage, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: codePage,
    from,
    createDeclared: (window) => createEbcdicLines(codePage, from, window),
    createOther: (encoding, window) => createLines(encoding, from, window),
  });
}

/** Creates the input of a file in EBCDIC that consists of blocks of `bytes` bytes, without line ends. */
export function createEbcdicBlockInput(codePage: CodePage, bytes: number, from: InputStart | undefined): ByteInput {
  return createMarkedInput({
    encoding: codePage,
    from,
    createDeclared: (window) => createEbcdicBlocks(codePage, { from, bytes, window }),
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
