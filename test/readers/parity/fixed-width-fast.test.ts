import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { createFixedWidthRecordSource } from '../../../compiler/kernel/fixed-width/record-source.ts';
import { createUtf8Input } from '../../../compiler/kernel/input/file-input.ts';
import type { TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { compareReadings } from './compare-readings.ts';
import { fixedWidthDrafts, createFixedWidthScenario } from './fixed-width-draft.ts';
import { cutChunks, loadModule } from './run-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';

const today = '2024-02-29';

test('the fast fixed-width reader returns the same batches as the careful one', async () => {
  const property = fc.asyncProperty(fixedWidthDrafts, async (draft) => {
    const { files, ...scenario } = createFixedWidthScenario(draft);
    const module = await loadModule(scenario);
    for (const { bytes, feeding } of files) {
      const { skipInvalidRecords, batchRecords, messages, maxRecordBytes, chunks } = feeding;
      compareReadings(module, cutChunks(bytes, chunks), {
        today,
        skipInvalidRecords,
        batchRecords,
        messages,
        ...(maxRecordBytes > 0 && { maxRecordBytes }),
      });
    }
  });
  await fc.assert(property, { numRuns: scaleRuns(100) });
});

/** Name in 1–6, number in 8–11 (after a gap), word in 12–14. */
const fields = [
  { name: 'name', type: 'STRING', start: 1, length: 6 },
  { name: 'number', type: 'INTEGER', start: 8, length: 4, align: 'RIGHT', padChar: '0' },
  { name: 'word', type: 'STRING', start: 12, length: 3 },
];
const repeat = (lines: readonly string[]) => Array.from({ length: 50 }, () => lines).flat();
const plain = ['Ada   -0012abc', 'Bo     0000x  ', '      x9999yz '];
const wide = ['Zo\u00eb   -0012abc', 'Bo    \u20ac0100x  ', 'Ada   -0012\ud83d\ude00bc', 'Ada   -0012abc'];
/** Lines with the same number of bytes as before, but fewer characters. */
const alike = [
  'Ada   -0012abc',
  'Zo\u00eb  -00120ab',
  'Ada   -0012abc',
  'Ada  \u00e9-012abc',
  'Ada   -0012abc',
  'Ada   -0012a\u00e9',
];

const sameFiles: readonly { name: string; spec?: object; lines: readonly string[]; end?: string; atLeast: number }[] = [
  { name: 'lines of ASCII', lines: plain, atLeast: 0.9 },
  { name: 'lines that end with CR and LF', lines: plain, end: '\r\n', atLeast: 0.9 },
  {
    name: 'lines that end early or late',
    lines: ['Ada   -0012a', 'Bo     0000x    more', 'Cy     0000'],
    atLeast: 0.6,
  },
  { name: 'characters beyond ASCII', lines: wide, atLeast: 0.9 },
  { name: 'lines with the same bytes but fewer characters', lines: alike, atLeast: 0.9 },
  {
    name: 'blocks without line ends',
    spec: { lineTerminator: 'NONE', recordLength: 14 },
    lines: plain,
    end: '',
    atLeast: 0.6,
  },
  {
    name: 'blocks with characters beyond ASCII',
    spec: { lineTerminator: 'NONE', recordLength: 14 },
    lines: wide,
    end: '',
    atLeast: 0.6,
  },
  {
    name: 'blocks with line ends in a gap',
    spec: { lineTerminator: 'NONE', recordLength: 14 },
    lines: ['Ada   \n0012abc', 'Ada   \r0012abc', 'Ada   -0012abc'],
    end: '',
    atLeast: 0.6,
  },
  {
    name: 'records between other lines',
    spec: { recordWhen: { start: 7, length: 1, values: ['-'] } },
    lines: [...alike, ...plain.slice(0, 1)],
    atLeast: 0.6,
  },
  {
    name: 'a line end in a field of a block',
    spec: { lineTerminator: 'NONE', recordLength: 14 },
    lines: [...plain, 'A\nb   -0012abc', 'Ada   -00\n2abc'],
    end: '',
    atLeast: 0.2,
  },
  { name: 'malformed bytes', lines: [...plain, 'Zo\udcff   -0012abc', 'Ada   \udc80-0012bc'], atLeast: 0.2 },
];

/** Lines that `recordWhen` does not select, or that only look so. The value is the seventh character. */
const ODD = [
  ...[
    '',
    ' ',
    '       ',
    '      -',
    '     -',
    '\t\t\t\t\t\t\t',
    'Ada',
    'Ada   ',
    'Ada   x',
    'Ada   x0012abc',
    '\u001a',
  ],
  ...[
    'Zo\u00eb   x',
    'Zo\u00eb   -0012abc',
    '\ud83d\ude00da   -',
    'Ada   \u20ac',
    'A\0a   x',
    'Ada   x\0\0',
    '\ufeffAda   x',
  ],
  ...[
    'Ada   x and malformed bytes \udcff',
    'Zo\udcff   x',
    'Ada   \udcff',
    `Ada   x${'long'.repeat(300)}`,
    'name  #number',
  ],
] as const;

for (const [index, changes] of [
  { recordWhen: { start: 7, length: 1, values: ['-'] } },
  { recordWhen: { start: 7, length: 1, values: ['-', '\u20ac', '--'] }, hasHeader: true, skipRepeatedHeader: true },
  { recordWhen: { start: 7, length: 2, values: ['-0'] }, skipBlankLines: false, skipLines: { top: 1, bottom: 2 } },
  { recordWhen: { start: 1, length: 1, values: ['A'] }, positions: 'BYTES' },
].entries())
  test(`fixed width, recordWhen ${index}: both readers agree on lines that are no records`, async () => {
    const spec = { name: 't', format: 'FIXED_WIDTH', fields, ...changes };
    const module = await loadModule({ spec: spec as never, syntax: 'json' });
    const random = randomOf(seed, index);
    for (let round = 0; round < 20; round++) {
      const lines = Array.from({ length: 60 }, () => (random.oneIn(2) ? 'Ada   -0012abc' : random.pick(ODD)));
      const bytes = bytesOf(['name  #number', ...lines].join(random.pick(['\n', '\r\n', '\r'])));
      for (const chunks of [[], [7, 300], [64]])
        compareReadings(module, cutChunks(bytes, chunks), { today, batchRecords: 64, maxRecordBytes: 1000 });
    }
  });

test('lines that are no records are found in their bytes; any that may be one is left to the careful reader', () => {
  const source = createFixedWidthRecordSource(
    {
      ...{ hasHeader: false, skipBlankLines: true, minLength: 1, maxLength: Infinity, maxRecordBytes: 40 },
      ...{ skipTop: 0, skipBottom: 0, onExtraColumns: null, onMissingColumns: null, onNoRecords: 'WARNING' },
      recordWhen: { start: 3, length: 2, values: ['ab', '\u20ac1', 'abc'] },
    },
    createUtf8Input(undefined),
    undefined,
  );
  source.add(bytesOf('first\n'));
  const others = source.fast?.nextRange(1000)?.others;
  for (const [line, isOther] of [
    ['xxabcd', false],
    ['xxAB', true],
    ['xx', true],
    ['xxa', true],
    ['', false],
    ['    ', false],
    ['    x', false],
    ['x\u00e9ab', false],
    ['xx\u20ac1', false],
    ['xx\udcff', false],
    ['xx\0', false],
    [`xxcd${'y'.repeat(36)}`, true],
    [`xxcd${'y'.repeat(37)}`, false],
    ['xxcd\u00e9\udcff', true],
  ] as const)
    for (const end of ['\n', '\r\n', '\r']) {
      const bytes = bytesOf(`__${line}${end}xxabcd`);
      const after = bytes.length - 'xxabcd'.length;
      assert.equal(others?.endOf(bytes, 2, bytes.length), isOther ? after : -1, JSON.stringify(line + end));
    }
  assert.equal(others?.endOf(bytesOf('xxcd'), 0, 4), -1, 'its end is not there yet');
});

for (const { name, spec = {}, lines, end = '\n', atLeast } of sameFiles) {
  test(`fixed width is read fast, with the same results: ${name}`, async () => {
    const module = await loadModule({
      spec: { name: 't', format: 'FIXED_WIDTH', fields, ...spec } as never,
      syntax: 'json',
    });
    const bytes = bytesOf(
      repeat(lines)
        .map((line) => line + end)
        .join(''),
    );
    for (const chunks of [[], [7, 300], [64]]) {
      const options: TransformOptions = { today, skipInvalidRecords: true, batchRecords: 64 };
      compareReadings(module, cutChunks(bytes, chunks), options);
    }
    const transformer = module.createTransformer({ today });
    const records = [...transformer.push(bytes.slice()), ...transformer.end()].reduce(
      (sum, batch) => sum + batch.records,
      0,
    );
    const { fastRecords = 0 } = transformer as { fastRecords?: number };
    assert.ok(fastRecords >= atLeast * records, `${fastRecords} of ${records} records`);
  });
}

/** Encodes in UTF-8. U+DC80 to U+DCFF become the invalid bytes 80 to FF. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      return code >= 0xdc80 && code <= 0xdcff && character.length === 1
        ? [code - 0xdc00]
        : [...new TextEncoder().encode(character)];
    }),
  );
}

test.run();
