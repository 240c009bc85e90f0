/** Learns the offsets of lines, blocks or markup characters from the undecoded bytes of a file. */
export interface SourceOffsets {
  add(chunk: Uint8Array): void;
  /** Ends the input. */
  finish(): void;
  /** Returns the offset in the file of a line (block, markup character), from 1. Callers ask with ascending numbers. */
  offsetOf(line: number): number;
  /** Returns the shift state at a line; see ByteInput. Callers ask with ascending numbers. */
  modeOf?(line: number): string;
}

/** Where reading starts: the number of bytes and lines of the file before it. */
export interface InputStart {
  byteOffset: number;
  line: number;
  /** The state of a resume position. Its member `mode` is the shift state; see ByteInput. */
  state?: unknown;
}
