import type { SchemaJson } from './schema-form.ts';

/** How programs read the values of messages with their types, for files that store columns. */
export interface TypedForm {
  /** Creates a reader of the messages with a schema that `describe` returned. */
  createReader(schema: SchemaJson): TypedReader;
}

/** Reads the values of messages. */
export interface TypedReader {
  readonly columns: readonly TypedColumn[];
  /**
   * Adds the values of the message from `from` to `to` to the lists of the columns, in the order of the columns. Throws an
   * Error if the message does not end there.
   */
  read(
    messages: MessageBytes,
    range: { readonly from: number; readonly to: number },
    into: readonly TypedValue[][],
  ): void;
}

/** The bytes of messages. `decode` returns a part of them, in UTF-8, as text. */
export interface MessageBytes {
  readonly bytes: Uint8Array;
  decode(from: number, to: number): string;
}

/** A text, a boolean, a number, a record, a list of records, or null. */
export type TypedValue = string | boolean | number | bigint | null | TypedRecord | readonly TypedRecord[];

/** A record that is a member of another one: its values by the names of its columns. It has no prototype. */
export interface TypedRecord {
  [name: string]: TypedValue;
}

/** A field of messages, with the name that it has in the spec. */
export interface TypedColumn {
  readonly name: string;
  /** False: no message contains null for the field. */
  readonly isNullable: boolean;
  readonly type: ColumnType;
}

/** The unit of times. */
export type TimeUnit = 'MILLIS' | 'MICROS';

/** What the values of a column are. */
export type ColumnType =
  | { readonly kind: 'text' }
  | { readonly kind: 'boolean' }
  /** Whole numbers of at most 64 bits, as bigint. */
  | { readonly kind: 'long' }
  /** Numbers of at most `precision` digits, as bigint in units of the decimal `scale`. */
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  /** Days since 1970-01-01, as number. */
  | { readonly kind: 'date' }
  /** Times since midnight: milliseconds as number, microseconds as bigint. */
  | { readonly kind: 'time'; readonly unit: TimeUnit }
  /** Times since 1970-01-01 in UTC, as bigint. */
  | { readonly kind: 'instant'; readonly unit: TimeUnit }
  /** Records that are a member. */
  | { readonly kind: 'record'; readonly columns: readonly TypedColumn[] }
  | { readonly kind: 'list'; readonly columns: readonly TypedColumn[] };
