import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../../../runtime/base/model/checkpoint.ts';
import type { CountedBatch } from '../../../runtime/base/model/issue-counts.ts';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import type { RunInfo } from '../../../runtime/base/model/run-info.ts';
import { createParquetSink } from '../../../runtime/sink/file/parquet/parquet-sink.ts';
import type { LineTarget } from '../../../runtime/sink/line-targets.ts';

/** How a run ends. Null: it is interrupted. */
export type Ending = ProcessingResult['status'] | null;

/** Reads a file with a module, and writes its records into a target. */
export async function writeParquet(
  { module, file, batchRecords = 1000 }: { module: SpecModule; file: Uint8Array; batchRecords?: number },
  target: LineTarget,
  ending: Ending = 'SUCCESS',
): Promise<void> {
  const sink = createParquetSink(target);
  // The sink reads nothing else of a run, its checkpoint and its result.
  await sink.open({ spec: module.spec } as RunInfo);
  const transformer = module.createTransformer({ today: '2026-01-01', batchRecords, keys: false });
  for (const batch of [...transformer.push(file), ...transformer.end()])
    await sink.commit(batch as CountedBatch, {} as Checkpoint);
  await sink.close(ending === null ? null : ({ status: ending } as ProcessingResult));
}

/** Returns the file that writeParquet() writes. */
export async function parquetOf(input: Parameters<typeof writeParquet>[0]): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  await writeParquet(input, {
    write: async (bytes) => void parts.push(...bytes.map((part) => part.slice())),
    finish: async () => {},
    discard: async () => void parts.splice(0),
  });
  const all = Buffer.concat(parts);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length) as ArrayBuffer;
}
