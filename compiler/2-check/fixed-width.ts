import type { Field, Spec } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostic.ts';
import { quoted } from '../messages.ts';
import type { Check } from './check.ts';

/** FIXED_WIDTH: fields without a place, that share characters, or that lie beyond the record. */
export const checkFixedWidth: Check = (spec, report) => {
  if (spec.format !== 'FIXED_WIDTH') return;
  if (spec.lineTerminator === 'NONE' && spec.recordLength === undefined) {
    report('key_due', '/lineTerminator', { key: 'recordLength', because: 'without line ends nothing else says where a record ends' });
  }
  for (const [index, field] of spec.fields.entries()) checkDue(field, `/fields/${index}`, report);
  const columns = placedColumns(spec);
  checkOverlaps(columns, report);
  checkEnds(columns, spec.recordLength, report);
};

interface Column {
  readonly name: string;
  readonly pointer: string;
  readonly start: number;
  /** The last character, from 1. */
  readonly end: number;
}

function checkDue(field: Field, pointer: string, report: Report): void {
  for (const key of ['start', 'length'] as const) {
    if (field[key] === undefined) report('key_due', pointer, { key, because: 'it says where in a fixed-width record the field is' });
  }
}

function placedColumns({ fields }: Spec): Column[] {
  return fields.flatMap(({ name, start, length }, index) =>
    start === undefined || length === undefined ? [] : [{ name, pointer: `/fields/${index}`, start, end: start + length - 1 }]);
}

/** Each column against the one before it that reaches farthest. */
function checkOverlaps(columns: readonly Column[], report: Report): void {
  let farthest: Column | null = null;
  for (const column of columns.toSorted((a, b) => a.start - b.start)) {
    if (farthest !== null && column.start <= farthest.end) {
      const shared = { from: column.start, to: Math.min(column.end, farthest.end) };
      report('overlapping_columns', `${column.pointer}/start`, { field: column.name, other: farthest.name, ...shared }, { seeAlso: `${farthest.pointer}/start` });
    }
    if (farthest === null || column.end > farthest.end) farthest = column;
  }
}

function checkEnds(columns: readonly Column[], recordLength: number | undefined, report: Report): void {
  if (recordLength === undefined) return;
  for (const { name, pointer, end } of columns) {
    if (end > recordLength) report('beyond_record_length', `${pointer}/length`, { by: `the field ${quoted(name)}`, end, recordLength }, { seeAlso: '/recordLength' });
  }
}
