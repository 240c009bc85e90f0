import type { ProcessingResult } from '../../model/result.ts';
import type { ArrivingFile } from '../../source/spool.ts';

/** Begins to look at a file; the signal is given when its result is not wanted any more. */
type Look<Values> = (file: ArrivingFile, values: Values, signal: AbortSignal) => Promise<ProcessingResult>;

/** A look at a file that begins while the file is received, with the values that came before it. */
export class EarlyReading<Values extends object> {
  readonly #look: Look<Values>;
  readonly #left = new AbortController();
  #begun: { values: Values; result: Promise<ProcessingResult> } | null = null;

  constructor(look: Look<Values>) {
    this.#look = look;
  }

  readonly begin = (file: ArrivingFile, values: Values): void => {
    const result = this.#look(file, values, this.#left.signal);
    // Where the upload fails, it is told why that did.
    result.catch(() => {});
    this.#begun = { values, result };
  };

  /** What came of it; null where it was not begun, or with other values than those that the form has at its end. */
  resultFor(values: Values): Promise<ProcessingResult> | null {
    return this.#begun !== null && isSame(this.#begun.values, values) ? this.#begun.result : null;
  }

  /** Its result is not wanted any more. */
  leave(): void {
    this.#left.abort(new Error('the file is not read any more'));
  }
}

/** Whether the values are the same ones: a field that came behind the file has another, or says what was assumed. */
function isSame<Values extends object>(one: Values, other: Values): boolean {
  return Object.entries(one).every(([name, value]) => value === other[name as keyof Values]);
}
