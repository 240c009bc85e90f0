import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkYaml, codes } from './read-given.ts';

const csv = (rest: string, fields = '{ name: id, type: STRING }') =>
  codes(checkYaml(`name: a\nformat: CSV\nfields: [${fields}]\n${rest}`));
const fixed = (rest: string, fields = '{ name: id, type: STRING, start: 1, length: 5 }') =>
  codes(checkYaml(`name: a\nformat: FIXED_WIDTH\nfields: [${fields}]\n${rest}`));
const xml = (rest: string, fields = '{ name: Id, type: STRING }') =>
  codes(checkYaml(`name: a\nformat: XML\nfields: [${fields}]\n${rest}`));

test('CSV: characters that cannot be distinguished', () => {
  assert.equal(csv('delimiter: ";"\n'), []);
  assert.equal(csv('delimiter: "\\""\n'), ['same_character /delimiter']);
  assert.equal(csv('quote: ","\n'), ['same_character /quote']);
  assert.equal(csv('quote: x\ndelimiter: x\n'), ['same_character /quote']);
  assert.equal(csv('escape: "\\""\n'), []);
  assert.equal(csv('escape: ","\n'), ['same_character /escape']);
  assert.equal(csv('comment: ","\n'), ['same_character /comment']);
  assert.equal(csv('comment: "\\""\n'), ['same_character /comment']);
  assert.equal(csv('comment: "#"\nescape: "\\\\"\ndelimiter: "|"\n'), []);
  assert.equal(csv('delimiter: "\\n"\n'), ['invalid_character /delimiter']);
  assert.equal(csv('comment: "\\r"\nquote: "\\n"\n'), ['invalid_character /comment', 'invalid_character /quote']);
  assert.equal(csv('delimiter: "\\""\nquote: ""\n'), []);
  assert.equal(csv('quote: ""\nescape: "\\\\"\n'), ['key_without_effect /escape']);
});

test('CSV: delimiters and separators of several characters', () => {
  assert.equal(csv('delimiter: "||"\nquote: ""\n'), []);
  assert.equal(csv('delimiter: "12345678,"\n'), ['text_too_long /delimiter']);
  assert.equal(csv('delimiter: ""\n'), ['text_too_short /delimiter']);
  assert.equal(csv('delimiter: TAB\n'), ['invalid_character /delimiter']);
  assert.equal(csv("delimiter: '\\t'\n"), ['invalid_character /delimiter']);
  assert.equal(csv('delimiter: "|\\"|"\n'), ['invalid_character /delimiter']);
  assert.equal(csv('delimiter: "|\\n"\n'), ['invalid_character /delimiter']);
  assert.equal(csv('delimiter: "##"\ncomment: "#"\n'), ['invalid_character /delimiter']);
  assert.equal(csv('recordSeparator: "~"\n'), []);
  assert.equal(csv('recordSeparator: "~\\r\\n"\n'), []);
  assert.equal(csv('recordSeparator: ",,"\n'), ['invalid_character /recordSeparator']);
  assert.equal(csv('delimiter: "~|~"\nrecordSeparator: "~"\n'), ['invalid_character /recordSeparator']);
  assert.equal(csv('recordSeparator: "#~"\ncomment: "#"\n'), ['invalid_character /recordSeparator']);
});

test('CSV: escapes outside of quotes, and rows in quotes', () => {
  assert.equal(csv('escapeOutsideQuotes: true\n'), []);
  assert.equal(csv('escapeOutsideQuotes: true\nquote: ""\nescape: "^"\n'), []);
  assert.equal(csv('escapeOutsideQuotes: true\nescape: "\\""\n'), ['same_character /escape']);
  assert.equal(csv('escapeOutsideQuotes: true\ndelimiter: "\\\\"\n'), ['same_character /delimiter']);
  assert.equal(csv('wholeRowQuoted: true\n'), []);
  assert.equal(csv('wholeRowQuoted: true\nquote: ""\n'), ['key_without_effect /wholeRowQuoted']);
});

test('FIXED_WIDTH: positions in bytes', () => {
  assert.equal(fixed('positions: BYTES\n'), []);
  assert.equal(fixed('positions: BYTES\nencoding: shift_jis\n'), []);
  assert.equal(fixed('positions: BYTES\nencoding: windows-1252\nlineTerminator: NONE\nrecordLength: 5\n'), []);
  for (const encoding of ['euc-jp', 'gb18030', 'utf-16le'])
    assert.equal(fixed(`positions: BYTES\nencoding: ${encoding}\n`), ['byte_positions_unsupported /positions']);
  assert.equal(fixed('positions: BYTES\nencoding: iso-2022-jp\n'), ['byte_positions_unsupported /positions']);
  assert.equal(fixed('positions: BYTES\nlineTerminator: NONE\nrecordLength: 5\n'), [
    'byte_positions_unsupported /positions',
  ]);
});

