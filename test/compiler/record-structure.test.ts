import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TypePlace } from '../../compiler/kernel/record-types/structure.ts';
import { StructureWalker } from '../../compiler/kernel/record-types/structure-walker.ts';

const H = 0;
const B = 1;
const D = 2;
const C = 3;
const T = 4;
const place = (name: string, parent: number, [min, max]: readonly [number, number]): TypePlace => ({
  name,
  parent,
  min,
  max,
  anyOrder: false,
});
/** A header, batches with details and a trailer each, and a trailer of the file. */
const types = [
  place('H', -1, [1, 1]),
  place('B', -1, [0, Infinity]),
  place('D', B, [0, 2]),
  place('C', B, [1, 1]),
  place('T', -1, [1, 1]),
];

/** Returns the findings of a file: `U` for a record at a wrong place, and the names of the missing types. */
function walk(records: readonly number[], isAnyOrder = false): string[] {
  let walker = new StructureWalker({ types, anyOrder: isAnyOrder }, null);
  const nameOf = (type: number) => types[type]?.name ?? '';
  const found = records.map((type) => {
    // Another process resumes with the state as JSON.
    walker = new StructureWalker({ types, anyOrder: isAnyOrder }, JSON.parse(JSON.stringify(walker.state())) as never);
    const { isUnexpected, missing } = walker.place(type);
    return `${isUnexpected ? 'U' : ''}${missing.map(nameOf).join('')}`;
  });
  return [...found, walker.end().map(nameOf).join('')];
}

for (const [title, records, expected] of [
  ['a complete file has no findings', [H, B, D, D, C, B, C, T], ['', '', '', '', '', '', '', '', '']],
  ['a record of a later type closes the scope', [H, B, D, T], ['', '', '', 'C', '']],
  ['each missing record is reported once', [B, C, B, C, T], ['H', '', '', '', '', '']],
  ['the end of the file closes all scopes', [H, B, D], ['', '', '', 'CT']],
  ['an empty file lacks its required records', [], ['HT']],
  ['a detail after the trailer of its batch is one finding', [H, B, C, D, B, C, T], ['', '', '', 'U', '', '', '', '']],
  ['a missing first line of a batch is one finding', [H, B, C, D, C, T], ['', '', '', 'U', '', '', '']],
  ['a detail without any batch opens one', [H, D, D, C, T], ['', 'U', '', '', '', '']],
  ['a record beyond the maximum is a finding', [H, B, D, D, D, C, T], ['', '', '', '', 'U', '', '', '']],
  ['a second header continues from the state after a header', [H, B, C, H, B, C, T], ['', '', '', 'U', '', '', '', '']],
  ['a record after the last one is a finding', [H, T, B, C], ['', '', 'U', '', '']],
] as const)
  test(title, () => assert.equal(walk(records), [...expected]));

test('with any order, types may alternate', () => {
  assert.equal(walk([T, B, C, H, B, C], true), ['', '', '', '', '', '', '']);
  assert.equal(walk([T, T, H], true), ['', 'U', '', '']);
});

test('the expected types stop at a required one', () => {
  const walker = new StructureWalker({ types, anyOrder: false }, null);
  assert.equal(walker.expected(5), [H]);
  walker.place(H);
  assert.equal(walker.expected(5), [B, T]);
  walker.place(B);
  assert.equal(walker.expected(5), [D, C]);
  walker.place(C);
  assert.equal(walker.expected(5), [B, T]);
});

test.run();
