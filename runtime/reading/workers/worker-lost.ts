/** The thread of a task crashed, ran out of memory or did not respond. The service itself continues. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  readonly isOutOfMemory: boolean;
  /** Whether the thread had other tasks, so that another one may be the cause. */
  readonly isShared: boolean;

  constructor(
    reason: string,
    {
      isOutOfMemory = false,
      isShared = false,
      ...options
    }: ErrorOptions & { isOutOfMemory?: boolean; isShared?: boolean } = {},
  ) {
    super(`the thread that read the file failed: ${reason}`, options);
    this.isOutOfMemory = isOutOfMemory;
    this.isShared = isShared;
  }
}
