import { CR, LF } from '../../bytes/ascii.ts';

/** The lines of bytes that were gone through. LF, CRLF and CR end a line; none of the bytes parts a CRLF. */
export class LineCounter {
  /** Line ends. */
  lines = 0;
  /** Where the last line begins, where there is a line end. */
  lineStart = 0;
  /** Bytes of that line, or of all where there is no line end, that go on with a character. */
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

  /** Goes on with what another one has counted of the bytes at `at`. */
  add({ lines, lineStart, continuationBytes }: LineCounter, at: number): void {
    if (lines > 0) {
      this.lines += lines;
      this.lineStart = at + lineStart;
      this.continuationBytes = continuationBytes;
    } else this.continuationBytes += continuationBytes;
  }
}
