import type { SerializedResult } from '../../base/model/result.ts';
import type { ArrivingFile } from '../../reading/source/spool.ts';

/** Starts a dry run of a file. `signal` is aborted when the result is no longer needed. */
type StartDryRun<Values> = (file: ArrivingFile, values: Values, signal: AbortSignal) => Promise<SerializedResult>;

/** A dry run that starts while its file is received. It uses the fields that preceded the file. */
export class EarlyDryRun<Values extends object> {
  readonly #start: StartDryRun<Values>;
  readonly #abort = new AbortController();
  #begun: { values: Values; result: Promise<SerializedResult> } | null = null;

  constructor(start: StartDryRun<Values>) {
    this.#start = start;
  }

  /** Starts the dry run. It is the `onArrival` of readTransientForm(). */
  readonly begin = (file: ArrivingFile, values: Values): void => {
    const result = this.#start(file, values, this.#abort.signal);
    // If the upload fails, readTransientForm() throws the cause. This rejection must not count as unhandled.
    result.catch(() => {});
    this.#begun = { values, result };
  };

  /**
   * Returns the result of the dry run. Returns null if it did not start, or if `values` differ from the values with
   * which it started.
   */
  resultFor(values: Values): Promise<SerializedResult> | null {
    return this.#begun !== null && isSame(this.#begun.values, values) ? this.#begun.result : null;
  }

  /** Aborts the dry run. Does nothing if it has ended. */
  abort(): void {
    if (this.#begun !== null) this.#abort.abort(new Error('the early dry run is not needed'));
  }
}

/** Returns true if all members of both objects are identical. */
function isSame<Values extends object>(one: Values, other: Values): boolean {
  return Object.entries(one).every(([name, value]) => value === other[name as keyof Values]);
}
