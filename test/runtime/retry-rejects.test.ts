/** The rejects of a run are published with the current version of a spec, with and without repairs. */
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { collect, rejectionOf, suiteOfRuns } from './data-folder.ts';
import { compile, messagesOf, publish, rejectsOf, retry, short } from './rejects-runs.ts';

const test = suiteOfRuns('retry of rejects', 'all');

const field = (id: string, rule: string) => `name: lines\nformat: CSV\nonTypeMismatch: ERROR\nfields:
  - { name: id, type: STRING }
  - { name: n, type: ${id} }\n${rule}`;
const STRICT = field('INTEGER', '');
const LOOSE = field('STRING', '');

test('publishes only the rejects, with the numbers of the original records', async (at) => {
  const [strict, loose] = [await compile(at.folder, STRICT), await compile(at.folder, LOOSE)];
  const runId = await publish(at, strict, 'id,n\na,1\nb,x\nc,3\nd,y\n', { topic: 'only' });
  const { id, ...result } = await retry(at, runId, loose);
  assert.equal(result, { status: 'SUCCESS', totalRecords: 2, processedRecords: 2, rejectsOf: runId });
  assert.equal(short(await messagesOf(at, 'only')), ['1 id:a,n:1', '3 id:c,n:3', '2 id:b,n:x', '4 id:d,n:y']);
  const found = (await collect(at.all.store.topics.messages('only', { from: 0, limit: 10 }))).flat();
  const { fileSha256 } = (await at.all.runs.get(runId)) ?? {};
  assert.is(found[3]?.headers['ce_id'], `${fileSha256?.slice(0, 16)}-${loose.spec.version.slice(0, 8)}:4`);
  for (const again of [runId, id]) {
    const error = await rejectionOf(retry(at, again, loose));
    assert.equal([error.name, (error as { code?: string }).code], ['RejectsNotRetryable', 'no_rejects']);
  }
});

test('a second retry publishes what the first one has not published', async (at) => {
  const strict = await compile(at.folder, STRICT);
  const runId = await publish(at, strict, 'id,n\na,1\nb,x\nc,3\nd,y\n"e\n', { topic: 'second' });
  const none = await retry(at, runId, strict);
  assert.equal([none.status, none.totalRecords], ['FAILED', 3]);
  assert.is(await rejectsOf(at, none.id), 'id,n\nb,x\nd,y\n"e\n');
  const one = await retry(at, runId, strict, 'id,n\nb,2\nd,y\n"e\n');
  assert.equal([one.status, one.processedRecords, one.rejectsOf], ['PARTIAL_SUCCESS', 1, none.id]);
  assert.is(await rejectsOf(at, one.id), 'id,n\nd,y\n"e\n');
  const two = await retry(at, one.id, strict, 'id,n\nd,4\ne,5');
  assert.equal([two.status, two.processedRecords], ['SUCCESS', 2]);
  assert.equal(short(await messagesOf(at, 'second')), [
    ...['1 id:a,n:1', '3 id:c,n:3', '2 id:b,n:2', '4 id:d,n:4', '5 id:e,n:5'],
  ]);
});

test('a repaired file that is no copy of the rejects is refused, and nothing is stored', async (at) => {
  const strict = await compile(at.folder, STRICT);
  const runId = await publish(at, strict, 'id,n\na,1\nb,x\nc,3\nd,y\n', { topic: 'other' });
  for (const [file, why] of [
    ['id,n\nb,2\n', 'only 1'],
    ['id,n\nb,2\nd,4\ne,5\n', 'more than 2'],
    ['n,id\n2,b\n4,d\n', 'header'],
    ['', 'header'],
  ] as const) {
    const error = await rejectionOf(retry(at, runId, strict, file));
    assert.equal((error as { code?: string }).code, 'repaired_differs');
    assert.match(error.message, why);
  }
  const mended = await retry(at, runId, strict, '\ufeffid,n\r\nb,2\r\nd,4');
  assert.is(mended.processedRecords, 2);
  assert.equal(short(await messagesOf(at, 'other')).slice(2), ['2 id:b,n:2', '4 id:d,n:4']);
});

