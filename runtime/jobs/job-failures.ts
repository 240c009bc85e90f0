import type { DefinitionProblem } from './definition/document.ts';

/** There is no job with this id or name. */
export class JobNotFound extends Error {
  override readonly name = 'JobNotFound';
}

/** The job has no file with this id. */
export class JobFileNotFound extends Error {
  override readonly name = 'JobFileNotFound';
}

/** Another job has the name. */
export class JobNameTaken extends Error {
  override readonly name = 'JobNameTaken';
}

/** The job is managed in git, so it cannot be changed here. */
export class JobInGit extends Error {
  override readonly name = 'JobInGit';
}

/** The job is paused, so it cannot be run. */
export class JobIsPaused extends Error {
  override readonly name = 'JobIsPaused';
}

/** Another run of the file is not possible. The message says why. */
export class CannotRetry extends Error {
  override readonly name = 'CannotRetry';
}

/** The job of a run is not in service, so it is not known whether what the run left needs approval. */
export class JobNotInService extends CannotRetry {
  constructor() {
    super(
      'the run is that of a job that is not in service, so it is not known whether its rejects need approval. Put the job into service again, or send the repaired records as a file of their own',
    );
  }
}

/** No one can accept or refuse anything of the file. The message says why. */
export class CannotDecide extends Error {
  override readonly name = 'CannotDecide';
}

/** The principal that asked for an approval cannot give it. */
export class DecidedByRequester extends Error {
  override readonly name = 'DecidedByRequester';
}

/** The definition of a job is wrong. There is at least one problem. */
export class InvalidJob extends Error {
  override readonly name = 'InvalidJob';
  readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[]) {
    super(problems[0]?.message ?? 'the definition is wrong');
    this.problems = problems;
  }
}

/** Files of a job were published, and the request does not force another run. */
export class AlreadyPublished extends Error {
  override readonly name = 'AlreadyPublished';
  /** How many records of the files were published. */
  readonly publishedRecords: number;
  /** The run that has published the first of them; null if it is not known. */
  readonly runId: string | null;

  constructor(message: string, { publishedRecords, runId }: { publishedRecords: number; runId: string | null }) {
    super(message);
    this.publishedRecords = publishedRecords;
    this.runId = runId;
  }
}
