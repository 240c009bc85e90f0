import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { compareReadings } from './compare-readings.ts';
import { cutChunks, loadModule, transform } from './run-module.ts';
import { scaleRuns } from '../../support/property.ts';

const today = '2024-02-29';
const signs = ['TRAILING', 'LEADING', 'SEPARATE_LEADING', 'SEPARATE_TRAILING'] as const;

/** A field: its keys without its place, and how its bytes are drawn. */
interface StoredField {
  readonly length: number;
  readonly keys: Record<string, unknown>;
  readonly bytes: fc.Arbitrary<readonly number[]>;
}

const typed = fc.constantFrom<Record<string, unknown>>(
  { type: 'INTEGER' },
  { type: 'DECIMAL', scale: 2 },
  { type: 'DECIMAL', scale: 0 },
  { type: 'INTEGER', required: true },
);
const nulls = fc.constantFrom({}, {}, { nullStorage: ['BLANKS', 'LOW'] }, { nullStorage: ['HIGH'] });
const digits = fc.integer({ min: 0, max: 9 });
const zone = fc.constantFrom(0xf, 0xc, 0xd, 0xd, 0xb, 0xa, 0xe);
/** Bytes of one kind, and now and then any bytes, blanks, zeros or ones. */
const mostly = (length: number, usual: fc.Arbitrary<readonly number[]>) =>
  fc.oneof(
    { weight: 30, arbitrary: usual },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(0x40, 0x00, 0xff).map((byte) => new Array<number>(length).fill(byte)),
    },
  );

const packed = fc
  .record({ length: fc.integer({ min: 1, max: 17 }), unsigned: fc.boolean() })
  .map(({ length, unsigned }): StoredField => {
    const usual = fc
      .tuple(fc.array(digits, { minLength: 2 * length - 1, maxLength: 2 * length - 1 }), zone, fc.nat(2 * length))
      .map(([all, sign, zeros]) => {
        const nibbles = [...all.map((digit, at) => (at < zeros ? 0 : digit)), sign];
        return Array.from({ length }, (_, at) => (nibbles[2 * at] ?? 0) * 16 + (nibbles[2 * at + 1] ?? 0));
      });
    return {
      length,
      keys: { storage: unsigned ? { kind: 'PACKED', unsigned } : 'PACKED' },
      bytes: mostly(length, usual),
    };
  });

const zoned = fc
  .record({ length: fc.integer({ min: 2, max: 20 }), sign: fc.constantFrom(...signs) })
  .map(({ length, sign }): StoredField => {
    const at = sign.endsWith('LEADING') ? 0 : length - 1;
    const usual = fc.tuple(fc.array(digits, { minLength: length, maxLength: length }), zone).map(([all, nibble]) =>
      all.map((digit, index) => {
        if (index !== at) return 0xf0 + digit;
        return sign.startsWith('SEPARATE') ? (nibble === 0xd ? 0x60 : 0x4e) : nibble * 16 + digit;
      }),
    );
    return { length, keys: { storage: { kind: 'ZONED', sign } }, bytes: mostly(length, usual) };
  });

const binary = fc
  .record({ length: fc.constantFrom(2, 4, 8), unsigned: fc.boolean() })
  .map(({ length, unsigned }): StoredField => {
    const any = fc.array(fc.oneof(fc.constantFrom(0, 0xff, 0x80, 0x7f), fc.nat(255)), {
      minLength: length,
      maxLength: length,
    });
    return { length, keys: { storage: { kind: 'BINARY', unsigned } }, bytes: any };
  });

const text = fc.integer({ min: 1, max: 6 }).map(
  (length): StoredField => ({
    length,
    keys: { type: 'STRING' },
    bytes: fc.array(fc.oneof({ weight: 40, arbitrary: fc.constantFrom(0xc1, 0x40, 0xf1, 0x7d) }, fc.nat(255)), {
      minLength: length,
      maxLength: length,
    }),
  }),
);

const rules = fc.array(
  fc.record({
    field: fc.nat(9),
    severity: fc.constantFrom('FATAL', 'ERROR', 'WARNING'),
    rule: fc.constantFrom(
      { ruleType: 'MIN_VALUE', value: '-5' },
      { ruleType: 'MAX_VALUE', value: '99999' },
      { ruleType: 'ALLOWED_VALUES', value: ['0', '5', '-12'] },
    ),
  }),
  { maxLength: 3 },
);

const drafts = fc
  .record({
    fields: fc.array(fc.tuple(fc.oneof(packed, zoned, binary, text), typed, nulls), { minLength: 1, maxLength: 5 }),
    rules,
    encoding: fc.constantFrom('IBM037', 'IBM1047', 'IBM1140'),
    numbersAs: fc.constantFrom('NUMBER', 'STRING'),
  })
  .chain(({ fields, rules: drawn, encoding, numbersAs }) => {
    const records = fc.array(fc.tuple(...fields.map(([{ bytes }]) => bytes)), { minLength: 1, maxLength: 60 });
    return records.map((all) => ({ fields, rules: drawn, encoding, numbersAs, bytes: Uint8Array.from(all.flat(2)) }));
  });

