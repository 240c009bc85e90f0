import { createDecodedInputWith } from '../../input/decoded-input.ts';
import type { ByteInput } from '../../input/byte-input.ts';
import { MarkupOffsets } from '../../input/offsets/markup-offsets.ts';
import { ByteWindow } from '../../bytes/window.ts';
import { GREATER_THAN, LESS_THAN } from '../../bytes/ascii.ts';
import { detectEncoding } from './detect-encoding.ts';

/** How a document is decoded from a place on that is not its beginning. Plain data, kept in a run's position. */
export interface XmlDecoding {
  encoding: string;
  /** ISO-2022-JP: the escape sequence under which the place stands; else empty. */
  mode: string;
}

/** A document as UTF-8, whatever its encoding, with the way back to the bytes that were sent. */
export class DocumentInput {
  /** What has been decoded. Offsets in it count from 0 where reading began. */
  readonly window = new ByteWindow(0);
  readonly #otherwise: string;
  /** First bytes of a document whose encoding is not known yet. */
  #head: Uint8Array | null;
  #decoder: Decoder | null = null;
  /** Offset in the file of the first byte of the window, where nothing is decoded. */
  #start: number;
  #encoding: string;
  #finished = false;

  /** `otherwise`: the encoding of a document that does not say its own; `from`: where to go on. */
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

  /** Finds out the encoding; false where more bytes are needed for that. `final`: no more will come. @throws MalformedXml where it cannot be read. */
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

  /** Offset in the file of the `<` at a place of the window; places are asked for in their order. */
  offsetOf(at: number): number {
    return this.#decoder === null ? this.#start + this.window.base + at : this.#decoder.offsetOf(at);
  }

  /** Offset in the file of the place behind the `>` before a place of the window. */
  offsetBehind(at: number): number {
    return this.#decoder === null ? this.#start + this.window.base + at : this.#decoder.offsetBehind(at);
  }

  get encoding(): string {
    return this.#encoding;
  }

  /** See XmlDecoding: of the place that `offsetOf` or `offsetBehind` was asked for last. */
  get mode(): string {
    return this.#decoder?.mode() ?? '';
  }

  #begin({ encoding, mode }: XmlDecoding): void {
    this.#encoding = encoding;
    if (encoding !== 'utf-8') this.#decoder = new Decoder(this.window, { encoding, mode }, this.#start);
  }
}

/** Decodes a file into a window. */
class Decoder {
  readonly #window: ByteWindow;
  readonly #input: ByteInput;
  readonly #offsets: MarkupOffsets;
  readonly #unitBytes: number;
  /** `<` and `>` before `#counted` in the window. */
  #passed = 0;
  #counted = 0;
  #last = 0;

  constructor(window: ByteWindow, { encoding, mode }: XmlDecoding, byteOffset: number) {
    this.#window = window;
    this.#unitBytes = encoding.startsWith('utf-16') ? 2 : 1;
    // A decoder gets into its mode by the escape sequence and a character behind it, which is thrown away.
    const primer = new TextEncoder().encode(mode === '' ? '' : `${mode}x`);
    this.#offsets = new MarkupOffsets(encoding, byteOffset - primer.length);
    // The mark is dropped by the one who found it; elsewhere it is a character.
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
    this.#count(at);
    this.#last = this.#passed + 1;
    return this.#offsets.offsetOf(this.#last);
  }

  offsetBehind(at: number): number {
    this.#count(at);
    this.#last = this.#passed;
    return this.#offsets.offsetOf(this.#last) + this.#unitBytes;
  }

  mode(): string {
    return this.#offsets.modeOf(this.#last);
  }

  #take(): void {
    const { window } = this.#input;
    this.#count(this.#window.at);
    // A record may hold any number of tags of which nobody asks where they stand.
    this.#offsets.forgetBefore(this.#passed);
    this.#counted = 0;
    this.#window.add(window.bytes.subarray(window.at, window.end));
    window.at = window.end;
  }

  #count(to: number): void {
    const { bytes } = this.#window;
    for (; this.#counted < to; this.#counted++) {
      const byte = bytes[this.#counted];
      if (byte === LESS_THAN || byte === GREATER_THAN) this.#passed++;
    }
  }
}

function joined(head: Uint8Array, chunk: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + chunk.length);
  bytes.set(head);
  bytes.set(chunk, head.length);
  return bytes;
}
