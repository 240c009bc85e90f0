import type { SharedFile } from './disk/file-progress.ts';

/** A file to read: on disk, from a pipe, in the spool, or the content of a compressed file. */
export interface Source {
  /** The name of the file in results; `-` for standard input. */
  readonly fileName: string;
  /** Size of the file as sent, in bytes; null if it is unknown until the end. */
  readonly totalBytes: number | null;
  /** Present if the undecoded file itself is on disk. Then several threads can read it, instead of chunks(). */
  readonly seekable?: SeekableFile;
  /** Number of bytes read of the file as sent, to show progress. */
  bytesRead(): number;
  /**
   * Yields the undecoded file from `byteOffset` on. A chunk is valid until the next one is requested. May be called
   * once. Throws if the source cannot start at the offset, and the reason of the signal if it is aborted.
   */
  chunks(byteOffset: number, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Returns the SHA-256 of the file as sent, hexadecimal, and reads the rest of the file for it. Returns null for a
   * pipe that was not read to its end.
   */
  sha256(): Promise<string | null>;
  /** Closes the file. */
  close(): Promise<void>;
}

/** An open file that any thread of the process can read at any offset. */
export interface SeekableFile {
  readonly shared: SharedFile;
  /** Its size when it was opened, or the expected size; Infinity if unknown. */
  readonly bytes: number;
  /** Reports that the file has been read up to `byteOffset`, to show progress. */
  setReadPosition(byteOffset: number): void;
  /** Hashes the file up to `byteOffset` while the system still caches it. sha256() hashes the rest. */
  hashTo(byteOffset: number): void;
}
