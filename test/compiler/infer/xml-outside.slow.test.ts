// Values around the records of an XML sample that no record of the draft has.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec } from './draft-spec.ts';

const LINES = ['a', 'b', 'c'].map((sku) => `<line sku="${sku}"><qty>2</qty><net>1.50</net></line>`).join('');
const order = (before: string, after: string, inner = LINES) => `<order>${before}${inner}${after}</order>`;
const document = (...orders: readonly string[]) => `<orders>${orders.join('\n')}</orders>`;
const undecidedOf = async (xml: string) => (await draftSpec(xml)).verdict.undecided.join();
const DATE = '<day>2024-03-17</day>';

test('values after the records that they belong to are in a document with the records', async () => {
  for (const after of [
    '<total>9</total>',
    '<sum currency="EUR"/>',
    '<end><total>9</total></end>',
    `${LINES}<total>9</total>`,
    '<a>1</a><b>2</b>',
    '<total n="3">9</total>',
  ]) {
    const { yaml, rating, verdict } = await draftSpec(document(order(DATE, after), order(DATE, after)));
    assert.is(verdict.undecided.join(), '', after);
    assert.is(rating.accepted, rating.records);
    assert.match(yaml, /name: order\n.*when: \{ path: \/orders\/order \}[^]*in: order\n {4}as: lines\n/);
  }
});

test('an element around records that encloses none is a document without them', async () => {
  const orders = Array.from({ length: 12 }, () => order(DATE, ''));
  const { yaml, rating } = await draftSpec(document(...orders, order(DATE, '', '')));
  assert.equal([rating.records, rating.accepted], [13 + 36, 13 + 36]);
  assert.match(yaml, 'as: lines');
});

test('if documents lose values, too, those around the records are undecided', async () => {
  const twice = order(DATE, '<note><t>x</t></note><note><t>y</t></note>');
  const way = /values? comes? after the records.*describe \/orders\/order as a record type/;
  assert.match(await undecidedOf(document(twice, twice)), way);
  // A spec with a record path of one's own is drafted as it was asked for.
  const file = document(order(DATE, '<total>9</total>'), order(DATE, '<total>9</total>'));
  assert.not.match((await draftSpec(file, { recordPath: '/orders/order/line' })).yaml, 'recordTypes');
  // The groups around the orders have values of their own.
  const group = (no: number) =>
    `<group><no>${no}</no>${order(DATE, '<total>9</total>')}${order(DATE, '<total>9</total>')}</group>`;
  assert.match(await undecidedOf(`<groups>${group(1)}${group(2)}</groups>`), 'after the records');
});

test('rules of both types have ids of their own, and members names of their own', async () => {
  const rows = (no: number) =>
    `<order><id>A${no}</id><name>Customer ${no}</name><lines>7</lines><line><id>L1</id><name>Article ${no}</name></line><line><id>L2</id><name>Article 7</name></line><total>9</total></order>`;
  const { yaml, verdict } = await draftSpec(document(...[1, 2, 3, 4].map(rows)));
  assert.is(verdict.undecided.join(), '');
  assert.match(yaml, 'as: linesList');
  assert.match(yaml, 'ruleId: line-');
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
