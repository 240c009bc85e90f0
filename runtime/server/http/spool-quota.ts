import type { Spool, SpooledFile } from '../../reading/source/spool.ts';
import { Problem } from './problem.ts';

/** The size limit of the spooled files of each principal. */
export interface SpoolQuota {
  /** Throws a Problem (507) if the principal has no room for `bytes` more bytes. */
  check(principal: string, bytes: number): Promise<void>;
  /** Returns a view of a spool that counts the files it receives, and rejects chunks over the limit with 507. */
  spoolOf(principal: string, spool: Spool): CountedSpool;
}

/** The spool of a principal. It counts a received file until discard() or handOver(). */
export interface CountedSpool extends Spool {
  /** Ends the counting of a file that belongs to a run from now on. Stored runs are counted by the store. */
  handOver(file: Pick<SpooledFile, 'path'>): void;
}

/** How long the size of the stored files is used, in milliseconds. */
const FRESH_MS = 1000;

/**
 * Creates the quota. `storedBytes` returns the size of the files of a principal's runs. With `maxBytes` null, nothing is
 * limited.
 */
export function createSpoolQuota(
  maxBytes: number | null,
  storedBytes: (principal: string) => Promise<number>,
): SpoolQuota {
  if (maxBytes === null) return { check: async () => {}, spoolOf: (_, spool) => ({ ...spool, handOver() {} }) };
  const all = new Map<string, PrincipalBytes>();
  const bytesOf = (principal: string): PrincipalBytes => {
    const known = all.get(principal) ?? new PrincipalBytes(() => storedBytes(principal));
    all.set(principal, known);
    return known;
  };
  const checkRoom = async (principal: string, bytes: number): Promise<void> => {
    if ((await bytesOf(principal).total()) + bytes <= maxBytes) return;
    throw new Problem(
      'insufficient_storage',
      `the stored files of the caller may have ${maxBytes} bytes together. Delete runs, or wait until their files expire`,
    );
  };
  return {
    check: checkRoom,
    spoolOf: (principal, spool) => countReceived(spool, bytesOf(principal), () => checkRoom(principal, 0)),
  };
}

/** The bytes of one principal: those that are being received, and those of its runs. */
class PrincipalBytes {
  readonly #readStored: () => Promise<number>;
  #stored: { at: number; bytes: Promise<number> } | null = null;
  #received = 0;

  constructor(readStored: () => Promise<number>) {
    this.#readStored = readStored;
  }

  async total(): Promise<number> {
    const now = performance.now();
    if (this.#stored === null || now - this.#stored.at > FRESH_MS)
      this.#stored = { at: now, bytes: this.#readStored() };
    const stored = await this.#stored.bytes;
    return stored + this.#received;
  }

  add(bytes: number): void {
    this.#received += bytes;
  }

  /** Ends the counting of received bytes. They may be stored now, so the store is asked again. */
  release(bytes: number): void {
    this.#received -= bytes;
    this.#stored = null;
  }
}

function countReceived(spool: Spool, bytes: PrincipalBytes, checkRoom: () => Promise<void>): CountedSpool {
  const counted = new Map<string, number>();
  const release = (path: string): void => {
    bytes.release(counted.get(path) ?? 0);
    counted.delete(path);
  };
  /** Counts the chunks of a file. `received` is the file, which is counted until its release. */
  function count(chunks: AsyncIterable<Uint8Array>) {
    let own = 0;
    async function* guard(): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        own += chunk.length;
        bytes.add(chunk.length);
        await checkRoom();
        yield chunk;
      }
    }
    const settle = async (received: Promise<SpooledFile>): Promise<SpooledFile> => {
      const file = await received.catch((error: unknown) => {
        bytes.release(own);
        throw error;
      });
      counted.set(file.path, own);
      return file;
    };
    return { chunks: guard(), settle };
  }
  return {
    ...spool,
    receive(chunks, file) {
      const { chunks: guarded, settle } = count(chunks);
      return settle(spool.receive(guarded, file));
    },
    receiveTransient(chunks, file) {
      const { chunks: guarded, settle } = count(chunks);
      const arriving = spool.receiveTransient(guarded, file);
      return { ...arriving, received: settle(arriving.received) };
    },
    async discard(file) {
      release(file.path);
      await spool.discard(file);
    },
    handOver: ({ path }) => release(path),
  };
}
