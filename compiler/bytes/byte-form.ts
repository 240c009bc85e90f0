import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { DateLayout } from '../dates/plan/layout.ts';
import type { CellForm } from './cell.ts';

/** What the byte readers of all fields of a module share. */
export interface ByteContext {
  readonly scope: Scope;
  readonly cell: CellForm;
  /** Texts that mean null, including the empty text. */
  readonly nullTexts: readonly string[];
  /** How numbers appear in the message. */
  readonly numbersAs: 'NUMBER' | 'STRING';
  /** Notes that a field may write this many bytes more than it reads. */
  reserveGrowth(bytes: number): void;
  /** Statements that must run when the day of the run changes. They read it from the variable `day`. */
  readonly onDay: Code[];
}

/** The generated code that reads a field from bytes: its declarations, and the statements of its function. */
export interface ByteForm {
  readonly declarations: readonly Code[];
  readonly body: readonly Code[];
}

/** A field as the byte form of its type sees it. */
export interface ByteField {
  /** Its corrections, in order. */
  readonly corrections: readonly ByteCorrection[];
  /** Its rules without REQUIRED, in order. */
  readonly rules: readonly ByteRule[];
  /** Whether a record may have null here: no rule requires a value, and no correction fills one in. */
  readonly canBeNull: boolean;
}

/** What a correction does with the bytes of a value. `careful`: it has no byte form. */
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

/** How a rule checks a value in bytes. A rule without the form that a type needs leaves the field to the careful reader. */
export interface ByteRule {
  /** Checks a number that a double holds exactly. */
  readonly number?: NumberTest;
  /** Checks a text in `output`. Returns null if there is no byte form. */
  text?(text: OutputText): ByteForm | null;
  /** Checks the variable `date`, which is year * 10000 + month * 100 + day. */
  date?(): ByteForm;
  /** Follows the text while it is copied. A rule with this form cannot check a text with escapes. */
  readonly following?: Following;
}

/** Checks the variable `value`, a number that was scaled to an integer. */
export interface NumberTest {
  /** The operands as canonical decimal numbers. */
  readonly operands: readonly string[];
  /** Returns the statement that returns -1 if the value violates the rule. `scaled` scales an operand as the value is. */
  emit(scaled: (operand: string) => number): Code;
}

/** A text in `output`: expressions for its first byte, its end, and its length in code points. */
export interface OutputText {
  readonly from: Code;
  readonly to: Code;
  readonly length: Code;
  /** Whether the rule followed the text while it was copied. */
  readonly isFollowed: boolean;
}

/** The statements of a rule that follows a text while it is copied. */
export interface Following {
  /** Before the first byte. */
  readonly before: readonly Code[];
  /** For each byte. */
  readonly each: readonly Code[];
  /** After the copy of a text with characters beyond ASCII. */
  readonly wide: readonly Code[];
}
