import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace }>('infer');
const TABLE = `id;amount;booked\n${Array.from({ length: 30 }, (_, at) => `${at};${at},5;2025-03-01\n`).join('')}`;

test.before((context) => {
  context.at = createWorkplace();
});
test.after(({ at }) => at.remove());

test('the output is a valid spec that accepts its own sample', ({ at }) => {
  const file = at.write('Payments March.csv', TABLE);
  const { code, stdout, stderr } = at.call(['infer', file]);
  assert.equal(
    [code, stderr],
    [
      0,
      'payments-march.yaml accepts 30 of 30 records\nsave it as specs/payments-march.yaml, or set --name: a spec has the name of its file\n',
    ],
  );
  assert.match(
    stdout,
    /^# yaml-language-server: \$schema=\.\.\/generated\/spec\.schema\.json\n# Inferred from Payments March\.csv \(\d+ bytes\)/,
  );
  at.write('specs/payments-march.yaml', stdout);
  assert.is(at.call(['check']).code, 0);
  const validated = at.call(['validate', '--spec', 'payments-march', file, '--json']);
  assert.is(validated.code, 0);
  assert.is((JSON.parse(validated.stdout) as { processedRecords: number }).processedRecords, 30);
});

test('the program reads letters and signs beyond ASCII as the source does', ({ at }) => {
  const turkish = 'Tarih;A\u00e7\u0131klama;Tutar\n'.replace('\u0131', '\u00fd');
  const rows = Array.from(
    { length: 20 },
    (_, i) => `0${1 + (i % 9)}.01.2025;M\u00fc\u00feteri \u00f6demesi ${i};${i},50\n`,
  );
  const file = at.write('a.csv', new Uint8Array(Buffer.from(turkish + rows.join(''), 'latin1')));
  assert.match(at.call(['infer', file]).stdout, /^encoding: windows-1254 /m);
  const names = at.write('b.csv', `Gr\u00f6\u00dfe;Preis\n${'5;1\u2019234.50 \u20ac\n6;2.50 \u20ac\n'.repeat(9)}`);
  const { stdout } = at.call(['infer', names]);
  assert.match(stdout, /name: grosse,/);
  assert.match(stdout, /groupSeparator: APOSTROPHE|groupSeparator: "\u2019"/);
});

