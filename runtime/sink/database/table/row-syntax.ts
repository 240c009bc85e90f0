/** How a database expects rows as text. All parts are ASCII. */
export interface RowSyntax {
  /** Before the first value of a row, between values, after the last, and between rows. */
  readonly begin: string;
  readonly separator: string;
  readonly end: string;
  readonly between: string;
  readonly null: string;
  readonly true: string;
  readonly false: string;
  /** Encloses texts; empty if they are not enclosed. A quote in a text is preceded by a backslash. */
  readonly quote: string;
  /** The escape of each character that a text cannot contain as it is, by its code. */
  readonly escapes: ReadonlyMap<number, string>;
  /** Whether texts can contain U+0000. */
  readonly holdsNul: boolean;
}
