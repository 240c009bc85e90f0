import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../../runtime/base/model/issue-counts.ts';
import { readInSplits } from '../../../runtime/reading/split/read-in-splits.ts';
import { createDiskKeys } from '../../../runtime/reading/unique-keys/disk-keys.ts';
import { createRepeatableKeys } from '../../../runtime/reading/unique-keys/key-recorder.ts';
import { writeArrivingFile } from './arriving-file.ts';
import { ownHelpers } from './own-helpers.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-splits-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

export interface SplitRun {
  module: SpecModule;
  bytes: Uint8Array;
  options: TransformOptions;
  splitBytes: number;
  helpers: number;
  leavesAfterTurns?: number;
  from?: Position | null;
  maxWrongGuesses?: number;
  /** The size of the pieces in which it arrives; absent: it is complete. */
  piece?: number | undefined;
  /** How many records with issues may still be listed; absent: all. */
  maxListed?: () => number;
  onBatch?: (batch: CountedBatch) => void;
  /** Whether helpers hold their messages and write them to a file themselves. */
  holdsMessages?: boolean;
  onHeld?: () => void;
}

/** Returns the batches of a file that is read in splits. A file with UNIQUE rules is read from its beginning. */
export async function readSplitFile({
  module,
  bytes,
  options,
  splitBytes,
  helpers,
  leavesAfterTurns,
  from = null,
  maxWrongGuesses = Infinity,
  piece,
  maxListed,
  onBatch,
  holdsMessages = false,
  onHeld = () => {},
}: SplitRun): Promise<CountedBatch[]> {
  const { splits } = module.spec;
  if (splits === undefined) throw new Error('the spec has no splits');
  // A separate file, because a reader left by a failed test may still read the previous one.
  const path = join(folder, `file-${++files}`);
  if (piece === undefined) writeFileSync(path, bytes);
  const arriving = piece === undefined ? null : await writeArrivingFile(path, bytes, { piece });
  const handle = await open(path);
  const own = ownHelpers(module, helpers, leavesAfterTurns);
  const keys = module.spec.hasUniqueRules === true ? createDiskKeys() : null;
  const batches: CountedBatch[] = [];
  const written = await createWrittenMessages(`${path}.out`);
  try {
    const file = {
      module,
      splits,
      shared: { descriptor: handle.fd, ...(arriving !== null && { fileProgress: arriving.fileProgress }) },
      options,
      ...(keys !== null && { uniqueKeys: createRepeatableKeys(keys) }),
      holdsMessages,
    };
    for await (const batch of readInSplits({
      file,
      from,
      bytes: splitBytes,
      helpers: own,
      maxWrongGuesses,
      ...(maxListed !== undefined && { maxListed }),
    })) {
      batches.push(batch);
      if (batch.held !== undefined) onHeld();
      written.add(batch);
      onBatch?.(batch);
      if (batch.failure !== null) break;
    }
  } finally {
    await own.over();
    await arriving?.over;
    // A helper that has left does not write its messages, so they are read again.
    await written.close();
    await handle.close();
    keys?.close();
    rmSync(path);
  }
  return batches;
}

/** Has held messages written to a file while the next batches are read. close() moves them into their batches. */
async function createWrittenMessages(path: string) {
  const handle = await open(path, 'wx+');
  const writing: Promise<void>[] = [];
  let end = 0;
  return {
    add(batch: CountedBatch): void {
      const { held } = batch;
      if (held === undefined) return;
      const position = end;
      end += held.bytes;
      const toBatch = async (): Promise<void> => {
        const { buffer } = await handle.read(Buffer.alloc(held.bytes), 0, held.bytes, position);
        batch.bytes = new Uint8Array(buffer);
        delete batch.held;
      };
      writing.push(held.write(path, position, false).then(toBatch));
    },
    async close(): Promise<void> {
      try {
        await Promise.all(writing);
      } finally {
        await handle.close();
        rmSync(path);
      }
    },
  };
}
