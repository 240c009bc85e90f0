import type { Failure } from '../model/contract.ts';
import type { MissingNames } from './line-parser.ts';

/** The maximum number of lines before a header that is searched. */
export const MAX_SKIPPED_TO_HEADER = 1000;
const MAX_LISTED = 20;

/** Searches the first line with all columns that a header must have. */
export class HeaderSearch {
  readonly #skipTop: number;
  /** The line that lacks the fewest columns. Null: no line has a column. */
  #best: { readonly line: number; readonly missing: readonly string[] } | null = null;
  #missing: readonly string[] = [];

  /** @param skipTop the number of lines at the top of the file that are no part of the search */
  constructor(skipTop: number) {
    this.#skipTop = skipTop;
  }

  /** Returns whether a line is the header. `names`: null if the line cannot be read. */
  isHeader(line: number, names: MissingNames | null): boolean {
    if (names === null) return false;
    const { missing, hasColumn } = names;
    if (missing.length === 0 && hasColumn) return !this.isTooFar(line);
    this.#missing = missing;
    if (hasColumn && missing.length < (this.#best?.missing.length ?? Infinity)) this.#best = { line, missing };
    return false;
  }

  /** Returns whether too many lines precede a line. */
  isTooFar(line: number): boolean {
    return line - 1 - this.#skipTop > MAX_SKIPPED_TO_HEADER;
  }

  /** Returns the failure of a file without a header. `line`: the last line that was searched. */
  describe(line: number): Failure {
    const searched = this.isTooFar(line) ? ` in the first ${MAX_SKIPPED_TO_HEADER + this.#skipTop} lines` : '';
    const missing = this.#best?.missing ?? this.#missing;
    const listed = missing.slice(0, MAX_LISTED).join(', ');
    const more = missing.length > MAX_LISTED ? ` and ${missing.length - MAX_LISTED} more` : '';
    const lacks =
      listed === ''
        ? ': no line has a column that a field reads'
        : this.#best === null
          ? `: no line has a column that a field reads, such as ${listed}${more}`
          : `: line ${this.#best.line} has most, but lacks ${listed}${more}`;
    return {
      code: 'MISSING_HEADER',
      message: `there is no line with all required columns${searched}${lacks}`,
      hint: 'check delimiter and encoding, or add the names that the header has to columnName',
    };
  }
}
