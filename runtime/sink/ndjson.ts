import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { Sink } from './contract.ts';

/** Where lines go: a file, or a stream such as the standard output. */
export interface LineTarget {
  /** Writes all of `bytes`; they are free for others when the promise resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** All lines are written: they may be shown. */
  finish(): Promise<void>;
  /** The lines written so far are not to be shown, where that can still be had. */
  discard(): Promise<void>;
}

const LF = 0x0a;

/** Events as lines of JSON. A run that FAILED, or was broken off, is discarded as far as the target can. */
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