test('a run that stopped early: its rejects and all that it did not read', async (at) => {
  const [strict, loose] = [await compile(at.folder, STRICT), await compile(at.folder, LOOSE)];
  const file = 'id,n\na,1\nb,x\nc,3\nd,y\ne,5\nf,6\n';
  const stopped = await publish(at, strict, file, { topic: 'early', maxErrors: 1 });
  const again = await retry(at, stopped, strict);
  assert.equal([again.status, again.totalRecords], ['FAILED', 2], 'stops at the same record');
  assert.is(await rejectsOf(at, again.id), 'id,n\nb,x\nd,y\ne,5\nf,6\n');
  assert.is((await retry(at, stopped, loose)).processedRecords, 4);
  assert.equal(short(await messagesOf(at, 'early')).sort(), [
    ...['1 id:a,n:1', '2 id:b,n:x', '3 id:c,n:3', '4 id:d,n:y', '5 id:e,n:5', '6 id:f,n:6'],
  ]);
  const other = await publish(at, strict, `${file}g,7\n`, { topic: 'repaired-early', maxErrors: 1 });
  const mended = await retry(at, other, strict, 'id,n\nb,2\nd,4\ne,5\nf,6\ng,8\nh,9\n');
  assert.equal([mended.status, mended.processedRecords], ['SUCCESS', 6]);
  assert.equal(short(await messagesOf(at, 'repaired-early')).slice(2), [
    ...['2 id:b,n:2', '4 id:d,n:4', '5 id:e,n:5', '6 id:f,n:6', '7 id:g,n:8', '8 id:h,n:9'],
  ]);
});

test('a refused all-or-nothing run is published as a whole, also with repairs', async (at) => {
  const strict = await compile(at.folder, STRICT);
  const given = { delivery: 'all-or-nothing', topic: 'whole' } as const;
  const runId = await publish(at, strict, 'id,n\na,1\nb,x\nc,3\n', given);
  assert.equal((await retry(at, runId, strict)).status, 'FAILED');
  assert.equal((await retry(at, runId, strict, 'id,n\na,1\nb,2\nc,3\n')).status, 'SUCCESS');
  assert.equal(short(await messagesOf(at, 'whole')), ['1 id:a,n:1', '2 id:b,n:2', '3 id:c,n:3']);
});

const BATCHES = `name: batches
format: FIXED_WIDTH
onTypeMismatch: FATAL
recordTypes:
  - name: batch
    when: { start: 1, length: 1, values: [B] }
    publish: false
    fields: [{ name: id, type: INTEGER, start: 2, length: 3, required: true }]
  - name: line
    in: batch
    when: { start: 1, length: 1, values: [L] }
    fields:
      - { name: code, type: STRING, start: 2, length: 2 }
      - { name: amount, type: INTEGER, start: 4, length: 2 }
      - { name: batch, from: batch.id, required: true }
  - name: trailer
    when: { start: 1, length: 1, values: [T] }
    occurs: ONCE
    publish: false
    fields: [{ name: total, type: INTEGER, start: 2, length: 3 }]
fileRules:
  - { ruleId: codes, ruleType: UNIQUE, of: [line.code], severity: ERROR }
`;

test('fixed width with record types: parents and UNIQUE see all records of the file', async (at) => {
  const module = await compile(at.folder, BATCHES);
  const file = 'B001\nLaa10\nLaaxx\nBx02\nLbb20\nLcc30\nT060\n';
  const runId = await publish(at, module, file, { topic: 'types' });
  assert.is(await rejectsOf(at, runId), 'Laaxx\nBx02\nLbb20\nLcc30\n');
  const again = await retry(at, runId, module);
  assert.equal([again.status, again.totalRecords], ['FAILED', 4]);
  const mended = await retry(at, runId, module, 'Laa11\nB002\nLbb20\nLcc30\n');
  assert.equal([mended.status, mended.totalRecords, mended.processedRecords], ['PARTIAL_SUCCESS', 4, 3]);
  assert.equal(short(await messagesOf(at, 'types')), [
    ...['2 code:aa,amount:10,batch:1', '5 code:bb,amount:20,batch:2', '6 code:cc,amount:30,batch:2'],
  ]);
  const last = await retry(at, mended.id, module, 'Lad11');
  assert.equal([last.status, last.processedRecords], ['SUCCESS', 1]);
  assert.equal(short(await messagesOf(at, 'types')).at(-1), '3 code:ad,amount:11,batch:1');
});

