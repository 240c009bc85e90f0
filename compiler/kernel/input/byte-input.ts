import type { ByteWindow } from '../bytes/window.ts';

/** The file as UTF-8, whatever its encoding, with the way back to the bytes that were sent. */
export interface ByteInput {
  readonly window: ByteWindow;
  /** What the encoding is called in messages. */
  readonly encoding: string;
  /** Whether the window holds other bytes than the file. */
  readonly isDecoded: boolean;
  /** Takes undecoded bytes. */
  add(chunk: Uint8Array): void;
  /** No more bytes will come: what is left of an unfinished character is malformed. */
  finish(): void;
  /** Offset in the undecoded file of the line that begins at `at` in the window and is the `line`th of the file, from 1. */
  offsetOf(at: number, line: number): number;
  /** How the bytes of a line, from 1, are to be taken: the escape sequence that is in force where it begins, in an encoding that has such; else nothing. */
  modeOf?(line: number): string;
}
