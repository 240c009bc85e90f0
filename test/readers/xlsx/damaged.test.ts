/** Mutated workbooks: each is read, or refused with a code, and a resumed reader continues where the first one stopped. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { readRows } from '../../../runtime/page/file/workbook-rows.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { cellsOf } from './read-book.ts';
import { createWorkbook } from './workbook.ts';

const MARKUP: [string, ...string[]] = [
  '<',
  '>',
  '/',
  '"',
  '&',
  '<c>',
  '</row>',
  '<v>',
  '<![CDATA[',
  '<!--',
  '&#0;',
  ']]>',
  '\u0000',
  'r="A1"',
  '<row r="9"/>',
];

test('a part with wrong markup is read or refused, and nothing else happens', async () => {
  const random = randomOf(seed, 0);
  const part =
    '<worksheet><cols><col min="1" max="2" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><f>1</f><v>1.5</v></c></row><row r="3" hidden="1"><c r="B3" t="inlineStr"><is><t>a&amp;b</t></is></c></row></sheetData></worksheet>';
  const strings = '<sst><si><t>shared</t></si></sst>';
  for (let run = 0; run < scaleRuns(300); run++) {
    const mutate = (text: string): string => {
      const at = random.below(text.length + 1);
      return text.slice(0, at) + random.pick(MARKUP) + text.slice(at + random.below(4));
    };
    const parts = {
      'xl/worksheets/sheet1.xml': random.oneIn(4) ? part : mutate(random.oneIn(2) ? part : mutate(part)),
      'xl/sharedStrings.xml': random.oneIn(3) ? mutate(strings) : strings,
    };
    const read = await cellsOf(
      createWorkbook({ sheets: [{ name: 'S', rows: [] }], strings: '', formats: [14], parts }),
    );
    if (typeof read === 'string')
      assert.match(read, /^decompression_failed: the workbook is damaged/, JSON.stringify(parts));
  }
});

test('a part that differs from its checksum is refused, although it is a sheet', async () => {
  const rows = '<row><c t="inlineStr"><is><t>amount</t></is></c></row><row><c><v>3.3</v></c></row>';
  const book = Buffer.from(createWorkbook({ sheets: [{ name: 'S', rows }], stored: true }));
  const changed = Buffer.from(book);
  changed[book.indexOf('<v>3.3') + 3] = 0x39;
  assert.match(String(await cellsOf(changed)), /^decompression_failed: .* size or checksum/);
  const inPage = await readRows(new Blob([changed]), { sheet: '1' }).catch(String);
  assert.match(String(inPage), /differs from its checksum/);
  assert.ok((await readRows(new Blob([book]), { sheet: '1' })).size > 0);
});

test('mutated archives are read or refused', async () => {
  const random = randomOf(seed, 1);
  const book = createWorkbook({
    sheets: [
      {
        name: 'S',
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ],
  });
  for (let run = 0; run < scaleRuns(300); run++) {
    const bytes = Buffer.from(book);
    for (let change = random.below(3); change >= 0; change--) bytes[random.below(bytes.length)] = random.below(256);
    const read = await cellsOf(bytes);
    if (typeof read === 'string')
      assert.match(read, /^(?:decompression_failed|decompressed_too_large|unsupported_file|sheet_not_found): /);
  }
});

test('a resumed reader returns what one reader of the whole workbook returns', async () => {
  const head = '<cols><col min="2" max="2" hidden="1"/></cols>';
  const rows = [['id', 'n'], ...Array.from({ length: 40 }, (_, at) => [`a${at}`, at % 7 === 0 ? 'x' : `${at}`])];
  const content = createWorkbook({ sheets: [{ name: 'S', rows, head }] });
  const fields = [
    { name: 'id', type: 'STRING' },
    { name: 'n', type: 'INTEGER' },
  ];
  const text = JSON.stringify({ name: 'book', format: 'XLSX', fields });
  const module = await loadModule({ text, path: 'book.json', syntax: 'json' });
  const read = async (from?: Batch['next']): Promise<Batch[]> => {
    const source = await openSource('b.xlsx', { maxBytes: 1e9, content, workbook: module.spec.workbook });
    const transformer = module.createTransformer({ batchRecords: 7, ...(from !== undefined && { from }) });
    const batches: Batch[] = [];
    for await (const chunk of source.chunks(from?.byteOffset ?? 0)) batches.push(...transformer.push(chunk));
    return [...batches, ...transformer.end()];
  };
  const whole = await read();
  assert.ok(whole.length > 5);
  assert.is(whole.flatMap(({ warnings }) => warnings).length, 1);
  for (const [index, { next }] of whole.entries()) {
    const saved = JSON.parse(JSON.stringify(next)) as Batch['next'];
    const summary = (batches: Batch[]) =>
      batches.flatMap(({ recordIssues }) => recordIssues.map(({ record, line, issues }) => [record, line, issues]));
    const resumed = await read(saved);
    assert.equal(summary(resumed), summary(whole.slice(index + 1)));
    assert.equal(resumed.flatMap(({ warnings }) => warnings).length, 0);
  }
});

test.run();
