import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { DateLayout } from '../dates/plan/layout.ts';
import type { CellForm } from './cell.ts';

/** What the emitters of a fast reader share within one module. */
export interface ByteContext {
  readonly scope: Scope;
  /** How the format writes its cells as bytes. */
  readonly cell: CellForm;
  /** Texts that mean null, including the empty text. */
  readonly nullTexts: readonly string[];
  /** How numbers appear in the message. */
  readonly numbersAs: 'NUMBER' | 'STRING';
  /** Reserves space in the output. A field may write up to `bytes` bytes more than it reads. */
  reserveGrowth(bytes: number): void;
  /**
   * Statements that compute date bounds relative to today. Emitters append to the list. The statements read the
   * variable `day`, in days since 1970-01-01, and run again when it changes.
   */
  readonly onDay: Code[];
}

/**
 * Generated code of a fast reader for one field or one rule: top-level declarations, and the statements of a function.
 */
export interface ByteForm {
  readonly declarations: readonly Code[];
  readonly body: readonly Code[];
}

/** What a field type needs to know about a field to emit its part of the fast reader. */
export interface ByteField {
  /** The corrections of the field, in order. */
  readonly corrections: readonly ByteCorrection[];
  /** The rules of the field except REQUIRED, in order. */
  readonly rules: readonly ByteRule[];
  /** Whether a record may contain null here: no rule requires a value, and no correction replaces null. */
  readonly canBeNull: boolean;
  /** How the functions of the field end a value that becomes another form than JSON. Null: it stays JSON. */
  readonly ending: ByteEnding | null;
  /** The variable with the place of the field's value, whose `units` are needed. Null: they are not. */
  readonly place: Code | null;
}

/**
 * Expressions with which the functions of a field end its value, if the message contains another form than JSON. They return
 * the length of the output after it, or -1 if the record needs the careful reader. The value begins at index `length` of the
 * output. Null: the value is written as JSON.
 */
export interface ByteEnding {
  /** After null. */
  readonly null: Code;
  /** After any value as JSON, null included. It ends at index `end`. */
  readonly json: Code;
  /** After a text without escapes from index `length + 1` to `end`. */
  readonly text: Code | null;
  /** After the digits of a number without quotes, up to index `end`. */
  readonly digits: Code | null;
  /** Of a whole number: the variable `value`. */
  readonly integer: Code | null;
  /** Of a boolean: the variable `isTrue`. */
  readonly truth: Code | null;
  /** Of a date, `yyyy-MM-dd`: year * 10000 + month * 100 + day. */
  date(date: Code): Code | null;
}

/**
 * How the fast reader applies a correction. The step `careful` means that it cannot, so the careful reader reads the
 * field.
 */
export type ByteCorrection =
  | { readonly step: 'trim' | 'default' | 'careful' }
  /** Changes the value in the output buffer, after it was copied. */
  | { readonly step: 'letters' | 'padding'; emit(context: ByteContext): Code }
  | ByteReplacement
  | ByteMapping
  | { readonly step: 'date'; readonly change: DateChange };

/** Replaces ASCII characters of the value in the output buffer, after it was copied. The result is not longer. */
export interface ByteReplacement {
  readonly step: 'replace';
  /** Whether only ASCII characters are replaced. If not, the careful reader reads texts with other characters. */
  readonly isAscii: boolean;
  declare(context: ByteContext): readonly Code[];
  emit(context: ByteContext): Code;
}

/** Replaces the whole value in the output buffer, after it was copied. */
export interface ByteMapping {
  readonly step: 'map';
  declare(context: ByteContext): readonly Code[];
  emit(context: ByteContext): Code;
}

/** A conversion of a date from the first source pattern that fits to a target pattern. */
export interface DateChange {
  /** The patterns in the order in which they are tried. At least one. */
  readonly sources: readonly PlannedPattern[];
  readonly target: PlannedPattern;
  /** Whether a text that fits no source pattern stays unchanged. If false, the text is TYPE_MISMATCH. */
  readonly keepsOthers: boolean;
}

/** A date pattern and its layout. */
export interface PlannedPattern {
  readonly pattern: string;
  readonly layout: DateLayout;
}

/**
 * How the fast reader checks a rule. Each member handles one kind of value. If a rule lacks the member for the type of
 * its field, the careful reader reads the field.
 */
export interface ByteRule {
  /** Checks a number that a double represents exactly. */
  readonly number?: NumberTest;
  /**
   * Returns the code that checks a text in the output buffer, or null if only the careful reader can check the rule.
   */
  text?(text: OutputText): ByteForm | null;
  /** Returns the code that checks the variable `date`, which is year * 10000 + month * 100 + day. */
  date?(): ByteForm;
  /**
   * Returns the statements that return whether the rule is broken, given the names of two `OutputValue` variables: the
   * value of the field, and that of the other field. Neither value is null.
   */
  compared?(own: Code, other: Code): readonly Code[];
  /**
   * Checks a text byte by byte while it is copied. If a rule has this member, the careful reader reads texts with
   * escapes.
   */
  readonly following?: Following;
}

/** Checks the variable `value`: a number that is multiplied by a power of ten, so that it is an integer. */
export interface NumberTest {
  /** The operands of the rule as canonical decimal numbers. */
  readonly operands: readonly string[];
  /**
   * Returns the statement that makes the reader return -1 if `value` violates the rule. `scaled` multiplies an operand
   * by the same power of ten as `value`.
   */
  emit(scaled: (operand: string) => number): Code;
}

/**
 * A text in the output buffer, described by expressions: `from` is the offset of its first byte, `to` the offset after
 * its last byte, and `length` its length in code points.
 */
export interface OutputText {
  readonly from: Code;
  readonly to: Code;
  readonly length: Code;
  /** Whether the statements of `following` already checked the text while it was copied. */
  readonly isFollowed: boolean;
}

/** The statements of a rule that checks a text byte by byte while it is copied. */
export interface Following {
  /** Statements before the first byte. */
  readonly before: readonly Code[];
  /** Statements for each byte. */
  readonly each: readonly Code[];
  /** Statements after the copy, for a text with characters beyond ASCII. Their result replaces that of `each`. */
  readonly wide: readonly Code[];
}
