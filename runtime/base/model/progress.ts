/** The progress of a run. */
export interface Progress {
  /** Number of bytes read so far of the file as sent (before decompression). */
  bytes: number;
  /** Size of the file as sent, in bytes; null if it is unknown (a pipe). */
  totalBytes: number | null;
  /** Number of records read so far. */
  records: number;
}
