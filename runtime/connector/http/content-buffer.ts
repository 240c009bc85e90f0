import type { Socket } from 'node:net';
import { MIN_PROVIDED_BYTES, type SocketReader } from './content-agent.ts';

/** The bytes of a body that have arrived and have not been read. */
export interface ContentBuffer extends SocketReader {
  /** Returns the next bytes; null if none have arrived. They may be overwritten after the next call. */
  take(): Uint8Array | null;
  /** Returns how many bytes of the body have not arrived. */
  missing(): number;
  /** Resolves when more bytes have arrived, or after end(). */
  changed(): Promise<void>;
  /** Reports that no more bytes will arrive. */
  readonly end: () => void;
}

interface Slab {
  readonly bytes: Buffer;
  /** Offsets of the bytes that have arrived and have not been taken. */
  start: number;
  end: number;
}

const SLAB_BYTES = 512 * 1024;
/** One is being filled, one is being read, and the others let the network and the reader take turns less often. */
const SLABS = 4;

/** Creates a buffer for the next `length` bytes of a socket. Pauses the socket while all slabs are in use. */
export function createContentBuffer(socket: Pick<Socket, 'pause' | 'resume'>, length: number): ContentBuffer {
  const unused: Buffer[] = Array.from({ length: SLABS - 1 }, () => Buffer.allocUnsafeSlow(SLAB_BYTES));
  let filling: Slab = { bytes: Buffer.allocUnsafeSlow(SLAB_BYTES), start: 0, end: 0 };
  const slabs = [filling];
  let missing = length;
  let wake = (): void => {};

  function fillNext(): void {
    const bytes = unused.pop();
    if (bytes === undefined) return;
    filling = { bytes, start: 0, end: 0 };
    slabs.push(filling);
    // The socket already has this slab. It stores nothing in it before it is resumed.
    if (unused.length === 0) socket.pause();
  }

  return {
    provide: () => filling.bytes.subarray(filling.end),
    stored(stored) {
      // Bytes after the end of the body are ignored.
      const bytes = Math.min(stored, missing);
      filling.end += bytes;
      missing -= bytes;
      if (SLAB_BYTES - filling.end < MIN_PROVIDED_BYTES) fillNext();
      wake();
    },
    take() {
      for (;;) {
        const slab = slabs[0] ?? filling;
        const { bytes, start, end } = slab;
        if (start < end) {
          slab.start = end;
          return bytes.subarray(start, end);
        }
        if (slab === filling) return null;
        slabs.shift();
        unused.push(bytes);
        if (unused.length === 1) socket.resume();
      }
    },
    missing: () => missing,
    changed: () => new Promise((resolve) => (wake = resolve)),
    end: () => wake(),
  };
}
