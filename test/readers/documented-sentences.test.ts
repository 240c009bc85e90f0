// Sentences of LANGUAGE.md, CSV.md, FIXED_WIDTH.md, XML.md and JSON.md, each tried as it is written.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { transform } from './parity/run-module.ts';

/** A sentence, the spec and the file that try it, and what they must cause. */
interface Sentence {
  readonly says: string;
  readonly spec: string;
  readonly file: string;
  readonly causes: string;
}

const sentences: Sentence[] = [];

function check(says: string, spec: string, file: string, causes: string): void {
  sentences.push({ says, spec, file, causes });
}

/** Returns messages, issues (`1:F:CODE`), warnings, failure and other lines (`o1`) in short form. */
async function read(spec: string, file: string): Promise<string> {
  const module = await loadModule({ path: 'x.yaml', text: `name: x\n${spec}`, syntax: 'yaml' });
  const batches = transform(module, [new TextEncoder().encode(file)], {});
  const texts = batches.map(({ bytes, ends }) => {
    const text = new TextDecoder().decode(bytes);
    return (
      [...ends].map((end, at) => new TextDecoder().decode(bytes.subarray(ends[at - 1] ?? 0, end))).join(' ') || text
    );
  });
  const issues = batches
    .flatMap(({ recordIssues }) => recordIssues)
    .flatMap(({ record, issues: own }) => own.map(({ severity, code }) => `${record}:${severity.charAt(0)}:${code}`));
  const warnings = batches
    .flatMap((batch) => batch.warnings)
    .map(({ code, count }) => (count === undefined ? code : `${code} ${count}`));
  const failure = batches.find((batch) => batch.failure !== null)?.failure?.code ?? '';
  const others = batches.reduce((sum, { otherLines }) => sum + otherLines, 0);
  const parts = [texts.filter((text) => text !== '').join(' '), issues.join(), warnings.join(), failure];
  return [...parts, others === 0 ? '' : `o${others}`].filter((part) => part !== '').join(' | ');
}

