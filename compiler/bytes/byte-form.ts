import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { DateLayout } from '../dates/plan/layout.ts';
import type { CellForm } from './cell.ts';

/** What the code that reads fields from bytes shares within a module. */
export interface ByteContext {
  readonly scope: Scope;
  readonly cell: CellForm;
  /** Texts that mean null, including the empty text. */
  readonly nullTexts: readonly string[];
  /** How numbers appear in the message. */
  readonly numbersAs: 'NUMBER' | 'STRING';
  /** Reserves space in the output: a field may write up to this many bytes more than it reads. */
  reserveGrowth(bytes: number): void;
  /**
   * Statements that compute date bounds relative to today. They read the variable `day` and run again when it changes.
   */
  readonly onDay: Code[];
}

/**
 * Generated code that reads a field, or checks a value, in bytes: its declarations, and the statements of its function.
 */
export interface ByteForm {
  readonly declarations: readonly Code[];
  readonly body: readonly Code[];
}

/** What a field type needs to know about a field to emit the code that reads it from bytes. */
export interface ByteField {
  /** Its corrections, in order. */
  readonly corrections: readonly ByteCorrection[];
  /** Its rules without REQUIRED, in order. */
  readonly rules: readonly ByteRule[];
  /** Whether a record may have null here: no rule requires a value, and no correction fills one in. */
  readonly canBeNull: boolean;
}

/** How a correction changes a value in bytes. `careful`: it cannot, so the careful reader reads the field. */
export type ByteCorrection =
  | { readonly step: 'trim' | 'default' | 'careful' }
  /** Converts the value in place, in `output`. */
  | { readonly step: 'letters' | 'padding'; emit(context: ByteContext): Code }
  | { readonly step: 'date'; readonly change: DateChange };

/** A date that is read in the first pattern that fits, and written in another. */
export interface DateChange {
  /** The patterns in the order in which they are tried. At least one. */
  readonly sources: readonly PlannedPattern[];
  readonly target: PlannedPattern;
  /** Whether a text that fits no source pattern stays unchanged. Otherwise it is TYPE_MISMATCH. */
  readonly keepsOthers: boolean;
}

/** A date pattern and its layout. */
export interface PlannedPattern {
  readonly pattern: string;
  readonly layout: DateLayout;
}

/**
 * How a rule checks a value in bytes. Each member is for one kind of value. If a rule lacks the member for the type of
 * its field, the careful reader reads the field.
 */
export interface ByteRule {
  /** Checks a number that a double holds exactly. */
  readonly number?: NumberTest;
  /** Checks a text in `output`. Returns null if the rule cannot check it in bytes. */
  text?(text: OutputText): ByteForm | null;
  /** Checks the variable `date`, which is year * 10000 + month * 100 + day. */
  date?(): ByteForm;
  /** Checks a text while it is copied. If a rule has this member, the careful reader reads texts with escapes. */
  readonly following?: Following;
}

/** Checks the variable `value`, a number that was scaled to an integer. */
export interface NumberTest {
  /** The operands as canonical decimal numbers. */
  readonly operands: readonly string[];
  /**
   * Returns the statement that makes the reader return -1 if `value` violates the rule. `scaled` scales an operand in
   * the same way as `value`.
   */
  emit(scaled: (operand: string) => number): Code;
}

/** A text in `output`: expressions for its first byte, its end, and its length in code points. */
export interface OutputText {
  readonly from: Code;
  readonly to: Code;
  readonly length: Code;
  /** Whether the rule checked the bytes of the text while they were copied. */
  readonly isFollowed: boolean;
}

/** The statements of a rule that checks a text while it is copied. */
export interface Following {
  /** Run before the first byte. */
  readonly before: readonly Code[];
  /** Run for each byte. */
  readonly each: readonly Code[];
  /** Run after the copy if the text contains characters beyond ASCII. They replace the result of `each`. */
  readonly wide: readonly Code[];
}
