/** Joins and cuts the chunks of a file so that its decoder can handle them. */
export interface ChunkAligner {
  /** Adds a chunk. Returns the bytes that can be decoded now, including bytes that earlier calls held back. */
  takeWhole(chunk: Uint8Array): Uint8Array;
  /** Returns the bytes that are still held back. Called at the end of the file. */
  takeRest(): Uint8Array;
  /**
   * Returns one element for each U+FFFD in `text`, in order. It is true if the file itself contains this character, and
   * false if the decoder has inserted it for a malformed sequence. `text` is the decoded text of the bytes `source`.
   * Absent if the encoding has no U+FFFD.
   */
  isReplacementInSource?(text: string, source: Uint8Array): boolean[];
}
