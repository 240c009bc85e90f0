import { ByteWindow } from '../bytes/window.ts';
import type { ByteInput } from './byte-input.ts';
import { MAX_UTF8_BYTES, SPARE_BYTES, type Transcoder } from './encodings/transcoder.ts';
import type { SourceOffsets } from './offsets/source-offsets.ts';
import { WindowOffsets } from './offsets/window-offsets.ts';

/** Number of bytes of the file whose offsets are stored together. */
const PIECE_BYTES = 1024;

/** The parts of a TranscodedInput. */
export interface TranscodedInputOptions {
  /** Name of the encoding for messages. */
  encoding: string;
  transcoder: Transcoder;
  /** The offset in the file at which reading starts. */
  byteOffset: number;
  /** The window for the bytes. A new one if undefined. */
  window: ByteWindow | undefined;
  /** Determines offsets by number, for example those of tags. Null if an index of the window determines them. */
  offsets: SourceOffsets | null;
}

/** A file in an encoding that is converted to UTF-8 without an intermediate text. */
export class TranscodedInput implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding: string;
  readonly isDecoded = true;
  readonly #transcoder: Transcoder;
  readonly #offsets: SourceOffsets | null;
  readonly #windowOffsets: WindowOffsets;
  /** The bytes of one chunk in UTF-8. */
  #utf8 = new DataView(new ArrayBuffer(0));
  /** Whether the next unit may be a byte order mark. */
  #isFirst: boolean;

  constructor({ encoding, transcoder, byteOffset, window, offsets }: TranscodedInputOptions) {
    this.encoding = encoding;
    this.window = window ?? new ByteWindow(0);
    this.#transcoder = transcoder;
    this.#offsets = offsets;
    this.#windowOffsets = new WindowOffsets(this.window, byteOffset, transcoder.unitBytes);
    this.#isFirst = byteOffset === 0;
  }

  add(chunk: Uint8Array): void {
    this.#offsets?.add(chunk);
    const whole = this.#transcoder.takeWhole(chunk);
    if (whole.length === 0) return;
    const bytes = this.#isFirst ? this.#skipMark(whole) : whole;
    this.#isFirst = false;
    const length = this.#convert(bytes);
    this.window.add(new Uint8Array(this.#utf8.buffer, 0, length));
    this.#windowOffsets.forgetPast();
  }

  finish(): void {
    this.#offsets?.finish();
    const { heldBack } = this.#transcoder;
    if (heldBack === 0) return;
    const bytes = this.#transcoder.convertHeldBack();
    this.window.add(bytes);
    this.#windowOffsets.add(bytes.length, heldBack);
  }

  offsetOf(at: number, line: number): number {
    return this.#offsets === null ? this.#windowOffsets.offsetOf(at) : this.#offsets.offsetOf(line);
  }

  #skipMark(bytes: Uint8Array): Uint8Array {
    const { mark } = this.#transcoder;
    if (mark.length === 0 || mark.some((byte, i) => bytes[i] !== byte)) return bytes;
    this.#windowOffsets.skipMark(mark.length);
    return bytes.subarray(mark.length);
  }

  /** Converts bytes to `#utf8`. Returns the length of the result. */
  #convert(bytes: Uint8Array): number {
    const maxBytes = (bytes.length / this.#transcoder.unitBytes) * MAX_UTF8_BYTES + SPARE_BYTES;
    if (this.#utf8.byteLength < maxBytes) this.#utf8 = new DataView(new ArrayBuffer(maxBytes));
    const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const transcoder = this.#transcoder;
    let length = 0;
    for (let from = 0; from < bytes.length; from = transcoder.at) {
      const to = Math.min(bytes.length, from + PIECE_BYTES);
      const end = transcoder.convert(source, { from, to }, this.#utf8, length);
      this.#windowOffsets.add(end - length, transcoder.at - from);
      length = end;
    }
    return length;
  }
}
