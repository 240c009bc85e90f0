/** Cuts a file into what its decoder takes at a time. */
export interface ChunkAligner {
  /** What can be decoded now, of what was held back and the next bytes of the file. */
  whole(chunk: Uint8Array): Uint8Array;
  /** What was held back, at the end. */
  rest(): Uint8Array;
  /** For each U+FFFD of the text of these bytes whether the file has it so. */
  replacementsSent?(text: string, source: Uint8Array): boolean[];
  decoded?(source: Uint8Array): void;
}
