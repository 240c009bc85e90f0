/** Determines the offsets of lines, of blocks (records of fixed length), or of `<` and `>` characters from the undecoded bytes of a file. */
export interface SourceOffsets {
  add(chunk: Uint8Array): void;
  /** Ends the input: all bytes of the file have been added. */
  finish(): void;
  /**
   * Returns the offset in the undecoded file of a line, block, or `<` or `>` character with this number, from 1. The
   * numbers must not descend from call to call.
   */
  offsetOf(line: number): number;
  /**
   * Returns the shift state at the line or character with this number, see ByteInput.modeOf. The numbers must not
   * descend from call to call.
   */
  modeOf?(line: number): string;
}

/** The point at which reading starts: the number of bytes and lines of the file before it. */
export interface InputStart {
  byteOffset: number;
  line: number;
  /**
   * The state of the resume position. Its member `mode` is the shift state (see ByteInput.modeOf). Its member
   * `encoding` is the encoding that the byte order mark names (see ByteInput.markedEncoding).
   */
  state?: unknown;
}
