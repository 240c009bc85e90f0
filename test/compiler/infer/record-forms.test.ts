// Records that do not end with line ends, rows that are quoted as a whole, delimiters of several characters.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DraftResult, draftSpec, fieldsOf, lines } from './draft-spec.ts';

const undecidedOf = ({ verdict }: DraftResult): string => verdict.undecided.join();
const TYPED = ['id INTEGER required', 'name STRING required', 'amount DECIMAL required'];

test('records that end with a character are read with recordSeparator', async () => {
  for (const [end, inner] of [
    ['~', '*'],
    ['~', '|'],
    ["'", '+'],
    ['|', ';'],
    ['#', ','],
    ['$', '\t'],
    ['\u001e', '\u001f'],
    ['@@', ','],
    ['||', ';'],
    ['~', ':'],
    ['#@#', '~|~'],
    ['##', '||'],
    ['~#~', ','],
  ] as const) {
    const rows = ['id name amount', '1 Ann 2.50', '2 Bob 3.75', '3 Cy 4.00'];
    const found = await draftSpec(rows.map((row) => row.replaceAll(' ', inner) + end).join(''));
    assert.is(undecidedOf(found), '', end);
    assert.equal(fieldsOf(found), TYPED, end);
    assert.is(found.spec.recordSeparator, end);
    assert.is(found.rating.accepted, 3);
  }
});

test('segments of several types are undecided', async () => {
  const found = await draftSpec("UNH+1+ORDERS:D:96A'BGM+220+B10'DTM+137:20240101:102'QTY+21:5'UNT+6+1'");
  assert.match(undecidedOf(found), 'several types: describe each one in recordTypes');
});

test('a text of one line, and a header alone, have no record separator', async () => {
  for (const text of ['It is 5 ~ 6, or so ~ 7\n', 'a;b;c\n', "it's one, it's two\n", 'a,b\n1,2\n']) {
    const found = await draftSpec(text).catch(() => null);
    assert.is(found?.spec.recordSeparator, undefined, text);
  }
});

test('rows that are quoted as a whole are read with wholeRowQuoted', async () => {
  for (const texts of [
    ['id,name,amount', '"1,""Roe, Al"",2.50"', '"2,Lee,3.00"'],
    ['"id,name,amount"', '"1,""Roe, Al"",2.50"', '"2,Lee,3.00"'],
    ['id;name;amount', '"1;""Roe; Al"";2.50"', '"2;Lee;3.00"'],
    ['id\tname\tamount', '"1\tAl\t2.50"', '"2\tLee\t3.00"'],
    ['id|name|amount', '"1|Al|2.50"', '"2|Lee|3.00"'],
    ['id,name,amount', '"1,""say """"hi"""""",2.50"', '"2,Lee,3.00"'],
  ]) {
    const found = await draftSpec(lines(...texts));
    assert.is(undecidedOf(found), '', texts[1]);
    assert.equal(fieldsOf(found), TYPED);
    assert.is(found.spec.wholeRowQuoted, true);
    assert.is(found.rating.accepted, 2);
  }
});

test('a list of quoted texts with commas is no such file', async () => {
  for (const texts of [
    ['name', '"Roe, Al"', '"Lee, Bo"'],
    ['id,name', '1,"Roe, Al"', '2,"Lee, Bo"'],
    ['"id","name"', '"1","Roe, Al"', '"2","Lee, Bo"'],
    ['"a, b"', '"c, d, e"', '"f"'],
  ]) {
    const found = await draftSpec(lines(...texts));
    assert.is(found.spec.wholeRowQuoted, undefined, texts[0]);
    assert.is(found.rating.accepted, found.rating.records);
  }
});

test('delimiters of several characters are found', async () => {
  for (const delimiter of [
    '||',
    '::',
    ';;',
    '#|#',
    '~|~',
    '|~|',
    '<|>',
    '@@',
    '$$',
    '~~',
    '^|^',
    '|+|',
    '<>',
    '@#@',
    '&&',
  ]) {
    const rows = [
      ['id', 'name', 'amount'],
      ['1', 'Ann', '2.50'],
      ['2', '', '3.75'],
      ['3', 'x|y:z', '4.00'],
    ];
    const found = await draftSpec(lines(...rows.map((row) => row.join(delimiter))));
    assert.is(undecidedOf(found), '', delimiter);
    assert.is(found.spec.delimiter, delimiter);
    assert.equal(fieldsOf(found), [TYPED[0], 'name STRING', TYPED[2]], delimiter);
  }
});

test('other texts in all lines are no delimiters', async () => {
  for (const texts of [
    ['id,name,amount', '1,,2', '3,,4'],
    ['2001:db8::1', '2001:db8::2', 'fe80::3'],
    ['http://a.b/c', 'http://x.y/z', 'https://u.v/w'],
    ['id;name', '1;a::b', '2;c::d'],
    ['id,tags', '1,#a;#b', '2,#c;#d'],
    ['a;b;;c', '1;2;;3', '4;5;;6'],
    ['5%,6%,x', '7%,8%,y', '9%,1%,z'],
    ['id,price', '1,$5', '2,$6'],
    ['x--y', 'z--w', 'u--v'],
    ['a,"<<",c', '1,"<<",2', '3,"<<",4'],
  ]) {
    const found = await draftSpec(lines(...texts)).catch(() => null);
    assert.ok((found?.spec.delimiter ?? ',').length === 1, `${texts[0]}: ${found?.spec.delimiter}`);
  }
});

test.run();
