import { describeSkipped, describeStructure } from '../model/describe-lines.ts';
import type { FormatText } from '../model/format-kind.ts';
import { codeSpan } from '../model/markdown.ts';
import { conditionsOf, describeCondition } from '../model/record-when.ts';
import { csvText } from '../csv/text.ts';
import type { XlsxSpec } from './keys.ts';

/** The texts of workbooks in the documentation of a spec. */
export const xlsxText: FormatText<XlsxSpec> = {
  file: describeWorkbook,
  placeTitle: 'Column',
  place: (spec, index) => csvText.place(spec, index),
  selection: (when) => csvText.selection(when),
  emptyValue: 'An empty cell',
  language: 'text',
};

function describeWorkbook(spec: XlsxSpec): string[] {
  const { sheet = '1', range, recordWhen } = spec;
  return [
    `A workbook (.xlsx). Each row of ${describeSheet(sheet)} is a record${range === undefined ? '' : `, in the cells ${codeSpan(range)}`}. Rows without text are skipped.`,
    ...describeHeader(spec),
    'Numbers are the stored ones, at 15 significant digits, and dates are cells with a date format or texts. A formula has its stored value. An error such as `#N/A` is invalid.',
    ...(recordWhen === undefined
      ? []
      : [
          `A row is a record if its ${conditionsOf(recordWhen)
            .map(({ condition }) => `column ${codeSpan(condition.column ?? '')} ${describeCondition(condition, VERBS)}`)
            .join(', and ')}. Other rows are skipped.`,
        ]),
    ...describeSkipped(spec),
    describeStructure('A row with text beyond the last column', spec.onExtraColumns, 'that text is dropped'),
  ];
}

const VERBS = { is: 'is', begins: 'begins', matches: 'matches' };

function describeSheet(sheet: string): string {
  return /^[1-9]\d*$/u.test(sheet)
    ? sheet === '1'
      ? 'the first sheet'
      : `sheet ${sheet}`
    : `the sheet ${codeSpan(sheet)}`;
}

function describeHeader(spec: XlsxSpec): string[] {
  const { hasHeader = true, columnMatch = hasHeader ? 'NAME' : 'POSITION' } = spec;
  if (columnMatch === 'NAME')
    return [
      `The ${spec.skipLines?.until === undefined ? 'first row with text' : 'header'} contains the column names ${spec.headerMatch === 'IGNORE_CASE' ? 'below, with any blanks and in upper or lower case' : 'exactly as below'}, in any order. Other columns are ignored.`,
    ];
  return [
    hasHeader
      ? 'The first row with text is a header and is ignored. Cells are in the order below.'
      : 'There is no header. Cells are in the order below.',
  ];
}
