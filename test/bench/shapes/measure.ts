import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import type { Shape } from './shape.ts';

/** The largest chunk that the runtime reads. Superlinear cost shows first in large chunks. */
const CHUNK_BYTES = 1024 * 1024;
const SIZES = [1, 2, 4] as const;

/** The processor time for a shape at 1, 2 and 4 times a size. */
export interface ShapeTimes {
  readonly name: string;
  /** Size of the smallest file, in bytes. */
  readonly bytes: number;
  /** Seconds, the best of several readings. */
  readonly seconds: readonly number[];
}

/** Reads files of a shape, each `rounds` times. */
export async function measureShape({ name, spec, make }: Shape, bytes: number, rounds: number): Promise<ShapeTimes> {
  const module = await loadModule({ text: JSON.stringify(spec), path: name, syntax: 'json' });
  const seconds = SIZES.map((factor) => {
    const file = make(factor * bytes);
    return Math.min(...Array.from({ length: rounds }, () => measureReading(module, file)));
  });
  return { name, bytes, seconds };
}

/** Returns how many times as long a file of four times the size takes. Linear: 4, quadratic: 16. */
export function slopeOf({ seconds }: ShapeTimes): number {
  return (seconds[2] ?? 0) / Math.max(seconds[0] ?? 0, 1e-3);
}

/** Returns the processor time of one reading, in seconds. */
function measureReading(module: SpecModule, file: Buffer): number {
  const before = process.cpuUsage();
  const transformer = module.createTransformer({ today: '2026-01-01' });
  for (let at = 0; at < file.length; at += CHUNK_BYTES)
    for (const _ of transformer.push(file.subarray(at, at + CHUNK_BYTES)));
  for (const _ of transformer.end());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
