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

/** A version of a reference table with which a run has read its file is not stored any more. */
export class TablesGone extends Error {
  override readonly name = 'TablesGone';

  constructor({ name, version }: { name: string; version: string }) {
    super(
      `the version ${version} of the reference table ${JSON.stringify(name)} is not stored any more. Retry without keepReference (--keep-reference), with its current version`,
    );
  }
}

/** The run has finished, so it cannot be cancelled. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';

  constructor() {
    super('the run has finished');
  }
}

/** A run in pieces has not published its whole file, so what it has published cannot be read again. */
export class PiecesIncomplete extends Error {
  override readonly name = 'PiecesIncomplete';

  constructor() {
    super(
      'the run publishes pieces of its file at the same time and has not published all of it: its records with issues and its rejects are known when it has. The result has the first ones',
    );
  }
}

/** A key of a mask of a run cannot be used, or is another one now. So it is not known which records the run has published. */
export class MaskKeyLost extends Error {
  override readonly name = 'MaskKeyLost';

  constructor(reason: string) {
    super(
      `which records the run has published is known only with the keys of its masks: put them back into their credentials, and ask again. ${reason}`,
    );
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

/** A retry of the rejects of the same file has not finished. `runId`: that of the retry; null if it is not known. */
export class RetryUnfinished extends Error {
  override readonly name = 'RetryUnfinished';
  readonly runId: string | null;

  constructor(runId: string | null) {
    super('another run of the same file has not finished. Try again when it has');
    this.runId = runId;
  }
}

/** The rejects of a run cannot be published. `code` says why, and the message what to do. */
export class RejectsNotRetryable extends Error {
  override readonly name = 'RejectsNotRetryable';
  readonly code: 'no_rejects' | 'repaired_differs' | 'too_many_rejects';

  constructor(code: RejectsNotRetryable['code'], message: string) {
    super(message);
    this.code = code;
  }
}
