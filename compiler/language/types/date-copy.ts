import type { Code } from '../../emitting/code/literal.ts';

/** How the fast reader copies a date of one layout to the output. */
export interface DateCopy {
  /** All literal characters of the date in the file. */
  readonly literals: string;
  /** The maximum width of the date in the output, in bytes. */
  readonly maxWidth: number;
  /** Expressions for the width of the date in the output, and for the offset after it, without quotes. */
  readonly width: Code;
  readonly end: Code;
  /** The expression for the offset after the closing quote. */
  readonly result: Code;
  /** Whether `countCorrection` does not need the date in the output. */
  readonly isSkippable?: true;
  emit(): DateStatements;
}

/** The statements that copy a date. They set `year`, `month` and `day`. */
export interface DateStatements {
  /** Statements that parse the date at `cursor`, and move `cursor` after it. `byte` is then the byte at `cursor`. */
  readonly parse: readonly Code[];
  /** Expressions that are true if a literal of the date differs. */
  readonly mismatches: readonly Code[];
  /** Statements that write the date to the output in quotes. */
  readonly write: readonly Code[];
  /** Statements that count a correction if the conversion changed the text. They run after `write`. */
  readonly countCorrection: readonly Code[];
}
