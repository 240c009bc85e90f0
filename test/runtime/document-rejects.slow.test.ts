/** Rejects hold whole documents with the records around them. They are repaired, and sent again or retried. */
import * as assert from 'uvu/assert';
import { rejectionOf, suiteOfRuns } from './data-folder.ts';
import { type At, compile, messagesOf, publish, rejectsOf, retry, short } from './rejects-runs.ts';

const test = suiteOfRuns('rejects of documents', 'all');

/** Batches of a file with a header. The trailer has the total of all batches, unless `withTotals` is false. */
const batches = (name: string, withTotals: boolean) => `name: ${name}
format: FIXED_WIDTH
recordTypes:
  - name: head
    when: { start: 1, length: 1, values: [H] }
    occurs: ONCE
    publish: false
    fields: [{ name: day, type: DATE, start: 2, length: 10, required: true }]
  - name: batch
    when: { start: 1, length: 1, values: [B] }
    reject: WHOLE
    publish: false
    fields: [{ name: owner, type: STRING, start: 2, length: 3, required: true }]
  - name: line
    in: batch
    when: { start: 1, length: 1, values: [L] }
    fields:
      - { name: id, type: STRING, start: 2, length: 2, required: true }
      - { name: amount, type: DECIMAL, start: 4, length: 4, required: true }
      - { name: owner, from: batch.owner }
      - { name: day, from: head.day }
  - name: end
    in: batch
    when: { start: 1, length: 1, values: [E] }
    occurs: ONCE
    publish: false
    fields: [{ name: sum, type: DECIMAL, start: 2, length: 4 }]
${
  withTotals
    ? `  - name: tail
    when: { start: 1, length: 1, values: [T] }
    occurs: ONCE
    publish: false
    fields: [{ name: sum, type: DECIMAL, start: 2, length: 4 }, { name: count, type: INTEGER, start: 6, length: 2 }]
`
    : ''
}fileRules:
  - { ruleId: batch-sum, ruleType: SUM_EQUALS, of: line.amount, field: end.sum }
${withTotals ? `  - { ruleId: sum, ruleType: SUM_EQUALS, of: end.sum, field: tail.sum }\n  - { ruleId: count, ruleType: COUNT_EQUALS, of: batch, field: tail.count }\n` : ''}`;

const GOOD = 'BAAA\nLa1  10\nLa2  20\nE  30\n';
const BAD = 'BBBB\nLb1  1x\nLb2  20\nE  30\n';
const LAST = 'BCCC\nLc1   5\nE   5\n';
const HEAD = 'H2026-01-31\n';
const EVENTS = ['a1,amount:10', 'a2,amount:20', 'c1,amount:5'];

async function idsOf(at: At, topic: string): Promise<string[]> {
  return short(await messagesOf(at, topic)).map((text) => text.replace(/^\d+ id:/, '').replace(/,owner.*/, ''));
}

test('a file of its own: the documents with their headers are repaired, sent again and accepted', async (at) => {
  const module = await compile(at.folder, batches('own', false));
  const runId = await publish(at, module, HEAD + GOOD + BAD + LAST, { topic: 'own' });
  const { rejectsWithout } = (await at.all.runs.get(runId)) ?? {};
  assert.is(rejectsWithout, undefined);
  const rejects = await rejectsOf(at, runId);
  assert.is(rejects, HEAD + BAD);
  const again = await publish(at, module, rejects.replace('1x', '10'), { topic: 'own' });
  const result = await at.all.runs.get(again);
  assert.equal([result?.status, result?.documents?.[0]?.processed], ['SUCCESS', 1]);
  assert.equal(await idsOf(at, 'own'), [...EVENTS, 'b1,amount:10', 'b2,amount:20']);
});

