import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeSpec, createSpecSchema, readAndCheck, type Spec } from '../../../compiler/index.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { hasRecordTypes, requireOneType } from '../../../compiler/pipeline/1-read/record-views.ts';

const folder = join(import.meta.dirname, '../../../specs');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'));

function readSpec(given: object): Spec {
  const { spec, diagnostics } = readAndCheck({ text: JSON.stringify(given), path: 'spec.json', syntax: 'json' });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return requireOneType(spec, 'a test');
}

test('a page describes every field and every rule', () => {
  for (const name of names) {
    const { spec: read } = readAndCheck({
      text: readFileSync(join(folder, `${name}.yaml`), 'utf8'),
      path: `${name}.yaml`,
      syntax: 'yaml',
    });
    if (read === null) throw new Error(`${name} is wrong`);
    const page = describeSpec(read, null);
    assert.ok(page.startsWith(`# ${name.replace(/-/g, '-')}\n`));
    for (const spec of hasRecordTypes(read) ? read.recordTypes : [read]) {
      for (const field of spec.fields) assert.ok(page.includes(`\`${field.name}\``), field.name);
      for (const { ruleId } of spec.validationRules ?? []) assert.ok(page.includes(`\`${ruleId}\``), ruleId);
    }
    if (hasRecordTypes(read)) {
      for (const { ruleId } of read.fileRules ?? []) assert.ok(page.includes(`\`${ruleId}\``), ruleId);
      continue;
    }
    for (const { name: field, required } of read.fields)
      assert.is(page.includes(`\`required:${field}\``), required === true);
  }
});

test('a page describes lines that continue records or fill the file, and delimiters of types', () => {
  const field = { name: 'a', type: 'STRING' };
  const { spec } = readAndCheck({
    text: JSON.stringify({
      name: 'lines',
      format: 'CSV',
      hasHeader: false,
      continuation: { when: { column: '1', values: ['88'] }, joins: 'previous' },
      filler: { when: { column: '1', values: ['99'] }, blockOf: 10, severity: 'ERROR' },
      recordTypes: [{ name: 'note', when: { column: '1', values: ['N'] }, delimiter: ';', fields: [field] }],
    }),
    path: 'lines.json',
    syntax: 'json',
  });
  if (spec === null) throw new Error('the spec has errors');
  const page = describeSpec(spec, null);
  assert.match(page, 'A line continues the record before it if column `1` is `88`.');
  assert.match(page, 'A line only fills the end of the file if column `1` is `99`. The lines of all records');
  assert.match(page, 'are a multiple of 10 (ERROR).');
  assert.match(page, 'column `1` is `N`; cells are separated by `;`');
});

const hostile = 'a|b`c``d*_<script>[x](y)\n# \u202e&amp;\\';
const base = { name: 'hostile', format: 'CSV' };

