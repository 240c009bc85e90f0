/** Why a run that a caller has cancelled is FAILED. */
export const CANCELLED_MESSAGE =
  'The run was cancelled. What it had published by then remains published and is counted';

/** The failure of a run whose module is missing or altered, and cannot be compiled again. */
export const MODULE_LOST = 'module_lost';
export const MODULE_LOST_MESSAGE = 'the compiled spec of the run is missing from the data folder';

/**
 * A source or sink failed for a reason that belongs in the result (`decompression_failed`, `checkpoint_lost`, …). The
 * run ends as FAILED with this code. The result still reports what was committed before.
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
 * A sink could not publish everything it received and never will. The run ends as FAILED with this code. Its counters
 * are those of the last stored commit.
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
 * A source or sink cannot continue now but may later (`broker_unavailable`). The run is PAUSED with this code and
 * retried from its checkpoint.
 */
export class RunPause extends Error {
  override readonly name = 'RunPause';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
