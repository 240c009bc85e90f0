import type { Report } from '../../../diagnostics/diagnostic.ts';
import { reportWithoutEffect } from '../model/record-when.ts';
import type { FixedWidthSpec } from './keys.ts';

/**
 * Reports a recordWhen without start or length, or beyond recordLength. Warns of values that no record can have,
 * because their length differs. Warns of the key of recordWhen that only CSV uses.
 */
export function checkFixedWidthRecordWhen({ recordLength, recordWhen }: FixedWidthSpec, report: Report): void {
  if (recordWhen === undefined) return;
  reportWithoutEffect(recordWhen, ['column'], report, 'in a FIXED_WIDTH file, start and length select the value');
  const { start, length, values } = recordWhen;
  for (const key of ['start', 'length'] as const) {
    if (recordWhen[key] === undefined)
      report(
        'key_due',
        '/recordWhen',
        { key, because: 'in a FIXED_WIDTH file, it selects the value' },
        { at: 'key', hint: `add ${key}, for example ${key}: 1` },
      );
  }
  if (start === undefined || length === undefined) return;
  const end = start + length - 1;
  if (recordLength !== undefined && end > recordLength)
    report(
      'beyond_record_length',
      '/recordWhen',
      { by: 'recordWhen', end, recordLength },
      { seeAlso: '/recordLength' },
    );
  for (const [index, value] of values.entries()) {
    const found = [...value].length;
    if (found !== length) report('wrong_length', `/recordWhen/values/${index}`, { value, found, length });
  }
}