test('FIXED_WIDTH: storage', () => {
  const blocks = 'encoding: IBM037\nlineTerminator: NONE\nrecordLength: 20\n';
  const check = (members: string, settings = blocks, type = 'INTEGER') =>
    fixed(settings, `{ name: a, type: ${type}, start: 1, length: 4, ${members} }`);
  for (const kind of ['PACKED', 'ZONED', 'BINARY', '{ kind: PACKED, unsigned: true }'])
    for (const type of ['INTEGER', 'DECIMAL']) assert.equal(check(`storage: ${kind}`, blocks, type), []);
  assert.equal(check('storage: PACKED, scale: 2, nullStorage: [LOW, BLANKS]', blocks, 'DECIMAL'), []);
  assert.equal(check('storage: { kind: ZONED, sign: SEPARATE_LEADING }'), []);
  assert.equal(check('storage: PACKED', blocks.replace('IBM037', 'ISO-8859-1')), []);
  const storage = ['storage_unsupported /fields/0/storage'];
  assert.equal(check('storage: FLOAT'), storage);
  assert.equal(check('storage: PACKED', blocks, 'STRING'), storage);
  assert.equal(check('storage: PACKED', 'encoding: IBM037\n'), storage);
  assert.equal(check('storage: PACKED', blocks.replace('IBM037', 'UTF-8')), storage);
  assert.equal(check('storage: PACKED', blocks.replace('IBM037', 'windows-1253')), storage);
  assert.equal(check('storage: ZONED', blocks.replace('IBM037', 'ISO-8859-1')), storage);
  assert.equal(check('storage: { kind: PACKED, sign: LEADING }'), storage);
  assert.equal(check('storage: { kind: ZONED, unsigned: true }'), storage);
  assert.equal(check('nullStorage: [LOW]'), ['storage_unsupported /fields/0/nullStorage']);
  assert.equal(check('storage: PACKED, sign: TRAILING'), ['storage_unsupported /fields/0/sign']);
  assert.equal(check('storage: PACKED, align: RIGHT'), ['storage_unsupported /fields/0/align']);
  assert.equal(fixed(blocks, '{ name: a, type: INTEGER, start: 1, length: 3, storage: BINARY }'), storage);
});

test('CSV: columns of a header', () => {
  const two = '{ name: a, type: STRING, columnName: X }, { name: b, type: STRING, columnName: X }';
  assert.equal(csv('', two), []);
  assert.equal(csv('columnMatch: POSITION\n', two), []);
  assert.equal(csv('hasHeader: false\n', two), []);
  assert.equal(csv('', '{ name: a, type: STRING, columnName: b }, { name: b, type: STRING }'), []);
  assert.equal(csv('', '{ name: a, type: STRING }, { name: a, type: STRING }'), ['duplicate_field /fields/1/name']);
  assert.equal(csv('', '{ name: a, type: STRING, columnName: " X" }'), ['blanks_around /fields/0/columnName']);
  assert.equal(csv('hasHeader: false\ncolumnMatch: NAME\n'), ['column_match_without_header /columnMatch']);
  assert.equal(csv('hasHeader: true\ncolumnMatch: NAME\n'), []);
});

test('keys without effect for the format', () => {
  assert.equal(
    csv(
      'recordLength: 5\nlineTerminator: AUTO\nrecordPath: /a\nnamespaces: {}\n',
      '{ name: a, type: STRING, start: 1, length: 2, align: LEFT, padChar: x, separator: ";" }',
    ),
    ['start', 'length', 'align', 'padChar', 'separator']
      .map((key) => `key_without_effect /fields/0/${key}`)
      .concat(
        ['recordLength', 'lineTerminator', 'recordPath', 'namespaces'].map((key) => `key_without_effect /${key}`),
      ),
  );
  const ofCsv = 'delimiter: ";"\nquote: "x"\nescape: "y"\ncomment: "#"\ncolumnMatch: NAME\n';
  assert.equal(
    fixed(ofCsv),
    ['delimiter', 'quote', 'escape', 'comment', 'columnMatch'].map((key) => `key_without_effect /${key}`),
  );
  assert.equal(
    xml(
      'recordPath: /a\nhasHeader: true\nskipLines: { top: 1 }\nskipBlankLines: true\nonExtraColumns: IGNORE\nrecordWhen: { column: 1, values: [D] }\n',
    ),
    ['hasHeader', 'skipLines', 'skipBlankLines', 'onExtraColumns', 'recordWhen'].map(
      (key) => `key_without_effect /${key}`,
    ),
  );
});

