import type { Report } from '../../../diagnostics/diagnostic.ts';
import { readRange } from '../../../kernel/xlsx/package/cell-name.ts';
import { checkColumnNames, checkColumns } from '../csv/check-columns.ts';
import type { XlsxSpec } from './keys.ts';

/** Reports a range that is none, and settings for columns and rows that conflict. */
export function checkXlsx(spec: XlsxSpec, report: Report): void {
  const { range, skipLines } = spec;
  checkColumns(spec, report);
  checkColumnNames(spec, report);
  if (range === undefined) return;
  if (readRange(range) === null) report('invalid_range', '/range', { range });
  if (skipLines?.top !== undefined)
    report(
      'key_without_effect',
      '/skipLines/top',
      { key: 'top', because: 'the range says where the header or the first record is' },
      { at: 'key' },
    );
}
