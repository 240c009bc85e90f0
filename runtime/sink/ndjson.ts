import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { Sink } from './contract.ts';

/** A destination for lines: a file, or a stream such as standard output. */
export interface LineTarget {
  /** Writes all bytes. After the promise has resolved, the caller may overwrite `bytes`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the output. A file becomes visible under its name. */
  finish(): Promise<void>;
  /** Discards the output. A stream cannot do that, and does nothing. */
  discard(): Promise<void>;
}

const LF = 0x0a;

/**
 * Creates a sink that writes each message as a line of JSON. If the run ends as FAILED or is interrupted, it calls
 * `discard` instead of `finish`.
 */
export function createNdjsonSink(target: LineTarget): Sink {
  let buffer = Buffer.allocUnsafeSlow(0);
  return {
    messages: true,
    open: async () => null,
    async commit(batch) {
      const length = batch.bytes.length + batch.count;
      if (length === 0) return;
      if (buffer.length < length) buffer = Buffer.allocUnsafeSlow(length);
      await target.write(writeLines(batch, buffer));
    },
    close: async (result) => (result === null || result.status === 'FAILED' ? target.discard() : target.finish()),
  };
}

function writeLines({ bytes, ends, count }: Batch, buffer: Buffer): Uint8Array {
  let from = 0;
  let at = 0;
  for (let message = 0; message < count; message++) {
    const end = ends[message] ?? from;
    buffer.set(bytes.subarray(from, end), at);
    at += end - from;
    buffer[at++] = LF;
    from = end;
  }
  return buffer.subarray(0, at);
}
