import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ForeignFileCheck } from '../../compiler/kernel/input/foreign-file.ts';

/** Checks a file in chunks of this size. Returns the code and the kind, and whether all bytes were passed on. */
function examine(
  content: string | Uint8Array,
  chunkBytes = 1000,
  expected: 'MARKUP' | 'OBJECTS' | null = null,
): string {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const check = new ForeignFileCheck('utf-8', expected, true);
  const passed: Uint8Array[] = [];
  for (let at = 0; at < bytes.length && check.failure === null; at += chunkBytes)
    passed.push(check.add(bytes.subarray(at, at + chunkBytes)) ?? new Uint8Array(0));
  passed.push(check.end() ?? new Uint8Array(0));
  if (check.failure !== null) return /is (\S+)/u.exec(check.failure.message)?.[1]?.replace(',', '') ?? '';
  assert.equal(Buffer.concat(passed), Buffer.from(bytes));
  return check.explain() === null ? '' : `perhaps ${/is (\w+)/u.exec(check.explain()?.message ?? '')?.[1]}`;
}

function tarOf(name: string, magic: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 'latin1');
  header.write('0000644\0', 100);
  header.write('00000000004\0', 124);
  header.fill(' ', 148, 156);
  header.write(magic, 257, 'latin1');
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.from('a;1\n'.padEnd(512, '\0'))]);
}

const files: [string, string | Uint8Array][] = [
  ['bzip2', 'BZh91AY&SYabc\n'],
  ['bzip2', 'BZh6\x17\x72\x45\x38\x50\x90\0\0\0\0'],
  ['xz', '\xfd7zXZ\0\0\x04'],
  ['7z', '7z\xbc\xaf\x27\x1c\0\x04'],
  ['gzip', '\x1f\x8b\x08\0\0'],
  ['zip', 'PK\x03\x04\x14\0\0'],
  ['rar', 'Rar!\x1a\x07\x01\0'],
  ['pdf', '%PDF-1.7\n%abc'],
  ['png', '\x89PNG\r\n\x1a\n\0\0'],
  ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'],
  ['html', '\xef\xbb\xbf\n<!DOCTYPE html>\n<html>'],
  ['html', '<HTML lang=en><body>502 Bad Gateway'],
  ['tar', tarOf('orders.csv', 'ustar\x0000')],
  ['tar', tarOf('orders.csv', '')],
  ['tar', tarOf('x'.repeat(100), 'ustar  \0')],
  ['perhaps XML', '<?xml version="1.0"?><a/>'],
  ['perhaps XML', '<Orders>\n<Order/></Orders>'],
  ['perhaps JSON', '{\n  "id": 1}'],
  ['perhaps JSON', '\xef\xbb\xbf[{"id": 1}]'],
  ['perhaps JSON', '[1, 2]\n'],
  // Texts that only look similar.
  ['', 'BZh9 is a name;1\n'],
  ['', 'PAR1;5\nPAR2;6\n'],
  ['', '{1F2E},1\n'],
  ['', '[section]\na=1\n'],
  ['', '<5;1\n'],
  ['', 'PK\n1\n'],
  ['', '%PDF is a word;1\n'],
  ['', 'ustar;1\n'.repeat(40)],
  ['', 'id,amount\nA1,12.50\n'],
  ['', 'id,amount,ordered,note\r\nA1,12.50\r\n'],
  ['', `${'x'.repeat(107)}\n`],
  ['', 'x'.repeat(130)],
  ['', 'a\0;1\n'.repeat(200)],
  ['', ''],
];

test('files of other kinds are recognised in chunks of any size, and texts are not', () => {
  for (const [kind, content] of files)
    for (const chunkBytes of [1, 3, 16, 1000]) assert.is(examine(content, chunkBytes), kind, JSON.stringify(content));
});

test('XML is what a reader of XML expects, and JSON is not', () => {
  assert.is(examine('<?xml version="1.0"?><a/>', 5, 'MARKUP'), '');
  assert.is(examine('{"id": 1}', 5, 'MARKUP'), 'perhaps JSON');
  assert.is(examine('{"id": 1}', 5, 'OBJECTS'), '');
});

test('UTF-16 without a byte order mark is recognised, NUL bytes in a text are not', () => {
  assert.is(examine(Buffer.from('id;name\r\n1;Müller\r\n', 'utf16le')), 'in');
  assert.is(examine(Buffer.from('id;name\r\n1;Müller\r\n', 'utf16le').swap16(), 1), 'in');
  assert.is(examine(Buffer.from('a;b\n1;日本語日本語\n', 'utf16le')), 'in');
  assert.is(examine('a\0b;c\0d\ne;f\n'), '');
});

test.run();
