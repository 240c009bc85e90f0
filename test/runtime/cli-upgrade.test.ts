import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listChangedDefaults, readAndCheck } from '../../compiler/index.ts';
import { createWorkplace } from './specmill.ts';

/** Returns the lines that keep the old behaviour of a spec. */
function keptBy(yaml: string): string[] {
  const { spec, diagnostics } = readAndCheck({ text: `name: a\n${yaml}`, path: 'a.yaml', syntax: 'yaml' });
  if (spec === null) throw new Error(JSON.stringify(diagnostics));
  return listChangedDefaults(spec).map(({ keep }) => keep);
}

const FIELDS = 'fields: [{ name: a, type: STRING }]';
const SUSPECT = 'runWarnings: { ENCODING_SUSPECT: WARNING }';
const TWICE = 'runWarnings: { DOUBLE_ENCODED: IGNORE }';
const CSV_WARNINGS = 'runWarnings: { HEADER_REPEATED: IGNORE, QUOTE_AFTER_BLANK: IGNORE, QUOTE_TOO_LONG: IGNORE }';
const XML_WARNINGS =
  'runWarnings: { SEVERAL_MATCHES: IGNORE, VALUE_AFTER_RECORD: IGNORE, ENCLOSING_WITHOUT_RECORD: IGNORE, RECORD_ON_OTHER_PATH: IGNORE, PATH_NEVER_MATCHED: IGNORE }';
const UNREAD = 'runWarnings: { UNKNOWN_COLUMN: IGNORE }';

test('each format lists its own changed defaults', () => {
  assert.equal(keptBy(`format: CSV\n${FIELDS}`), [SUSPECT, TWICE, 'trailingDelimiter: NO', CSV_WARNINGS]);
  assert.equal(keptBy(`format: CSV\nhasHeader: false\n${FIELDS}`), [SUSPECT, TWICE, CSV_WARNINGS]);
  assert.equal(keptBy(`format: XML\nrecordPath: /r/e\n${FIELDS}`), [
    SUSPECT,
    TWICE,
    'onDoctype: REJECT',
    XML_WARNINGS,
    UNREAD,
  ]);
  const fixed = 'format: FIXED_WIDTH\nfields: [{ name: a, type: STRING, start: 1, length: 3 }]';
  assert.equal(keptBy(fixed), [SUSPECT, TWICE]);
  const headed = `hasHeader: true\n${fixed}`;
  assert.equal(keptBy(headed), [SUSPECT, TWICE, 'runWarnings: { HEADER_REPEATED: IGNORE }']);
  assert.equal(keptBy(`skipRepeatedHeader: true\n${headed}`), [SUSPECT, TWICE]);
  assert.equal(keptBy(`recordLength: 9\n${fixed}`), [SUSPECT, TWICE, 'runWarnings: { SHORT_RECORDS: IGNORE }']);
  assert.equal(keptBy(`recordLength: 9\nonShortRecord: FATAL\n${fixed}`), [SUSPECT, TWICE]);
});

test('years of two digits are listed by field and by correction', () => {
  const dates = [
    'format: CSV',
    'trailingDelimiter: NO',
    'runWarnings: { ENCODING_SUSPECT: FATAL, DOUBLE_ENCODED: WARNING, HEADER_REPEATED: FATAL, QUOTE_AFTER_BLANK: IGNORE, QUOTE_TOO_LONG: WARNING }',
    'fields:',
    '  - { name: own, type: DATE, format: dd.MM.yy }',
    '  - { name: iso, type: DATE }',
    '  - { name: said, type: DATE, format: yyMMdd, centuryStart: 1950 }',
    'correctionRules:',
    '  - { ruleId: c, field: iso, correctionType: COERCE_DATE, sourceFormat: [d.M.yyyy, d.M.yy], targetFormat: yyyy-MM-dd }',
  ].join('\n');
  assert.equal(keptBy(dates), ['centuryStart: 2000', 'centuryStart: 2000']);
});

test('years of two digits in expressions are listed with the call that keeps them', () => {
  const warnings =
    'runWarnings: { ENCODING_SUSPECT: FATAL, DOUBLE_ENCODED: WARNING, HEADER_REPEATED: FATAL, QUOTE_AFTER_BLANK: IGNORE, QUOTE_TOO_LONG: WARNING }';
  const computed = [
    'format: CSV',
    'trailingDelimiter: NO',
    warnings,
    'fields:',
    '  - { name: text, type: STRING }',
    '  - { name: own, type: DATE, value: \'date(trim(text), "dd.MM.yy" )\' }',
    '  - { name: said, type: DATE, value: \'date(text, "dd.MM.yy", 1950)\' }',
    '  - { name: long, type: DATE, value: \'date(text, "dd.MM.yyyy")\' }',
    'validationRules:',
    '  - { ruleId: r, field: text, ruleType: EXPRESSION, value: \'date(text, "yyMMdd") != date(text, "ddMMyy")\' }',
  ].join('\n');
  assert.equal(keptBy(computed), [
    'date(trim(text), "dd.MM.yy", 2000)',
    'date(text, "yyMMdd", 2000)',
    'date(text, "ddMMyy", 2000)',
  ]);
  const types = [
    'format: CSV',
    'hasHeader: false',
    warnings,
    'recordTypes:',
    '  - { name: head, when: { column: 1, values: [H] }, occurs: ONCE, fields: [{ name: n, type: INTEGER, columnName: "2" }] }',
    '  - { name: line, when: { column: 1, values: [L] }, fields: [{ name: day, type: STRING, columnName: "2" }] }',
    'fileRules:',
    '  - { ruleId: c, ruleType: COUNT_EQUALS, of: line, field: head.n, where: { expression: \'date(day, "yyMMdd") == date(day, "yyMMdd", 2000)\' } }',
  ].join('\n');
  assert.equal(keptBy(types), ['date(day, "yyMMdd", 2000)']);
});

