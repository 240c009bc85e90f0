// What no field of an XML spec reads is named by the run warning UNKNOWN_COLUMN, once per path.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeCost } from '../../compiler/pipeline/4-emit/reading-cost.ts';
import { readAndCheck } from '../../compiler/pipeline/check.ts';
import { appendWarnings } from '../../compiler/kernel/model/run-warnings.ts';
import type { Batch, SpecModule, Warning } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { compareReadings } from './parity/compare-readings.ts';
import { cutChunks, transform } from './parity/run-module.ts';

const HEAD = `name: unread
format: XML
recordPath: /d/r
namespaces: { n: "urn:n" }
`;
const FIELDS = `fields:
  - { name: id, type: STRING, columnName: "@id" }
  - { name: a, type: STRING, columnName: a }
  - { name: b, type: STRING, columnName: b }
  - { name: c, type: STRING, columnName: "in/c" }
  - { name: d, type: STRING, columnName: "e/@d" }
  - { name: q, type: STRING, columnName: "n:q" }
  - { name: top, type: STRING, columnName: "/d/r/far/top" }
`;
const TYPES = `name: unread-types
format: XML
recordTypes:
  - name: statement
    when: { path: /all/statement }
    fields: [{ name: id, type: STRING, columnName: "@id" }]
  - name: entry
    in: statement
    when: { path: //entry }
    fields: [{ name: amount, type: STRING, columnName: amount }]
`;

const load = (text: string): Promise<SpecModule> => loadModule({ text, path: 'specs/unread.yaml', syntax: 'yaml' });
const module = await load(HEAD + FIELDS);
const types = await load(TYPES);

const warningsOf = (batches: readonly Batch[]): Warning[] => {
  const list: Warning[] = [];
  for (const { warnings } of batches) appendWarnings(list, warnings);
  return list.filter(({ code }) => code === 'UNKNOWN_COLUMN');
};

/** Returns the paths that a run names. They are the same in chunks of each size, and for a run that is resumed. */
function unread(of: SpecModule, text: string): (string | undefined)[] {
  const bytes = new TextEncoder().encode(text);
  const options = { today: '2024-02-29', batchRecords: 1 };
  const batches = transform(of, [bytes.slice()], options);
  const found = warningsOf(batches).map(({ path }) => path);
  for (const size of [1, 50]) {
    const paths = warningsOf(transform(of, cutChunks(bytes, [size]), options)).map(({ path }) => path);
    assert.equal(paths.sort(), [...found].sort(), `in chunks of ${size}`);
  }
  for (const [at, { next }] of batches.slice(0, -1).entries()) {
    const from = JSON.parse(JSON.stringify(next)) as typeof next;
    const rest = transform(of, [bytes.slice(from.byteOffset)], { ...options, from });
    const paths = warningsOf([...batches.slice(0, at + 1), ...rest]).map(({ path }) => path);
    assert.equal(paths.sort(), [...found].sort(), `resumed after batch ${at}`);
  }
  return found;
}

const PLAIN = '<r id="1"><a>A</a><b>B</b></r>';
const CASES: [content: string, paths: string[]][] = [
  ['<a>A<b>B</b></a>', ['a/b']],
  ['<a><b>B</b></a>', ['a/b']],
  ['<a>A</a><B>B</B>', ['B']],
  ['<in><c>C<a>A</a></c></in>', ['in/c/a']],
  ['<in><a>A</a><c>C</c></in>', ['in/a']],
  ['<in>text<c>C</c></in>', ['in']],
  ['<in>&#65;</in>', ['in']],
  ['<in><![CDATA[]]></in>', ['in']],
  ['<in> \n\t<!-- no text --> </in>', []],
  ['<e d="1">text</e>', ['e']],
  ['<e d="1" f="2"/>', ['e/@f']],
  ['<a lang="de" xml:lang="de" xsi:type="t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">A</a>', ['a/@lang']],
  ['<x><y><z v="1">deep</z></y></x>', ['x']],
  ['<x/><x/><x/>', ['x']],
  ['<r id="2"><a>A</a></r>', ['r']],
  ['text of the record', ['.']],
  ['<q xmlns="urn:n">Q</q>', []],
  ['<q>Q</q><q xmlns="urn:other">Q</q>', ['{}q', '{urn:other}q']],
  ['<far><top>T</top><other/></far>', ['/d/r/far/other']],
  ['<far side="1"><top/></far>', ['/d/r/far/@side']],
];