function specOf({
  fields,
  rules: drawn,
  encoding,
  numbersAs,
}: typeof drafts extends fc.Arbitrary<infer Draft> ? Draft : never) {
  let start = 1;
  const written = fields.map(([{ length, keys }, type, nullKeys], at) => {
    const isText = keys.type === 'STRING';
    const field = { name: `f${at}`, ...(isText ? {} : { ...type, ...nullKeys }), ...keys, start, length };
    start += length;
    return field;
  });
  const numbers = written.filter((field) => !('type' in field && field.type === 'STRING'));
  const validationRules = drawn.flatMap(({ field, severity, rule }, at) => {
    const named = numbers[field % Math.max(1, numbers.length)];
    return named === undefined ? [] : [{ ruleId: `r${at}`, field: named.name, severity, message: 'no', ...rule }];
  });
  return {
    ...{ name: 'fuzz', format: 'FIXED_WIDTH', encoding, numbersAs, lineTerminator: 'NONE', recordLength: start - 1 },
    messageKey: ['f0'],
    fields: written,
    ...(validationRules.length > 0 && { validationRules }),
  };
}

test('the fast reader of stored numbers returns the same batches as the careful one', async () => {
  const property = fc.asyncProperty(drafts, fc.constantFrom(1000, 37, 5), fc.boolean(), async (draft, chunk, skips) => {
    const module = await loadModule({ spec: specOf(draft), syntax: 'json' });
    const options = { today, skipInvalidRecords: skips, batchRecords: 7, messages: true };
    compareReadings(module, cutChunks(draft.bytes, [chunk]), options);
  });
  await fc.assert(property, { numRuns: scaleRuns(60) });
});

test('it reads most records of a file', async () => {
  const spec = {
    ...{ name: 'fuzz', format: 'FIXED_WIDTH', encoding: 'IBM037', lineTerminator: 'NONE', recordLength: 8 },
    fields: [
      { name: 'a', type: 'DECIMAL', scale: 2, start: 1, length: 3, storage: 'PACKED' },
      { name: 'b', type: 'INTEGER', start: 4, length: 2, storage: 'BINARY' },
      { name: 'c', type: 'STRING', start: 6, length: 3 },
    ],
  };
  const module = await loadModule({ spec, syntax: 'json' });
  const record = [0x12, 0x34, 0x5d, 0xff, 0xfe, 0xc1, 0xc2, 0x40];
  const bytes = Uint8Array.from(Array.from({ length: 1000 }, () => record).flat());
  const [first] = transform(module, [bytes.slice()], { today });
  const message = Buffer.from(first?.bytes.subarray(0, first.ends[0]) ?? []).toString();
  assert.equal(message.trim(), '{"a":-123.45,"b":-2,"c":"AB"}');
  const transformer = module.createTransformer({ today });
  const batches = [...transformer.push(bytes), ...transformer.end()];
  const records = batches.reduce((sum, batch) => sum + batch.records, 0);
  const { fastRecords = 0 } = transformer as { fastRecords?: number };
  assert.ok(records === 1000 && fastRecords > 900, `${fastRecords} of ${records} records`);
});

test('record types with stored numbers are read the same by both readers', async () => {
  const typeOf = (name: string, storage: unknown) => ({
    name,
    when: { start: 1, length: 1, values: [name.toUpperCase()] },
    fields: [
      { name: 'text', type: 'STRING', start: 2, length: 2 },
      { name: 'amount', type: 'DECIMAL', scale: 2, start: 4, length: 4, storage },
    ],
  });
  const spec = {
    ...{ name: 'fuzz', format: 'FIXED_WIDTH', encoding: 'IBM037', lineTerminator: 'NONE', recordLength: 7 },
    recordTypes: [typeOf('a', 'PACKED'), typeOf('b', 'BINARY')],
    fileRules: [{ ruleId: 'sum', ruleType: 'COUNT_RANGE', of: 'a', value: '1,1000' }],
  };
  const module = await loadModule({ spec: spec as never, syntax: 'json' });
  const records = [
    [0xc1, 0xc1, 0x40, 0x00, 0x12, 0x34, 0x5c],
    [0xc2, 0x7d, 0xfa, 0xff, 0xff, 0xff, 0xfe],
    [0xc1, 0x00, 0x40, 0x00, 0x12, 0x34, 0x5c],
    [0xc1, 0xc2, 0xc3, 0x00, 0x1a, 0x34, 0x5d],
    [0xc3, 0xc2, 0xc3, 0x00, 0x1a, 0x34, 0x5d],
  ];
  const bytes = Uint8Array.from(Array.from({ length: 100 }, (_, at) => records[(at * at) % 5] ?? []).flat());
  for (const sizes of [[], [300, 7]])
    for (const batchRecords of [7, 1000])
      compareReadings(module, cutChunks(bytes, sizes), { today, skipInvalidRecords: true, batchRecords });
});

test.run();
