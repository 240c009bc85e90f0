/** How far a run is. */
export interface Progress {
  /** Bytes of the file as sent that are read. */
  bytes: number;
  /** Null where the size is not known: a pipe. */
  totalBytes: number | null;
  records: number;
}
