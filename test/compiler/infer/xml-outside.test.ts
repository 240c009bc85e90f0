// Values around the records of an XML sample that no record of the draft has.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec } from './draft-spec.ts';

const LINES = ['a', 'b', 'c'].map((sku) => `<line sku="${sku}"><qty>2</qty><net>1.50</net></line>`).join('');
const order = (before: string, after: string, inner = LINES) => `<order>${before}${inner}${after}</order>`;
const document = (...orders: readonly string[]) => `<orders>${orders.join('\n')}</orders>`;
const undecidedOf = async (xml: string) => (await draftSpec(xml)).verdict.undecided.join();
const DATE = '<day>2024-03-17</day>';

test('values after the records that they belong to are undecided', async () => {
  for (const after of [
    '<total>9</total>',
    '<sum currency="EUR"/>',
    '<end><total>9</total></end>',
    '<note>x</note><note>y</note>',
    `${LINES}<total>9</total>`,
    '<a>1</a><b>2</b>',
    '<total n="3">9</total>',
  ])
    assert.match(
      await undecidedOf(document(order(DATE, after), order(DATE, after))),
      /values? comes? after the records.*describe \/orders\/order as a record type/,
      after,
    );
});

test('an element around records that encloses none is undecided', async () => {
  const orders = Array.from({ length: 12 }, () => order(DATE, ''));
  assert.match(await undecidedOf(document(...orders, order(DATE, '', ''))), '1 element encloses no record');
});

test('values before the records, and totals of the whole document, are not', async () => {
  for (const xml of [
    document(order(DATE, ''), order(DATE, '')),
    document(order('<no>1</no>', ''), order('<no>2</no>', '')),
    document(order(DATE, '<empty/>'), order(DATE, '<empty/>')),
    document(order(DATE, '<!-- end -->'), order(DATE, '')),
    `<file><orders>${order(DATE, '')}${order(DATE, '')}</orders><count>2</count></file>`,
    `<rows>${LINES}<total>9</total></rows>`,
  ])
    assert.is(await undecidedOf(xml), '', xml);
});

test.run();
