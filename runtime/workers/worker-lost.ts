/** The thread that worked on a request is lost (out of memory, or it hung); the service is not. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';

  constructor(reason: string, options?: ErrorOptions) {
    super(`the thread that read the file failed: ${reason}`, options);
  }
}
