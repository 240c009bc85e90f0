/**
 * The cell that a fast reader stands on, as its format has it. `openBare` … `closesBare` for values of few known bytes, `copy`
 * for texts, `text` for the careful reading of one field.
 */
export interface FastCells {
  /** Where the cell ended that was closed, copied or taken as text last. */
  end: number;
  /** What `copy` learnt: length in code points; whether JSON escapes some; whether there is nothing but ASCII without escapes. */
  codePoints: number;
  hasEscapes: boolean;
  isPlain: boolean;
  /** Whether `copyTrimmed`, or `openBare` and `closesBare`, dropped blanks. */
  isTrimmed: boolean;
  /** Whether the cell that begins at `at` is empty. Of an empty one in quotes this need not be known. */
  isEmpty(input: Uint8Array, at: number): boolean;
  /** Opens the cell that begins at `at`: where its text begins behind spaces. */
  openBare(input: Uint8Array, at: number): number;
  /** Whether the text of the open cell ends at `at` but for spaces. */
  closesBare(input: Uint8Array, at: number): boolean;
  /** Writes the cell that begins at `at` as a JSON string; gives the end, -1 where it has to be read carefully. */
  copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number;
  /** The same without the blanks around. */
  copyTrimmed(input: Uint8Array, at: number, output: Uint8Array, length: number): number;
  /** The text of the cell that begins at `at`; null where the record has to be read carefully. */
  text(input: Uint8Array, at: number): string | null;
}
