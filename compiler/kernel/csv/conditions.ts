import { type CellCondition, createCellTest } from '../lines/cell-condition.ts';
import { ABSENT, type Header, type NamedColumn, type NamedColumns } from './header.ts';

/** A condition for the cell of one column. `column` is a name in the header or an index from 0. */
export interface CsvCondition extends CellCondition {
  readonly column: string | number;
}

/** Returns the columns in the header that conditions examine, by keys that no field has. */
export function selectingColumns(conditions: readonly CsvCondition[]): NamedColumns {
  const named: Record<string, NamedColumn> = {};
  for (const { column } of conditions)
    if (typeof column === 'string') named[keyOf(column)] = { column, field: column, required: true, selects: true };
  return named;
}

/** Returns the index of the cell that a condition examines, or ABSENT. */
export function indexOfSelected({ column }: CsvCondition, header: Header | null): number {
  if (typeof column === 'number') return column;
  // If fields have fixed columns, all conditions examine the column of the header that `recordType` names.
  return header?.at[keyOf(column)] ?? header?.recordType ?? ABSENT;
}

/**
 * Creates the function that returns whether a line satisfies all conditions. In a malformed line, a cell with a
 * replacement character satisfies each.
 */
export function createLineTest(
  conditions: readonly CsvCondition[],
): (cells: readonly string[], header: Header | null, isMalformed?: boolean) => boolean {
  const tests = conditions.map((condition) => ({ condition, test: createCellTest(condition) }));
  return (cells, header, isMalformed = false) =>
    tests.every(({ condition, test }) => {
      const cell = cells[indexOfSelected(condition, header)];
      return cell !== undefined && (test(cell) || (isMalformed && cell.includes('\ufffd')));
    });
}

/** Keys of fields never begin with a blank. */
function keyOf(column: string): string {
  return ` ${column}`;
}
