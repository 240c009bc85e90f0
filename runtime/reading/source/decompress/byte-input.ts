import type { OpenedFile } from '../disk/local-file.ts';
import { readFully } from '../disk/read-fully.ts';

/** Bytes that are read once, from the beginning to the end. */
export interface ByteInput {
  /** Returns the next `length` bytes, or fewer at the end. */
  read(length: number): Promise<Buffer>;
  /** Skips `length` bytes. Returns false if there are fewer. */
  skip(length: number): Promise<boolean>;
}

/** Creates an input from a file on disk or in memory. It does not read the bytes that it skips. */
export function createFileInput(handle: OpenedFile, onRead: (bytes: number) => void = () => {}): ByteInput {
  let at = 0;
  return {
    async read(length) {
      const bytes = await readFully(handle, at, length);
      at += bytes.length;
      onRead(bytes.length);
      return bytes;
    },
    async skip(length) {
      at += length;
      return at <= (await handle.stat()).size;
    },
  };
}

/** Creates an input from chunks, which may be overwritten when the next one is requested. Close it if it is not read to its end. */
export function createStreamInput(chunks: AsyncIterable<Uint8Array>): ByteInput & { close(): Promise<void> } {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);

  /** Passes at most `length` bytes to `take`. Returns how many. */
  async function advance(length: number, take: (part: Uint8Array) => void): Promise<number> {
    let taken = 0;
    while (taken < length) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) break;
        rest = next.value;
        continue;
      }
      const part = rest.subarray(0, length - taken);
      take(part);
      taken += part.length;
      rest = rest.subarray(part.length);
    }
    return taken;
  }

  return {
    async read(length) {
      const parts: Buffer[] = [];
      await advance(length, (part) => parts.push(Buffer.from(part)));
      return Buffer.concat(parts);
    },
    skip: async (length) => (await advance(length, () => {})) === length,
    close: async () => void (await iterator.return?.()),
  };
}