test('a total of the whole file decides whether a retry publishes', async (at) => {
  const total = `  - { ruleId: sum, ruleType: SUM_EQUALS, of: line.amount, field: trailer.total, severity: FATAL }\n`;
  const module = await compile(at.folder, BATCHES + total);
  const runId = await publish(at, module, 'B001\nLaa10\nLbb20\nT050\n', { topic: 'totals' });
  assert.is((await retry(at, runId, module)).status, 'FAILED');
  assert.is((await retry(at, runId, module, 'B001\nLaa10\nLbb40\nT050\n')).status, 'SUCCESS');
  assert.equal(short(await messagesOf(at, 'totals')), ['2 code:aa,amount:10,batch:1', '3 code:bb,amount:40,batch:1']);
});

test('XML: the repaired records stand in their places', async (at) => {
  const text = `name: items
format: XML
onTypeMismatch: FATAL
recordPath: /all/group/item
fields:
  - { name: id, type: STRING, columnName: "@id" }
  - { name: group, type: STRING, columnName: /all/group/name }
  - { name: n, type: INTEGER, columnName: "n" }
`;
  const module = await compile(at.folder, text);
  const item = (id: string, n: string) => `<item id="${id}"><n>${n}</n></item>`;
  const group = (name: string, ...items: string[]) => `<group><name>${name}</name>\n${items.join('\n')}</group>`;
  const file = `<?xml version="1.0"?>\n<all>${group('A', item('1', '1'), item('2', 'x'))}${group('B', item('3', 'y'), item('4', '4'))}</all>\n`;
  const runId = await publish(at, module, file, { topic: 'xml' });
  const rejects = await rejectsOf(at, runId);
  assert.is(await rejectsOf(at, (await retry(at, runId, module)).id), rejects);
  assert.match((await rejectionOf(retry(at, runId, module, rejects.replace(item('3', 'y'), '')))).message, 'only 1');
  const some = await retry(at, runId, module, rejects.replace('>x<', '>22<'));
  assert.equal([some.status, some.processedRecords], ['PARTIAL_SUCCESS', 1]);
  const left = await rejectsOf(at, some.id);
  assert.not.match(left, 'id="2"');
  assert.is((await retry(at, some.id, module, left.replace('>y<', '>33<'))).status, 'SUCCESS');
  assert.equal(short(await messagesOf(at, 'xml')), [
    ...['1 id:1,group:A,n:1', '4 id:4,group:B,n:4', '2 id:2,group:A,n:22', '3 id:3,group:B,n:33'],
  ]);
});

test('blocks without line ends', async (at) => {
  const text = `name: blocks
format: FIXED_WIDTH
lineTerminator: NONE
recordLength: 4
onTypeMismatch: FATAL
fields:
  - { name: id, type: STRING, start: 1, length: 2 }
  - { name: n, type: INTEGER, start: 3, length: 2 }
`;
  const module = await compile(at.folder, text);
  const runId = await publish(at, module, 'aa10bbxxcc30ddyy', { topic: 'blocks' });
  assert.is((await retry(at, runId, module, 'bb20dd40')).status, 'SUCCESS');
  assert.equal(short(await messagesOf(at, 'blocks')).slice(2), ['2 id:bb,n:20', '4 id:dd,n:40']);
});

test('many rejects over many batches, of a compressed file', async (at) => {
  const [strict, loose] = [await compile(at.folder, STRICT), await compile(at.folder, LOOSE)];
  const records = Array.from({ length: 30_000 }, (_, index) => `id${index},${index % 3 === 0 ? 'x' : '1'}\n`);
  const runId = await publish(at, strict, gzipSync(`id,n\n${records.join('')}`), { topic: 'many', batchRecords: 999 });
  const rejects = await rejectsOf(at, runId);
  assert.is((await retry(at, runId, strict, rejects.replace(/x/g, '5'))).processedRecords, 10_000);
  const numbers = (await messagesOf(at, 'many')).map((text) => Number.parseInt(text, 10));
  assert.equal(numbers.slice(20_000, 20_003), [1, 4, 7]);
  assert.is(new Set(numbers).size, 30_000);
  assert.is((await rejectionOf(retry(at, runId, loose))).name, 'RejectsNotRetryable');
});

test.run();
