import type { SharedFile } from './disk/file-progress.ts';

/** A file to read: a file on disk or in the spool, a pipe, or the content of a compressed file. */
export interface Source {
  /** The name of the file in results; `-` for standard input. */
  readonly fileName: string;
  /** Size of the file as sent, in bytes; null if it is unknown until the end. */
  readonly totalBytes: number | null;
  /**
   * Present if the file is on disk and not compressed. Then several threads can read it directly, instead of calling
   * chunks().
   */
  readonly seekable?: SeekableFile;
  /** The whole file. Present if it is in memory and not compressed. */
  readonly content?: Uint8Array;
  /** Number of bytes of the file as sent that have been read. It serves to show progress. */
  bytesRead(): number;
  /**
   * Yields the bytes of the file, decompressed but not decoded, from `byteOffset` on. A chunk may be overwritten when
   * the next one is requested. May be called once. Throws RunFailure if compressed data is damaged or its content is
   * too large. Throws an Error if the source is a pipe and `byteOffset` is not 0, and the reason of `signal` if it is
   * aborted.
   */
  chunks(byteOffset: number, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Returns the SHA-256 (hexadecimal) of the file as sent. Reads the part of the file that has not been read yet.
   * Returns null for a pipe that was not read to its end, and for a source that computes no hash.
   */
  sha256(): Promise<string | null>;
  /** Closes the file. */
  close(): Promise<void>;
}

/** A file that any thread of the process can read at any offset. */
export interface SeekableFile {
  readonly shared: SharedFile;
  /**
   * Size in bytes when the file was opened. For a file that is still being received: the expected size, or Infinity if
   * unknown.
   */
  readonly bytes: number;
  /** Reports that other threads have read the file up to `byteOffset`. It serves to show progress. */
  setReadPosition(byteOffset: number): void;
  /**
   * Adds bytes up to about `byteOffset` to the hash while the system still has them in its cache. sha256() adds the
   * remaining bytes.
   */
  hashTo(byteOffset: number): void;
}
