/** The events that the page shows before a file is sent, in Node.js. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnySpec, createFileLayout } from '../../compiler/browser.ts';
import { editCell } from '../../runtime/page/file/edit-cell.ts';
import { FileCheck } from '../../runtime/page/file/file-check.ts';
import { readPreview } from '../../runtime/page/file/preview.ts';
import { loadModule } from '../readers/parity/run-module.ts';

const SPEC = {
  name: 'previewed',
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING' },
    { name: 'amount', type: 'DECIMAL' },
    { name: 'pin', type: 'STRING', sensitive: true },
  ],
};

async function open(text: string, spec: unknown = SPEC): Promise<FileCheck> {
  const module = await loadModule({ spec, syntax: 'json' } as unknown as Parameters<typeof loadModule>[0]);
  const file = new Blob([text]);
  const check = new FileCheck({ file, fileName: 'a.csv', module, skipInvalidRecords: false });
  await check.read(() => {});
  return check;
}

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `r${index + 1},1.50,s\u00e9cret`).join('\n');

test('the first ten events have the numbers of their records, and sensitive values are masked', async () => {
  const check = await open(`id,amount,pin\nr0,x,1\n${linesOf(30)}\n`);
  const events = await readPreview(check, false);
  assert.equal(
    events.map(({ record }) => record),
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  );
  assert.equal(events[0]?.members, [
    { name: 'id', json: '"r1"', text: 'r1', length: 2 },
    { name: 'amount', json: '1.50', text: '1.50', length: 4 },
    { name: 'pin', json: null, text: '', length: 6 },
  ]);
  assert.is(JSON.stringify(events).includes('cret'), false);
  const [shown] = await readPreview(check, true);
  assert.is(shown?.members[2]?.text, 's\u00e9cret');
});

test('a member with records that have a sensitive field is masked as a whole', async () => {
  const kind = { name: 'kind', type: 'STRING', publish: false };
  const spec = {
    ...{ name: 'orders', format: 'CSV', hasHeader: false },
    recordTypes: [
      {
        ...{ name: 'order', when: { column: 1, values: ['O'] } },
        fields: [kind, { name: 'id', type: 'STRING' }],
      },
      {
        ...{ name: 'line', in: 'order', as: 'lines', occurs: 'MANY', when: { column: 1, values: ['L'] } },
        fields: [kind, { name: 'pin', type: 'STRING', sensitive: true }],
      },
      {
        ...{ name: 'note', in: 'order', as: 'notes', occurs: 'MANY', when: { column: 1, values: ['N'] } },
        fields: [kind, { name: 'text', type: 'STRING' }],
      },
    ],
  };
  const check = await open('O,1\nL,s\u00e9cret\nN,shown\n', spec);
  const [event] = await readPreview(check, false);
  assert.equal(
    event?.members.map(({ name, text }) => [name, text]),
    [
      ['id', '1'],
      ['lines', ''],
      ['notes', '[{"text":"shown"}]'],
    ],
  );
});

test('the preview follows the edits of the file', async () => {
  const check = await open('id,amount,pin\na,x,\nb,2,\n');
  assert.equal(
    (await readPreview(check, false)).map(({ record }) => record),
    [2],
  );
  const layout = createFileLayout(SPEC as unknown as AnySpec);
  await editCell(check, layout, { record: 1, field: 1, value: '7', isKept: true });
  const events = await readPreview(check, true);
  assert.equal(
    events.map(({ record, members }) => [record, members[1]?.text, members[2]?.text]),
    [
      [1, '7', null],
      [2, '2', null],
    ],
  );
});

test('a file without events has no preview, and a long value is cut', async () => {
  assert.equal(await readPreview(await open('id,amount,pin\na,x,\n'), false), []);
  const [event] = await readPreview(await open(`id,amount,pin\n${'a'.repeat(5000)},1,\n`), false);
  assert.is(event?.members[0]?.text?.length, 1001);
});

test.run();
