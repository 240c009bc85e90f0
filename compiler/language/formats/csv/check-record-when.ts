import type { Report } from '../../../diagnostics/diagnostic.ts';
import { reportWithoutEffect } from '../model/record-when.ts';
import type { CsvSpec } from './keys.ts';

/**
 * Reports a recordWhen without a column, or with a column that cannot exist in the file. Warns of the keys of
 * recordWhen that only FIXED_WIDTH uses.
 */
export function checkCsvRecordWhen({ hasHeader = true, recordWhen }: CsvSpec, report: Report): void {
  if (recordWhen === undefined) return;
  reportWithoutEffect(recordWhen, ['start', 'length'], report, 'in a CSV file, column selects the value');
  if (recordWhen.column === undefined) {
    report(
      'key_due',
      '/recordWhen',
      { key: 'column', because: 'in a CSV file, it selects the value' },
      { at: 'key', hint: 'add column with the name of a header cell, or the number of the column from 1' },
    );
    return;
  }
  const isNumber = /^[1-9]\d*$/.test(recordWhen.column);
  if (recordWhen.column === '0')
    report('invalid_record_when', '/recordWhen/column', { detail: 'column numbers begin at 1' });
  else if (!isNumber && !hasHeader)
    report('invalid_record_when', '/recordWhen/column', {
      detail: 'without a header, "column" must be the number of a column',
    });
}