test('totals of the whole file are left out, and a retry waives exactly their rules', async (at) => {
  const module = await compile(at.folder, batches('totals', true));
  const file = HEAD + GOOD + BAD + LAST;
  const runId = await publish(at, module, `${file}T  65 3\n`, { topic: 'totals' });
  const first = await at.all.runs.get(runId);
  assert.equal([first?.status, first?.rejectsWithout, first?.waivedRules], ['PARTIAL_SUCCESS', ['tail'], undefined]);
  const rejects = await rejectsOf(at, runId);
  assert.is(rejects, HEAD + BAD);
  // Without the total, it is no file of its own.
  const own = await publish(at, module, rejects.replace('1x', '10'), { topic: 'totals' });
  assert.match((await at.all.runs.get(own))?.failure?.message ?? '', 'tail');
  // The sum of the batch was wrong as well: then that of the file is.
  const wrong = await retry(at, runId, module, rejects.replace('1x', '12'));
  assert.is(wrong.status, 'FAILED');
  assert.is(await rejectsOf(at, wrong.id), HEAD + BAD.replace('1x', '12'));
  const mended = await retry(at, runId, module, HEAD + 'BBBB\nLb1  12\nLb2  20\nE  32\n');
  assert.equal([mended.status, mended.processedRecords], ['SUCCESS', 4]);
  const result = await at.all.runs.get(mended.id);
  assert.equal(result?.waivedRules, ['sum', 'count']);
  assert.equal(
    result?.fileIssues?.map(({ severity, ruleId, expected, actual }) => [severity, ruleId, expected, actual]),
    [['WARNING', 'sum', '67', '65']],
  );
  assert.match(result?.fileIssues?.[0]?.message ?? '', 'waived');
  assert.equal(await idsOf(at, 'totals'), [...EVENTS, 'b1,amount:12', 'b2,amount:20']);
});

test('filler lines at the end are those of the file, not also those of the repaired copy', async (at) => {
  const filler = 'filler: { when: { start: 1, length: 1, values: [F] }, blockOf: 4 }\nrecordTypes:';
  const module = await compile(at.folder, batches('filled', true).replace('recordTypes:', filler));
  const mended = BAD.replace('1x', '10');
  for (const [topic, documents, repaired] of [
    ['filled', GOOD + BAD + LAST, `${HEAD}${mended}F\nF\nF\n`],
    ['filled-without', GOOD + BAD + LAST, HEAD + mended],
    ['filled-last', GOOD + LAST + BAD, `${HEAD}${mended}F\n`],
  ] as const) {
    const runId = await publish(at, module, `${HEAD}${documents}T  65 3\nF\nF\nF\n`, { topic });
    assert.is(await rejectsOf(at, runId), `${HEAD}${BAD}F\nF\nF\n`);
    assert.is((await retry(at, runId, module, repaired)).status, 'SUCCESS', topic);
  }
  const open = await compile(at.folder, batches('filled-open', false).replace('recordTypes:', filler));
  const runId = await publish(at, open, `${HEAD}${GOOD}${LAST}${BAD}F\nF\nF\nF\n`, { topic: 'filled-open' });
  assert.is((await retry(at, runId, open, `${HEAD}${mended}F\n`)).status, 'SUCCESS');
});

test('a wrong total of a file that was refused as a whole is not waived', async (at) => {
  const module = await compile(at.folder, batches('whole', true));
  const file = `${HEAD}${GOOD}${BAD}${LAST}T  99 3\n`;
  const runId = await publish(at, module, file, { topic: 'whole' });
  assert.equal(await rejectsOf(at, runId), file);
  const again = await retry(at, runId, module, file.replace('1x', '10'));
  const result = await at.all.runs.get(again.id);
  assert.equal([result?.status, result?.waivedRules, result?.rejectsWithout], ['FAILED', undefined, undefined]);
  assert.equal(await messagesOf(at, 'whole'), []);
});

test('a repaired copy with other documents, other records or another header is refused', async (at) => {
  const module = await compile(at.folder, batches('other', true));
  const runId = await publish(at, module, `${HEAD}${GOOD}${BAD}${LAST}T  65 3\n`, { topic: 'other' });
  const mended = BAD.replace('1x', '10');
  for (const [repaired, why] of [
    [HEAD.replace('01-31', '02-01') + mended, 'record 1, which surrounds'],
    [mended, 'is different'],
    [HEAD + mended.replace('Lb2  20\n', ''), '3 instead of 4 records'],
    [HEAD + mended + LAST, 'more than 2 documents'],
    [HEAD, 'only 1 documents'],
  ] as const) {
    const error = await rejectionOf(retry(at, runId, module, repaired));
    assert.equal([(error as { code?: string }).code, error.message.includes(why)], ['repaired_differs', true], why);
  }
  const saved = (HEAD + mended).replace(/\n/g, '\r\n').trimEnd();
  assert.is((await retry(at, runId, module, saved)).status, 'SUCCESS');
});

