// The message about broken quotes says `quote: ""` if the line seems to have no quotes, and `skipBlanks` after a blank.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { transform } from './parity/run-module.ts';

const FIELDS = '[{ name: id, type: INTEGER }, { name: note, type: STRING }, { name: city, type: STRING }]';
const load = (keys: string) =>
  loadModule({
    path: 'quotes.yaml',
    text: `name: quotes\nformat: CSV\ndelimiter: ";"\n${keys}\nfields: ${FIELDS}\n`,
    syntax: 'yaml',
  });
const plain = await load('');
const HINT = /Without quotes, its number of cells is right: set quote: "" if the file quotes no cell$/u;

type Module = Awaited<ReturnType<typeof load>>;

/** Returns the message about the first record of a file, read in chunks of some size. */
function messageOf(module: Module, lines: string, chunk = 1_000_000): string {
  const bytes = new TextEncoder().encode(lines);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.slice(at * chunk, (at + 1) * chunk),
  );
  const batches = transform(module, chunks, {});
  return batches.flatMap(({ recordIssues }) => recordIssues)[0]?.issues[0]?.message ?? '';
}

test('a line with as many cells as it should have without quotes gets the hint, in chunks of any size', () => {
  for (const line of [
    '1;"Big" Tom;Ulm',
    '1;"never closed;Ulm',
    '1;"5"6;Ulm',
    '1;"" twice;Ulm',
    '"1;x;y',
    '1;x;"Ulm',
    '1;"Zum "Löwen" 3;Ulm',
    '1;"a" "b;Ulm',
    '1;"a"b;"c"d',
    '1;";Ulm',
  ])
    for (const chunk of [1, 3, 1_000_000])
      assert.match(messageOf(plain, `id;note;city\n${line}\n2;x;y\n`, chunk), HINT, line);
});

test('a line with a quoted cell, or with another number of cells, gets no hint', () => {
  for (const line of ['1;"a"b;"Ulm"', '1;"two', '1;"a;b"c;Ulm', '1;"a"b;Ulm;4', '"1";"never;Ulm', '1;"a"b'])
    assert.is(
      messageOf(plain, `id;note;city\n${line}\n2;x;y\n`),
      'a quote is not closed, or text follows a closing quote',
      line,
    );
});

test('a blank after a closing quote names skipBlanks', () => {
  for (const line of ['1;"a" ;Ulm', '1;"a"\t;Ulm', '1 ;"a";"Ulm" '])
    assert.match(messageOf(plain, `id;note;city\n${line}\n2;x;y\n`), 'skipBlanks: true', line);
});

test('a cell that is too long because its quote is not closed gets the hint', async () => {
  const module = await load('maxRecordBytes: 40');
  const rest = '2;x;a city with a name\n'.repeat(10);
  assert.match(messageOf(module, `id;note;city\n1;"big;Ulm\n${rest}`), HINT);
  assert.match(messageOf(module, `id;note;city\n1;"big;Ulm\n${rest}`, 1), HINT);
  assert.match(messageOf(module, `id;note;city\n1;"big\n${rest}`), /reading resumes at the next line$/u);
});

test('other quotes, trailing delimiters and quoted rows', async () => {
  const other = await load(`quote: "'"`);
  assert.match(messageOf(other, `id;note;city\n1;'s Gravenhage;NL\n`), HINT);
  const trailing = await load('trailingDelimiter: YES');
  assert.match(messageOf(trailing, 'id;note;city;\n1;"a"b;Ulm;\n'), HINT);
  const rows = await load('wholeRowQuoted: true');
  assert.not.match(messageOf(rows, 'id;note;city\n1;"a"b;Ulm\n'), 'quote: ""');
});

test('a header with a broken quote has the hint', () => {
  const [{ failure } = { failure: null }] = transform(plain, [new TextEncoder().encode('id;"no"te;city\n1;a;b\n')], {});
  assert.is(failure?.code, 'MISSING_HEADER');
  assert.match(failure?.hint ?? '', 'set quote: ""');
});

test('record types have the hint for the number of cells of one of them', async () => {
  const typed = await loadModule({
    path: 'typed.yaml',
    text: `name: typed
format: CSV
hasHeader: false
recordTypes:
  - name: head
    when: { column: "1", values: [H] }
    fields: [{ name: kind, type: STRING }, { name: title, type: STRING }]
  - name: row
    when: { column: "1", values: [R] }
    fields: [{ name: kind, type: STRING }, { name: note, type: STRING }, { name: city, type: STRING }]
`,
    syntax: 'yaml',
  });
  assert.match(messageOf(typed, 'H,"a"b\n'), HINT);
  assert.match(messageOf(typed, 'R,"a"b,Ulm\n'), HINT);
  assert.not.match(messageOf(typed, 'R,"a"b,Ulm,4\n'), 'quote: ""');
});

test.run();