test('the caller can set the name, the format and the location of the schema', ({ at }) => {
  const file = at.write('a.csv', TABLE);
  const { stdout } = at.call(['infer', file, '--name', 'bookings', '--format', 'csv', '--schema', './s.json']);
  assert.match(stdout, /^# yaml-language-server: \$schema=\.\/s\.json\n/);
  assert.match(stdout, /^name: bookings$/m);
});

test('a copybook becomes a spec that reads its data', ({ at }) => {
  const copybook = at.write(
    'CUSTREC.cpy',
    '       01  CUST-REC.\n           05  CUST-NO  PIC 9(3).\n           05  BALANCE  PIC S9(3)V99 COMP-3.\n',
  );
  const records = [0xf0, 0xf0, 0xf1, 0x12, 0x34, 0x5d, 0xf0, 0xf0, 0xf2, 0x00, 0x00, 0x0c];
  const data = at.write('data.bin', Uint8Array.from(records));
  const { code, stdout, stderr } = at.call(['infer', '--copybook', copybook, '--data', data]);
  assert.is(code, 0);
  assert.match(stderr, /^custrec\.yaml has 2 fields in records of 6 bytes and accepts 2 of 2 records$/m);
  const spec = at.write('specs/custrec.yaml', stdout);
  const read = at.call(['transform', '--spec', spec, data, '--out', '-']);
  assert.is(read.stdout, '{"custNo":1,"balance":-123.45}\n{"custNo":2,"balance":0.00}\n');
  const shifted = at.write('shifted.bin', Uint8Array.from(records.slice(1)));
  const wrong = at.call(['infer', '--copybook', copybook, '--data', shifted]);
  assert.is(wrong.code, 1);
  assert.match(wrong.stderr, /undecided: the data have 11 bytes, which are no records of 6 bytes: 5 are left/);
});

test('a copybook with COPY is refused by name, and so are flags that do not fit', ({ at }) => {
  const copybook = at.write('a.cpy', '       01  REC. COPY ADDR.\n');
  const { code, stderr } = at.call(['infer', '--copybook', copybook]);
  assert.is(code, 1);
  assert.match(stderr, /line 1: COPY ADDR is not read\. Put the text of ADDR in its place/);
  for (const [args, message] of [
    [['infer'], /FILE is missing/],
    [['infer', 'a.csv', '--data', 'b.bin'], /--data requires --copybook/],
    [['infer', '--copybook', copybook, 'b.bin'], /one file too many/],
    [['infer', '--copybook', copybook, '--format', 'CSV'], /--format is not for --copybook/],
  ] as const) {
    const failed = at.call([...args]);
    assert.is(failed.code, 2);
    assert.match(failed.stderr, message);
  }
});

test('lines that are not records are counted', ({ at }) => {
  for (const [blank, note] of [
    ['', 'records.\n'],
    ['\n', 'records. 1 line is not a record.\n'],
    ['\n\n', 'records. 2 lines are not records.\n'],
  ] as const) {
    const [, , third] = at.call(['infer', '-'], { input: `id;amount\n1;2\n${blank}3;4\n` }).stdout.split(/(?<=\n)/);
    assert.ok(third?.endsWith(`2 ${note}`), third);
  }
});

test('compressed samples are recognised by their content; standard input has no name', ({ at }) => {
  const packed = at.write('table.bin', gzipSync(TABLE));
  assert.match(at.call(['infer', packed]).stdout, /^delimiter: ";"$/m);
  const piped = at.call(['infer', '-'], { input: gzipSync(TABLE) });
  assert.is(piped.code, 0);
  assert.match(piped.stdout, /^name: sample$/m);
});

test('only the beginning of a large file is read', ({ at }) => {
  const file = at.write('large.csv', `n,text\n${'1,abc\n'.repeat(10_000)}oops,oops\n`);
  const { code, stdout, stderr } = at.call(['infer', file, '--sample-bytes', '10KiB']);
  assert.is(code, 0);
  assert.match(stdout, /\(the first 10240 bytes\)/);
  assert.match(stderr, /accepts 1,7\d\d of 1,7\d\d records/);
  // An endless source, and a large one with few records.
  assert.match(at.shell('yes 1,abc | specmill infer - --sample-bytes 20KB').stdout, /\(the first 20000 bytes\)/);
  const bomb = at.write('bomb.gz', gzipSync(new Uint8Array(30_000_000).fill(0x61)));
  assert.match(at.call(['infer', bomb, '--sample-bytes', '1MiB']).stdout, /\(the first 1048576 bytes\)/);
});

test('a file of many chunks is read unchanged', ({ at }) => {
  const lines = Array.from(
    { length: 40_000 },
    (_, n) => `${String(n).padStart(9, ' ')},${n % 2 === 0 ? `x${n}` : `"y,${n}"`}\n`,
  );
  const { code, stdout } = at.call(['infer', at.write('many.csv', `n,text\n${lines.join('')}`)]);
  assert.is(code, 0);
  assert.match(stdout, /^# It accepts 40000 of the sample's 40000 records\.$/m);
  assert.match(stdout, /^ {2}- \{ name: n, type: INTEGER, required: true \}$/m);
});

test('exit code 1 if there is no spec, or if its sample contradicts it', ({ at }) => {
  const bomb = at.write('bomb.xml', '<!DOCTYPE d [<!ENTITY a "b">]><d>&a;</d>');
  const refused = at.call(['infer', bomb]);
  assert.equal([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^cannot draft a spec from .*bomb\.xml: it has a DOCTYPE/);
  const broken = at.write('broken.csv', `a,b\n${'"bla",1\n'.repeat(20)}"x"y,5\n"x"y,6\n`);
  const poor = at.call(['infer', broken]);
  assert.is(poor.code, 1);
  assert.match(poor.stdout, /^# It accepts 20 of the sample's 22 records \(2 MALFORMED_QUOTES\)\.$/m);
});

test('exit code 1 reports what could not be decided', ({ at }) => {
  const { code, stdout, stderr } = at.call(['infer', at.write('words.txt', 'to be\nor not\nto be\nthat is\n')]);
  assert.is(code, 1);
  assert.match(stdout, /^# Undecided: the columns have neither names nor types\.$/m);
  assert.match(stderr, /^undecided: the columns have neither names nor types$/m);
  const random = at.write(
    'random.dat',
    Uint8Array.from({ length: 3000 }, (_, byte) => (byte * byte * 31 + byte * 7) % 251),
  );
  const binary = at.call(['infer', random]);
  assert.equal([binary.code, binary.stdout], [1, '']);
  assert.match(
    binary.stderr,
    /random\.dat: it contains binary data\. If they are records of a mainframe, infer --copybook/m,
  );
});

test('--record-path names the elements that are records', ({ at }) => {
  const file = at.write(
    'shop.xml',
    `<d><a><b><c>1</c></b></a>${'<o><n>1</n><l><m>2</m></l><l><m>3</m></l></o>'.repeat(3)}</d>`,
  );
  assert.match(at.call(['infer', file, '--record-path', '//b']).stdout, /^recordPath: \/d\/a\/b {2}#/m);
  const { code, stderr } = at.call(['infer', file, '--record-path', '/d/x']);
  assert.is(code, 1);
  assert.match(stderr, /no element has the path \/d\/x; these repeat: \/d\/o, \/d\/o\/l/);
  assert.is(at.call(['infer', file, '--record-path', 'd/@x']).code, 2);
});

test('control characters and bidirectional marks of a sample are never printed', ({ at }) => {
  const marks = '\u009b2J\u202e\u2066\u200b\u001b[1m';
  const rows = Array.from({ length: 60 }, (_, n) => `${n},a long description,${n < 4 ? marks : 'plain'}`);
  const file = at.write(`a\u202eb${'\u009b'}.csv`, `id,text,kind${marks}\n${rows.join('\n')}\n`);
  const { code, stdout, stderr } = at.call(['infer', file]);
  assert.is(code, 0);
  assert.not.match(stdout + stderr, /[^\n\P{Cc}]|\p{Cf}/u);
  at.write('specs/ab.yaml', stdout.replace(/^name: .*$/m, 'name: ab'));
  assert.is(at.call(['validate', '--spec', 'ab', file]).code, 0);
});

test('wrong usage is exit code 2', ({ at }) => {
  const file = at.write('a.csv', TABLE);
  for (const args of [
    [],
    ['nowhere.csv'],
    [file, '--format', 'xls'],
    [file, '--name', 'No Name'],
    [file, '--sample-bytes', 'much'],
    [file, '--sample-bytes', '1GiB'],
    [file, file],
  ]) {
    const { code, stdout } = at.call(['infer', ...args]);
    assert.equal([code, stdout], [2, ''], args.join(' '));
  }
});

test.run();
