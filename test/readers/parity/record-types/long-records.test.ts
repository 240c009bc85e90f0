/** Whether an enclosing XML record is too long does not depend on where its file is cut into chunks. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../../../support/load-module.ts';
import { summarizeBatches } from '../read-result.ts';
import { cutChunks, transform } from '../run-module.ts';

const SPEC = new URL('../../../../specs/deliveries.yaml', import.meta.url);
const FILE = `<Deliveries>
  <Delivery id="D-1"><Date>2024-01-02</Date><Totals items="1" weight="2"/>
    <Item article="4006381333931"><Quantity>1</Quantity><Weight>2</Weight><!-- a longer record --></Item>
  </Delivery>
</Deliveries>
`;

test('every limit has the same result in one chunk and in chunks of any size', async () => {
  const module = await loadModule({ text: readFileSync(SPEC, 'utf8'), path: 'specs/deliveries.yaml', syntax: 'yaml' });
  const bytes = new TextEncoder().encode(FILE);
  const read = (maxRecordBytes: number, sizes: number[]) =>
    summarizeBatches(transform(module, cutChunks(bytes, sizes), { today: '2024-02-29', maxRecordBytes }));
  const counts = new Set<number>();
  for (let limit = 10; limit < 130; limit++) {
    const whole = read(limit, []);
    counts.add(whole.messages.length);
    for (const size of [1, 2, 3, 5, 7, 11, 64]) assert.equal(read(limit, [size]), whole, `${limit}, chunks of ${size}`);
  }
  assert.equal([...counts].toSorted(), [0, 1, 2]);
});

test.run();