const F = 'fields: [{ name: a, type: STRING },{ name: b, type: STRING }]\n';
const C = 'format: CSV\n';
check('LF CRLF CR mixed', C + F, 'a,b\r1,2\n3,4\r\n5,6', '{"a":"1","b":"2"} {"a":"3","b":"4"} {"a":"5","b":"6"}');
check('quote only at start', C + F, 'a,b\n5" pipe,x"y"\n', '{"a":"5\\" pipe","b":"x\\"y\\""}');
check('escape backslash', C + 'escape: "\\\\"\n' + F, 'a,b\n"x\\"y",2\n', '{"a":"x\\"y","b":"2"}');
check('after closing quote', C + F, 'a,b\n"x"y,2\n1,2\n', '{"a":"1","b":"2"} | 1:F:MALFORMED_QUOTES');
check(
  'escapeOutsideQuotes',
  C + 'escapeOutsideQuotes: true\n' + F,
  'a,b\na\\,b,C:\\dir\nx\\\\,\\"q\n',
  '{"a":"a,b","b":"C:\\\\dir"} {"a":"x\\\\","b":"\\"q"}',
);
check(
  'escapeOutside line end ends',
  C + 'escapeOutsideQuotes: true\n' + F,
  'a,b\n1,2\\\n3,4\n',
  '{"a":"1","b":"2\\\\"} {"a":"3","b":"4"}',
);
check(
  'wholeRowQuoted',
  C + 'wholeRowQuoted: true\n' + F,
  'a,b\n"1,""S, J"""\n2,3\n',
  '{"a":"1","b":"S, J"} {"a":"2","b":"3"}',
);
check(
  'wholeRowQuoted broken inside',
  C + 'wholeRowQuoted: true\n' + F,
  'a,b\n"1,""S, J"\n2,3\n',
  '{"a":"2","b":"3"} | 1:F:MALFORMED_QUOTES',
);
check(
  'recordSeparator; line ends directly after belong to none',
  C + 'recordSeparator: "~"\nhasHeader: false\n' + F,
  '1,2~\n3,x\ny~4,5~\r\n',
  '{"a":"1","b":"2"} {"a":"3","b":"x\\ny"} {"a":"4","b":"5"}',
);
check('header trimmed', C + F, ' a , b\n1,2\n', '{"a":"1","b":"2"}');
check('unknown column', C + F, 'a,c,b\n1,2,3\n', '{"a":"1","b":"3"} | UNKNOWN_COLUMN');
check('missing column', C + F, 'a,c\n1,2\n', 'UNKNOWN_COLUMN | MISSING_COLUMN');
check('missing column WARNING', C + 'onMissingColumns: WARNING\n' + F, 'a\n1\n', '{"a":"1","b":null} | MISSING_COLUMN');
check(
  'missing column IGNORE has a warning',
  C + 'onMissingColumns: IGNORE\n' + F,
  'a\n1\n',
  '{"a":"1","b":null} | MISSING_COLUMN',
);
check('duplicate column', C + F, 'a,b,a\n1,2,3\n', 'DUPLICATE_COLUMN');
check('missing header', C + F, '', 'MISSING_HEADER');
check('BOM decides', C + 'encoding: windows-1252\n' + F, '\ufeffa,b\nü,2\n', '{"a":"ü","b":"2"}');
check('POSITION skips header', C + 'columnMatch: POSITION\n' + F, 'x,y\n1,2\n', '{"a":"1","b":"2"}');
check('extra IGNORE', C + 'columnMatch: POSITION\nonExtraColumns: IGNORE\n' + F, 'x,y\n1,2,3\n', '{"a":"1","b":"2"}');
check(
  'extra WARNING reported',
  C + 'onExtraColumns: WARNING\n' + F,
  'a,b\n1,2,3\n',
  '{"a":"1","b":"2"} | 1:W:TOO_MANY_COLUMNS',
);
check('missing WARNING', C + 'onMissingColumns: WARNING\n' + F, 'a,b\n1\n', '{"a":"1","b":null} | 1:W:TOO_FEW_COLUMNS');
check('skipLines', C + 'skipLines: { top: 2, bottom: 1 }\n' + F, 't\nt2\na,b\n1,2\nsum\n', '{"a":"1","b":"2"} | o3');
check('comment', C + 'comment: "#"\n' + F, 'a,b\n#x,y\n1,#2\n', '{"a":"1","b":"#2"} | o1');
check(
  'blank lines; tabs are records',
  C + 'delimiter: "\\t"\n' + F,
  'a\tb\n\n  \n\t\n1\t2\n',
  '{"a":null,"b":null} {"a":"1","b":"2"} | o2',
);
check(
  'recordWhen name',
  C + 'recordWhen: { column: a, values: [L] }\n' + F,
  'a,b\nL,1\nX,2,3,4\n"L,5\n',
  '{"a":"L","b":"1"} | 2:F:MALFORMED_QUOTES | o1',
);
check('quoted empty is null', C + F, 'a,b\n"",\n', '{"a":null,"b":null}');
check('nullValues', C + 'nullValues: ["-", "\\\\N"]\n' + F, 'a,b\n-,\\N\n', '{"a":null,"b":null}');
check(
  'fromLine not found null',
  C +
    'skipLines: { top: 1 }\nfields: [{name: a, type: STRING},{name: k, type: STRING, fromLine: {line: 1, pattern: "Konto: *([0-9]+)"}}]\n',
  'x\na\n1\n',
  '{"a":"1","k":null} | o1',
);
// FIXED
const W = 'format: FIXED_WIDTH\n';
const G = 'fields: [{ name: a, type: STRING, start: 1, length: 3 },{ name: b, type: STRING, start: 4, length: 3 }]\n';
check('ends inside last field padded', W + G, 'abcde\n', '{"a":"abc","b":"de"}');
check('ends before last field', W + G, 'abc\nab\n', '1:F:RECORD_TOO_SHORT,2:F:RECORD_TOO_SHORT');
check('beyond last field ignored', W + G, 'abcdefXYZ\n', '{"a":"abc","b":"def"}');
check(
  'beyond recordLength',
  W + 'recordLength: 6\n' + G,
  'abcdefX\nabcdef \n',
  '1:F:TOO_MANY_COLUMNS,2:F:TOO_MANY_COLUMNS',
);
check(
  'PAD blanks beyond',
  W + 'recordLength: 6\nonShortRecord: PAD\n' + G,
  'abcdef  \nab\n',
  '{"a":"abc","b":"def"} {"a":"ab","b":null}',
);
check('hasHeader', W + 'hasHeader: true\n' + G, 'HEADER\nabcdef\n', '{"a":"abc","b":"def"}');
check('line of blanks is a record', W + G, '\n      \nabcdef\n', '{"a":null,"b":null} {"a":"abc","b":"def"} | o1');
check(
  'padChar 0 zeros',
  W +
    'fields: [{ name: a, type: INTEGER, start: 1, length: 4, align: RIGHT, padChar: "0" },{ name: b, type: STRING, start: 5, length: 8, align: RIGHT, padChar: "0" }]\n',
  '000000012345\n',
  '{"a":0,"b":"12345"}',
);
check(
  'NONE short last',
  W + 'lineTerminator: NONE\nrecordLength: 6\n' + G,
  'abcdefabc',
  '{"a":"abc","b":"def"} | 2:F:RECORD_TOO_SHORT',
);
check(
  'recordWhen exact',
  W + 'recordWhen: { start: 1, length: 1, values: ["6"] }\n' + G,
  '6bcdef\n7\n',
  '{"a":"6bc","b":"def"} | o1',
);
check('BYTES cut char', W + 'positions: BYTES\n' + G, 'abüdef\nüadef\n', '{"a":"üa","b":"def"} | 1:F:INVALID_ENCODING');
// LANGUAGE types
const ty = (x: string) => C + `delimiter: ";"\nfields: [{ name: a, ${x} },{ name: z, type: STRING }]\n`;
const v = (s: string) => 'a;z\n' + s + ';\n';
const r = (s: string) => `{"a":${s},"z":null}`;
check('INTEGER + and zeros', ty('type: INTEGER'), v('+007'), r('7'));
check('-0', ty('type: INTEGER'), v('-0'), r('-0'));
check('DECIMAL .5', ty('type: DECIMAL'), v('.5'), r('0.5'));
check('1.10', ty('type: DECIMAL'), v('1.10'), r('1.10'));
check('+007.5', ty('type: DECIMAL'), v('+007.5'), r('7.5'));
check('5. not accepted', ty('type: DECIMAL'), v('5.'), '1:F:TYPE_MISMATCH');
check('exponent not', ty('type: DECIMAL'), v('1e5'), '1:F:TYPE_MISMATCH');
check('scale', ty('type: DECIMAL, scale: 2'), v('0001234'), r('12.34'));
check('scale -5', ty('type: DECIMAL, scale: 2'), v('-5'), r('-0.05'));
check('scale with point', ty('type: DECIMAL, scale: 2'), v('1.5'), '1:F:TYPE_MISMATCH');
check('group all or none', ty('type: INTEGER, groupSeparator: ","'), v('1,234567'), '1:F:TYPE_MISMATCH');
check('group none', ty('type: INTEGER, groupSeparator: ","'), v('1234567'), r('1234567'));
check('BOOLEAN case', ty('type: BOOLEAN'), v('TrUe'), r('true'));
check('trueValues replaces', ty('type: BOOLEAN, trueValues: [J]'), v('true'), '1:F:TYPE_MISMATCH');
check('left out list accepted', ty('type: BOOLEAN, trueValues: [J]'), v('FALSE'), r('false'));
check('TIME', ty('type: TIME'), v('9:05'), '1:F:TYPE_MISMATCH');
check('TIME HH:mm', ty('type: TIME'), v('09:05'), r('"09:05:00"'));
check('TIME decimals', ty('type: TIME'), v('09:05:01.123456789'), r('"09:05:01.123456789"'));
check('endOfDay', ty('type: TIME, endOfDay: true'), v('24:00'), r('"24:00:00"'));
check('TIMESTAMP UTC', ty('type: TIMESTAMP'), v('2024-03-31T03:00:00+02:00'), r('"2024-03-31T01:00:00Z"'));
check(
  'keepOffset',
  ty('type: TIMESTAMP, keepOffset: true'),
  v('2024-03-31T03:00:00+02:00'),
  r('"2024-03-31T03:00:00+02:00"'),
);
check('missing time', ty('type: TIMESTAMP, zone: Europe/Berlin'), v('2024-03-31T02:30:00'), '1:F:TYPE_MISMATCH');
check(
  'SHIFT',
  ty('type: TIMESTAMP, zone: Europe/Berlin, onMissingTime: SHIFT'),
  v('2024-03-31T02:30:00'),
  r('"2024-03-31T01:30:00Z"'),
);
check('blank is null non-string', ty('type: INTEGER'), v('  '), r('null'));
check('blank STRING stays', ty('type: STRING'), v('  '), r('"  "'));
check('blanks around number', ty('type: INTEGER'), v(' 5 '), r('5'));
check('sign TRAILING no leading', ty('type: DECIMAL, sign: TRAILING'), v('-5'), '1:F:TYPE_MISMATCH');
check('TRAILING', ty('type: DECIMAL, sign: TRAILING'), v('5.00-'), r('-5.00'));
check('EITHER both', ty('type: DECIMAL, sign: EITHER'), v('-5-'), '1:F:TYPE_MISMATCH');
check('PAREN', ty('type: DECIMAL, sign: PARENTHESES'), v('(5)'), r('-5'));
check('exponent', ty('type: DECIMAL, exponent: true'), v('9E+06'), r('9000000'));
check('exponent-', ty('type: DECIMAL, exponent: true'), v('1.5e-3'), r('0.0015'));
check(
  'SPACE and APOSTROPHE mixed',
  ty('type: DECIMAL, groupSeparator: [SPACE, APOSTROPHE]'),
  v("1 234'567"),
  '1:F:TYPE_MISMATCH',
);
check('SPACE mix kinds', ty('type: DECIMAL, groupSeparator: SPACE'), v('1 234\u00a0567'), r('1234567'));
check('INDIAN', ty('type: INTEGER, groupSeparator: ",", grouping: INDIAN'), v('12,34,567'), r('1234567'));
check('affixes', ty('type: DECIMAL, affixes: ["€", EUR]'), v('€ 5.00'), r('5.00'));
check('affix after', ty('type: DECIMAL, affixes: ["€", EUR]'), v('5.00 EUR'), r('5.00'));
check('OVERPUNCH', ty('type: INTEGER, sign: OVERPUNCH'), v('1234N'), r('-12345'));
check('centuryStart', ty('type: DATE, format: dd.MM.yy, centuryStart: 1950'), v('16.07.68'), r('"16.07.68"'));
const co = (c: string, f = 'type: STRING') => ty(f) + `correctionRules: [{ ruleId: r, field: a, ${c} }]\n`;
check(
  'SERIAL 60',
  co('correctionType: COERCE_DATE, sourceFormat: SERIAL, targetFormat: yyyy-MM-dd', 'type: DATE'),
  v('60'),
  '1:F:TYPE_MISMATCH',
);
check(
  'SERIAL 61',
  co('correctionType: COERCE_DATE, sourceFormat: SERIAL, targetFormat: yyyy-MM-dd', 'type: DATE'),
  v('61'),
  r('"1900-03-01"'),
);
check(
  'SERIAL',
  co('correctionType: COERCE_DATE, sourceFormat: SERIAL, targetFormat: yyyy-MM-dd', 'type: DATE'),
  v('45581'),
  r('"2024-10-16"'),
);
check('MAP ISSUE', co('correctionType: MAP, values: { S: debit }'), v('X'), '1:F:TYPE_MISMATCH');
check('MAP NULL', co('correctionType: MAP, values: { S: debit }, otherwise: "NULL"'), v('X'), r('null'));
check('MAP KEEP', co('correctionType: MAP, values: { S: debit }, otherwise: KEEP'), v('X'), r('"X"'));
check('DEFAULT_IF_NULL blank', co('correctionType: DEFAULT_IF_NULL, defaultValue: d'), v('  '), r('"d"'));
check(
  'COERCE other text',
  co('correctionType: COERCE_DATE, sourceFormat: dd.MM.yyyy, targetFormat: yyyy-MM-dd', 'type: DATE'),
  v('2024-01-01'),
  '1:F:TYPE_MISMATCH',
);
check(
  'COERCE KEEP',
  co(
    'correctionType: COERCE_DATE, sourceFormat: dd.MM.yyyy, targetFormat: yyyy-MM-dd, onOtherText: KEEP',
    'type: DATE',
  ),
  v('2024-01-01'),
  r('"2024-01-01"'),
);
check(
  'locale de',
  co('correctionType: COERCE_DATE, sourceFormat: "d. MMMM yyyy", targetFormat: yyyy-MM-dd, locale: de', 'type: DATE'),
  v('3. MÄRZ 2024'),
  r('"2024-03-03"'),
);
check(
  'locale fr short with dot',
  co('correctionType: COERCE_DATE, sourceFormat: "d MMM yyyy", targetFormat: yyyy-MM-dd, locale: fr', 'type: DATE'),
  v('28 déc. 2023'),
  r('"2023-12-28"'),
);
check(
  'locale fr short without dot',
  co('correctionType: COERCE_DATE, sourceFormat: "d MMM yyyy", targetFormat: yyyy-MM-dd, locale: fr', 'type: DATE'),
  v('28 déc 2023'),
  r('"2023-12-28"'),
);
const ru = (c: string, f = 'type: STRING') => ty(f) + `validationRules: [{ ruleId: r, field: a, ${c} }]\n`;
check(
  'ALLOWED numbers by value',
  ru('ruleType: ALLOWED_VALUES, value: ["12"]', 'type: DECIMAL'),
  v('012.00'),
  r('12.00'),
);
check('null breaks no rule', ru('ruleType: MIN_LENGTH, value: 3'), v(''), r('null'));
check('LENGTH code points', ru('ruleType: MAX_LENGTH, value: 1'), v('😀'), r('"😀"'));
check('REGEX whole', ru('ruleType: REGEX, value: "[0-9]+"'), v('12a'), r('"12a"') + ' | 1:E:REGEX');
check('EXPRESSION null holds', ru('ruleType: EXPRESSION, value: "a == z"'), v('x'), r('"x"'));
// Expressions
const ex = (e: string, ty2 = 'STRING') =>
  C +
  `delimiter: ";"\nfields: [{name: a, type: STRING},{name: i, type: DECIMAL},{name: v, type: ${ty2}, value: '${e}'}]\n`;
