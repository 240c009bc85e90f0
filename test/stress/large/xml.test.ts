import { createReadStream, createWriteStream, openSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLargeWorkplace, megabytes, printMemory } from './large-file.ts';

/**
 * XML documents of gigabytes in bounded memory: many records, records of megabytes at any depth, and endless markup.
 */
const MOST_RESIDENT = 300 * 1024 * 1024;
const at = createLargeWorkplace();
test.after(() => at.remove());

const FIELDS = `fields:
  - { name: account, type: STRING, columnName: /book/account/@no, required: true }
  - { name: id, type: INTEGER, columnName: "@id", required: true }
  - { name: name, type: STRING, columnName: party/name }
  - { name: amount, type: DECIMAL, columnName: amount }
  - { name: currency, type: STRING, columnName: amount/@currency }
  - { name: notes, type: STRING, columnName: note, separator: ";" }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01" }
`;
const book = at.write('book.yaml', [`name: book\nformat: XML\nrecordPath: /book/account/entry\n${FIELDS}`]);
const deep = at.write('deep.yaml', [
  'name: deep\nformat: XML\nrecordPath: //entry\nmaxRecordBytes: 8388608\nfields:\n  - { name: text, type: STRING, columnName: text }\n  - { name: more, type: STRING, columnName: "a/a/a/@more" }\n',
]);

interface Counts {
  records: number;
  errors: number;
}

/** Returns an entry of about 250 characters. Each thousandth has an invalid amount. */
function entryOf(number: number): string {
  const name = ['Ada &amp; Lovelace', 'José Ortega', 'Zoë Müller', '<![CDATA[Grace <Hopper>]]>'][number % 4] ?? '';
  const amount = number % 1000 === 0 ? '0.00' : `${number}.${10 + (number % 90)}`;
  return `    <entry id="${number}">\n      <party kind='p'><name>${name}</name><city>Berlin &#8211; Wedding</city></party>\n      <amount currency="EUR">${amount}</amount>\n      <note>first ${number % 977}</note><!-- between --><note>second</note>\n    </entry>\n`;
}

/** Yields a document in blocks of about a megabyte, each with an account. */
function* documentOf(count: number, counts: Counts): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<book>\n';
  let number = 0;
  for (let block = 0; block < count; block++) {
    let text = `  <account no="DE${block}">\n`;
    while (text.length < 2 ** 20) {
      if (number % 1000 === 0) counts.errors++;
      text += entryOf(number++);
    }
    yield `${text}  </account>\n`;
  }
  counts.records = number;
  yield '</book>\n';
}

