import type { SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { compareReadings } from './compare-readings.ts';
import { cutChunks } from './run-module.ts';

const today = '2024-03-01';

/**
 * Compares the fast and the careful readings of a text, in one chunk and in several. Returns how many records were read
 * fast.
 */
export function compareAll(module: SpecModule, text: string, options: TransformOptions): number {
  const bytes = new TextEncoder().encode(text);
  for (const size of [[], [5000, 3]]) compareReadings(module, cutChunks(bytes, size), { today, ...options });
  const transformer = module.createTransformer({ today, ...options }) as unknown as {
    fastRecords: number;
    push(chunk: Uint8Array): Iterable<unknown>;
    end(): Iterable<unknown>;
  };
  for (const _ of [...transformer.push(bytes), ...transformer.end()]);
  return transformer.fastRecords;
}
