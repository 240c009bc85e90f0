import type { Spec } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostic.ts';
import type { Check } from './check.ts';

/** recordWhen that does not say where its value stands, or stands where no record has it. */
export const checkRecordWhen: Check = (spec, report) => {
  if (spec.recordWhen === undefined) return;
  if (spec.format === 'CSV') checkCsv(spec, spec.recordWhen, report);
  if (spec.format === 'FIXED_WIDTH') checkFixedWidth(spec, spec.recordWhen, report);
};

type RecordWhen = NonNullable<Spec['recordWhen']>;

function checkCsv(spec: Spec, recordWhen: RecordWhen, report: Report): void {
  tellWithoutEffect(recordWhen, ['start', 'length'], report, 'in a CSV file a column says where the value is');
  if (recordWhen.column === undefined) {
    report(
      'key_due',
      '/recordWhen',
      { key: 'column', because: 'it says where in a CSV record the value is' },
      { at: 'key' },
    );
    return;
  }
  const isNumber = /^[1-9]\d*$/.test(recordWhen.column);
  const hasHeader = spec.hasHeader ?? true;
  if (recordWhen.column === '0')
    report('invalid_record_when', '/recordWhen/column', { detail: 'columns are numbered from 1' });
  else if (!isNumber && !hasHeader)
    report('invalid_record_when', '/recordWhen/column', { detail: 'without a header a column is a number' });
}

function checkFixedWidth({ recordLength }: Spec, recordWhen: RecordWhen, report: Report): void {
  tellWithoutEffect(recordWhen, ['column'], report, 'in a fixed-width file start and length say where the value is');
  const { start, length, values } = recordWhen;
  for (const key of ['start', 'length'] as const) {
    if (recordWhen[key] === undefined)
      report(
        'key_due',
        '/recordWhen',
        { key, because: 'it says where in a fixed-width record the value is' },
        { at: 'key' },
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

function tellWithoutEffect(
  recordWhen: RecordWhen,
  keys: readonly (keyof RecordWhen)[],
  report: Report,
  because: string,
): void {
  for (const key of keys) {
    if (recordWhen[key] !== undefined)
      report('key_without_effect', `/recordWhen/${key}`, { key, because }, { at: 'key' });
  }
}
