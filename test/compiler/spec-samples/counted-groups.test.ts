/** Samples break the field that has the number of groups in a line, also if groups without content are wrong. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplesOf } from './sampled-spec.ts';

const spec = `name: counted
format: CSV
recordTypes:
  - name: order
    fields:
      - { name: number, type: STRING, columnName: Order }
      - { name: count, type: INTEGER, columnName: Count, required: true }
  - name: item
    in: order
    as: items
    occurs: { field: count }
    repeat: { columns: [Item], times: 3 }
    fields:
      - { name: item, type: STRING, columnName: Item, required: true }
`;

test('samples violate each rule of the number of groups', async () => {
  const { set } = await samplesOf(spec, { syntax: 'yaml', today: '2026-03-01' });
  assert.equal(set.missing, []);
  const names = set.files.map(({ name }) => name);
  for (const name of ['required-order-count', 'type-order-count'])
    assert.ok(names.includes(`${name}.csv`), names.join(', '));
});

test.run();
