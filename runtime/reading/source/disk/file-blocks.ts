import { DiskFull } from '../../../base/model/disk-full.ts';
import { FilesUnavailable } from '../../../base/model/files-unavailable.ts';
import { RunFailure } from '../../../base/model/run-failure.ts';

/**
 * Which blocks of a file are on disk, in shared memory. The file is a local copy of an object elsewhere. It has the size
 * of the object from the start, and blocks are copied when a thread wants to read them.
 */
export type FileBlocks = SharedArrayBuffer;

/** The size of a block in bytes. The last one may be shorter. */
export const BLOCK_BYTES = 4 * 1024 * 1024;
/** How many blocks are copied before they are read, because most readers read on. */
const BLOCKS_AHEAD = 3;

/** Why a block cannot be copied. Reading it throws. */
export type BlockFailure = 'unavailable' | 'lost' | 'altered' | 'disk_full';

const MISSING = 0;
const WANTED = 1;
const LOADING = 2;
const PRESENT = 3;
const FAILURES: readonly BlockFailure[] = ['unavailable', 'lost', 'altered', 'disk_full'];
/** The first cell counts the changes that the copying thread must know of. A cell for each block follows. */
const FIRST = 1;

/** Creates the blocks of a file that has `bytes` bytes. None of them is on disk. */
export function createFileBlocks(bytes: number): FileBlocks {
  return new SharedArrayBuffer(4 * (FIRST + Math.ceil(bytes / BLOCK_BYTES)));
}

/**
 * Waits until the bytes from offset `from` up to, but not including, `to` are on disk. Bytes after the end of the file are
 * ignored. Throws FilesUnavailable, DiskFull, and RunFailure (`file_lost`, `file_altered`).
 */
export async function waitForBlocks(blocks: FileBlocks, from: number, to: number): Promise<void> {
  const cells = new Int32Array(blocks);
  const first = FIRST + Math.floor(from / BLOCK_BYTES);
  const end = Math.min(FIRST + Math.ceil(to / BLOCK_BYTES), cells.length);
  let wanted = 0;
  for (let at = first; at < Math.min(end + BLOCKS_AHEAD, cells.length); at++)
    if (Atomics.compareExchange(cells, at, MISSING, WANTED) === MISSING) wanted++;
  if (wanted > 0) signalChange(cells);
  for (let at = first; at < end; at++) await waitForBlock(cells, at);
}

async function waitForBlock(cells: Int32Array<SharedArrayBuffer>, at: number): Promise<void> {
  for (;;) {
    const state = Atomics.load(cells, at);
    if (state === PRESENT) return;
    if (state < 0) throw createFailure(FAILURES[-state - 1] ?? 'unavailable');
    const change = Atomics.waitAsync(cells, at, state);
    if (change.async) await change.value;
  }
}

function createFailure(failure: BlockFailure): Error {
  switch (failure) {
    case 'unavailable':
      return new FilesUnavailable();
    case 'disk_full':
      return new DiskFull();
    case 'lost':
      return new RunFailure('file_lost', 'the file of the run is missing from the object store');
    case 'altered':
      return new RunFailure('file_altered', 'the stored file of the run is no longer the file that was sent');
    default:
      return failure satisfies never;
  }
}

function signalChange(cells: Int32Array<SharedArrayBuffer>): void {
  Atomics.add(cells, 0, 1);
  Atomics.notify(cells, 0);
}

/** The side of the thread that copies blocks. */
export interface BlockRequests {
  /**
   * Waits until threads want blocks, and returns the numbers of these blocks, from 0. Each block is returned once. Returns
   * null after end().
   */
  next(): Promise<number[] | null>;
  /** Reports to all threads that a block is on disk. */
  loaded(block: number): void;
  /** Reports to all threads that a block cannot be copied. */
  failed(block: number, failure: BlockFailure): void;
  /** Ends next(). Reading a block that is not on disk throws FilesUnavailable from now on. */
  end(): void;
}

/** Creates the side of the copying thread. There may be only one for a file. */
export function createBlockRequests(blocks: FileBlocks): BlockRequests {
  const cells = new Int32Array(blocks);
  let seen = -1;
  let isEnded = false;

  function take(): number[] {
    const taken: number[] = [];
    for (let at = FIRST; at < cells.length; at++)
      if (Atomics.compareExchange(cells, at, WANTED, LOADING) === WANTED) taken.push(at - FIRST);
    return taken;
  }

  function set(block: number, state: number): void {
    Atomics.store(cells, FIRST + block, state);
    Atomics.notify(cells, FIRST + block);
  }

  return {
    async next() {
      for (;;) {
        if (isEnded) return null;
        const now = Atomics.load(cells, 0);
        if (now === seen) {
          const change = Atomics.waitAsync(cells, 0, now);
          if (change.async) await change.value;
          continue;
        }
        seen = now;
        const taken = take();
        if (taken.length > 0) return taken;
      }
    },
    loaded: (block) => set(block, PRESENT),
    failed: (block, failure) => set(block, -1 - FAILURES.indexOf(failure)),
    end() {
      isEnded = true;
      for (let at = FIRST; at < cells.length; at++) if (Atomics.load(cells, at) !== PRESENT) set(at - FIRST, -1);
      signalChange(cells);
    },
  };
}
