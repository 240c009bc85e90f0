/**
 * Thrown by a source or a sink that cannot go on for a reason that belongs into the result
 * (`decompression_failed`, `checkpoint_lost`, …): the run ends as FAILED with this code. What was
 * committed before stays told.
 */
export class RunFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'RunFailure';
    this.code = code;
  }
}

/**
 * Thrown by a sink that has not published all that it was given and never will: the run ends as FAILED
 * with this code, and its counters are those of the last commit that was kept.
 */
export class RunRefused extends Error {
  override readonly name = 'RunRefused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Thrown by a source or a sink that cannot go on now but may later (`broker_unavailable`): the run is
 * PAUSED with this code, and tried again from its checkpoint.
 */
export class RunPause extends Error {
  override readonly name = 'RunPause';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
