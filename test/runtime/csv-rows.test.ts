import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCsvRows } from '../../runtime/sink/file/csv-rows.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const NAMES = ['id', 'a "name", with\nall'];

/** Returns the lines of messages with the fields NAMES. */
function linesOf(messages: readonly (readonly unknown[])[]): string {
  const texts = messages.map(([first, second]) =>
    Buffer.from(JSON.stringify({ [NAMES[0] ?? '']: first, [NAMES[1] ?? '']: second })),
  );
  let end = 0;
  const ends = Uint32Array.from(texts, ({ length }) => (end += length));
  return Buffer.from(
    createCsvRows({ names: NAMES })({ bytes: Buffer.concat(texts), ends, count: texts.length }),
  ).toString();
}

test('values become cells, with quotes only where CSV needs them', () => {
  const messages = [
    ['a1', 12.5],
    [null, true],
    ['', 'a,b'],
    ['say "no"', 'two\r\nlines'],
    ['back\\slash', 'tab\tand \u0001'],
    ['Zürich 😀', '-0.10'],
  ];
  assert.is(
    linesOf(messages),
    'a1,12.5\n,true\n"","a,b"\n"say ""no""","two\r\nlines"\nback\\slash,tab\tand \u0001\nZürich 😀,-0.10\n',
  );
});

test('texts that a spreadsheet would read as a formula can be escaped', () => {
  const texts = [
    '=1+1',
    '+41 79',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n',
    '＝1',
    '=a"b',
    '=a,b',
    'a=1',
    '',
    ' =1',
    'é',
  ];
  const values = [...texts, -5, null, true];
  for (const escapes of [true, false]) {
    const messages = values.map((value) => Buffer.from(JSON.stringify({ n: value })));
    let end = 0;
    const ends = Uint32Array.from(messages, ({ length }) => (end += length));
    const lines = createCsvRows({ names: ['n'], escapesFormulas: escapes })({
      bytes: Buffer.concat(messages),
      ends,
      count: messages.length,
    });
    const cells = (parse(Buffer.from(lines).toString(), { relax_quotes: false }) as string[][]).map(([cell]) => cell);
    const isRisky = (text: unknown) => typeof text === 'string' && /^[=+\-@\t\r\n＝]/.test(text);
    assert.equal(
      cells,
      values.map((value) => (escapes && isRisky(value) ? `'${value}` : value === null ? '' : String(value))),
    );
  }
});

test('numbers remain as they are', () => {
  const message = Buffer.from('{"n":12345678901234567890.000000000000000001}');
  const rows = createCsvRows({ names: ['n'] })({ bytes: message, ends: Uint32Array.of(message.length), count: 1 });
  assert.is(Buffer.from(rows).toString(), '12345678901234567890.000000000000000001\n');
});

test('a message without the fields is an error', () => {
  const message = Buffer.from('{"a":1,"b":2}');
  const ends = Uint32Array.of(message.length);
  assert.throws(() => createCsvRows({ names: ['a'] })({ bytes: message, ends, count: 1 }), /does not have the fields/);
});

test('a parser of CSV returns any texts', () => {
  const random = randomOf(seed, 3);
  const pieces = [
    '"',
    ',',
    '\n',
    '\r',
    '\\',
    '\u0000',
    '\u2028',
    'é',
    '😀',
    'x',
    ' ',
    '{',
    '}',
    ':',
    '\ud800',
  ] as const;
  const text = (): string => Array.from({ length: random.below(6) }, () => random.pick(pieces)).join('');
  const messages = Array.from({ length: 500 }, (): [string, string] => [text(), text()]);
  // UTF-8 has no lone surrogates.
  const expected = messages.map((values) => values.map((value) => Buffer.from(value).toString()));
  assert.equal(parse(linesOf(messages), { relax_column_count: false, bom: false }), expected);
});

test.run();