const xv = (a: string, i: string) => `a;i\n${a};${i}\n`;
const compute = (expression: string, type: string, a: string, i: string, value: string) =>
  check(
    `expression ${expression}`,
    ex(expression, type),
    xv(a, i),
    value.includes(':')
      ? value
      : `{"a":${a === '' ? 'null' : JSON.stringify(a)},"i":${i === '' ? 'null' : i},"v":${value}}`,
  );
compute('i + 0.10', 'DECIMAL', 'x', '1.5', '1.60');
compute('i * i', 'DECIMAL', 'x', '1.5', '2.25');
compute('divide(i, 3.0, 2, "HALF_UP")', 'DECIMAL', 'x', '1', '0.33');
compute('coalesce(a, "d")', 'STRING', '', '1', '"d"');
compute('a.split("-")[1]', 'STRING', 'p-q', '1', '"q"');
compute('a.split("-")[5]', 'STRING', 'p-q', '1', 'null');
compute('extract(a, "([0-9]+)")', 'STRING', 'ab12', '1', '"12"');
compute('extract(a, "z")', 'STRING', 'ab12', '1', 'null');
compute('a.substring(9)', 'STRING', 'ab', '1', 'null');
compute('padLeft(a, 5, "0")', 'STRING', '12', '1', '"00012"');
compute('a == null ? "n" : "y"', 'STRING', '', '1', '"n"');
compute('i > 1.0 ? "big" : "small"', 'STRING', 'x', '', 'null');
compute('divide(i, 0.0, 2, "HALF_UP")', 'DECIMAL', 'x', '1', '1:F:VALUE_NOT_COMPUTED');
compute('-i', 'DECIMAL', 'x', '0', '0');
compute('text(i)', 'STRING', 'x', '1.50', '"1.50"');
compute('size(a) == 2 && a.contains("b") ? "t" : "f"', 'STRING', 'ab', '1', '"t"');
// XML
const M = 'format: XML\nrecordPath: /d/e\n';
const mf = (p: string) => `fields: [{ name: v, type: STRING, columnName: "${p}" }]\n`;
check('own text without children', M + mf('a'), '<d><e><a>x<b>y</b>z</a></e></d>', '{"v":"xz"} | UNKNOWN_COLUMN');
check('predicate', M + mf("r[@t='o']"), "<d><e><r t='x'>1</r><r t='o'>2</r></e></d>", '{"v":"2"} | UNKNOWN_COLUMN');
check('position', M + mf('l[2]'), '<d><e><l>1</l><l>2</l></e></d>', '{"v":"2"} | UNKNOWN_COLUMN');
check('dot', M + mf('.'), '<d><e>t</e></d>', '{"v":"t"}');
check(
  'above forgotten',
  M.replace('/d/e', '/d/s/e') + mf('/d/s/k'),
  '<d><s><k>1</k><e/></s><s><e/></s></d>',
  '{"v":"1"} {"v":null}',
);
check(
  'nil',
  M + mf('a'),
  '<d xmlns:x="http://www.w3.org/2001/XMLSchema-instance"><e><a x:nil="1">q</a></e></d>',
  '{"v":null}',
);
check('several', M + mf('a'), '<d><e><a>1</a><a>2</a></e></d>', '{"v":"1"} | SEVERAL_MATCHES 1');
check(
  'separator',
  M + 'fields: [{ name: v, type: STRING, columnName: a, separator: ";" }]\n',
  '<d><e><a>1</a><a>2</a></e></d>',
  '{"v":"1;2"}',
);
check(
  'record in record',
  'format: XML\nrecordPath: //e\n' + mf('@i'),
  '<d><e i="1"><e i="2"/></e></d>',
  '{"v":"1"} | UNKNOWN_COLUMN',
);
check('dtd', M + mf('a'), '<!DOCTYPE d [<!ENTITY x "y">]><d><e/></d>', 'MALFORMED_XML');
check('second doc', M + mf('a'), '<d><e><a>1</a></e></d><d/>', '{"v":"1"} | MALFORMED_XML');
// JSON
const J = 'format: JSON\n';
check(
  '5e0',
  J + 'fields: [{ name: a, type: INTEGER }]\n',
  '{"a":5e0}\n{"a":5.0}\n{"a":5.5}\n',
  '{"a":5} {"a":5} | 3:F:TYPE_MISMATCH',
);
check('string number', J + 'fields: [{ name: a, type: INTEGER }]\n', '{"a":"5"}\n', '1:F:TYPE_MISMATCH');
check(
  'lenient',
  J + 'lenient: true\nfields: [{ name: a, type: DECIMAL, decimalSeparator: "," }]\n',
  '{"a":"5,5"}\n{"a":5.5}\n',
  '{"a":5.5} {"a":5.5}',
);
check(
  'STRING of number',
  J + 'fields: [{ name: a, type: STRING }]\n',
  '{"a":1.50}\n{"a":""}\n{"a":true}\n',
  '{"a":"1.50"} {"a":null} {"a":"true"}',
);
check(
  'duplicate',
  J + 'fields: [{ name: a, type: STRING }]\n',
  '{"a":1,"a":2}\n{"a":1}\n',
  '{"a":"1"} | 1:F:DUPLICATE_MEMBER',
);
check(
  'object as value',
  J + 'fields: [{ name: a, type: STRING }]\n',
  '{"a":{}}\n5\n',
  '1:F:TYPE_MISMATCH,2:F:TYPE_MISMATCH',
);
check(
  'doc',
  J + 'recordPath: /o/*\nfields: [{ name: a, type: STRING }]\n',
  '{"o":[{"a":1},{"a":2}],"x":3}',
  '{"a":"1"} {"a":"2"}',
);
check(
  'doc member dup',
  J + 'recordPath: /o/*\nfields: [{ name: a, type: STRING }]\n',
  '{"o":[{"a":1}],"o":[]}',
  '{"a":"1"} | DUPLICATE_MEMBER',
);
check('doc none', J + 'recordPath: /o/*\nfields: [{ name: a, type: STRING }]\n', '{"x":1}', 'no_record_found');
check(
  'doc malformed',
  J + 'recordPath: /*\nfields: [{ name: a, type: STRING }]\n',
  '[{"a":1},,]',
  '{"a":"1"} | MALFORMED_JSON',
);

test('each sentence is as it is written', async () => {
  for (const { says, spec, file, causes } of sentences) assert.is(await read(spec, file), causes, says);
});

test('a cycle of expressions is a diagnostic', async () => {
  for (const values of [['a + 1'], ['b + 1', 'a + 1'], ['b + 1', 'c + 1', 'a + 1']]) {
    const fields = values.map((value, at) => `{ name: ${'abc'.charAt(at)}, type: INTEGER, value: "${value}" }`);
    const spec = `format: CSV\nfields: [${fields.join(', ')}, { name: d, type: STRING }]\n`;
    const message = await read(spec, 'd\n1\n').catch((error: Error) => error.message);
    assert.match(message, 'expression_cycle');
  }
});

test.run();
