/** The progress of a run. */
export interface Progress {
  /** Bytes read of the file as sent. */
  bytes: number;
  /** Size of the file as sent; null if it is unknown (a pipe). */
  totalBytes: number | null;
  records: number;
}