test('a run that stops early: its documents, and the rest with the records around it', async (at) => {
  const module = await compile(at.folder, batches('early', true));
  const file = `${HEAD}${GOOD}${BAD}${LAST}T  65 3\n`;
  const runId = await publish(at, module, file, { topic: 'early', maxRejectedDocuments: 0 });
  const rejects = await rejectsOf(at, runId);
  assert.is(rejects, `${HEAD}${BAD}${LAST}T  65 3\n`);
  const again = await retry(at, runId, module, rejects.replace('1x', '10'));
  assert.equal([again.status, (await at.all.runs.get(again.id))?.waivedRules], ['SUCCESS', undefined]);
  assert.equal(await idsOf(at, 'early'), [
    'a1,amount:10',
    'a2,amount:20',
    'b1,amount:10',
    'b2,amount:20',
    'c1,amount:5',
  ]);
});

const CSV = `name: shops
format: CSV
skipLines: { top: 1, bottom: 1 }
order: ANY
recordTypes:
  - name: shop
    when: { column: kind, values: [shop] }
    publish: false
    fields: [{ name: kind, type: STRING }, { name: id, type: STRING, required: true }]
  - name: order
    in: shop
    when: { column: kind, values: [order] }
    fields: [{ name: kind, type: STRING }, { name: id, type: STRING, required: true }, { name: shop, from: shop.id }]
  - name: item
    in: order
    as: items
    occurs: SOME
    when: { column: kind, values: [item] }
    fields: [{ name: id, type: STRING }, { name: n, type: INTEGER, required: true }]
  - name: note
    when: { column: kind, values: [note] }
    publish: false
    fields: [{ name: id, type: STRING }]
`;

test('CSV: only the headers around rejected documents, and the lines before and after the records', async (at) => {
  const module = await compile(at.folder, CSV);
  const order = (id: string, ...counts: string[]) => `order,${id},\n${counts.map((n) => `item,${id},${n}\n`).join('')}`;
  const frame = ['orders of today\nkind,id,n\n', 'the end\n'] as const;
  const records = [
    'shop,s1,\n' + order('1', '1') + order('2', '1', '2') + 'note,x,\n',
    'shop,s2,\n' + order('3', '1') + order('4', '"x\ny"', '2') + order('5') + order('6', '9'),
    'shop,s3,\n' + order('7', '3', 'many') + order('8', '4'),
  ];
  const runId = await publish(at, module, frame.join(records.join('')), { topic: 'csv' });
  const rejects = await rejectsOf(at, runId);
  const rejected = [`shop,s2,\n${order('4', '"x\ny"', '2')}${order('5')}`, `shop,s3,\n${order('7', '3', 'many')}`];
  assert.is(rejects, frame.join(rejected.join('')));
  const mended = rejects.replace('"x\ny"', '4').replace('order,5,\n', 'order,5,\nitem,5,5\n').replace('many', '7');
  const again = await publish(at, module, mended, { topic: 'csv' });
  assert.equal((await at.all.runs.get(again))?.status, 'SUCCESS');
  const events = short(await messagesOf(at, 'csv')).map((text) => /id:(\d),shop:(..)/.exec(text)?.slice(1).join(' '));
  assert.equal(events.sort(), ['1 s1', '2 s1', '3 s2', '4 s2', '5 s2', '6 s2', '7 s3', '8 s3']);
});