test('a large document, from the disk, through a pipe and compressed', async () => {
  const counts = { records: 0, errors: 0 };
  const path = at.write('book.xml', documentOf(megabytes, counts));
  const check = async (what: string, file: string, input?: number) => {
    const { result, ended } = await at.validate(book, file, input);
    printMemory(what, ended, path);
    assert.equal(
      [result.failure, result.totalRecords, result.errorRecords],
      [undefined, counts.records, counts.errors],
    );
    assert.ok(ended.resident > 0 && ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  };
  await check('XML', path);
  await check('the same from a pipe', '-', openSync(path, 'r'));
  const packed = at.path('book.xml.gz');
  await pipeline(createReadStream(path), createGzip({ level: 1 }), createWriteStream(packed));
  await check('the same, compressed', packed);
  rmSync(path);
  rmSync(packed);
});

test('the same in UTF-16', async () => {
  const counts = { records: 0, errors: 0 };
  const encoded = function* () {
    for (const text of documentOf(megabytes >> 2, counts))
      yield Buffer.from(text.replace('<?xml version="1.0" encoding="UTF-8"?>', '\ufeff'), 'utf16le');
  };
  const path = at.write('book16.xml', encoded());
  const { result, ended } = await at.validate(book, path);
  printMemory('XML in UTF-16', ended, path);
  assert.equal([result.failure, result.totalRecords, result.errorRecords], [undefined, counts.records, counts.errors]);
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('records of megabytes, some of them oversized, at 200 levels', async () => {
  const levels = 200;
  const megabyte = 'Text of a record. '.repeat(2 ** 20 / 18);
  const records = Math.max(4, megabytes >> 4);
  const document = function* () {
    yield '<level>'.repeat(levels);
    for (let i = 0; i < records; i++) {
      yield `<entry><text>${megabyte}`;
      // Every fourth has nine megabytes.
      for (let part = 1; part < (i % 4 === 3 ? 9 : 5); part++) yield megabyte;
      yield `</text><a><a><a more="${i}">${'<b/>'.repeat(20_000)}</a></a></a></entry>\n`;
    }
    yield '</level>'.repeat(levels);
  };
  const path = at.write('deep.xml', document());
  const { result, ended } = await at.validate(deep, path);
  printMemory('XML, records of megabytes', ended, path);
  assert.equal([result.failure, result.totalRecords, result.failedRecords], [undefined, records, records >> 2]);
  assert.equal(
    result.issueCounts.map(({ code }) => code),
    ['RECORD_TOO_LONG'],
  );
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

const ENDLESS: readonly (readonly [
  what: string,
  before: string,
  part: string,
  after: string,
  failure: string | null,
  records: number,
])[] = [
  ['a comment', '<book><!--', ' x', '--></book>', 'no_record_found', 0],
  ['an instruction', '<book><?p ', ' x', '?></book>', 'no_record_found', 0],
  ['blanks between records', '<book><account no="1">', '\n ', '<entry id="1"/></account></book>', null, 1],
  ['a text outside of records', '<book>', 'text &amp; ', '</book>', 'no_record_found', 0],
  [
    'a record',
    '<book><account no="1"><entry id="1"><note>',
    'text &amp; ',
    '</note></entry></account></book>',
    'no_record_processed',
    1,
  ],
  [
    'a CDATA section',
    '<book><account no="1"><entry id="1"><note><![CDATA[',
    ' ]] ',
    ']]></note></entry></account></book>',
    'no_record_processed',
    1,
  ],
  [
    'a record of elements',
    '<book><account no="1"><entry id="1">',
    '<note>x</note>',
    '</entry></account></book>',
    'no_record_processed',
    1,
  ],
  [
    'a record of elements, not in UTF-8',
    '<?xml version="1.0" encoding="windows-1252"?><book><account no="1"><entry id="1">',
    '<note>x</note>',
    '</entry></account></book>',
    'no_record_processed',
    1,
  ],
  [
    'a record of elements under changing modes',
    '<?xml version="1.0" encoding="iso-2022-jp"?><book><account no="1"><entry id="1">',
    '\x1b(J<note>\x1b(Bx</note>',
    '</entry></account></book>',
    'no_record_processed',
    1,
  ],
  ['an attribute', '<book><account no="', 'no ', '"><entry id="1"/></account></book>', 'no_record_processed', 1],
  [
    'a start tag of blanks',
    '<book><account ',
    ' \n',
    'no="1"><entry id="1"/></account></book>',
    'no_record_processed',
    1,
  ],
  ['a name', '<book><', 'name', '/></book>', 'MALFORMED_XML', 0],
  ['blanks before the root', '', ' \n', '<book/>', 'no_record_found', 0],
  ['a declaration', '<?xml version="1.0"', ' \n', '?><book/>', 'MALFORMED_XML', 0],
];

test('endless markup takes no memory', async () => {
  for (const [what, before, part, after, failure, records] of ENDLESS) {
    const blocks = Array<string>(megabytes >> 2).fill(part.repeat(2 ** 20 / part.length));
    const path = at.write('endless.xml', [before, ...blocks, after]);
    const { result, ended } = await at.validate(book, path);
    printMemory(`XML, endless: ${what}`, ended, path);
    assert.equal([result.failure?.code ?? null, result.totalRecords], [failure, records], what);
    if (failure === 'no_record_processed')
      assert.equal(
        result.issueCounts.map(({ code }) => code),
        ['RECORD_TOO_LONG'],
        what,
      );
    assert.ok(ended.resident < MOST_RESIDENT, `${what}: ${ended.resident} bytes`);
    rmSync(path);
  }
});

test.run();
