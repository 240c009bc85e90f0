import { CR, LF } from '../../bytes/ascii.ts';

/** Counts the lines in bytes. A line ends with LF, CRLF or CR. Callers never split a CRLF. */
export class LineCounter {
  /** Number of line ends. */
  lines = 0;
  /** Index at which the last line begins. Valid if there is a line end. */
  lineStart = 0;
  /** Number of UTF-8 continuation bytes on the last line. */
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

  /** Adds the count of another counter, whose bytes begin at index `at`. */
  add({ lines, lineStart, continuationBytes }: LineCounter, at: number): void {
    if (lines > 0) {
      this.lines += lines;
      this.lineStart = at + lineStart;
      this.continuationBytes = continuationBytes;
    } else this.continuationBytes += continuationBytes;
  }
}
