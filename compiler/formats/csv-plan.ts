import type { Spec } from '../1-read/spec-shape.ts';
import type { NamedColumn, NamedColumns } from '../kernel/csv/header.ts';
import type { CsvDialect } from '../kernel/csv/record-source.ts';
import type { FieldPlan } from '../3-plan/plan.ts';
import { severityOf } from './structure-severity.ts';

/** A CSV file: its dialect, without what only a run knows. */
export interface CsvPlan {
  dialect: Omit<CsvDialect, 'maxRecordBytes' | 'columns'>;
  /** The columns under the keys of their fields. */
  columns: { kind: 'NAMED'; named: NamedColumns } | { kind: 'PLACED'; width: number };
}

/** The dialect of a CSV spec with its defaults, and where its columns stand. */
export function planCsv(spec: Spec, fields: readonly FieldPlan[]): CsvPlan {
  const hasHeader = spec.hasHeader ?? true;
  const isNamed = (spec.columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
  const quote = spec.quote ?? '"';
  return {
    dialect: {
      delimiter: spec.delimiter ?? ',',
      quote,
      escape: spec.escape ?? quote,
      comment: spec.comment ?? '',
      skipTop: spec.skipLines?.top ?? 0,
      skipBottom: spec.skipLines?.bottom ?? 0,
      skipBlankLines: spec.skipBlankLines ?? true,
      hasHeader,
      onExtraColumns: severityOf(spec.onExtraColumns),
      onMissingColumns: severityOf(spec.onMissingColumns),
      recordWhen: planRecordWhen(spec),
    },
    columns: isNamed ? { kind: 'NAMED', named: namedColumns(spec, fields) } : { kind: 'PLACED', width: fields.length },
  };
}

/** A number is a place, also where a column has it as its name. */
function planRecordWhen({ recordWhen }: Spec): CsvDialect['recordWhen'] {
  if (recordWhen?.column === undefined) return null;
  const { column, values } = recordWhen;
  return { column: /^[1-9]\d*$/.test(column) ? Number(column) - 1 : column, values };
}

function namedColumns(spec: Spec, fields: readonly FieldPlan[]): NamedColumns {
  const named: Record<string, NamedColumn> = {};
  fields.forEach(({ key, column, name }, index) => {
    named[key] = { column, field: name, required: spec.fields[index]?.required ?? false };
  });
  return named;
}
