/** Edits of the page, in Node.js: the file with them differs from the original only in the cells that were edited. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnySpec, createFileLayout, createRecordLayout, type LaidOutSpec } from '../../compiler/browser.ts';
import { createTextDecoder } from '../../compiler/kernel/input/encodings/text-decoder.ts';
import { type EditAnswer, editCell } from '../../runtime/page/file/edit-cell.ts';
import { listEdits } from '../../runtime/page/file/edit-list.ts';
import { FileCheck } from '../../runtime/page/file/file-check.ts';
import { createPage } from '../../runtime/page/file/record-page.ts';
import { loadModule } from '../readers/parity/run-module.ts';

type Spec = LaidOutSpec & { name: string };

interface Edited {
  check: FileCheck;
  edit(record: number, field: number, value: string | null): Promise<EditAnswer>;
  try(record: number, field: number, value: string): Promise<EditAnswer>;
  /** The file with the edits. */
  read(): Promise<Buffer>;
}

async function open(spec: object, bytes: Uint8Array | string): Promise<Edited> {
  // The cast is safe: the specs below are complete.
  const whole = { name: 'edited', ...spec } as Spec;
  const module = await loadModule({ spec: whole, syntax: 'json' } as unknown as Parameters<typeof loadModule>[0]);
  const file = new Blob([Buffer.from(bytes)]);
  const check = new FileCheck({ file, fileName: 'a', module, skipInvalidRecords: false });
  await check.read(() => {});
  // The cast is safe: the specs below are complete.
  const layout = createFileLayout(whole as unknown as AnySpec);
  const call = (isKept: boolean) => (record: number, field: number, value: string | null) =>
    editCell(check, layout, { record, field, value, isKept });
  const read = async () => Buffer.from(await check.edits.apply(file).arrayBuffer());
  return { check, edit: call(true), try: call(false), read };
}

const AMOUNT = [
  { name: 'id', type: 'STRING' },
  { name: 'amount', type: 'INTEGER' },
];
const CSV = { format: 'CSV', fields: AMOUNT };

const problemOf = (answer: EditAnswer) => (answer.kind === 'refused' ? answer.problem : 'edited');

test('an edit of a CSV cell changes the bytes of the cell only', async () => {
  const { edit, read } = await open(CSV, '\ufeffid,amount\r\na,x\r\n"b ""c""", y\n#,z');
  const answer = await edit(1, 1, '12');
  assert.equal(answer, { kind: 'edited', outcome: 'processed', issues: [], value: '12' });
  await edit(2, 1, '3');
  await edit(3, 1, '4');
  assert.is(String(await read()), '\ufeffid,amount\r\na,12\r\n"b ""c""",3\n#,4');
});

test('quotes are written where the original has them or the value needs them', async () => {
  const { edit, read } = await open(CSV, 'id,amount\na,x\n"b",y\nc,z\n');
  await edit(1, 0, 'q"r,s\nt');
  await edit(2, 0, 'say "b"');
  await edit(3, 0, '"');
  assert.is(String(await read()), 'id,amount\n"q""r,s\nt",x\n"say ""b""",y\n"""",z\n');
});

test('an escape character other than the quote is escaped, too', async () => {
  const { check, edit, read } = await open({ ...CSV, escape: '\\' }, 'id,amount\n"a\\\\b\\"",x\n');
  await edit(1, 1, 'y');
  assert.is(check.edits.get(1)?.cells[0]?.before, 'x');
  await edit(1, 0, 'c\\d"');
  assert.is(check.edits.get(1)?.cells[1]?.before, 'a\\b"');
  assert.is(String(await read()), 'id,amount\n"c\\\\d\\"",y\n');
});

test('line ends in a cell stay CR LF', async () => {
  const { edit, read } = await open(CSV, 'id,amount\n"a\r\nb",x\n');
  await edit(1, 0, 'a\nc');
  assert.is(String(await read()), 'id,amount\n"a\r\nc",x\n');
});

test('a value that the spec without quotes cannot hold is refused', async () => {
  const { edit, read } = await open({ ...CSV, quote: '' }, 'id,amount\na,x\n');
  assert.match(problemOf(await edit(1, 0, 'a,b')), /have no quotes/);
  assert.is(String(await read()), 'id,amount\na,x\n');
});

