import { readRange } from '../../../kernel/xlsx/package/cell-name.ts';
import type { WorkbookPlace } from '../../../kernel/xlsx/read-workbook.ts';
import type { XlsxColumn, XlsxReads } from '../../../kernel/xlsx/rows/columns.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
import { typeKinds } from '../../types/type-kinds.ts';
import { type CsvPlan, planCsv } from '../csv/plan.ts';
import { columnNamesOf } from '../model/column-names.ts';
import type { XlsxSpec } from './keys.ts';

/** The settings that workbooks do not have. */
type OnlyCsv = 'delimiter' | 'quote' | 'escape' | 'comment' | 'skipBlankLines';

/** The plan of a spec of workbooks. */
export interface XlsxPlan extends Pick<CsvPlan, 'conditions' | 'titles'> {
  readonly dialect: Omit<CsvPlan['dialect'], OnlyCsv>;
  readonly isNamed: boolean;
  /** The columns of the fields, in the order of the spec. */
  readonly columns: readonly (XlsxColumn & { readonly key: string })[];
  readonly place: WorkbookPlace;
  /** The index of the first column of the range, from 0. */
  readonly firstColumn: number;
}

/** Returns the plan of a spec of workbooks without errors. */
export function planXlsx(spec: XlsxSpec, fields: readonly FieldPlan[]): XlsxPlan {
  const { dialect, columns, ...rest } = planCsv(spec, fields);
  const { delimiter: _, quote, escape, comment, skipBlankLines, ...own } = dialect;
  const { sheet = '1', range } = spec;
  return {
    ...rest,
    dialect: { ...own, skipTop: range === undefined ? own.skipTop : 0 },
    isNamed: columns.kind === 'NAMED',
    columns: fields.flatMap((plan, index) => (hasPlace(plan) ? [planColumn(spec, plan, index)] : [])),
    place: { sheet, ...(range !== undefined && { range }) },
    firstColumn: range === undefined ? 0 : (readRange(range)?.columns.from ?? 0),
  };
}

function planColumn({ fields }: XlsxSpec, plan: FieldPlan, index: number): XlsxPlan['columns'][number] {
  const field = fields[index] ?? { name: '' };
  const names = [...new Set(columnNamesOf(field))];
  // These keys belong to types.
  const { decimalSeparator, onTypeMismatch = 'FATAL' } = field as Pick<XlsxColumn, 'required'> & {
    decimalSeparator?: string;
    onTypeMismatch?: XlsxColumn['onError'];
  };
  return {
    key: plan.key,
    column: names.length > 1 ? names : plan.column,
    field: plan.name,
    required: fields[index]?.required ?? false,
    reads: readsOf(plan),
    onError: onTypeMismatch,
    ...(decimalSeparator !== undefined && decimalSeparator !== '.' && { point: decimalSeparator }),
    ...(plan.sensitive && { isSensitive: true }),
  };
}

function readsOf({ type }: FieldPlan): XlsxReads {
  const { isText, isNumber, moment } = typeKinds[type];
  return isText ? 'TEXT' : isNumber !== false ? 'NUMBER' : (moment ?? 'OTHER');
}
