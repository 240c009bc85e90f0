import { ByteWindow } from '../bytes/window.ts';
import type { ByteInput } from './byte-input.ts';
import type { InputStart } from './offsets/source-offsets.ts';

/** The parameters of createMarkedInput. A byte order mark may determine the encoding of the file. */
export interface MarkedInputOptions {
  /** The encoding that the spec declares. */
  encoding: string;
  from: InputStart | undefined;
  /** Creates the input for the declared encoding, with its bytes in this window if there is one. */
  createDeclared(window: ByteWindow | undefined): ByteInput;
  /** Creates the input for the encoding that a byte order mark names: `utf-8`, `utf-16be` or `utf-16le`. */
  createOther(encoding: string, window: ByteWindow): ByteInput;
}

/**
 * Creates the input of a file that may start with a byte order mark. A mark of UTF-8 or UTF-16 takes precedence over
 * the declared encoding, and is skipped (Encoding Standard, section 6). When reading resumes, the encoding of the mark
 * is in the state of the position.
 */
export function createMarkedInput(options: MarkedInputOptions): ByteInput {
  const { from } = options;
  if (from === undefined || from.byteOffset === 0) return new MarkedInput(options);
  const marked = markedEncodingOf(from);
  if (marked === undefined) return options.createDeclared(undefined);
  const input = new MarkedInput(options);
  input.resume(marked, from.byteOffset);
  return input;
}

/** Returns the encoding of the byte order mark that a resume position stores. Undefined if it stores none. */
function markedEncodingOf({ state }: InputStart): string | undefined {
  // The state of a position is the object that `position()` returned.
  return (state as { encoding?: string } | null | undefined)?.encoding;
}

/**
 * Returns the encoding of the byte order mark at the beginning of the file, or NONE. Null if more bytes are needed.
 * `isAll`: there are no more.
 */
function findMark(bytes: Uint8Array, isAll: boolean): { encoding: string } | 'NONE' | null {
  for (const { encoding, mark } of BYTE_ORDER_MARKS) {
    if (!mark.every((byte, i) => i >= bytes.length || bytes[i] === byte)) continue;
    if (bytes.length >= mark.length) return { encoding };
    return isAll ? 'NONE' : null;
  }
  return 'NONE';
}

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
];

class MarkedInput implements ByteInput {
  readonly window = new ByteWindow(0);
  markedEncoding: string | undefined = undefined;
  readonly #options: MarkedInputOptions;
  /** The input that decodes the file. It has the declared encoding until a byte order mark is found. */
  #input: ByteInput;
  /** The first bytes of the file, as long as they may still become a byte order mark. Null after that. */
  #head: Uint8Array | null = new Uint8Array(0);

  constructor(options: MarkedInputOptions) {
    this.#options = options;
    this.#input = options.createDeclared(this.window);
  }

  get encoding(): string {
    return this.#input.encoding;
  }

  get isDecoded(): boolean {
    return this.#input.isDecoded;
  }

  /** Starts at a resume position, in the encoding that the file's byte order mark names. */
  resume(encoding: string, byteOffset: number): void {
    this.#head = null;
    this.#use(encoding);
    if (!this.#input.isDecoded) this.window.base = byteOffset;
  }

  add(chunk: Uint8Array): void {
    if (this.#head === null) this.#input.add(chunk);
    else this.#begin(join(this.#head, chunk), false);
  }

  finish(): void {
    if (this.#head !== null) this.#begin(this.#head, true);
    this.#input.finish();
  }

  offsetOf(at: number, line: number): number {
    return this.#input.offsetOf(at, line);
  }

  modeOf(line: number): string {
    return this.#input.modeOf?.(line) ?? '';
  }

  #begin(bytes: Uint8Array, isAll: boolean): void {
    const mark = findMark(bytes, isAll);
    // Not slice(), which does not copy the bytes of a Buffer.
    this.#head = mark === null ? new Uint8Array(bytes) : null;
    if (mark === null) return;
    if (mark !== 'NONE' && mark.encoding !== this.#options.encoding) this.#use(mark.encoding);
    if (bytes.length > 0) this.#input.add(bytes);
  }

  #use(encoding: string): void {
    this.markedEncoding = encoding;
    this.#input = this.#options.createOther(encoding, this.window);
  }
}

function join(head: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (head.length === 0) return chunk;
  const bytes = new Uint8Array(head.length + chunk.length);
  bytes.set(head);
  bytes.set(chunk, head.length);
  return bytes;
}