test('an edit that makes the line a comment, blank, or not a record is refused', async () => {
  const { edit } = await open({ ...CSV, comment: '#', fields: [{ name: 'a', type: 'INTEGER' }] }, 'a\nx\ny\n1\n');
  for (const [record, value] of [
    [1, ''],
    [2, '# 1'],
  ] as const)
    assert.match(problemOf(await edit(record, 0, value)), /no longer be one record/);
});

test('a cell with a quote that is not closed gets its closing quote', async () => {
  const { check, edit, read } = await open(CSV, 'id,amount\na,"x\nb,2\n');
  assert.is(check.result.errorRecords, 1);
  await edit(1, 1, '5');
  assert.is(String(await read()), 'id,amount\na,"5"\nb,2\n');
});

test('a byte that is malformed remains, unless its own cell is edited', async () => {
  const bytes = Buffer.concat([Buffer.from('id,amount\n'), Buffer.from([0xc3]), Buffer.from(',x\n')]);
  const { edit, read } = await open(CSV, bytes);
  await edit(1, 1, '1');
  assert.equal(await read(), Buffer.concat([Buffer.from('id,amount\n'), Buffer.from([0xc3]), Buffer.from(',1\n')]));
  await edit(1, 0, 'é');
  assert.is(String(await read()), 'id,amount\né,1\n');
});

test('the encoding of the file is the encoding of the edit', async () => {
  for (const [encoding, bytes, expected] of [
    ['windows-1252', 'e9', '80'],
    ['iso-8859-2', 'e9', 'a1'],
    ['shift_jis', '8abf', '8e9a'],
    ['euc-kr', 'b0a1', 'b0a2'],
    ['gbk', 'b0a1', 'b0a2'],
    ['big5', 'a440', 'a441'],
    ['euc-jp', 'b0a1', 'b0a2'],
    ['iso-8859-16', 'a4', 'a5'],
  ] as const) {
    const value = createTextDecoder(encoding).decode(Buffer.from(expected, 'hex'));
    const file = (hex: string, amount: string) =>
      Buffer.concat([Buffer.from('id,amount\n'), Buffer.from(hex, 'hex'), Buffer.from(`,${amount}\n`)]);
    const { edit, read } = await open({ ...CSV, encoding }, file(bytes, 'x'));
    await edit(1, 0, value);
    assert.is((await read()).toString('hex'), file(expected, 'x').toString('hex'), encoding);
    assert.match(problemOf(await edit(1, 0, '\u{1f600}')), /The encoding of the file, .* has no “😀” \(U\+1F600\)/);
  }
});

test('characters with three bytes of EUC-JP and four of GB 18030 are read and written', async () => {
  for (const [encoding, from, to, value] of [
    ['euc-jp', '8fabb1', '8fb0a1', '丂'],
    ['gb18030', '8134d630', '82359832', '\u9fff'],
    ['gb18030', '81308130', '9439fc36', '\u{1f600}'],
    ['gb18030', '95328236', 'a2e3', '€'],
  ] as const) {
    const file = (hex: string, amount: string) =>
      Buffer.concat([Buffer.from('id,amount\n'), Buffer.from(`61${hex}62`, 'hex'), Buffer.from(`,${amount}\n`)]);
    const { edit, read } = await open({ ...CSV, encoding }, file(from, 'x'));
    await edit(1, 1, '22');
    assert.is((await read()).toString('hex'), file(from, '22').toString('hex'), `${encoding}, beside ${from}`);
    await edit(1, 0, `a${value}b`);
    assert.is((await read()).toString('hex'), file(to, '22').toString('hex'), `${encoding}, ${value}`);
  }
  const { edit } = await open({ ...CSV, encoding: 'euc-jp' }, 'id,amount\na,x\n');
  assert.match(problemOf(await edit(1, 0, '\u1820')), /has no/);
});

test('UTF-16 with and without a byte order mark', async () => {
  for (const mark of ['\ufeff', '']) {
    const spec = { ...CSV, encoding: 'utf-16le', hasHeader: false };
    const { edit, read } = await open(spec, Buffer.from(`${mark}a😀,x\nb,1\n`, 'utf16le'));
    await edit(1, 0, '😀é');
    await edit(1, 1, '7');
    assert.is((await read()).toString('utf16le'), `${mark}😀é,7\nb,1\n`);
  }
});

test('ISO-2022-JP: ASCII is written between shifted text, and other characters are refused', async () => {
  const kanji = Buffer.from('1b2442346133661b2842', 'hex');
  const file = (amount: string) => Buffer.concat([Buffer.from('id,amount\n'), kanji, Buffer.from(`,${amount}\n`)]);
  const { edit, read } = await open({ ...CSV, encoding: 'iso-2022-jp' }, file('x'));
  await edit(1, 1, '22');
  assert.is((await read()).toString('hex'), file('22').toString('hex'));
  assert.match(problemOf(await edit(1, 0, '漢')), /has no “漢”/);
});

