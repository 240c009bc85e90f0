/** Cuts the bytes of a file into chunks that its decoder can handle. */
export interface ChunkAligner {
  /** Adds the next bytes of the file. Returns those that can be decoded now, including bytes held back before. */
  takeWhole(chunk: Uint8Array): Uint8Array;
  /** Returns the bytes that are held back. Called at the end of the file. */
  takeRest(): Uint8Array;
  /** Returns for each U+FFFD in the decoded text of `source` whether the file itself contains this character. */
  isReplacementInSource?(text: string, source: Uint8Array): boolean[];
  noteDecoded?(source: Uint8Array): void;
}
