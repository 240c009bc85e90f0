/** The file of a job that a run has read, by the key of the run. */
export interface RunFile {
  readonly jobId: string;
  readonly number: number;
  readonly generation: number;
}

/** The key that makes a second run of the same file impossible. A client cannot send a key with a blank. */
export function runKeyOf({ id }: { id: string }, { number, generation }: Omit<RunFile, 'jobId'>): string {
  return `job ${id} file ${number} ${generation}`;
}

/** Returns the file of a job from the key of its run; null if the run is not that of a job. */
export function readRunKey(key: string | null): RunFile | null {
  const [, jobId, number, generation] = /^job (\S+) file (\d+) (\d+)$/.exec(key ?? '') ?? [];
  return jobId === undefined ? null : { jobId, number: Number(number), generation: Number(generation) };
}
