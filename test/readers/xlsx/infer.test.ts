/** Drafts of specs of workbooks. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inferSpec } from '../../../compiler/index.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { loadEsm } from '../../../runtime/state/registry/compile/load-esm.ts';
import { createWorkbook } from './workbook.ts';

/** Returns the draft of the spec of a workbook. */
async function draft(content: Uint8Array): Promise<string> {
  const source = await openSource('book.xlsx', { maxBytes: 1e9, content, workbook: { sheet: '1' } });
  const pieces: Uint8Array[] = [];
  for await (const piece of source.chunks(0)) pieces.push(Uint8Array.from(piece));
  const sample = { bytes: Buffer.concat(pieces), isWhole: true, fileName: 'book.xlsx', name: 'book', format: null };
  const { yaml } = await inferSpec({ ...sample, recordPath: null, schema: null }, loadEsm);
  return yaml;
}

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
  const yaml = await draft(content);
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

test('rows of several types with control totals are record types', async () => {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (...values: (string | number)[]) => `<row>${values.map(cell).join('')}</row>`;
  const lines = Array.from({ length: 30 }, (_, at) =>
    row('L', at + 1, at * 2 + 0.5, ...(at % 3 === 0 ? [] : [`a, ${at}`])),
  );
  const sheets = [{ name: 'Orders', rows: `${row('H', 'B7')}${lines.join('')}${row('T', 30, 885)}` }];
  const yaml = await draft(createWorkbook({ sheets }));
  for (const line of [
    'format: XLSX',
    'hasHeader: false',
    'when: { column: 1, values: [ L ] }',
    'ruleType: COUNT_EQUALS',
    "accepts 32 of the sample's 32 records",
  ])
    assert.ok(yaml.includes(line), `${line}\n${yaml}`);
  assert.not.match(yaml, /delimiter|quote|IGNORE/);
});

test.run();
