import type { Random } from '../../support/random.ts';

/** A fuzz target: a source of inputs, and the check that every input must pass. */
export interface Target {
  /** Creates an input from random numbers only. */
  make(random: Random): FuzzInput;
  /** Recreates an input that failed earlier, from its seed file. */
  revive(origin: string, bytes: Uint8Array): FuzzInput;
  /** Throws if the input reveals a defect. */
  judge(input: FuzzInput): Promise<void> | void;
}

export interface FuzzInput {
  /** The name of the sample from which the bytes were derived. */
  origin: string;
  bytes: Uint8Array;
  /** A separate random generator for reading the bytes, so that a seed file is sufficient. */
  random: Random;
}

/** The targets, one file each. */
export const TARGETS = ['archives', 'files', 'json', 'packed', 'specs', 'workbooks'] as const;
export type TargetName = (typeof TARGETS)[number];

/** Loads a target, and compiles its samples. */
export async function loadTarget(name: TargetName): Promise<Target> {
  const loaded = (await import(`./target-${name}.ts`)) as { createTarget(): Promise<Target> };
  return loaded.createTarget();
}
