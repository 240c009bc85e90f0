/** Where the lines of a file begin, learnt from its undecoded bytes as they come. */
export interface SourceOffsets {
  add(chunk: Uint8Array): void;
  /** No more bytes will come. */
  finish(): void;
  /** Offset in the file of a line, from 1; asked with rising numbers. */
  offsetOf(line: number): number;
  /** See ByteInput; asked with rising numbers. */
  modeOf?(line: number): string;
}

/** Where reading begins: so many bytes and lines of the file stand before. */
export interface InputStart {
  byteOffset: number;
  line: number;
  /** What a position remembers; see ByteInput for its `mode`. */
  state?: unknown;
}