const COLUMNS = [
  { name: 'id', type: 'STRING', start: 1, length: 4 },
  { name: 'amount', type: 'INTEGER', start: 5, length: 5, align: 'RIGHT', padChar: '0' },
  { name: 'note', type: 'STRING', start: 10, length: 3 },
];
const FIXED = { format: 'FIXED_WIDTH', fields: COLUMNS };

test('a fixed-width value has the width, side and padding of its column', async () => {
  const { check, edit, read } = await open(FIXED, 'a   0x012abc\r\nb   00x00d\r\n');
  await edit(1, 1, '7');
  await edit(2, 0, 'Ü2');
  await edit(2, 1, '99999');
  assert.is(String(await read()), 'a   00007abc\r\nÜ2  99999d\r\n');
  assert.is(check.edits.get(2)?.cells[0]?.before, 'b');
  assert.match(problemOf(await edit(1, 1, '123456')), /has 6 characters, but the column has 5/);
  assert.match(problemOf(await edit(1, 0, 'a\nb')), /cannot have a line break/);
});

test('fixed-width records without line ends, in EBCDIC', async () => {
  const ebcdic = (text: string) =>
    Buffer.from([...text].map((each) => ({ a: 0x81, b: 0x82, x: 0xa7, ' ': 0x40 })[each] ?? 0xf0 + Number(each)));
  const spec = { ...FIXED, encoding: 'IBM037', lineTerminator: 'NONE', recordLength: 12 };
  const { edit, read } = await open(spec, ebcdic('a   0x012   b   0000x   '));
  await edit(1, 1, '12');
  await edit(2, 1, '3');
  assert.is((await read()).toString('hex'), ebcdic('a   00012   b   00003   ').toString('hex'));
  assert.match(problemOf(await edit(1, 0, '😀')), /has no “😀”/);
});

const XML = {
  format: 'XML',
  recordPath: '/f/r',
  fields: [
    { name: 'id', type: 'INTEGER', columnName: '@id' },
    { name: 'amount', type: 'INTEGER', columnName: 'amount' },
  ],
};

test('a value of XML is escaped, and gets references for characters that the encoding lacks', async () => {
  const text = (id: string, amount: string) =>
    `<?xml version="1.0" encoding="iso-8859-1"?>\n<f><r id="${id}"><amount> ${amount} </amount></r></f>`;
  const { edit, read } = await open(XML, text('x', 'y'));
  await edit(1, 0, `"'<&>\n`);
  await edit(1, 1, `<"'Жé]]>`);
  const expected = text('&quot;&apos;&lt;&amp;&gt;&#10;', 'y').replace(' y ', '&lt;"\'&#1046;é]]&gt;');
  assert.is((await read()).toString('latin1'), expected);
  assert.match(problemOf(await edit(1, 1, '\u0001')), /XML cannot contain the character U\+0001/);
  assert.match(problemOf(await edit(1, 1, '\ud800')), /XML cannot contain/);
});

test('a value of XML whose place is not clear is refused', async () => {
  const { try: attempt } = await open(XML, '<f><r id="1"><amount>a&amp;b</amount></r></f>');
  assert.match(problemOf(await attempt(1, 1, '1')), /its place is not clear/);
});

test('a missing cell of a short record is filled, and the record gets all of its cells', async () => {
  const fields = [...AMOUNT, { name: 'note', type: 'STRING' }];
  const { check, edit, read } = await open({ ...CSV, delimiter: 'AUTO', fields }, 'id;amount;note\r\na\r\nb;2\r\n');
  assert.is((await edit(1, 1, '1')).kind, 'edited');
  assert.is((await edit(2, -1, '')).kind, 'edited');
  assert.is(String(await read()), 'id;amount;note\r\na;1;\r\nb;2;\r\n');
  assert.equal(
    listEdits(check, true).edits.map(({ name, before, after }) => [name, before, after]),
    [
      ['amount', null, '1'],
      ['missing cells', null, ''],
    ],
  );
  await edit(1, 1, null);
  await edit(2, -1, null);
  assert.is(String(await read()), 'id;amount;note\r\na\r\nb;2\r\n');
});

