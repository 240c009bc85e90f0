/** The thread of a task crashed, ran out of memory or did not respond. The service itself continues. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  readonly isOutOfMemory: boolean;

  constructor(reason: string, { isOutOfMemory = false, ...options }: ErrorOptions & { isOutOfMemory?: boolean } = {}) {
    super(`the thread that read the file failed: ${reason}`, options);
    this.isOutOfMemory = isOutOfMemory;
  }
}
