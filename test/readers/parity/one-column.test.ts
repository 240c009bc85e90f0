import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareAll } from './fast-cells.ts';
import { loadModule } from './run-module.ts';
import { randomOf } from '../../support/random.ts';
import { seed } from '../../support/property.ts';

const spec = { name: 'one', format: 'CSV', fields: [{ name: 'a', type: 'STRING' }] };

/** Lines that are blank, look blank, or are no plain text. */
const ODD = [
  ...['', ' ', '\t', '  \t ', '\u00a0', '\u0085', '\u1680', '\u2003', '\u2028', '\u3000', '\ufeff', '\v', '\f', '\0'],
  ...['""', '" "', '"\u00a0"', '"a\nb"', '"a""b"', '"', '"x" y', "''", ' x', 'x ', '\u00a0x', 'ä', '日本', '😀'],
  ...['x,y', ',', 'x,', '#', '# x', '-1', '0', '00', '1.5', '2024-02-30', '2024-02-29', 'null', 'NULL', '\u001a'],
] as const;

const SPECS: readonly object[] = [
  spec,
  { ...spec, hasHeader: false },
  { ...spec, hasHeader: false, quote: '', comment: '#' },
  { ...spec, hasHeader: false, skipBlankLines: false },
  { ...spec, hasHeader: false, delimiter: '\t', nullValues: ['null', ''] },
  { ...spec, hasHeader: false, onExtraColumns: 'IGNORE', messageKey: ['a'] },
  { ...spec, hasHeader: false, fields: [{ name: 'a', type: 'STRING', required: true }] },
  { ...spec, hasHeader: false, fields: [{ name: 'a', type: 'INTEGER' }], skipLines: { top: 1, bottom: 1 } },
  { ...spec, hasHeader: false, fields: [{ name: 'a', type: 'DATE', required: true }], onTypeMismatch: 'ERROR' },
  { ...spec, columnMatch: 'NAME', recordWhen: { column: 'a', values: ['x', '-1'] } },
];

for (const [index, changes] of SPECS.entries())
  test(`one column, spec ${index}: fast and careful readers agree on lines that may be blank`, async () => {
    const module = await loadModule({ spec: JSON.parse(JSON.stringify(changes)), syntax: 'json' });
    const random = randomOf(seed, index);
    for (let round = 0; round < 30; round++) {
      const lines = Array.from({ length: 40 }, () => (random.oneIn(3) ? 'word' : random.pick(ODD)));
      const end = random.pick(['\n', '\r\n', '\r']);
      compareAll(module, ['a', ...lines, random.oneIn(2) ? '' : 'last'].join(end), {
        skipInvalidRecords: random.oneIn(2),
      });
    }
  });

test('plain lines of one column are read fast', async () => {
  const module = await loadModule({ spec: JSON.parse(JSON.stringify(spec)), syntax: 'json' });
  assert.ok(compareAll(module, `a\n${'word\n'.repeat(1000)}`, {}) >= 999);
});

test.run();
