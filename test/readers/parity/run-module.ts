import { stringify } from 'yaml';
import type {
  Batch,
  RecordOutcome,
  ReadOptions,
  SpecModule,
  TransformOptions,
} from '../../../compiler/kernel/model/contract.ts';
import { loadModule as loadText } from '../../support/load-module.ts';
import type { Scenario } from './arbitraries.ts';

/** Loads the module of a generated spec. Throws for a spec with errors. */
export async function loadModule({ spec, syntax }: Pick<Scenario, 'spec' | 'syntax'>): Promise<SpecModule> {
  const text = syntax === 'json' ? JSON.stringify(spec) : stringify(spec);
  return loadText({ text, path: `specs/fuzz.${syntax}`, syntax });
}

/**
 * Cuts bytes into chunks whose sizes are used in turn; without sizes into one chunk. Each chunk has its own buffer,
 * which `spoil` overwrites after reading.
 */
export function cutChunks(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  if (sizes.length === 0) return [bytes.slice()];
  const chunks: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.slice(at, at + size));
    at += size;
  }
  return chunks;
}

/** Passes all chunks to a transformer. Overwrites each chunk once it is read, as its owner may do. */
export function transform(module: SpecModule, chunks: readonly Uint8Array[], options: TransformOptions): Batch[] {
  const transformer = module.createTransformer(options);
  const batches: Batch[] = [];
  for (const chunk of chunks) {
    batches.push(...transformer.push(chunk));
    if (batches.at(-1)?.failure) return batches;
    chunk.fill(0x22);
  }
  batches.push(...transformer.end());
  return batches;
}

/** Returns all records of `read`, and the error if it threw one. */
export async function readAll(
  module: SpecModule,
  chunks: readonly Uint8Array[],
  options: ReadOptions,
): Promise<{ records: RecordOutcome<unknown>[]; error: unknown }> {
  const records: RecordOutcome<unknown>[] = [];
  try {
    for await (const record of module.read(stream(chunks), options)) records.push(record);
    return { records, error: null };
  } catch (error) {
    return { records, error };
  }
}

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
