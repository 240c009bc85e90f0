import type { Spec } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Check } from './check.ts';

/** Reports a recordWhen without the position of its value, or with values that no record can have. */
export const checkRecordWhen: Check = (spec, report) => {
  if (spec.recordWhen === undefined) return;
  if (spec.format === 'CSV') checkCsv(spec, spec.recordWhen, report);
  if (spec.format === 'FIXED_WIDTH') checkFixedWidth(spec, spec.recordWhen, report);
};

type RecordWhen = NonNullable<Spec['recordWhen']>;

function checkCsv(spec: Spec, recordWhen: RecordWhen, report: Report): void {
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
  const hasHeader = spec.hasHeader ?? true;
  if (recordWhen.column === '0')
    report('invalid_record_when', '/recordWhen/column', { detail: 'column numbers begin at 1' });
  else if (!isNumber && !hasHeader)
    report('invalid_record_when', '/recordWhen/column', {
      detail: 'without a header, "column" must be the number of a column',
    });
}

function checkFixedWidth({ recordLength }: Spec, recordWhen: RecordWhen, report: Report): void {
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

function reportWithoutEffect(
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