test('no text of a spec is interpreted as markup', () => {
  const spec = readSpec({
    ...base,
    description: hostile,
    delimiter: ';',
    nullValues: [hostile],
    fields: [{ name: hostile, type: 'STRING', columnName: `${hostile}.` }],
    correctionRules: [{ ruleId: 'c', field: hostile, correctionType: 'DEFAULT_IF_NULL', defaultValue: hostile }],
    validationRules: [
      { ruleId: `r${hostile}`, field: hostile, ruleType: 'ALLOWED_VALUES', value: [hostile], message: hostile },
    ],
  });
  const page = describeSpec(spec, { file: '```\nx\u0007\n', message: '{"a":"```,:{}"}', records: 1 });
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  const cellsOf = (row: string) => row.replace(/\\\\|\\\|/g, '').split('|').length;
  assert.ok(rows.length >= 6);
  assert.equal(new Set(rows.slice(0, 3).map(cellsOf)).size, 1);
  assert.equal(new Set(rows.slice(3).map(cellsOf)).size, 1);
  assert.not.match(page, /[\u0007\u202e]/);
  // Outside code spans and fences nothing looks like Markdown or HTML.
  const prose = page.replace(/^(`{3,})[^`]*\n[^]*?^\1$/gm, '').replace(/(?<![\\`])(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
  assert.not.match(prose, /(?<!\\)[<*_[\]]/);
  assert.ok(page.includes('````text\n```\nx␇\n````'));
});

test('an example is shown with its exact digits', () => {
  const spec = readSpec({
    ...base,
    fields: [
      { name: 'a', type: 'DECIMAL' },
      { name: 'b', type: 'STRING' },
    ],
  });
  const page = describeSpec(spec, { file: 'a,b\n1.10,x\n', message: '{"a":1.10,"b":"x, {\\"y\\":1}"}', records: 1 });
  assert.ok(
    page.endsWith(
      '```text\na,b\n1.10,x\n```\n\nThe record of this file becomes the message:\n\n```json\n{\n  "a": 1.10,\n  "b": "x, {\\"y\\":1}"\n}\n```\n',
    ),
  );
  assert.not.ok(describeSpec(spec, null).includes('## Example'));
});

test('every format and setting has a description', () => {
  const text = (given: object) => describeSpec(readSpec(given), null);
  const fields = [{ name: 'a', type: 'STRING' }];
  assert.match(
    text({ ...base, fields, hasHeader: false, quote: '', onExtraColumns: 'IGNORE', onMissingColumns: 'WARNING' }),
    /no header[^]*Cells are not quoted[^]*too many cells is accepted[^]*too few cells is reported as WARNING/,
  );
  assert.match(
    text({
      ...base,
      fields,
      columnMatch: 'POSITION',
      escape: '\\',
      comment: '#',
      skipLines: { top: 1, bottom: 2 },
      recordWhen: { column: '1', values: ['x', 'y'] },
    }),
    /header and is ignored[^]*preceded by a backslash \(`\\`\)[^]*its column `1` is `x` or `y`[^]*number sign[^]*The first line is skipped[^]*The last 2 lines are skipped/,
  );
  const places = [{ name: 'a', type: 'INTEGER', start: 3, length: 4, align: 'RIGHT', padChar: '0' }];
  assert.match(
    text({ ...base, format: 'FIXED_WIDTH', fields: places, recordLength: 10, lineTerminator: 'NONE' }),
    /records of 10 characters follow each other[^]*3 to 6, right-aligned, padded with `0`/,
  );
  assert.match(
    text({ ...base, format: 'XML', fields, recordPath: '/a/b', namespaces: { n: 'urn:n' } }),
    /each element `\/a\/b` is a record[^]*prefix `n` means the namespace `urn:n`/,
  );
});

test('a page says what is accepted or rejected as a whole, and of what its rules are', () => {
  const pageOf = (format: object, [outer, inner]: readonly [object, object]) => {
    const fields = [{ name: 'n', type: 'INTEGER' }];
    const order = { name: 'order', when: outer, fields };
    const line = { name: 'line', in: 'order', as: 'lines', when: inner, fields };
    const rule = { ruleId: 'sum', ruleType: 'SUM_EQUALS', of: 'line.n', field: 'order.n' };
    const given = { name: 'documents', ...format, recordTypes: [order, line], fileRules: [rule] };
    const { spec } = readAndCheck({ text: JSON.stringify(given), path: 'spec.json', syntax: 'json' });
    return spec === null ? '' : describeSpec(spec, null);
  };
  const xml = pageOf({ format: 'XML', maxDocumentRecords: 1234 }, [{ path: '/a/b' }, { path: '/a/b/c' }]);
  assert.match(
    xml,
    /Accepted or rejected as a whole, with all records inside: \*\*order\*\*\..* at most 1,234 records/,
  );
  assert.match(xml, /`sum`: a broken rule concerns one of the records/);
  assert.not.match(xml, /the whole file is rejected/);
  assert.not.match(xml, /nothing/);
  const json = pageOf({ format: 'JSON' }, [{ path: '/all/*' }, { path: '/all/*/lines/*' }]);
  assert.match(json, /JSON: each value at `\/all\/\*` is a record/);
});

test('the command: a page, the schema of messages, the schema of specs', () => {
  const at = createWorkplace();
  try {
    at.write('specs/tiny.yaml', 'name: tiny\nformat: CSV\nfields: [{ name: a, type: INTEGER, required: true }]\n');
    const page = at.call(['docs', 'tiny']);
    assert.equal([page.code, page.stderr], [0, '']);
    assert.match(
      page.stdout,
      /^# tiny\n[^]*```text\na\n1\n```\n\nThe record of this file becomes the message:\n\n```json\n\{\n {2}"a": 1\n\}\n```\n$/,
    );
    assert.equal((JSON.parse(at.call(['docs', 'tiny', '--schema']).stdout) as { required: string[] }).required, ['a']);
    assert.equal(JSON.parse(at.call(['docs', '--spec-schema']).stdout), createSpecSchema());
    assert.is(at.call(['docs']).code, 2);
    assert.is(at.call(['docs', 'none']).code, 2);
    at.write('specs/wrong.yaml', 'name: wrong\n');
    assert.is(at.call(['docs', 'wrong']).code, 1);
  } finally {
    at.remove();
  }
});

test.run();
