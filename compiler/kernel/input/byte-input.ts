import type { ByteWindow } from '../bytes/window.ts';

/** A file, decoded to UTF-8 from any encoding. It maps lines back to offsets in the undecoded file. */
export interface ByteInput {
  readonly window: ByteWindow;
  /** Name of the encoding in messages. */
  readonly encoding: string;
  /** Whether the bytes in the window differ from those of the file. */
  readonly isDecoded: boolean;
  /**
   * The encoding that the file's byte order mark decides against the spec, with its name in the Encoding Standard.
   * Undefined if the spec's encoding applies.
   */
  readonly markedEncoding?: string | undefined;
  /** Adds undecoded bytes of the file. */
  add(chunk: Uint8Array): void;
  /** Ends the input. An unfinished character at the end is malformed. */
  finish(): void;
  /**
   * Returns the offset of a line in the undecoded file.
   * @param at index in the window at which the line begins
   * @param line number of the line in the file, from 1
   */
  offsetOf(at: number, line: number): number;
  /**
   * Returns the shift state at the beginning of a line (from 1): the escape sequence in force there. Empty in encodings
   * without shift states.
   */
  modeOf?(line: number): string;
}