test('if the format is unknown, checks that depend on it are skipped', () => {
  const text =
    'name: a\nformat: CVS\nfields: [{ name: a, type: STRING, start: 1 }, { name: a, type: STRING }]\nrecordPath: /a\n';
  assert.equal(codes(checkYaml(text)), ['unknown_value /format', 'duplicate_field /fields/1/name']);
});

test('recordWhen', () => {
  assert.equal(csv('recordWhen: { column: Type, values: [D] }\n'), []);
  assert.equal(csv('recordWhen: { column: 2, values: [D] }\nhasHeader: false\n'), []);
  assert.equal(csv('recordWhen: { column: 0, values: [D] }\n'), ['invalid_record_when /recordWhen/column']);
  assert.equal(csv('recordWhen: { column: Type, values: [D] }\nhasHeader: false\n'), [
    'invalid_record_when /recordWhen/column',
  ]);
  assert.equal(csv('recordWhen: { start: 1, length: 1, values: [D] }\n'), [
    'key_due /recordWhen',
    'key_without_effect /recordWhen/start',
    'key_without_effect /recordWhen/length',
  ]);
  assert.equal(csv('recordWhen: { column: Type, values: [] }\n'), ['too_few_items /recordWhen/values']);
  assert.equal(fixed('recordWhen: { start: 1, length: 1, values: [6] }\n'), []);
  assert.equal(fixed('recordWhen: { start: 1, values: [6] }\n'), ['key_due /recordWhen']);
  assert.equal(fixed('recordWhen: { start: 1, length: 2, values: ["06", "6"] }\n'), [
    'wrong_length /recordWhen/values/1',
  ]);
  assert.equal(fixed('recordLength: 10\nonShortRecord: FATAL\nrecordWhen: { start: 10, length: 2, values: [XY] }\n'), [
    'beyond_record_length /recordWhen',
  ]);
});

test('encodings', () => {
  for (const label of [
    'utf-8',
    'UTF-8',
    'utf8',
    'windows-1252',
    'latin1',
    'Shift_JIS',
    'utf-16le',
    'ascii',
    'gb18030',
    'ibm866',
  ])
    assert.equal(csv(`encoding: ${label}\n`), [], label);
  for (const label of ['utf-9', 'cp037', 'ebcdic', 'iso-2022-kr', 'binary'])
    assert.equal(csv(`encoding: ${label}\n`), ['unknown_encoding /encoding'], label);
  for (const label of ['IBM037', 'IBM273', 'IBM500', 'IBM871', 'IBM1047', 'IBM1140', 'IBM1149', 'ibm037']) {
    assert.equal(fixed(`encoding: ${label}\n`), [], label);
    assert.equal(csv(`encoding: ${label}\n`), ['encoding_not_for_format /encoding'], label);
  }
  const [diagnostic] = checkYaml(
    'name: a\nformat: CSV\nencoding: windows1252\nfields: [{ name: a, type: STRING }]\n',
  ).diagnostics;
  assert.match(diagnostic?.message ?? '', 'did you mean "windows-1252"?');
});

test('a hint never suggests another code page of the same family', () => {
  for (const label of ['IBM278', 'IBM0273', 'IBM424', 'cp273', 'windows-1259', 'iso-8859-19', 'ibm865']) {
    const [diagnostic] = checkYaml(
      `name: a\nformat: CSV\nencoding: ${label}\nfields: [{ name: a, type: STRING }]\n`,
    ).diagnostics;
    assert.is(diagnostic?.code, 'unknown_encoding', label);
    const [, hinted = label] = /did you mean "([^"]*)"/.exec(diagnostic?.message ?? '') ?? [];
    assert.equal(hinted.match(/[1-9]\d*/g), label.match(/[1-9]\d*/g), label);
  }
});

test('fixed width: every field needs start and length', () => {
  assert.equal(fixed(''), []);
  assert.equal(fixed('', '{ name: a, type: STRING }'), ['key_due /fields/0', 'key_due /fields/0']);
  assert.equal(fixed('', '{ name: a, type: STRING, start: 0, length: x }'), [
    'out_of_range /fields/0/start',
    'not_an_integer /fields/0/length',
  ]);
  assert.equal(fixed('lineTerminator: NONE\n'), ['key_due /lineTerminator']);
  assert.equal(fixed('lineTerminator: NONE\nrecordLength: 5\n'), []);
});

