// Files that cannot be read to their end, within a document: no part of it is published.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { transform } from './parity/run-module.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const ORDER = { name: 'order', fields: [{ name: 'id', type: 'STRING' }] };
const LINE = { name: 'line', in: 'order', fields: [{ name: 'sku', type: 'STRING', required: true }] };
const XML = {
  format: 'XML',
  recordTypes: [
    { ...ORDER, when: { path: '/o/order' } },
    { ...LINE, when: { path: '/o/order/line' } },
  ],
};
const JSON_FILE = {
  format: 'JSON',
  recordTypes: [
    { ...ORDER, when: { path: '/orders/*' } },
    { ...LINE, when: { path: '/orders/*/lines/*' } },
  ],
};
const skus = (order: number) => Array.from({ length: order }, (_, at) => `${order}-${at}`);
const xmlOrder = (order: number) =>
  `<order><id>${order}</id>${skus(order)
    .map((sku) => `<line><sku>${sku}</sku></line>`)
    .join('')}</order>`;
const jsonOrder = (order: number) => ({ id: String(order), lines: skus(order).map((sku) => ({ sku })) });

const FILES = [
  { spec: XML, file: `<o>${[1, 2, 3].map(xmlOrder).join('')}</o>` },
  { spec: JSON_FILE, file: JSON.stringify({ orders: [1, 2, 3].map(jsonOrder) }) },
];

for (const { spec, file } of FILES)
  for (const members of [{ as: 'lines' }, { reject: 'WHOLE' }])
    test(`${spec.format}, ${Object.keys(members).join()}: what is published of a torn file is whole`, async () => {
      const [order, line] = spec.recordTypes;
      const types = 'as' in members ? [order, { ...line, ...members }] : [{ ...order, ...members }, line];
      const text = JSON.stringify({ name: 'torn', ...spec, recordTypes: types });
      const module = await loadModule({ path: 'torn.json', text, syntax: 'json' });
      const read = (part: string) => {
        const batches = transform(module, [encoder.encode(part)], { fast: true, lineFeeds: true });
        const messages = batches.map(({ bytes }) => decoder.decode(bytes)).join('');
        const records = batches.flatMap(({ recordIssues }) => recordIssues);
        const rejected = records.filter(({ issues }) => issues.some(({ code }) => code === 'DOCUMENT_REJECTED'));
        assert.ok(rejected.every(({ outcome }) => outcome === 'failed'));
        return { messages, rejected: rejected.length };
      };
      const whole = read(file).messages;
      const ends = new Set([0]);
      for (const [index, { length }] of whole.split('\n').entries()) ends.add([...ends][index]! + length + 1);
      const orders = 'as' in members ? [...ends] : documentEnds(whole);
      let rejected = 0;
      for (let length = 1; length < file.length; length++) {
        const part = read(file.slice(0, length));
        assert.ok(whole.startsWith(part.messages), file.slice(0, length));
        assert.ok(orders.includes(part.messages.length), `${file.slice(0, length)}: ${part.messages}`);
        rejected += part.rejected;
      }
      assert.ok(rejected > 20, String(rejected));
    });

/** Returns where each order of messages without members ends. */
function documentEnds(messages: string): number[] {
  return [0, ...[...messages.matchAll(/\n(?=\{"id")|\n$/g)].map(({ index }) => index + 1)];
}

test.run();
