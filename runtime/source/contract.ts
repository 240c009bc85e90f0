import type { SharedFile } from './disk/file-progress.ts';

/** A file to read: from the disk, from a pipe, from the spool, or another source decompressed. */
export interface Source {
  /** The file's name as results show it; `-` for the standard input. */
  readonly fileName: string;
  /** Size of the file as sent, in bytes; null where it is not known before the end. */
  readonly totalBytes: number | null;
  /** Where the undecoded file itself lies on the disk: then several threads may read it, instead of `chunks`. */
  readonly seekable?: SeekableFile;
  /** How many bytes of the file as sent are read: for progress. */
  bytesRead(): number;
  /**
   * The undecoded file from `byteOffset` on. A chunk's bytes stay as they are only until the next chunk
   * is asked for. Called once. Throws where the source cannot begin there, and the signal's reason when
   * it is aborted while waiting for bytes.
   */
  chunks(byteOffset: number, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * SHA-256 of the file as sent, hexadecimal. Reads what was not read yet; a pipe that was left before
   * its end is not read further: null.
   */
  sha256(): Promise<string | null>;
  /** Lets go of the file. */
  close(): Promise<void>;
}

/** An open file that can be read from any offset, by any thread of the process. */
export interface SeekableFile {
  readonly shared: SharedFile;
  /** Its size when it was opened, or about how large it will be; Infinity where that is not known. */
  readonly bytes: number;
  /** All before `byteOffset` is read: for progress. */
  setReadPosition(byteOffset: number): void;
  /** Hashes what stands before `byteOffset`, which the system still holds in memory; `sha256` hashes the rest. */
  hashTo(byteOffset: number): void;
}
