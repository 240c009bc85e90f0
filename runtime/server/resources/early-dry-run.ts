import type { ProcessingResult } from '../../model/result.ts';
import type { ArrivingFile } from '../../source/spool.ts';

/** Begins to look at a file; the signal is given when its result is not wanted any more. */
type StartDryRun<Values> = (file: ArrivingFile, values: Values, signal: AbortSignal) => Promise<ProcessingResult>;

/** A look at a file that begins while the file is received, with the values that came before it. */
export class EarlyDryRun<Values extends object> {
  readonly #start: StartDryRun<Values>;
  readonly #abort = new AbortController();
  #begun: { values: Values; result: Promise<ProcessingResult> } | null = null;

  constructor(start: StartDryRun<Values>) {
    this.#start = start;
  }

  readonly begin = (file: ArrivingFile, values: Values): void => {
    const result = this.#start(file, values, this.#abort.signal);
    // Where the upload fails, it is told why that did.
    result.catch(() => {});
    this.#begun = { values, result };
  };

  /** What came of it; null where it was not begun, or with other values than those that the form has at its end. */
  resultFor(values: Values): Promise<ProcessingResult> | null {
    return this.#begun !== null && isSame(this.#begun.values, values) ? this.#begun.result : null;
  }

  /** Its result is not wanted any more. */
  abort(): void {
    this.#abort.abort(new Error('the early dry run is not needed'));
  }
}

/** Whether the values are the same ones: a field that came behind the file has another, or says what was assumed. */
function isSame<Values extends object>(one: Values, other: Values): boolean {
  return Object.entries(one).every(([name, value]) => value === other[name as keyof Values]);
}
