/** The thread of a request crashed, ran out of memory or hung. The service itself continues. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';

  constructor(reason: string, options?: ErrorOptions) {
    super(`the thread that read the file failed: ${reason}`, options);
  }
}
