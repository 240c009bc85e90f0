import { ByteBlockOffsets } from './offsets/block-offsets.ts';
import { type CodePage, codePageTable } from './encodings/ebcdic.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart, SourceOffsets } from './offsets/source-offsets.ts';
import { LineOffsets } from './offsets/line-offsets.ts';
import { CR, LF } from '../bytes/ascii.ts';
import { ByteWindow } from '../bytes/window.ts';

/** NEL, the line end of the operating system z/OS. */
const EBCDIC_NEL = 0x15;

/**
 * Creates the input of an EBCDIC file that consists of lines. A line ends with NEL (15; z/OS UNIX, text-mode
 * transfers), LF (25), CR (0D), CR NEL or CR LF. Files with each of these line ends exist.
 */
export function createEbcdicLines(codePage: CodePage, from: InputStart | undefined, window?: ByteWindow): ByteInput {
  const points = codePageTable(codePage);
  points[EBCDIC_NEL] = LF;
  return new EbcdicInput(codePage, { points, offsets: new EbcdicLineOffsets(points, from ?? FILE_START), window });
}

/** Creates the input of an EBCDIC file without line ends, in which each record has `bytes` bytes. */
export function createEbcdicBlocks(
  codePage: CodePage,
  { from, bytes, window }: { from: InputStart | undefined; bytes: number; window?: ByteWindow | undefined },
): ByteInput {
  const offsets = new ByteBlockOffsets(from ?? FILE_START, bytes);
  return new EbcdicInput(codePage, { points: codePageTable(codePage), offsets, window });
}

const FILE_START: InputStart = { byteOffset: 0, line: 0 };

class EbcdicInput implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding: string;
  readonly isDecoded = true;
  readonly #points: Uint16Array;
  readonly #offsets: SourceOffsets;

  constructor(
    codePage: CodePage,
    { points, offsets, window }: { points: Uint16Array; offsets: SourceOffsets; window: ByteWindow | undefined },
  ) {
    this.encoding = codePage;
    this.window = window ?? new ByteWindow(0);
    this.#points = points;
    this.#offsets = offsets;
  }

  add(chunk: Uint8Array): void {
    this.#offsets.add(chunk);
    this.window.add(toUtf8(chunk, this.#points));
  }

  finish(): void {
    this.#offsets.finish();
  }

  offsetOf(_at: number, line: number): number {
    return this.#offsets.offsetOf(line);
  }
}

/**
 * The offsets of lines in an EBCDIC file. It first converts each line end to its ASCII byte and all other bytes to 0.
 */
class EbcdicLineOffsets extends LineOffsets {
  readonly #lineEnds: Uint8Array;

  constructor(points: Uint16Array, from: InputStart) {
    super(from, null);
    this.#lineEnds = Uint8Array.from(points, (point) => (point === LF || point === CR ? point : 0));
  }

  override add(chunk: Uint8Array): void {
    super.add(chunk.map((byte) => this.#lineEnds[byte] ?? 0));
  }
}

/** Decodes bytes of EBCDIC to UTF-8. `points` contains the code point of each byte. */
function toUtf8(chunk: Uint8Array, points: Uint16Array): Uint8Array {
  const utf8 = new Uint8Array(3 * chunk.length);
  let length = 0;
  for (let i = 0; i < chunk.length; i++) {
    const point = points[chunk[i] ?? 0] ?? 0;
    if (point < 0x80) utf8[length++] = point;
    else if (point < 0x800) {
      utf8[length++] = 0xc0 | (point >> 6);
      utf8[length++] = 0x80 | (point & 0x3f);
    } else {
      utf8[length++] = 0xe0 | (point >> 12);
      utf8[length++] = 0x80 | ((point >> 6) & 0x3f);
      utf8[length++] = 0x80 | (point & 0x3f);
    }
  }
  return utf8.subarray(0, length);
}
