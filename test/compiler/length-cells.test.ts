import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRecordLayout } from '../../compiler/tools/locate/record-layout.ts';
import { createValueLocator } from '../../compiler/tools/locate/value-locator.ts';

function locatorOf(lengths: 'RDW' | 'RDW_BDW' | 'BIG_ENDIAN_2') {
  const spec = {
    name: 'lengths',
    format: 'FIXED_WIDTH' as const,
    encoding: 'IBM037',
    records: { lengths },
    fields: [
      { name: 'id', type: 'STRING' as const, start: 1, length: 2 },
      { name: 'text', type: 'STRING' as const, start: 3, length: 2 },
    ],
  };
  return createValueLocator(createRecordLayout(spec), null);
}

test('cells of a record are found after its length, whose bytes may look like a line end', () => {
  for (const [lengths, head] of [
    ['RDW', [0x00, 0x25, 0x00, 0x00]],
    ['BIG_ENDIAN_2', [0x00, 0x0d]],
  ] as const) {
    const locator = locatorOf(lengths);
    const text = locator.decode(Uint8Array.from([...head, 0xc1, 0xf1, 0xc2, 0x25]), false);
    const cells = locator.locateCells(text)?.map((cell) => (cell === null ? null : text.slice(cell.start, cell.end)));
    assert.equal(cells, ['A1', 'B\n'], lengths);
  }
});

test('cells of records in blocks are not located: the first record of a block also has the length of the block', () => {
  assert.is(locatorOf('RDW_BDW').hasCells, false);
});

test.run();