const XML = `name: invoices
format: XML
recordTypes:
  - name: head
    when: { path: /All/Head }
    occurs: ONCE
    publish: false
    fields: [{ name: day, type: DATE, columnName: Day, required: true }]
  - name: batch
    when: { path: /All/Batch }
    publish: false
    fields: [{ name: id, type: STRING, columnName: "@id", required: true }]
  - name: invoice
    in: batch
    when: { path: /All/Batch/Invoice }
    fields:
      - { name: id, type: STRING, columnName: Id, required: true }
      - { name: batch, from: batch.id }
      - { name: total, type: DECIMAL, columnName: Total }
  - name: line
    in: invoice
    as: lines
    occurs: SOME
    when: { path: /All/Batch/Invoice/Line }
    fields: [{ name: net, type: DECIMAL, columnName: "@net", required: true }]
  - name: tail
    when: { path: /All/Tail }
    publish: false
    fields: [{ name: invoices, type: INTEGER, columnName: Invoices }, { name: total, type: DECIMAL, columnName: Sum }]
fileRules:
  - { ruleId: total, ruleType: SUM_EQUALS, of: line.net, field: invoice.total }
  - { ruleId: sum, ruleType: SUM_EQUALS, of: invoice.total, field: tail.total }
`;
const invoice = (id: string, total: string, ...nets: string[]) =>
  `<Invoice><!-- > --><Id>${id}</Id>${nets.map((net) => `<Line net='${net}'/>`).join('')}\n <Total>${total}</Total></Invoice>`;
const XML_HEAD = '<?xml version="1.0"?>\n<All><Head><Day>2026-01-31</Day></Head>\n';
const TAIL = '<Tail><Invoices>5</Invoices><Sum>15</Sum></Tail>';
const XML_FILE = `${XML_HEAD}<Batch id="a">${invoice('1', '3', '1', '2')}${invoice('2', '2', '1')}</Batch>
<Batch id="b"> ${invoice('3', '3', '3')} </Batch>
<Batch id="c">${invoice('4', '4', 'four')} <?pi?> ${invoice('5', '3', '1', '2')}</Batch>${TAIL}</All>
`;
const XML_REJECTS = `${XML_HEAD}<Batch id="a">${invoice('2', '2', '1')}</Batch>

<Batch id="c">${invoice('4', '4', 'four')} <?pi?> </Batch></All>
`;
/** Returns the ids of the invoices in a topic, with their batches. */
async function invoicesOf(at: At, topic: string): Promise<string[]> {
  const found = await messagesOf(at, topic);
  return found.map((text) => /"id":"(\d)","batch":"(.)"/.exec(text)?.slice(1).join('') ?? text).sort();
}

