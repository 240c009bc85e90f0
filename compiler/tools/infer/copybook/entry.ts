/** How the bytes of an item are used. `unread` names a usage whose values are not read, and has its length in bytes. */
export type Usage =
  | { readonly kind: 'DISPLAY' }
  | { readonly kind: 'PACKED' }
  /** `bytes` is null if the picture determines it. */
  | { readonly kind: 'BINARY'; readonly bytes: number | null; readonly isUnsigned: boolean }
  | { readonly kind: 'WIDE' }
  | { readonly kind: 'UNREAD'; readonly name: string; readonly bytes: number };

/** Where a number of digits has its sign. */
export interface SignClause {
  readonly place: 'LEADING' | 'TRAILING';
  readonly isSeparate: boolean;
}

/** How often an item occurs: `times` is the maximum. */
export interface Occurs {
  readonly times: number;
  /** The item that has the number of occurrences, or null if it is always the same. */
  readonly dependingOn: string | null;
}

/** The values of a level 88: single ones, and ranges. A text as `SPACES` is a figurative constant. */
export interface Condition {
  readonly name: string;
  readonly line: number;
  readonly values: readonly ConditionValue[];
}

/** A value, or with `to` a range of values. */
export interface ConditionValue {
  readonly value: string;
  readonly to: string | null;
  /** Whether the value is a word such as SPACES, and not a literal. */
  readonly isFigurative: boolean;
}

/** An entry of a copybook: its level, its name and its clauses. */
export interface Entry {
  readonly level: number;
  /** Null for FILLER and for entries without a name. */
  readonly name: string | null;
  readonly line: number;
  readonly comments: readonly string[];
  readonly redefines: string | null;
  readonly picture: string | null;
  readonly usage: Usage | null;
  readonly sign: SignClause | null;
  readonly occurs: Occurs | null;
  readonly isSynchronized: boolean;
  readonly isJustified: boolean;
  readonly isBlankWhenZero: boolean;
  /** The words and literals of VALUE, for the levels 78 and 88. */
  readonly values: readonly ConditionValue[];
  /** Level 66: the first and the last renamed item. */
  readonly renames: readonly [first: string, last: string] | null;
}

/** Describes an item in messages. */
export function nameOf({ name, level, line }: Pick<Entry, 'name' | 'level' | 'line'>): string {
  return `${name ?? `FILLER of level ${String(level).padStart(2, '0')}`} (line ${line})`;
}
