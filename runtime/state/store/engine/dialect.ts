/**
 * SQL that SQLite and PostgreSQL do not write in the same way. Every other statement of the store is the same text for
 * both. A member that is a function returns a part of a statement.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgresql';
  /** Follows the name of a table. Makes SQLite use this index; PostgreSQL chooses by its statistics. */
  indexedBy(index: string): string;
  /**
   * What follows FROM to look up each text of a list in a table, by an index. The first parameter is the list, a JSON
   * array. `where` compares columns with `wanted.value`.
   */
  lookUp(table: string, where: string, index: string): string;
  /** A table with the column `value`. Its parameter is a JSON array of whole numbers. */
  readonly numbers: string;
  /** A table with the column `value`. Its parameter is a JSON array of arrays. */
  readonly rows: string;
  /** The element of `value` at an index, where `value` is a column of `rows`. */
  element(index: number, type: 'text' | 'number'): string;
  /** The member of a JSON object in a column, as a text. */
  member(column: string, name: string): string;
  /** True if a column matches the pattern of the parameter. `*` matches any characters. Case matters. */
  matches(column: string): string;
  /** True if a column matches the parameter, a pattern of LIKE with `\` as the escape. Case does not matter. */
  isLike(column: string): string;
}
