import type { ByteWindow } from '../bytes/window.ts';

/**
 * A file that is decoded to UTF-8 while its bytes arrive. It can map the beginning of each line to its offset in the
 * undecoded file.
 */
export interface ByteInput {
  /** The decoded bytes that have not been read yet. */
  readonly window: ByteWindow;
  /** Name of the encoding for messages. */
  readonly encoding: string;
  /** Whether the bytes in the window differ from those of the file. False if the file is in UTF-8. */
  readonly isDecoded: boolean;
  /** Whether some bytes of the file are no text, so that nothing is concluded from them. Default: false. */
  readonly isBinary?: boolean;
  /**
   * The encoding that the file's byte order mark names, if it differs from the encoding of the spec. It is a name of
   * the Encoding Standard. Undefined if the spec's encoding applies.
   */
  readonly markedEncoding?: string | undefined;
  /** Decodes the next bytes of the file and adds the result to the window. */
  add(chunk: Uint8Array): void;
  /** Ends the input. If the last character is incomplete, the window then contains malformed bytes in its place. */
  finish(): void;
  /**
   * Returns the offset in the undecoded file at which a line begins.
   * @param at index in the window at which the line begins
   * @param line number of the same line in the file, from 1
   */
  offsetOf(at: number, line: number): number;
  /**
   * Returns the shift state of the encoding at the beginning of a line: the escape sequence that determines how the
   * next bytes are decoded. Empty in encodings without shift states. Lines count from 1.
   */
  modeOf?(line: number): string;
}
