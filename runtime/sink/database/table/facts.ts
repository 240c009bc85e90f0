/** A column of a table, as the database describes it. */
export interface ColumnFacts {
  readonly name: string;
  /** The type for messages: `character varying(20)`, `int(11)`. */
  readonly display: string;
  /** The values that the column holds. */
  readonly holds: ColumnHolds;
  readonly isNullable: boolean;
  /** Whether a new row needs no value for this column: it has a default, or the database generates the value. */
  readonly hasDefault: boolean;
  /** Whether the database computes every value, so that none can be written. */
  readonly isGenerated: boolean;
  /** Whether rows without a value for this column differ in it, as to a unique index: NULL, or a number that counts. */
  readonly isDistinct: boolean;
}

/** The values that a column holds. Limits are null if there are none. */
export type ColumnHolds =
  | { readonly kind: 'text'; readonly maxCharacters: number | null; readonly maxBytes: number | null }
  | { readonly kind: 'integer' }
  /** Decimal numbers. A value with more than `scale` decimals would be rounded. */
  | { readonly kind: 'decimal'; readonly scale: number | null }
  | { readonly kind: 'date' }
  /** Times of day, or instants. A value with more than `scale` decimals of a second would be rounded. */
  | { readonly kind: 'time' | 'instant'; readonly scale: number }
  | { readonly kind: 'boolean' }
  /** Values that no field has, or that cannot hold a field without changing it. */
  | { readonly kind: 'other' };

/** A unique index. */
export interface UniqueKey {
  /** The names of its columns. */
  readonly columns: readonly string[];
  /** Whether it compares the whole values. If not, two rows with different values may be the same to it. */
  readonly isWhole: boolean;
}

/** A table, as the database describes it. */
export interface TableFacts {
  readonly columns: readonly ColumnFacts[];
  /** The unique indexes that apply to all rows. */
  readonly uniqueKeys: readonly UniqueKey[];
  /** Whether a row also replaces one that is the same in any other unique index than the key. */
  readonly replacesByAnyKey: boolean;
  /** Whether changes of the table belong to transactions. */
  readonly isTransactional: boolean;
}
