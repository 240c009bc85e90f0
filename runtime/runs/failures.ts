/** The service is stopping and accepts no more runs. */
export class RunsStopped extends Error {
  override readonly name = 'RunsStopped';

  constructor() {
    super('the service is stopping');
  }
}

/** The spooled file of a run has been removed, so the run cannot be read again. */
export class FileGone extends Error {
  override readonly name = 'FileGone';

  constructor() {
    super('the file of this run is no longer stored');
  }
}

/** There is no run with this id. */
export class NoSuchRun extends Error {
  override readonly name = 'NoSuchRun';

  constructor(runId: string) {
    super(`there is no run ${runId}`);
  }
}

/** The run has finished, so it cannot be cancelled. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';

  constructor() {
    super('the run has finished');
  }
}

/** The run has not finished, so it cannot be deleted. */
export class RunUnfinished extends Error {
  override readonly name = 'RunUnfinished';

  constructor() {
    super('the run has not finished');
  }
}

/** Too many runs wait for a thread. The message names the limit. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}
