/** Control totals whose numbers have groups, and record types that blanks fill up. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordTypesSpec } from '../../../compiler/index.ts';
import { draftSpec, lines } from './draft-spec.ts';

async function draftTypes(...file: readonly string[]) {
  const drawn = await draftSpec(lines(...file), { fileName: 'a.txt' });
  const { recordTypes = [], fileRules = [] } = drawn.spec as unknown as RecordTypesSpec;
  const trailer = recordTypes.at(-1)?.fields.at(-1);
  return { ...drawn, recordTypes, trailer, rules: fileRules.map(({ ruleType }) => ruleType).sort() };
}

const FORMS: readonly (readonly [form: string, amounts: readonly string[], keys: object])[] = [
  ['1,234.50', ['5,000.50', '1,200.25', '17.00', '6,217.75'], { type: 'DECIMAL', groupSeparator: ',' }],
  [
    '1.234,50',
    ['5.000,50', '1.200,25', '17,00', '6.217,75'],
    { type: 'DECIMAL', decimalSeparator: ',', groupSeparator: '.' },
  ],
  ['1,234', ['5,000', '1,200', '17', '6,217'], { type: 'INTEGER', groupSeparator: ',' }],
];
for (const [form, [one, two, three, sum], keys] of FORMS)
  test(`a trailer has the sum of amounts such as ${form}`, async () => {
    const draft = await draftTypes('H|2024-03-01|A', `D|1|${one}`, `D|2|${two}`, `D|3|${three}`, `T|3|${sum}`);
    assert.equal(draft.rules, ['COUNT_EQUALS', 'SUM_EQUALS']);
    assert.equal(draft.trailer, { name: 'total', ...keys });
    assert.equal([draft.rating.accepted, draft.rating.brokenRules], [5, []]);
  });

test('an amount that is no sum of the records gives no rule', async () => {
  const draft = await draftTypes('H|2024-03-01|A', 'D|1|5,000.50', 'D|2|1,200.25', 'D|3|17.00', 'T|3|6,217.76');
  assert.equal(draft.rules, ['COUNT_EQUALS']);
});

test('blanks fill up a record type before the delimiter', async () => {
  const draft = await draftTypes('H |2024-03-01|A', 'D |1|50.50', 'D |2|12.25', 'DX|x|y', 'D |3|17.00', 'T |3|79.75');
  assert.is(draft.spec.format, 'CSV');
  assert.equal(
    draft.recordTypes.map(({ name, when }) => [name, when?.values]),
    [
      ['fileHeader', ['H ']],
      ['recordD', ['D ']],
      ['recordDX', ['DX']],
      ['fileTrailer', ['T ']],
    ],
  );
  assert.equal(draft.rules, ['COUNT_EQUALS', 'SUM_EQUALS']);
  assert.is(draft.rating.accepted, 6);
});

test.run();
