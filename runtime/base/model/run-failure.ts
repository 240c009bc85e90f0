/** The message of the failure of a cancelled run. */
export const CANCELLED_MESSAGE =
  'The run was cancelled. What it had published by then remains published and is counted';

/** The failure code of a run whose compiled module is missing or altered, if the module cannot be compiled again. */
export const MODULE_LOST = 'module_lost';
/** The message of the failure with the code MODULE_LOST. */
export const MODULE_LOST_MESSAGE = 'the compiled spec of the run is missing from the data folder';

/**
 * Thrown if a run must end for a reason that belongs in its result, for example `decompression_failed` or
 * `checkpoint_lost`. The run ends as FAILED with this code. Its result contains the counters of everything that was
 * committed before.
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
 * Thrown by a sink that could not publish everything it received, if a retry cannot help. The run ends as FAILED with
 * this code. The counters of its result are those of the last stored commit.
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
 * Thrown if a source or sink cannot continue now but may be able to later, for example `broker_unavailable`. The run
 * becomes PAUSED with this code. It is later resumed from its checkpoint.
 */
export class RunPause extends Error {
  override readonly name = 'RunPause';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
