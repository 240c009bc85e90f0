/** Workbooks in the page, which has neither Node.js nor a disk, and rejects of workbooks. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDownload } from '../../../runtime/page/file/downloads.ts';
import { FileCheck } from '../../../runtime/page/file/file-check.ts';
import { errorOf } from '../../../runtime/page/file/issue-store.ts';
import { readRows } from '../../../runtime/page/file/workbook-rows.ts';
import { loadModule } from '../../support/load-module.ts';
import { createWorkbook } from './workbook.ts';

const fields = [
  { name: 'id', type: 'STRING', required: true },
  { name: 'n', type: 'INTEGER' },
  { name: 'text', type: 'STRING' },
];

async function check(content: Uint8Array<ArrayBuffer>): Promise<FileCheck> {
  const text = JSON.stringify({ name: 'book', format: 'XLSX', fields });
  const module = await loadModule({ text, path: 'book.json', syntax: 'json' });
  const file = await readRows(new Blob([content]), { sheet: '1' });
  const found = new FileCheck({ file, fileName: 'book.xlsx', module, skipInvalidRecords: false });
  await found.read(() => {});
  return found;
}

const rows = [['id', 'n', 'text'], ['a', '1'], ['', 'x'], [], ['c', '3', 'x, "y"\nz'], ['d', 'y', 'two\nlines']];

test('the page reads a workbook as the command line does', async () => {
  const { result, issues } = await check(Buffer.from(createWorkbook({ sheets: [{ name: 'S', rows }] })));
  assert.equal([result.totalRecords, result.processedRecords], [4, 2]);
  assert.equal(
    issues.select({}).flatMap((record) => errorOf(record).messages.map(({ cell }) => cell)),
    ['S!A3', 'S!B3', 'S!B6'],
  );
});

test('rejects are CSV with the same columns and a note', async () => {
  const found = await check(Buffer.from(createWorkbook({ sheets: [{ name: 'S', rows }] })));
  const pieces: Uint8Array[] = [];
  for await (const piece of createDownload(found, 'rejects')) pieces.push(Uint8Array.from(piece));
  assert.is(
    Buffer.concat(pieces).toString(),
    'id,n,text,note\r\n,x,,S!A3: id is required; S!B3: n must be an INTEGER\r\nd,y,"two\nlines",S!B6: n must be an INTEGER\r\n',
  );
});

test('a workbook with fields of Zip64 is read, and one with a broken field is damaged', async () => {
  const content = Buffer.from(createWorkbook({ sheets: [{ name: 'S', rows }], zip64: true }));
  const { result } = await check(content);
  assert.equal([result.totalRecords, result.processedRecords], [4, 2]);
  // The last field of Zip64 in the directory says that it has fewer numbers; an offset leads nowhere.
  const field = content.lastIndexOf(Buffer.from([1, 0, 24, 0]));
  const short = Buffer.from(content);
  short.writeUInt16LE(8, field + 2);
  const far = Buffer.from(content);
  far.writeBigUInt64LE(2n ** 60n, content.length - 34);
  for (const bytes of [short, far])
    await readRows(new Blob([bytes]), { sheet: '1' }).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, /damaged/),
    );
});

test('a file that is no workbook is refused', async () => {
  for (const content of [Buffer.from('id,n\na,1\n'), Buffer.alloc(0)])
    await readRows(new Blob([content]), { sheet: '1' }).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, /no Excel workbook/),
    );
});

test.run();
