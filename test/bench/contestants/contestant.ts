import type { Tally } from '../checks/collector.ts';

/** What a contestant is given. */
export interface Task {
  /** Name of the case. */
  name: string;
  file: string;
  /** Folder of the compiled modules: `<spec>.mjs`. */
  modules: string;
  /** Name of the case's spec. */
  spec: string;
  /** Whether the output is wanted as a hash; then the time does not count. */
  isHashed: boolean;
}

/** Reads the file once. What it has to load is loaded before it gives its run, and not measured. */
export type Prepare = (task: Task) => Promise<() => Promise<Tally>>;

/** A peer from the packages of the benchmark, which the project itself does not know; the caller says what it is. */
export async function loadPeer<T>(name: string): Promise<T> {
  const loaded: unknown = await import(name);
  // Only what the caller describes is used of it.
  return loaded as T;
}
