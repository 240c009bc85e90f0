import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { Sink } from './contract.ts';

/** Receives lines: a file, or a stream such as standard output. */
export interface LineTarget {
  /** Writes all bytes. The caller can reuse them when it resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the output, so that readers can see it. */
  finish(): Promise<void>;
  /** Discards the output if the target can do so. */
  discard(): Promise<void>;
}

const LF = 0x0a;

/**
 * Creates a sink that writes events as lines of JSON. If the run FAILED or was interrupted, the output is discarded.
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
