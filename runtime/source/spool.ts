/** A file that was received whole and lies on the disk. */
export interface SpooledFile {
  /** Where it lies: in the folder `spool` of the data folder. */
  path: string;
  /** The name under which it was sent, as results show it. */
  fileName: string;
  bytes: number;
  /** SHA-256 of the file as sent, hexadecimal. */
  sha256: string;
}

/** More bytes came than may come. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** Files on their way: received to the disk, never held in memory. */
export interface Spool {
  /**
   * Writes a file as it comes, at the disk's pace, and hashes it on the way; fsynced, with its name,
   * when the promise resolves. Where it throws (DiskFull, FileTooLarge, what the stream or the signal
   * throws) nothing is left of it.
   */
  receive(chunks: AsyncIterable<Uint8Array>, file: { fileName: string; maxBytes: number; signal?: AbortSignal }): Promise<SpooledFile>;
  /** Removes a file that no run took over. */
  discard(file: SpooledFile): Promise<void>;
}

/** The spool of a data folder. */
export function openSpool(dataFolder: string): Spool {
  throw new Error(`not yet: ${dataFolder}`);
}
