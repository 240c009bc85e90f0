import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position, SpecModule, TransformOptions } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../runtime/model/issue-counts.ts';
import { readInSplits } from '../../runtime/split/read-in-splits.ts';
import { arrive } from './arrive.ts';
import { ownHelpers } from './own-helpers.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-splits-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export interface SplitRun {
  module: SpecModule;
  bytes: Uint8Array;
  options: TransformOptions;
  splitBytes: number;
  helpers: number;
  leavesAfterMs?: number;
  from?: Position | null;
  mostWrong?: number;
  /** It is still being received, in pieces of so many bytes; absent: it is there. */
  piece?: number | undefined;
  /** How many problems are still to be listed; absent: all. */
  listed?: () => number;
  onBatch?: (batch: CountedBatch) => void;
}

/** The batches of a file that is read in splits. */
export async function readSplitFile({
  module,
  bytes,
  options,
  splitBytes,
  helpers,
  leavesAfterMs,
  from = null,
  mostWrong = Infinity,
  piece,
  listed,
  onBatch,
}: SplitRun): Promise<CountedBatch[]> {
  const { splits } = module.spec;
  if (splits === undefined) throw new Error('the spec has no splits');
  const path = join(folder, 'file');
  if (piece === undefined) writeFileSync(path, bytes);
  const arriving = piece === undefined ? null : await arrive(path, bytes, { piece });
  const handle = await open(path);
  const own = ownHelpers(module, helpers, leavesAfterMs);
  const batches: CountedBatch[] = [];
  try {
    const file = {
      module,
      splits,
      shared: { descriptor: handle.fd, ...(arriving !== null && { growth: arriving.growth }) },
      options,
    };
    for await (const batch of readInSplits({
      file,
      from,
      bytes: splitBytes,
      helpers: own,
      mostWrong,
      ...(listed !== undefined && { listed }),
    })) {
      batches.push(batch);
      onBatch?.(batch);
      if (batch.failure !== null) break;
    }
    await own.over();
    await arriving?.over;
  } finally {
    await handle.close();
  }
  return batches;
}
