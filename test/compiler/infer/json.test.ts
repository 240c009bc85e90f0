import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NoDraft } from '../../../compiler/tools/infer/model/no-draft.ts';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

const write = (values: readonly unknown[]) => lines(...values.map((value) => JSON.stringify(value)));
const orders = Array.from({ length: 30 }, (_, at) => ({
  id: at + 1,
  total: { amount: at / 4, currency: at % 2 === 0 ? 'EUR' : 'USD' },
  zip: `0${1000 + at}`,
  paid: at % 3 === 0,
  day: `2024-03-${String((at % 28) + 1).padStart(2, '0')}`,
  note: at % 5 === 0 ? null : `note ${at}`,
}));

test('JSON Lines become fields with the types of their values', async () => {
  const found = await draftSpec(write(orders));
  assert.is(found.spec.format, 'JSON');
  assert.is((found.spec as { recordPath?: string }).recordPath, undefined);
  assert.equal(fieldsOf(found), [
    'id INTEGER required',
    'totalAmount DECIMAL required',
    'totalCurrency STRING required',
    'zip STRING required',
    'paid BOOLEAN required',
    'day DATE required',
    'note STRING',
  ]);
  assert.equal(
    found.spec.fields.map(({ columnName }) => columnName).filter((name) => name !== undefined),
    ['/total/amount', '/total/currency'],
  );
  assert.equal([found.rating.records, found.rating.accepted, found.verdict.undecided], [30, 30, []]);
});

test('a document is read by the path of its longest list of objects', async () => {
  const text = JSON.stringify({ meta: [{ n: 1 }], report: { 'a/b': orders } }, null, 2);
  const found = await draftSpec(text);
  assert.is((found.spec as { recordPath?: string }).recordPath, '/report/a~1b/*');
  assert.equal([found.rating.records, found.rating.accepted], [30, 30]);
});

test('a list is the document, in one line, too', async () => {
  const found = await draftSpec(JSON.stringify(orders));
  assert.is((found.spec as { recordPath?: string }).recordPath, '/*');
  assert.is(found.rating.accepted, 30);
});

test('the caller can name the records', async () => {
  const nested = [{ lines: [{ x: 1 }, { x: 2 }] }, { lines: [{ x: 3 }] }];
  const found = await draftSpec(JSON.stringify(nested), { format: 'JSON', recordPath: '/*/lines/*' });
  assert.equal([fieldsOf(found), found.rating.records], [['x INTEGER required'], 3]);
  const missing = draftSpec(JSON.stringify(nested), { format: 'JSON', recordPath: '/nothing/*' });
  const error: unknown = await missing.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof NoDraft);
});

test('lists of objects inside of records are record types, and others are not lost silently', async () => {
  const found = await draftSpec(
    write([
      { id: 1, tags: ['a'], lines: [{ x: 1, at: { day: '2026-01-31' }, parts: [{ no: 'A-1' }, { no: 'A-2' }] }] },
      { id: 2, tags: [], lines: [] },
    ]),
  );
  assert.equal(found.verdict.undecided, ['no field reads the list /tags: fields such as /tags/0 read items']);
  assert.match(found.yaml, /in: record\n {4}as: lines\n {4}when: \{ path: "\/lines\/\*" \}/);
  assert.match(found.yaml, /in: line\n {4}as: parts\n {4}when: \{ path: "\/lines\/\*\/parts\/\*" \}/);
  assert.equal([found.rating.records, found.rating.accepted], [5, 5]);
});

test('a document of orders with lists is drafted as documents', async () => {
  const list = [1, 2, 3].map((id) => ({ id, lines: [{ id: 7, lines: 2 }], total: { net: 1.5 } }));
  const found = await draftSpec(JSON.stringify({ made: '2026-01-31', orders: list }));
  assert.is(found.verdict.undecided.join(), '');
  assert.match(found.yaml, /name: order\n {4}when: \{ path: "\/orders\/\*" \}/);
  assert.match(found.yaml, 'when: { path: "/orders/*/lines/*" }');
  assert.equal([found.rating.records, found.rating.accepted], [6, 6]);
  // A list without an object has no record type.
  const scalars = await draftSpec(write([{ id: 1, lines: [{ x: 1 }, 2] }, { id: 2 }]));
  assert.is(scalars.verdict.undecided.length, 1);
});

test('the beginning of a file is enough', async () => {
  for (const text of [write(orders), JSON.stringify({ a: '}]', orders }, null, 1)]) {
    const found = await draftSpec(text.slice(0, Math.floor(text.length * 0.6)), { isWhole: false });
    assert.is(found.spec.format, 'JSON');
    assert.ok(
      found.rating.records > 10 && found.rating.accepted === found.rating.records,
      String(found.rating.records),
    );
  }
});

test('numbers and strings in one member, big numbers and exponents', async () => {
  const text = lines('{"a":1,"b":12345678901234567890,"c":1e400}', '{"a":"x","b":2,"c":2.5}', '{"a":3,"b":3,"c":1}');
  const found = await draftSpec(text);
  assert.equal(fieldsOf(found), ['a STRING required', 'b INTEGER required', 'c DECIMAL required']);
  assert.is(found.rating.accepted, 3);
});

