import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFileLayout } from '../../compiler/formats.ts';
import { type AnySpec, readAndCheck } from '../../compiler/index.ts';
import type { ReadRecord } from '../../runtime/base/model/rejects-review.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { TaskPort } from '../../runtime/reading/workers/task-port.ts';
import { emitReview } from '../../runtime/runs/replay/emit-review.ts';
import { loadModule } from '../support/load-module.ts';

interface Wanted {
  only?: string;
  after?: number;
  limit?: number;
  hidden?: string[];
}

/** Reads records of a file as a reviewer sees them. */
async function review(text: string, file: string, { only = '0-*', after = 0, limit = 10, hidden = [] }: Wanted = {}) {
  const input = { text, path: 'a.yaml', syntax: 'yaml' as const };
  const { spec, diagnostics } = readAndCheck(input);
  assert.equal(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  const module = await loadModule(input);
  let lines = '';
  const port = {
    signal: new AbortController().signal,
    call: async (what: { text: string }) => void (lines += what.text),
  };
  const options = createRunOptions({ skipInvalidRecords: true, onlyRecords: only });
  await emitReview(
    {
      ...{
        kind: 'review',
        module: { path: '', hash: '' },
        path: '',
        content: new TextEncoder().encode(file),
        after,
        limit,
      },
      info: { runId: null, spec: module.spec, specId: null, fileName: 'a', fileSha256: null, options },
      cells: { layout: createFileLayout(spec as AnySpec), hidden },
      // The function under test calls only these two members.
      port: port as unknown as TaskPort,
    },
    module,
  );
  const all = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { hasMore, failure } = all.pop();
  const show = (values: ReadRecord['cells']) =>
    values
      ?.map(({ name, text: shown, length }) => `${name}=${length === undefined ? shown : '*'.repeat(length)}`)
      .join(' ');
  const records = (all as ReadRecord[]).map(({ record, outcome, cells, event }) =>
    [record, outcome, show(cells), show(event)].join(' | '),
  );
  return { records, hasMore, failure: failure?.code ?? null };
}

const FIELDS = `fields:
  - { name: id, type: STRING }
  - { name: iban, type: STRING, sensitive: true }
  - { name: amount, type: DECIMAL }
`;

test('a reviewer of CSV sees cells and events, with masked values', async () => {
  const spec = `name: a\nformat: CSV\n${FIELDS}`;
  const file = 'id,iban,amount\na,DE1,1\nb,DE22,x\nc,DE3,3\nd\n';
  const { records, failure } = await review(spec, file, { only: '1-2' });
  assert.equal(records, [
    '2 | failed | id=b iban=**** amount=x | ',
    '3 | processed | id=c iban=*** amount=3 | id=c iban=*** amount=3',
    // The values may be those of other columns.
    '4 | failed | id=* iban=null amount=null | ',
  ]);
  assert.is(failure, null);
});

test('a review has pages', async () => {
  const spec = 'name: a\nformat: CSV\nfields: [{ name: id, type: INTEGER }]\n';
  const file = `id\n${Array.from({ length: 3000 }, (_, index) => `${index}\n`).join('')}`;
  const { records, hasMore } = await review(spec, file, { only: '0-*', after: 2500, limit: 2 });
  assert.equal(
    [records, hasMore],
    [['2501 | processed | id=2500 | id=2500', '2502 | processed | id=2501 | id=2501'], true],
  );
  assert.is((await review(spec, file, { after: 2998, limit: 2 })).hasMore, false);
});

test('a page ends early if its values are long', async () => {
  const spec = 'name: a\nformat: CSV\nfields: [{ name: id, type: INTEGER }, { name: note, type: STRING }]\n';
  const file = `id,note\n${Array.from({ length: 3000 }, (_, index) => `${index % 2 === 0 ? index : 'x'},${'n'.repeat(990)}\n`).join('')}`;
  const read: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await review(spec, file, { after: read.length, limit: 3000 });
    assert.ok(page.records.length > 500 && page.records.length < 2200, `${page.records.length}`);
    read.push(...page.records);
    ({ hasMore } = page);
  }
  assert.equal(
    read.map((record) => Number.parseInt(record, 10)),
    Array.from({ length: 3000 }, (_, index) => index + 1),
  );
});

test('a reviewer of record types sees copies of sensitive values masked, too', async () => {
  const spec = `name: a
format: FIXED_WIDTH
recordTypes:
  - name: head
    when: { start: 1, length: 1, values: [H] }
    publish: false
    fields: [{ name: iban, type: STRING, start: 2, length: 3, sensitive: true }]
  - name: line
    in: head
    when: { start: 1, length: 1, values: [L] }
    fields: [{ name: amount, type: DECIMAL, start: 2, length: 3 }, { name: payer, from: head.iban }]
`;
  const { records } = await review(spec, 'HDE1\nL  1\nL  x\n');
  assert.equal(records, ['2 | processed | amount=  1 | amount=1 payer=***', '3 | failed | amount=  x | ']);
});

test('a reviewer of XML and JSON sees the values that are known', async () => {
  const xml = `name: a\nformat: XML\nrecordPath: /all/one\n${FIELDS}`;
  const one = (id: string, amount: string) => `<one><id>${id}</id><iban>DE1</iban><amount>${amount}</amount></one>`;
  assert.equal((await review(xml, `<all>${one('a', '1')}${one('b', 'x')}</all>`)).records, [
    '1 | processed |  | id=a iban=*** amount=1',
    '2 | failed | amount=x | ',
  ]);
  const json = `name: a\nformat: JSON\nlenient: true\n${FIELDS}`;
  const lines = '{"id":"a","iban":"DE1","amount":1}\n{"id":"b","iban":"DE22","amount":"x"}\n';
  const { records } = await review(json, lines);
  assert.match(records[0] ?? '', /\| id=a iban=\*\*\* amount=1$/);
  assert.not.match(records.join(), /DE/);
});

test.run();