test('fixed width: columns that overlap or exceed the record', () => {
  const fields = (...places: readonly (readonly [number, number])[]) =>
    places.map(([start, length], i) => `{ name: f${i}, type: STRING, start: ${start}, length: ${length} }`).join(', ');
  assert.equal(fixed('', fields([1, 5], [6, 5], [11, 1])), []);
  assert.equal(fixed('', fields([6, 5], [1, 6])), ['overlapping_columns /fields/0/start']);
  assert.equal(fixed('', fields([1, 100], [10, 5], [20, 5], [101, 5])), [
    'overlapping_columns /fields/1/start',
    'overlapping_columns /fields/2/start',
  ]);
  assert.equal(fixed('recordLength: 10\nonShortRecord: FATAL\n', fields([1, 5], [6, 5], [11, 1], [10, 2])), [
    'overlapping_columns /fields/2/start',
    'beyond_record_length /fields/2/length',
    'overlapping_columns /fields/3/start',
    'beyond_record_length /fields/3/length',
  ]);
  const { spec } = checkYaml(`name: a\nformat: FIXED_WIDTH\nfields: [${fields([1, 5], [5, 5])}]\n`);
  assert.ok(spec !== null);
});

test('XML: paths', () => {
  for (const path of ['/Document/BkToCstmrStmt/Stmt/Ntry', '//Ntry', '/a', '/xml:a'])
    assert.equal(xml(`recordPath: ${path}\n`), [], path);
  for (const path of [
    'Ntry',
    '/',
    '//',
    '/a/',
    '/a//b',
    '//a/b',
    '/a/@b',
    '/a b',
    '/1a',
    '/a[0]',
    '/a[01]',
    '/a[b]',
    '/a[@b]',
    "/a[@b='c'][1]",
    "/a[@b='c]",
    "/a[@b='c']d",
    "/a[@-='c']",
    '//a[1]',
    '/*',
    '/a:b:c',
    '/:a',
  ])
    assert.equal(xml(`recordPath: "${path}"\n`), ['invalid_path /recordPath'], path);
  assert.equal(xml(''), ['key_due ']);
  const value = (path: string) => xml('recordPath: /r\n', `{ name: a, type: STRING, columnName: "${path}" }`);
  for (const path of [
    'Amt',
    'Amt/@Ccy',
    'NtryDtls/TxDtls/Refs/EndToEndId',
    '@id',
    '.',
    '/Document/Stmt/IBAN',
    '/Document/@id',
    'ä-b.c',
    '/Amt',
    "Ref[@type='a/b]']/No",
    'Ref[12]/@no',
  ])
    assert.equal(value(path), [], path);
  for (const path of [
    '',
    'a/',
    '/',
    '//a',
    '/@a',
    '@a/b',
    'a/@',
    '@',
    './a',
    '..',
    'a/../b',
    'text()',
    'a b',
    '-a',
    '@a[1]',
    '.[1]',
    "@a[@b='c']",
  ])
    assert.is(value(path).length, 1, path);
  assert.equal(xml('recordPath: /r\n', '{ name: a b, type: STRING }'), ['invalid_path /fields/0/name']);
});

test('XML: prefixes must be declared', () => {
  assert.equal(xml("recordPath: /a[@n:b='c']\n"), ['undeclared_prefix /recordPath']);
  assert.equal(xml('recordPath: /n:a/n:b\nnamespaces: { n: urn:x }\n'), []);
  assert.equal(xml('recordPath: /m:a\nnamespaces: { n: urn:x }\n'), ['undeclared_prefix /recordPath']);
  assert.equal(xml('recordPath: /a\n', '{ name: a, type: STRING, columnName: "x:a/@y:b" }'), [
    'undeclared_prefix /fields/0/columnName',
    'undeclared_prefix /fields/0/columnName',
  ]);
  assert.equal(xml('recordPath: /a\nnamespaces: { "a:b": urn:x, xmlns: urn:y, "": urn:z }\n'), [
    'invalid_namespace /namespaces/a:b',
    'invalid_namespace /namespaces/xmlns',
    'invalid_namespace /namespaces/',
  ]);
});

test('XML: two fields with one path', () => {
  assert.equal(
    xml('recordPath: /r\n', '{ name: a, type: STRING, columnName: Amt }, { name: b, type: STRING, columnName: Amt }'),
    [],
  );
});

test('XML: a path from the root that leads into the records is a warning', () => {
  const paths = (recordPath: string, ...columnNames: string[]) =>
    xml(
      `recordPath: ${recordPath}\n`,
      columnNames.map((path, i) => `{ name: f${i}, type: STRING, columnName: ${path} }`).join(', '),
    );
  assert.equal(paths('/d/r', '/d/r/a', '/d/r', '/d/r/@id', '/d/r2/a', '/d/a', 'a'), [
    'path_in_records /fields/0/columnName',
    'path_in_records /fields/1/columnName',
    'path_in_records /fields/2/columnName',
  ]);
  assert.equal(paths('//r', '/d/r/a'), []);
});

test.run();