test('each path that no field reads is named, wherever the record is', () => {
  for (const [content, paths] of CASES) {
    const odd = `<r id="2">${content}</r>`;
    assert.equal(unread(module, `<d>${odd}</d>`), paths, content);
    assert.equal(unread(module, `<d>${PLAIN.repeat(40)}${odd}${PLAIN}${odd}</d>`), paths, content);
    const bytes = new TextEncoder().encode(`<d>${PLAIN.repeat(40)}${`${odd}\n`.repeat(40)}</d>`);
    compareReadings(module, cutChunks(bytes, [97]), { today: '2026-01-01' });
  }
});

test('a message says what is at the path', () => {
  const bytes = new TextEncoder().encode('<d><r z="1"><in>t</in><y/></r></d>');
  assert.equal(warningsOf(transform(module, [bytes], {})), [
    { code: 'UNKNOWN_COLUMN', path: '@z', message: 'no field reads the attribute "@z" of a record' },
    { code: 'UNKNOWN_COLUMN', path: 'in', message: 'no field reads the text of the element "in" of a record' },
    { code: 'UNKNOWN_COLUMN', path: 'y', message: 'no field reads the element "y" of a record' },
  ]);
});

test('an element outside of records is no part of one', () => {
  assert.equal(unread(module, `<d head="1"><head>x</head>${PLAIN}<foot/>text</d>`), []);
});

test('a record that is too long, or not complete, names nothing', () => {
  const bytes = () => new TextEncoder().encode(`<d><r><x>${'x'.repeat(200)}</x></r><r><y/></r><r><z/>`);
  const batches = transform(module, [bytes()], { maxRecordBytes: 100 });
  assert.equal(
    warningsOf(batches).map(({ path }) => path),
    ['y'],
  );
  assert.is(batches.at(-1)?.failure?.code, 'MALFORMED_XML');
});

test('after a hundred paths, one warning counts the others', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `<x${i}/>`).join('');
  const others = (count: number) => {
    const bytes = new TextEncoder().encode(`<d><r>${names(count)}</r>${PLAIN}</d>`);
    return warningsOf(transform(module, [bytes], { batchRecords: 1 })).slice(100);
  };
  assert.equal(others(100), []);
  assert.equal(others(101), [{ code: 'UNKNOWN_COLUMN', message: 'no field reads 1 more paths of records' }]);
  const [most] = others(3000);
  assert.is(most?.message, 'no field reads 900 or more paths of records');
});

test('an enclosing record is read before, between and after the records inside it', () => {
  const entry = '<entry><amount>1</amount></entry>';
  const document = (inside: string) => `<all><statement id="1">${inside}</statement></all>`;
  assert.equal(unread(types, document(`<head/>${entry}<middle/>${entry}<foot/>`)), ['head', 'middle', 'foot']);
  assert.equal(unread(types, document(`<list>${entry}${entry}</list>`)), []);
  assert.equal(unread(types, document(`<list><entry x="1"><amount>1</amount><y/></entry></list>`)), ['@x', 'y']);
  assert.equal(unread(types, document(`text${entry}`)), ['.']);
});

test('IGNORE keeps the warning out of reports, and FATAL reads the file twice', async () => {
  const severities = (severity: string) => `${HEAD}runWarnings: { UNKNOWN_COLUMN: ${severity} }\n${FIELDS}`;
  const bytes = () => new TextEncoder().encode(`<d>${PLAIN}<r><x/></r></d>`);
  const ignoring = transform(await load(severities('IGNORE')), [bytes()], {});
  assert.is(ignoring.at(-1)?.failure, null);
  const failing = await load(severities('FATAL'));
  assert.is(failing.spec.hasGate, true);
  const { spec } = readAndCheck({ text: severities('FATAL'), path: 'a.yaml', syntax: 'yaml' });
  if (spec === null) throw new Error('the spec has errors');
  assert.is(describeCost(spec).twice, 'runWarnings makes UNKNOWN_COLUMN FATAL');
  const csv = await load(
    'name: c\nformat: CSV\nrunWarnings: { UNKNOWN_COLUMN: FATAL }\nfields: [{ name: a, type: STRING }]',
  );
  assert.is(csv.spec.hasGate, undefined);
});

test.run();