test('a byte order mark and UTF-16 are read', async () => {
  const bytes = Buffer.from(`\ufeff${write(orders)}`, 'utf16le');
  const found = await draftSpec(bytes);
  assert.is(found.rating.accepted, 30);
});

test('values that are nested very deeply are no reason to stop', async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const found = await draftSpec(lines(...Array.from({ length: 40 }, (_, at) => (at === 7 ? deep : `{"id":${at}}`))));
  assert.equal([fieldsOf(found), found.rating.accepted], [['id INTEGER'], 39]);
});

test('numbers in quotes with groups are numbers', async () => {
  const items = Array.from({ length: 8 }, (_, at) => ({
    id: at,
    2024: `${at === 0 ? '-' : ''}${at + 1},${100 + at},000`,
    2025: `${at}`,
  }));
  const { spec } = await draftSpec(JSON.stringify(items));
  assert.equal(
    spec.fields.map(({ name, type, groupSeparator }) => [name, type, groupSeparator]),
    [
      ['value2024', 'INTEGER', ','],
      ['value2025', 'STRING', undefined],
      ['id', 'INTEGER', undefined],
    ],
  );
  assert.is(spec['lenient' as keyof typeof spec], true);
});

test('objects are rather records than lists of numbers', async () => {
  const arcs = Array.from({ length: 20 }, (_, at) => [[at, at + 1]]);
  const { spec } = await draftSpec(JSON.stringify({ arcs, shapes: [{ id: 'a' }, { id: 'b' }] }));
  assert.is(spec.recordPath, '/shapes/*');
});

test('a name with texts in some records and objects or lists in others has the kind that is more frequent', async () => {
  const mixed = (at: number) => ({
    id: at + 1,
    who: at % 3 === 0 ? { name: 'x' } : 'Ada',
    of: at % 3 === 0 ? 'one' : [1],
  });
  const found = await draftSpec(write(orders.map((_, at) => mixed(at))));
  assert.equal(fieldsOf(found), ['id INTEGER required', 'who STRING']);
  assert.match(found.verdict.undecided.join('; '), /\/of, \/who: a text, a number or true in some records/);
});

/** Records of several kinds, each with members of its own. */
const events = Array.from({ length: 30 }, (_, at) =>
  at % 3 === 0
    ? { kind: 'order', id: at, total: at / 4, by: `c${at}`, items: [{ sku: 'a' }] }
    : at % 3 === 1
      ? { kind: at % 2 === 0 ? 'refund' : 'credit', id: at, reason: 'broken', on: '2024-03-01' }
      : { kind: 'page.visit', url: '/a', ms: at },
);

test('records of several kinds become record types that the value of a member selects', async () => {
  for (const text of [write(events), JSON.stringify({ meta: 1, events })]) {
    const { spec, rating, verdict } = await draftSpec(text);
    const { recordTypes = [] } = spec as { recordTypes?: { name: string; in?: string; when?: object }[] };
    const path = text.startsWith('{"meta') ? { path: '/events/*' } : {};
    assert.equal(
      recordTypes.map(({ name, in: outer, when }) => [name, outer, when]),
      [
        ['order', undefined, { ...path, column: '/kind', values: ['order'] }],
        ['item', 'order', { path: `${path.path ?? ''}/items/*` }],
        ['credit', undefined, { ...path, column: '/kind', values: ['credit', 'refund'] }],
        ['pageVisit', undefined, { ...path, column: '/kind', values: ['page.visit'] }],
      ],
    );
    assert.equal([rating.accepted, verdict.undecided], [rating.records, []]);
  }
});

test('no person and no key says what a record is', async () => {
  const ofOwner = (owner: (at: number) => string) =>
    Array.from({ length: 12 }, (_, at) =>
      JSON.stringify({ of: owner(at), ...(at % 2 === 0 ? { a: 1, b: 2, c: 3 } : { x: 1, y: 2, z: 3 }) }),
    ).join('\n');
  for (const names of [
    ['p0@example.com', 'p1@example.com'],
    ['Anna Berg', 'Bo Lind'],
  ]) {
    const draft = await draftSpec(ofOwner((at) => names[at % 2] ?? ''));
    assert.not('recordTypes' in draft.spec);
    assert.not.match(draft.yaml, /example|Anna/);
  }
  const keyed = Array.from({ length: 4 }, (_, at) => ({
    ...(at % 2 === 0 ? { id: `r${at}`, state: 'new', a: 1, b: 2 } : { id: `r${at}`, state: 'paid', x: 1, y: 2 }),
  }));
  const draft = await draftSpec(JSON.stringify(keyed));
  assert.match(draft.yaml, /column: \/state/);
});

test('a member with few texts divides no records that have the same members, or nearly so', async () => {
  const records = events.map((_, at) => ({
    id: at,
    state: at % 2 === 0 ? 'open' : 'closed',
    n: 1,
    m: 2,
    ...(at % 2 === 0 && { x: 1 }),
  }));
  const found = await draftSpec(write(records));
  assert.equal(fieldsOf(found).slice(0, 2), ['id INTEGER required', 'state STRING required']);
});

test.run();
