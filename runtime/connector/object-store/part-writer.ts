import type { RemoteWriter } from '../connector.ts';

/** An upload in parts. */
export interface PartUpload {
  /** Returns the size of the part with this index, in bytes. Only the last part may be shorter. */
  partBytes(index: number): number;
  /** Sends a part that is not the last one. */
  sendPart(bytes: Uint8Array, index: number): Promise<void>;
  /** Sends the rest, which may be empty, after `count` parts, and completes the object. */
  complete(rest: Uint8Array, count: number): Promise<void>;
  /** Discards the parts. May throw. */
  abort(): Promise<void>;
}

/** The size of the first parts of an upload, in bytes. At most one part is held in memory. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Creates a writer that collects bytes to parts and sends them. */
export function createPartWriter(upload: PartUpload): RemoteWriter {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let count = 0;

  function take(length: number): Uint8Array {
    const all = Buffer.concat(held, heldBytes);
    held = length === all.length ? [] : [all.subarray(length)];
    heldBytes -= length;
    return all.subarray(0, length);
  }

  return {
    async write(bytes) {
      // The caller may use its buffer again.
      held.push(Uint8Array.prototype.slice.call(bytes));
      heldBytes += bytes.length;
      for (let size = upload.partBytes(count); heldBytes > size; size = upload.partBytes(count)) {
        await upload.sendPart(take(size), count);
        count++;
      }
    },
    commit: () => upload.complete(take(heldBytes), count),
    async abort() {
      held = [];
      heldBytes = 0;
      // Stores remove uploads that are never completed, so a failure has no effect on files.
      await upload.abort().catch(() => {});
    },
  };
}
