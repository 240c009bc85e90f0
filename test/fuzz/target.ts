import type { Random } from '../support/random.ts';

/** What is fuzzed: where inputs come from, and what must hold of each. */
export interface Target {
  /** An input, made of random numbers alone. */
  make(random: Random): FuzzInput;
  /** What a seed of this name was: an input that was found. */
  revive(origin: string, bytes: Uint8Array): FuzzInput;
  /** Throws where something does not hold. */
  judge(input: FuzzInput): Promise<void> | void;
}

export interface FuzzInput {
  /** What the bytes are for: the name of a sample. */
  origin: string;
  bytes: Uint8Array;
  /** How they are given: numbers of their own, so that a seed needs no others. */
  random: Random;
}

/** The targets, each in a file of its own. */
export const TARGETS = ['files', 'packed', 'specs'] as const;
export type TargetName = (typeof TARGETS)[number];

/** Makes a target; samples are compiled. */
export async function loadTarget(name: TargetName): Promise<Target> {
  const loaded = (await import(`./target-${name}.ts`)) as { makeTarget(): Promise<Target> };
  return loaded.makeTarget();
}
