import { type CodePage, codePageTable } from './encodings/ebcdic.ts';
import { SingleByteTranscoder } from './encodings/single-byte.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart } from './offsets/source-offsets.ts';
import { LF } from '../bytes/ascii.ts';
import type { ByteWindow } from '../bytes/window.ts';
import { TranscodedInput } from './transcoded-input.ts';

/** NEL, the line end of the operating system z/OS. */
const EBCDIC_NEL = 0x15;

/**
 * Creates the input of an EBCDIC file that consists of lines. A line ends with NEL (15; z/OS UNIX, text-mode
 * transfers), LF (25), CR (0D), CR NEL or CR LF. Files with each of these line ends exist.
 */
export function createEbcdicLines(codePage: CodePage, from: InputStart | undefined, window?: ByteWindow): ByteInput {
  const points = codePageTable(codePage);
  points[EBCDIC_NEL] = LF;
  return createInput(codePage, { points, from, window });
}

/** Creates the input of an EBCDIC file without line ends. */
export function createEbcdicBlocks(
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