test('XML: rejected documents in the elements around them, in each encoding, accepted as a file of their own', async (at) => {
  const module = await compile(at.folder, XML);
  const encodings: [string, (text: string) => Buffer][] = [
    ['utf-8', (text) => Buffer.from(text)],
    ['utf-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['swapped', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ];
  for (const [topic, encode] of encodings) {
    const runId = await publish(at, module, encode(XML_FILE), { topic, batchRecords: 2 });
    const { rejectsWithout } = (await at.all.runs.get(runId)) ?? {};
    assert.equal(rejectsWithout, ['tail']);
    const rejects = await rejectsOf(at, runId, 'latin1');
    assert.is(rejects, encode(XML_REJECTS).toString('latin1'), topic);
    const mended = encode(XML_REJECTS.replace("'four'", "'4'").replace('<Total>2', '<Total>1'));
    const again = await publish(at, module, mended, { topic });
    assert.is((await at.all.runs.get(again))?.status, 'SUCCESS');
    assert.equal(await invoicesOf(at, topic), ['1a', '2a', '3b', '4c', '5c']);
  }
});

test('XML: a retry puts repaired documents into their places, and waives the total of the file', async (at) => {
  const module = await compile(at.folder, XML);
  const runId = await publish(at, module, XML_FILE, { topic: 'xml-retry' });
  const mended = XML_REJECTS.replace("'four'", "'4'").replace('<Total>2', '<Total>1');
  for (const [repaired, why] of [
    [mended.replace('01-31', '02-28'), 'record 1, which surrounds'],
    [mended.replace('id="c"', 'id="d"'), 'which surrounds documents'],
    [mended.replace("<Line net='4'/>", "<Line net='4'/><Line net='0'/>"), '3 instead of 2 records'],
    [mended.replace('<?pi?>', invoice('6', '6', '6')), 'more than 2'],
    [XML_HEAD + '</All>', 'only 0'],
  ] as const) {
    const error = await rejectionOf(retry(at, runId, module, repaired));
    assert.ok(error.message.includes(why), `${why}: ${error.message}`);
  }
  const { id, status } = await retry(at, runId, module, mended);
  assert.is(status, 'SUCCESS');
  const result = await at.all.runs.get(id);
  assert.equal(result?.waivedRules, ['sum']);
  assert.equal(
    result?.fileIssues?.map(({ severity, expected, actual }) => [severity, expected, actual]),
    [['WARNING', '14', '15']],
  );
  assert.equal(await invoicesOf(at, 'xml-retry'), ['1a', '2a', '3b', '4c', '5c']);
});

test('XML: an element around others that is itself wrong is repaired with them', async (at) => {
  const module = await compile(at.folder, XML);
  const file = XML_FILE.replace(' id="c"', '')
    .replace('four', '4')
    .replace('<Total>2', '<Total>1')
    .replace('<Sum>15', '<Sum>14');
  const runId = await publish(at, module, file, { topic: 'xml-parent' });
  const rejects = await rejectsOf(at, runId);
  assert.is(rejects.match(/<Batch/g)?.length, 1);
  const mended = await retry(at, runId, module, rejects.replace('<Batch>', '<Batch id="c">'));
  assert.equal([mended.status, mended.totalRecords], ['SUCCESS', 6]);
  assert.equal(await invoicesOf(at, 'xml-parent'), ['1a', '2a', '3b', '4c', '5c']);
});

test('XML: rejected documents of several in one file', async (at) => {
  const text = `name: single
format: XML
concatenated: true
recordTypes:
  - { name: order, when: { path: /Order }, fields: [{ name: id, type: STRING, columnName: "@id", required: true }] }
  - { name: line, in: order, as: lines, when: { path: /Order/Line }, fields: [{ name: n, type: INTEGER, columnName: "@n" }] }
`;
  const module = await compile(at.folder, text);
  const order = (id: string, n: string) => `<Order id="${id}"><Line n="${n}"/></Order>`;
  for (const [topic, head] of [
    ['plain', ''],
    ['declared', '<?xml version="1.0"?>\n'],
  ] as const) {
    const orders = [order('1', '1'), order('2', 'x'), order('3', '3'), order('4', 'y')];
    const runId = await publish(at, module, orders.map((one) => `${head}${one}\n`).join(''), { topic });
    const rejects = await rejectsOf(at, runId);
    assert.is(rejects.trim(), `${head}${order('2', 'x')}\n${head}${order('4', 'y')}`.trim(), topic);
    const again = await publish(at, module, rejects.replace('"x"', '"2"').replace('"y"', '"4"'), { topic });
    assert.is((await at.all.runs.get(again))?.status, 'SUCCESS', topic);
    assert.is((await messagesOf(at, topic)).length, 4);
  }
});

test('JSON: rejected records of a document are repaired, sent again and accepted', async (at) => {
  const text = `name: orders
format: JSON
recordPath: /shops/*/orders/*
onTypeMismatch: FATAL
fields: [{ name: id, type: STRING }, { name: n, type: INTEGER, columnName: /item/n }]
`;
  const module = await compile(at.folder, text);
  const order = (id: string, n: string) => `{"id":"${id}","item":{"n":${n}}}`;
  const file = `{"shops":[{"name":"a","orders":[${order('1', '1')},${order('2', '"x"')}]},{"orders":[${order('3', '3')}]},{"orders":[${order('4', '4')}, ${order('5', '"y"')}]}]}`;
  const runId = await publish(at, module, file, { topic: 'json' });
  const rejects = await rejectsOf(at, runId);
  assert.equal(JSON.parse(rejects), {
    shops: [
      { name: 'a', orders: [{ id: '2', item: { n: 'x' } }] },
      { orders: [] },
      { orders: [{ id: '5', item: { n: 'y' } }] },
    ],
  });
  const again = await publish(at, module, rejects.replace('"x"', '2').replace('"y"', '5'), { topic: 'json' });
  assert.is((await at.all.runs.get(again))?.status, 'SUCCESS');
  assert.equal(
    short(await messagesOf(at, 'json'))
      .map((one) => one.slice(2))
      .sort(),
    [1, 2, 3, 4, 5].map((n) => `id:${n},n:${n}`),
  );
});

const JSON_TYPES = (top: string, path: string) => `format: JSON
recordTypes:
  - name: order
${top}    messageKey: [id]
    fields: [{ name: id, type: STRING, required: true }, { name: total, type: DECIMAL, columnName: /sum }]
  - name: buyer
    in: order
    as: buyer
    occurs: ONCE
    when: { path: ${path}/buyer }
    fields: [{ name: name, type: STRING, required: true }]
  - name: line
    in: order
    as: lines
    when: { path: ${path}/lines/* }
    fields: [{ name: net, type: DECIMAL, required: true }]
fileRules:
  - { ruleId: total, ruleType: SUM_EQUALS, of: line.net, field: order.total }
`;
const jsonOrder = (id: string, total: string, ...nets: string[]) =>
  `{"id":"${id}","lines":[${nets.map((net) => `{"net":${net}}`).join(', ')}], "buyer":{"name":"é${id}"},"sum":${total}}`;

test('JSON: rejected documents are repaired, sent again and accepted, and put into their places by a retry', async (at) => {
  const orders = [
    jsonOrder('1', '3', '1', '2'),
    jsonOrder('2', '3', '1', '"x"'),
    jsonOrder('3', '5', '1', '2'),
    jsonOrder('4', '4', '4'),
    jsonOrder('5', '0').replace('"é5"', 'null'),
  ];
  const [, second = '', third = '', , fifth = ''] = orders;
  const mend = (text: string) => text.replace('"x"', '2').replace('"sum":5', '"sum":3').replace('null', '"é5"');
  const forms = [
    ['json-lines', JSON_TYPES('', ''), (own: string[]) => own.map((order) => `${order}\n`).join('')],
    [
      'json-list',
      JSON_TYPES('    when: { path: /all/* }\n', '/all/*'),
      (own: string[]) => `{"v":1,"all":[${own.join(',\n')}],"end":{}}`,
    ],
  ] as const;
  for (const [topic, types, write] of forms) {
    const module = await compile(at.folder, `name: ${topic}\n${types}`);
    const runId = await publish(at, module, write(orders), { topic });
    assert.equal((await at.all.runs.get(runId))?.documents, [
      { recordType: 'order', total: 5, processed: 2, failed: 3, skipped: 0 },
    ]);
    const rejects = await rejectsOf(at, runId);
    const parsed =
      topic === 'json-list'
        ? JSON.parse(rejects).all
        : rejects
            .trim()
            .split('\n')
            .map((one) => JSON.parse(one));
    assert.equal(
      parsed,
      [second, third, fifth].map((one) => JSON.parse(one)),
    );
    const again = await publish(at, module, mend(rejects), { topic });
    assert.is((await at.all.runs.get(again))?.status, 'SUCCESS', topic);
    const ids = async () => (await messagesOf(at, topic)).map((text) => /"id":"(\d)"/.exec(text)?.[1]).sort();
    assert.equal(await ids(), ['1', '2', '3', '4', '5']);
    const { status } = await retry(at, runId, module, mend(rejects));
    assert.is(status, 'SUCCESS', topic);
    assert.equal(await ids(), ['1', '2', '2', '3', '3', '4', '5', '5']);
  }
});

test('CSV: lines with groups are repaired, sent again and accepted', async (at) => {
  const text = `name: groups
format: CSV
recordTypes:
  - name: order
    messageKey: [id]
    fields: [{ name: id, type: STRING, required: true }]
  - name: item
    in: order
    as: items
    repeat: { columns: [Item, Qty], times: 2, stopWhenEmpty: true }
    fields: [{ name: item, type: STRING, columnName: Item }, { name: qty, type: INTEGER, columnName: Qty }]
`;
  const module = await compile(at.folder, text);
  const head = 'id,Item1,Qty1,Item2,Qty2\n';
  const runId = await publish(at, module, `${head}1,a,1,b,2\n2,a,x,b,2\n3,,,b,2\n4,a,1,,\n`, { topic: 'groups' });
  const rejects = await rejectsOf(at, runId);
  assert.is(rejects, `${head}2,a,x,b,2\n3,,,b,2\n`);
  const again = await publish(at, module, rejects.replace('x', '1').replace('3,,,b,2', '3,b,2,,'), { topic: 'groups' });
  assert.is((await at.all.runs.get(again))?.status, 'SUCCESS');
  assert.is((await messagesOf(at, 'groups')).length, 4);
});

test.run();
