/** Drafts of specs of workbooks. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inferSpec } from '../../../compiler/index.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { loadEsm } from '../../../runtime/state/registry/compile/load-esm.ts';
import { createWorkbook } from './workbook.ts';

test('a draft has the columns and types of a sheet, and accepts its rows', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const header = `<row>${['Order No', 'Amount', 'On', 'Tab'].map(text).join('')}</row>`;
  const rows = Array.from(
    { length: 40 },
    (_, at) =>
      `<row>${text(`A${at}`)}<c><v>${at * 1.25}</v></c><c s="1"><v>${45_000 + at}</v></c>${text('a\tb, "c"')}</row>`,
  );
  const sheets = [{ name: 'Orders', rows: header + rows.join('') }];
  const content = createWorkbook({ sheets, formats: ['yyyy-mm-dd hh:mm'] });
  const source = await openSource('book.xlsx', { maxBytes: 1e9, content, workbook: { sheet: '1' } });
  const pieces: Uint8Array[] = [];
  for await (const piece of source.chunks(0)) pieces.push(Uint8Array.from(piece));
  const sample = { bytes: Buffer.concat(pieces), isWhole: true, fileName: 'book.xlsx', name: 'book', format: null };
  const { yaml } = await inferSpec({ ...sample, recordPath: null, schema: null }, loadEsm);
  for (const line of [
    'format: XLSX',
    'sheet: Orders',
    'columnName: Order No',
    'name: amount, type: DECIMAL',
    'name: on, type: DATE',
    "accepts 40 of the sample's 40 records",
  ])
    assert.ok(yaml.includes(line), `${line}\n${yaml}`);
  assert.not.match(yaml, /delimiter|quote/);
});

test.run();
