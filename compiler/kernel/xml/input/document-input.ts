import { createDecodedInputWith } from '../../input/decoded-input.ts';
import type { ByteInput } from '../../input/byte-input.ts';
import { MarkupOffsets } from '../../input/offsets/markup-offsets.ts';
import { ByteWindow } from '../../bytes/window.ts';
import { GREATER_THAN, LESS_THAN } from '../../bytes/ascii.ts';
import { detectEncoding } from './detect-encoding.ts';

/**
 * The parameters for decoding a document from a resume position. They are stored in checkpoints, so their member names
 * must not change.
 */
export interface XmlDecoding {
  encoding: string;
  /** ISO-2022-JP: the shift state at the position, see ByteInput.modeOf. Empty in other encodings. */
  mode: string;
}

/**
 * A document that is decoded to UTF-8 while its bytes arrive. It can map tags to their offsets in the undecoded file.
 */
export class DocumentInput {
  /** The decoded bytes. Offset 0 of the window is the point at which reading started, not the beginning of the file. */
  readonly window = new ByteWindow(0);
  readonly #otherwise: string;
  /** The first bytes of the document, as long as its encoding is not known. Null after that. */
  #head: Uint8Array | null;
  #decoder: Decoder | null = null;
  /** UTF-8: the offset in the file of the window's offset 0. */
  #start: number;
  #encoding: string;
  #finished = false;

  /**
   * @param otherwise encoding of a document that does not declare one
   * @param from resume position, or null for the beginning of the document
   */
  constructor(otherwise: string, from: { byteOffset: number; decoding: XmlDecoding } | null) {
    this.#otherwise = otherwise;
    this.#head = from === null ? new Uint8Array(0) : null;
    this.#start = from?.byteOffset ?? 0;
    this.#encoding = from?.decoding.encoding ?? otherwise;
    if (from !== null) this.#begin(from.decoding);
  }

  add(chunk: Uint8Array): void {
    if (this.#head !== null) this.#head = joined(this.#head, chunk);
    else if (this.#decoder === null) this.window.add(chunk);
    else this.#decoder.add(chunk);
  }

  /**
   * Detects the encoding if it is not known yet. Returns false if more bytes are needed. `final`: all bytes have been
   * added. Throws MalformedXml if the declared encoding is unknown, or the bytes show that it is wrong.
   */
  isReady(final: boolean): boolean {
    if (this.#head !== null) {
      const found = detectEncoding(this.#head, final, this.#otherwise);
      if (found === null) return false;
      const rest = this.#head.subarray(found.mark);
      this.#head = null;
      this.#start += found.mark;
      this.#begin({ encoding: found.encoding, mode: '' });
      this.add(rest);
    }
    if (final && !this.#finished) this.#decoder?.finish();
    this.#finished = final;
    return true;
  }

  /**
   * Returns the offset in the undecoded file of the `<` at an index of the window. The indexes must ascend from call to
   * call.
   */
  offsetOf(at: number): number {
    return this.#decoder === null ? this.#start + this.window.base + at : this.#decoder.offsetOf(at);
  }

  /**
   * Returns the offset in the undecoded file of the byte at an index of the window. A `>` must be directly before this
   * index.
   */
  offsetAfter(at: number): number {
    return this.#decoder === null ? this.#start + this.window.base + at : this.#decoder.offsetAfter(at);
  }

  get encoding(): string {
    return this.#encoding;
  }

  /** The shift state at the offset that `offsetOf` or `offsetAfter` returned last; see XmlDecoding. */
  get mode(): string {
    return this.#decoder?.mode() ?? '';
  }

  #begin({ encoding, mode }: XmlDecoding): void {
    this.#encoding = encoding;
    if (encoding !== 'utf-8') this.#decoder = new Decoder(this.window, { encoding, mode }, this.#start);
  }
}

/** Decodes a document that is not in UTF-8 into a window. */
class Decoder {
  readonly #window: ByteWindow;
  readonly #input: ByteInput;
  readonly #offsets: MarkupOffsets;
  readonly #unitBytes: number;
  /**
   * `#markupCount`: the number of `<` and `>` characters before index `#countedTo` of the window, since reading
   * started.
   */
  #markupCount = 0;
  #countedTo = 0;
  #last = 0;

  constructor(window: ByteWindow, { encoding, mode }: XmlDecoding, byteOffset: number) {
    this.#window = window;
    this.#unitBytes = encoding.startsWith('utf-16') ? 2 : 1;
    // The decoder enters a shift state only when it reads an escape sequence. It gets one, followed by a character that
    // is dropped from its output.
    const primer = new TextEncoder().encode(mode === '' ? '' : `${mode}x`);
    this.#offsets = new MarkupOffsets(encoding, byteOffset - primer.length);
    // The byte order mark has already been skipped. At any other offset than 0, the decoder treats it as a character.
    this.#input = createDecodedInputWith(encoding, { byteOffset: Math.max(1, byteOffset), line: 0 }, this.#offsets);
    this.#input.add(primer);
    this.#input.window.at = this.#input.window.end;
  }

  add(chunk: Uint8Array): void {
    this.#input.add(chunk);
    this.#take();
  }

  finish(): void {
    this.#input.finish();
    this.#take();
  }

  offsetOf(at: number): number {
    this.#countTo(at);
    this.#last = this.#markupCount + 1;
    return this.#offsets.offsetOf(this.#last);
  }

  offsetAfter(at: number): number {
    this.#countTo(at);
    this.#last = this.#markupCount;
    return this.#offsets.offsetOf(this.#last) + this.#unitBytes;
  }

  mode(): string {
    return this.#offsets.modeOf(this.#last);
  }

  #take(): void {
    const { window } = this.#input;
    this.#countTo(this.#window.at);
    // A record may contain any number of tags whose offsets are never requested.
    this.#offsets.forgetBefore(this.#markupCount);
    this.#countedTo = 0;
    this.#window.add(window.bytes.subarray(window.at, window.end));
    window.at = window.end;
  }

  #countTo(to: number): void {
    const { bytes } = this.#window;
    for (; this.#countedTo < to; this.#countedTo++) {
      const byte = bytes[this.#countedTo];
      if (byte === LESS_THAN || byte === GREATER_THAN) this.#markupCount++;
    }
  }
}

function joined(head: Uint8Array, chunk: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + chunk.length);
  bytes.set(head);
  bytes.set(chunk, head.length);
  return bytes;
}
