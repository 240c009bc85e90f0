import { CR, LF } from '../../bytes/ascii.ts';

/** Counts the lines in a range of bytes. A line ends with LF, CRLF or CR. A range must not end between CR and LF. */
export class LineCounter {
  /** Number of line ends. */
  lines = 0;
  /** Index after the last line end. Valid only if `lines` is greater than 0. */
  lineStart = 0;
  /** Number of UTF-8 continuation bytes after the last line end. */
  continuationBytes = 0;

  reset(): void {
    this.lines = 0;
    this.continuationBytes = 0;
  }

  count(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte === LF || byte === CR) {
        if (byte === LF || bytes[at + 1] !== LF) this.lines++;
        this.lineStart = at + 1;
        this.continuationBytes = 0;
      } else if ((byte & 0xc0) === 0x80) this.continuationBytes++;
    }
  }

  /** Adds the counts of the bytes that follow. Their counter started at their first byte, which is at index `at`. */
  add({ lines, lineStart, continuationBytes }: LineCounter, at: number): void {
    if (lines > 0) {
      this.lines += lines;
      this.lineStart = at + lineStart;
      this.continuationBytes = continuationBytes;
    } else this.continuationBytes += continuationBytes;
  }
}
