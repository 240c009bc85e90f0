import type { ContestantResult } from '../checks/collector.ts';

/** The input of a contestant. */
export interface Task {
  /** Name of the case. */
  name: string;
  file: string;
  /** Folder of the compiled modules: `<spec>.mjs`. */
  modules: string;
  /** Name of the case's spec. */
  spec: string;
  /** Whether to hash the output. Then the time does not count. */
  isHashed: boolean;
}

/** Loads a contestant, and returns a function that reads the file once. Only that function is measured. */
export type Prepare = (task: Task) => Promise<() => Promise<ContestantResult>>;

/**
 * Loads a peer from the packages of the benchmark, which are not dependencies of the project. The caller declares its
 * type.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  const loaded: unknown = await import(name);
  // Only the members that the caller declares are used.
  return loaded as T;
}