test('a short fixed-width record is filled with blanks, in the encoding of the file', async () => {
  const spec = { ...FIXED, onMissingColumns: 'FATAL', encoding: 'utf-16le' };
  const { edit, read } = await open(spec, Buffer.from('\ufeffab\n', 'utf16le'));
  assert.is((await edit(1, 1, '7')).kind, 'edited');
  assert.is((await read()).toString('utf16le'), '\ufeffab  00007   \n');
});

const GROUPS = {
  format: 'CSV',
  recordTypes: [
    { name: 'order', fields: [{ name: 'id', type: 'STRING' }] },
    {
      name: 'item',
      in: 'order',
      as: 'items',
      repeat: { times: 2, naming: '{column} {n}' },
      fields: [
        { name: 'what', type: 'STRING', columnName: 'Item' },
        { name: 'count', type: 'INTEGER', columnName: 'Qty' },
      ],
    },
  ],
};

test('a cell of a group is edited in its own column, and the outcome is that of its document', async () => {
  const text = (first: string, second: string) => `id,Item 1,Qty 1,Item 2,Qty 2\na,x,${first},y,${second}\n`;
  const { edit, read } = await open(GROUPS, text('n', 'm'));
  const first = await edit(3, 1, '2');
  assert.is(first.kind === 'edited' && first.issues[0]?.code, 'DOCUMENT_REJECTED');
  assert.is(String(await read()), text('n', '2'));
  const second = await edit(2, 1, '1');
  assert.equal(second.kind === 'edited' && [second.outcome, second.issues], ['processed', []]);
  assert.is(String(await read()), text('1', '2'));
});

test('an edit is only tried until it is kept, and is undone by its original value', async () => {
  const { check, edit, try: attempt, read } = await open(CSV, 'id,amount\na,x\n');
  const tried = await attempt(1, 1, 'y');
  assert.is(tried.kind === 'edited' && tried.issues[0]?.code, 'TYPE_MISMATCH');
  assert.equal(listEdits(check, true), { edits: [], records: 0, repaired: 0 });
  await edit(1, 1, '1');
  await edit(1, 0, 'b');
  assert.is(listEdits(check, true).repaired, 1);
  await edit(1, 1, null);
  assert.equal(listEdits(check, true), {
    edits: [{ record: 1, line: 2, field: 0, name: 'id', isMasked: false, before: 'a', after: 'b' }],
    records: 1,
    repaired: 0,
  });
  await edit(1, 0, 'a');
  assert.is(listEdits(check, true).records, 0);
  assert.is(String(await read()), 'id,amount\na,x\n');
  assert.match(problemOf(await attempt(2, 0, 'x')), /Only records with issues/);
});

test('the row of an edited record has the new cell, the original value, and the issues that are left', async () => {
  const { check, edit } = await open(CSV, 'id,amount\na,x\nb,y\n');
  await edit(1, 1, '07');
  const request = { filter: {}, from: 0, count: 10, showsSensitive: false };
  const { rows } = await createPage(
    check,
    { records: createRecordLayout({ format: 'CSV', fields: AMOUNT }), types: [], hasContinuation: false },
    request,
  );
  const [first, second] = rows;
  assert.equal(first?.messages, []);
  assert.is(first?.isEdited, true);
  assert.equal(first?.cells[1], {
    text: '07',
    after: '7',
    before: 'x',
    editable: '07',
    isMasked: false,
    isMissing: false,
    issues: [],
  });
  assert.is(second?.isEdited, false);
  assert.is(second?.cells[1]?.editable, 'y');
});

test('a sensitive value is masked in the list of edits', async () => {
  const fields = [
    { name: 'id', type: 'STRING' },
    { name: 'amount', type: 'INTEGER', sensitive: true },
  ];
  const { check, edit } = await open({ ...CSV, fields }, 'id,amount\na,x\n');
  await edit(1, 1, 'secret');
  const [masked] = listEdits(check, false).edits;
  assert.equal([masked?.before, masked?.after], [null, null]);
});

test('records that are held back and records after a resume position are edited', async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `${at},${at % 1000 === 999 ? 'x' : 1}`);
  const text = `id,amount\n${lines.join('\n')}\nend\n`;
  const { edit, read } = await open({ ...CSV, skipLines: { bottom: 1 } }, text);
  for (const record of [1000, 2000, 3000]) assert.is((await edit(record, 1, '2')).kind, 'edited');
  assert.is(String(await read()), text.replaceAll(',x', ',2'));
});

test.run();
