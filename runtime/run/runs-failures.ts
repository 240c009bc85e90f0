/** The service is about to end: no run is taken on any more. */
export class RunsStopped extends Error {
  override readonly name = 'RunsStopped';

  constructor() {
    super('the service is stopping');
  }
}

/** The spooled file of a run is not kept any more. */
export class FileGone extends Error {
  override readonly name = 'FileGone';

  constructor() {
    super('the file of this run is not kept any more');
  }
}

/** The thread that worked on a request is lost (out of memory, or it hung); the service is not. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}