test('a spec with the lines of the list has nothing left to list', () => {
  for (const format of [`format: CSV\n${FIELDS}`, `format: XML\nrecordPath: /r/e\n${FIELDS}`]) {
    const lines = keptBy(format);
    const severities = lines.flatMap((line) => /^runWarnings: \{ (.*) \}$/.exec(line)?.[1] ?? []).join(', ');
    const keys = lines.filter((line) => !line.startsWith('runWarnings'));
    assert.equal(keptBy([format, `runWarnings: { ${severities} }`, ...keys].join('\n')), []);
  }
});

test('the command prints the lines, and ends with 1 if something needs a decision', () => {
  const at = createWorkplace();
  try {
    at.write('specs/a.yaml', `name: a\nformat: CSV\n${FIELDS}\n`);
    const { code, stdout } = at.call(['check', '--upgrade']);
    assert.is(code, 1);
    for (const line of [SUSPECT, TWICE, 'trailingDelimiter: NO', CSV_WARNINGS])
      assert.ok(stdout.includes(`\n  ${line}\n`));
    at.write('specs/a.yaml', `name: a\nformat: CSV\nrunWarnings: { ENCODING_SUSPECT: FATAL }\n${FIELDS}\n`);
    assert.is(at.call(['check', '--upgrade']).code, 0, 'the rest changes no outcome');
  } finally {
    at.remove();
  }
});

const JOB = 'name: a\nsource: { integration: i }\nspec: a\nschedule: { every: 1m }\nto: { topic: t }\n';
const OLD_LINES = ['skipInvalidRecords: false', 'delivery: at-least-once', 'onDuplicateFile: WARN'];

test('a job in git must decide about its new defaults', () => {
  const at = createWorkplace();
  try {
    const spec = `name: a\nformat: CSV\nrunWarnings: { ENCODING_SUSPECT: FATAL }\n${FIELDS}\n`;
    at.write('specs/a.yaml', spec);
    at.write('specs/jobs/a.yaml', JOB);
    const { code, stdout } = at.call(['check', '--upgrade']);
    assert.is(code, 1);
    for (const line of OLD_LINES) assert.ok(stdout.includes(`\n  ${line}\n`), stdout);
    const checked = at.call(['check']);
    assert.is(checked.code, 1, checked.stderr);
    for (const which of [
      'true, delivery: exactly-once, onDuplicateFile: REFUSE }',
      `${OLD_LINES.join(', ').slice(20)} }`,
    ])
      assert.ok(checked.stdout.includes(`options: { skipInvalidRecords: ${which}`), checked.stdout);
    at.write('specs/jobs/a.yaml', `${JOB}options: { skipInvalidRecords: true, delivery: exactly-once }\n`);
    assert.match(at.call(['check']).stdout, /the default of onDuplicateFile has changed/);
    for (const line of [
      OLD_LINES.join(', '),
      'skipInvalidRecords: true, delivery: exactly-once, onDuplicateFile: REFUSE',
    ]) {
      at.write('specs/jobs/a.yaml', `${JOB}options: { ${line} }\n`);
      assert.equal([at.call(['check', '--upgrade']).code, at.call(['check']).code], [0, 0]);
    }
  } finally {
    at.remove();
  }
});

test('UPGRADING.md has every line that the command prints', () => {
  const page = readFileSync(join(import.meta.dirname, '../../runtime/deploy/UPGRADING.md'), 'utf8');
  const fixed =
    'format: FIXED_WIDTH\nhasHeader: true\nrecordLength: 9\nfields: [{ name: a, type: DATE, format: yyMMdd, start: 1, length: 6 }]';
  const specs = [`format: CSV\n${FIELDS}`, `format: XML\nrecordPath: /r/e\n${FIELDS}`, fixed];
  for (const line of new Set(specs.flatMap(keptBy))) assert.ok(page.includes(`\`${line}\``), line);
  for (const line of OLD_LINES) assert.ok(page.includes(`| \`${line}\` in \`options\` of the job |`), line);
});

test.run();
