import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createStoredCells } from '../../../compiler/language/formats/fixed-width/stored-cell.ts';
import type { StoragePlan } from '../../../compiler/language/formats/fixed-width/storage.ts';
import { STORED_NULLS } from '../../../compiler/kernel/fixed-width/storage.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { differenceOf, samplesOf, wrongByModule } from './sampled-spec.ts';

const KINDS = ['PACKED', 'ZONED', 'BINARY'] as const;
const SIGNS = ['TRAILING', 'LEADING', 'SEPARATE_LEADING', 'SEPARATE_TRAILING'] as const;

test('written numbers are read again, in EBCDIC and in encodings of one byte', () => {
  const random = randomOf(seed, 1);
  for (let count = 0; count < 3_000; count++) {
    const storage: StoragePlan = {
      kind: random.pick(KINDS),
      sign: random.pick(SIGNS),
      isUnsigned: random.oneIn(3),
      nulls: 0,
    };
    const cells = createStoredCells(random.pick(['IBM037', 'IBM1140', 'ISO-8859-1']));
    const length = storage.kind === 'BINARY' ? random.pick([2, 4, 8]) : 2 + random.below(10);
    const digits = Array.from({ length: 1 + random.below(20) }, () => random.below(10)).join('');
    const number = `${random.oneIn(2) ? '-' : ''}${digits}`;
    const written = cells.write(number, length, storage);
    if (written === null) continue;
    assert.is([...written].length, length);
    assert.is(cells.read(`x${written}`, { start: 2, length }, storage), BigInt(number).toString());
  }
});

test('null and texts that are no number have bytes of their own', () => {
  const cells = createStoredCells('IBM037');
  const storage: StoragePlan = { kind: 'PACKED', sign: 'TRAILING', isUnsigned: false, nulls: STORED_NULLS.BLANKS };
  assert.is(cells.write(null, 3, storage), '   ');
  assert.is(cells.write(null, 3, { ...storage, nulls: 0 }), null);
  assert.is(cells.read(cells.write('x', 3, storage) ?? '', { start: 1, length: 3 }, storage), "X'AAAAAA'");
  assert.is(cells.write('123456', 3, storage), null);
});

test('samples of a spec with stored numbers violate its rules and types', async () => {
  const today = '2026-01-01';
  const text = `name: stored
format: FIXED_WIDTH
encoding: IBM037
lineTerminator: NONE
recordLength: 9
fields:
  - { name: id, type: STRING, start: 1, length: 2, required: true }
  - { name: amount, type: DECIMAL, scale: 2, start: 3, length: 3, storage: PACKED, required: true, nullStorage: [LOW] }
  - { name: count, type: INTEGER, start: 6, length: 2, storage: BINARY }
  - { name: rate, type: INTEGER, start: 8, length: 2, storage: ZONED }
validationRules:
  - { ruleId: low, field: amount, ruleType: MIN_VALUE, value: "-5.5", severity: ERROR }
`;
  const { module, set } = await samplesOf(text, { syntax: 'yaml', today });
  for (const file of set.files) assert.is(differenceOf(file, wrongByModule(module, file.bytes, today)), '');
  const broken = set.files.flatMap(({ breaks }) =>
    breaks === null ? [] : `${breaks.code} ${breaks.field ?? ''}`.trim(),
  );
  for (const code of [
    'MIN_VALUE amount',
    'REQUIRED amount',
    'TYPE_MISMATCH amount',
    'TYPE_MISMATCH rate',
    'REQUIRED id',
  ])
    assert.ok(broken.includes(code), `${code} is not in ${broken.join(', ')}`);
  // Any bytes are a binary number.
  assert.equal(
    set.missing.map(({ code, field }) => `${code} ${field}`),
    ['TYPE_MISMATCH count'],
  );
});

test('samples of records with lengths are read with each form of a length', async () => {
  for (const lengths of ['RDW', 'RDW_BDW', 'BIG_ENDIAN_2', 'BIG_ENDIAN_4', 'LITTLE_ENDIAN_2', 'LITTLE_ENDIAN_4'])
    for (const included of [true, false]) {
      const text = `name: framed
format: FIXED_WIDTH
encoding: IBM037
records: { lengths: ${lengths}, included: ${included} }
fields:
  - { name: id, type: STRING, start: 1, length: 4, required: true }
  - { name: amount, type: DECIMAL, scale: 2, start: 5, length: 4, storage: PACKED }
  - { name: note, type: STRING, start: 9, length: 6 }
`;
      const { module, set } = await samplesOf(text, { syntax: 'yaml', today: '2026-01-01' });
      for (const file of set.files) assert.is(differenceOf(file, wrongByModule(module, file.bytes, '2026-01-01')), '');
      const codes = set.files.map(({ breaks }) => breaks?.code);
      for (const code of [undefined, 'TYPE_MISMATCH', 'RECORD_TOO_SHORT', 'truncated_record'])
        assert.ok(codes.includes(code), `${lengths} ${included}: ${code} is not in ${codes.join(', ')}`);
    }
});

test.run();
