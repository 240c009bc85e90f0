import type { FieldType } from './type-kinds.ts';

/** What a column of a table must hold for the values of a type. */
export type ColumnType = 'text' | 'integer' | 'decimal' | 'date' | 'boolean' | 'time' | 'instant';

/**
 * The columns of each type. To add a type, list it here and in `type-kinds.ts`; TypeScript reports a type that only one of
 * the two lists has. This list imports nothing of the compiler, so threads load it quickly.
 */
const columnTypes: Readonly<Record<FieldType, ColumnType>> = {
  STRING: 'text',
  INTEGER: 'integer',
  DECIMAL: 'decimal',
  DATE: 'date',
  BOOLEAN: 'boolean',
  TIME: 'time',
  TIMESTAMP: 'instant',
};

/** Returns what a column must hold for the values of a type that a module names. */
export function columnTypeOf(type: string): ColumnType {
  // A module may have been compiled by another version. Any value has a text.
  return (columnTypes as Readonly<Record<string, ColumnType | undefined>>)[type] ?? 'text';
}
