import * as assert from 'node:assert/strict';
import type { Batch, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { RunFailure } from '../../../runtime/base/model/run-failure.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { checkBatches } from '../../readers/parity/compare.ts';
import { createWorkbook, inlineCell } from '../../readers/xlsx/workbook.ts';
import { loadModule } from '../../support/load-module.ts';
import type { Random } from '../../support/random.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';
import { tokensOf } from './tokens.ts';

const MAX_BYTES = 4_000_000;
const SHEET = `<worksheet><cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1">${['id', 'n', 'on', 'text'].map(inlineCell).join('')}</row><row r="2" hidden="1"><c r="A2" t="s"><v>1</v></c><c r="B2"><f>1+1</f><v>1.50</v></c><c r="C2" s="1"><v>45000</v></c><c r="D2" t="b"><v>1</v></c></row><row r="4"><c r="A4" t="str"><v>x</v></c><c r="B4" t="e"><v>#N/A</v></c><c r="D4" t="inlineStr"><is><r><t>a&amp;</t></r><r><t xml:space="preserve"> b_x000D_</t></r></is></c></row></sheetData><mergeCells count="1"><mergeCell ref="A4:B4"/></mergeCells></worksheet>`;
/** The parts that are mutated, by their paths. */
const PARTS = [
  ['xl/worksheets/sheet1.xml', SHEET],
  ['xl/worksheets/sheet1.xml', SHEET],
  ['xl/sharedStrings.xml', '<sst count="2"><si><t>id</t></si><si><r><t>sha</t></r><r><t>red</t></r></si></sst>'],
  [
    'xl/styles.xml',
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
  ],
  [
    'xl/workbook.xml',
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="0"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ],
] as const;
const CODES = /^(?:decompression_failed|decompressed_too_large|unsupported_file|sheet_not_found)$/;

const fields = [
  { name: 'id', type: 'STRING' },
  { name: 'n', type: 'DECIMAL' },
  { name: 'on', type: 'DATE' },
  { name: 'text', type: 'STRING' },
];
const recordTypes = [
  { name: 'known', when: { column: 'id', values: ['x', 'shared'] }, fields: fields.slice(0, 3) },
  { name: 'other', fields: fields.slice(1) },
];

function load(keys: object): Promise<SpecModule> {
  return loadModule({
    text: JSON.stringify({ name: 'book', format: 'XLSX', ...keys }),
    path: 'book.json',
    syntax: 'json',
  });
}

/** Creates the target of mutated workbooks, which are read, or refused with a code, always in the same way. */
export async function createTarget(): Promise<Target> {
  const [plain, typed] = await Promise.all([{ fields }, { order: 'ANY', recordTypes }].map(load));
  const moduleFor = (bytes: Uint8Array) => (bytes.length % 3 === 0 ? typed : plain) as SpecModule;
  const tokens = tokensOf('XML');
  const other = new TextEncoder().encode(SHEET);
  return {
    make: (random) => ({ origin: 'workbooks', bytes: makeBook(random, { tokens, other }), random }),
    revive: (origin, bytes) => ({
      origin,
      bytes,
      random: { below: () => 0, oneIn: () => true, pick: (list) => list[0] },
    }),
    async judge({ bytes, random }) {
      const module = moduleFor(bytes);
      const found = await read(module, bytes);
      if (random.oneIn(8)) assert.deepEqual(await read(module, bytes), found, 'read again');
    },
  };
}

function makeBook(random: Random, material: Parameters<typeof mutate>[2]): Uint8Array {
  const parts = Object.fromEntries(PARTS.map(([path, text]) => [path, text as string]));
  const isArchive = random.oneIn(4);
  if (!isArchive) {
    const [path, text] = random.pick(PARTS);
    parts[path] = Buffer.from(mutate(new TextEncoder().encode(text), random, material)).toString();
  }
  const sheets = [{ name: 'S', rows: [] }];
  const book = createWorkbook({ sheets, strings: '', parts, stored: random.oneIn(2) });
  return isArchive ? mutate(book, random, material) : book;
}

/** Returns the counts and the issues of all batches, or the code of the failure. */
async function read(module: SpecModule, content: Uint8Array): Promise<unknown> {
  const batches: Batch[] = [];
  try {
    const { workbook } = module.spec;
    const source = await openSource('book.xlsx', { maxBytes: MAX_BYTES, content, workbook });
    const transformer = module.createTransformer({ today: '2024-02-29', batchRecords: 1000 });
    for await (const chunk of source.chunks(0)) batches.push(...transformer.push(chunk));
    batches.push(...transformer.end());
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    assert.match(error.code, CODES);
    return error.code;
  }
  checkBatches(batches, 1000, false);
  return batches.map(({ records, count, recordIssues, warnings, failure }) => ({
    records,
    count,
    issues: recordIssues,
    warnings,
    failure,
  }));
}
