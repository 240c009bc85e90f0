/** A part of each line of a kind, in characters from 0, or in cells. `end` is exclusive. */
export interface LineRange {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** The place of a number in a trailer. */
export interface NumberRange extends LineRange {
  /** Where the number begins after its leading zeros, which may belong to another number. */
  readonly digits: number;
}

/** A control total: a part of a trailer that equals a number of lines, or the sum of a part of lines. */
export interface FoundTotal {
  readonly total: NumberRange;
  readonly of: CountedKinds | CountedLines | AddedUp;
}

/** The lines of some kinds. `isSmall`: the sample has fewer than ten of them in each scope. */
export interface CountedKinds {
  readonly kinds: readonly string[];
  readonly isSmall: boolean;
}

/** All lines of a scope, and those of its frame that count, too. With `blockOf`, blocks of this many lines. */
export interface CountedLines {
  readonly including: readonly ('self' | 'enclosing' | 'continuation')[];
  readonly blockOf: number | null;
  readonly isSmall: boolean;
}

/** A part of lines that is added up, for all lines or those with a code. */
export interface AddedUp {
  readonly sum: LineRange;
  readonly where: CodeWhere | null;
  readonly what: Addend;
}

/**
 * What is added up. AMOUNT: numbers, with `scale` decimals if that is known, or with a decimal separator and groups. COUNT: numbers of records. HASH: codes. Their
 * sum has no meaning, and only its last digits are in the trailer.
 */
export type Addend =
  | {
      readonly kind: 'AMOUNT';
      readonly scale: number | null;
      readonly separator?: '.' | ',' | null;
      readonly group?: string | null;
    }
  | { readonly kind: 'COUNT' }
  | { readonly kind: 'HASH' };

/** The lines that are added up: those with one of the codes at a place. */
export interface CodeWhere {
  readonly code: LineRange;
  readonly values: readonly string[];
}
