/** Cuts a file into what its decoder takes at a time. */
export interface ChunkAligner {
  /** What can be decoded now, of what was held back and the next bytes of the file. */
  takeWhole(chunk: Uint8Array): Uint8Array;
  /** What was held back, at the end. */
  takeRest(): Uint8Array;
  /** For each U+FFFD of the text of these bytes whether the file has it so. */
  isReplacementInSource?(text: string, source: Uint8Array): boolean[];
  noteDecoded?(source: Uint8Array): void;
}
