import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const FIELDS = `fields:
  - { name: id, type: INTEGER, required: true }
  - { name: secret, type: STRING, sensitive: true }
correctionRules:
  - { ruleId: trim, field: secret, correctionType: TRIM }
validationRules:
  - { ruleId: short, field: secret, ruleType: MAX_LENGTH, value: 3, severity: WARNING }
`;
const GOOD = `name: good\nformat: CSV\n${FIELDS}`;
const ENTRIES = `name: entries\nformat: XML\nrecordPath: /list/entry\n${FIELDS}`;
const FILE = 'id,secret\n1,abc\nx,abcd\n3, hidden \n,x\n';

const test = suite<{ at: Workplace }>('test, samples, docs');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/good.yaml', GOOD);
  context.at.write('specs/good/a.csv', FILE);
});
test.after.each(({ at }) => at.remove());

test('test: a file without an expected result is new; --update writes the result; then it passes', ({ at }) => {
  const first = at.call(['test']);
  assert.is(first.code, 1);
  assert.match(first.stdout, /new {6}a\.csv/);
  assert.is(existsSync(at.path('specs/good/a.csv.expected.json')), false);
  const updated = at.call(['test', '--update']);
  assert.is(updated.code, 0);
  assert.match(updated.stdout, /written {2}a\.csv\.expected\.json/);
  const again = at.call(['test']);
  assert.equal([again.code, again.stderr], [0, '1 spec; 1 sample: 1 passed; 3 of 3 rules and corrections exercised\n']);
});

test('test: differences are shown line by line, without sensitive values', ({ at }) => {
  at.call(['test', '--update']);
  at.write('specs/good.yaml', GOOD.replace('value: 3', 'value: 9'));
  const { code, stdout } = at.call(['test', 'good']);
  assert.is(code, 1);
  assert.match(stdout, /differs {2}a\.csv \(- expected, \+ actual\)/);
  assert.match(stdout, /^ +- .*MAX_LENGTH/m);
  assert.not.match(stdout, /hidden/);
});

test('test: --require-coverage requires a sample of each rule and correction', ({ at }) => {
  at.write('specs/good/a.csv', 'id,secret\n1,abc\n');
  at.call(['test', '--update']);
  assert.is(at.call(['test']).code, 0);
  const { code, stdout } = at.call(['test', '--require-coverage']);
  assert.is(code, 1);
  assert.match(stdout, /not exercised {2}.*trim of secret/);
  assert.match(stdout, /not exercised {2}.*short of secret/);
});

test('test names the commands that close gaps of coverage, and they do', ({ at }) => {
  at.write('specs/good/a.csv', 'id,secret\n1,abc\n');
  const { stdout } = at.call(['test', '--update']);
  const commands = /^ {2}to close the gaps: (.*), then (.*)$/m.exec(stdout)?.slice(1) ?? [];
  assert.equal(commands, ['specmill samples good --out specs/good', 'specmill test good --update']);
  for (const command of commands) assert.is(at.shell(command).code, 0);
  const { code, stdout: covered } = at.call(['test', '--require-coverage']);
  assert.is(code, 0);
  assert.not.match(covered, /to close the gaps|manifest/);
});

test('samples of a spec with record types exercise every rule, and their totals are right', ({ at }) => {
  at.write(
    'specs/batches.yaml',
    `name: batches
format: FIXED_WIDTH
recordTypes:
  - name: head
    when: { start: 1, length: 1, values: [H] }
    occurs: ONCE
    publish: false
    fields: [{ name: day, type: DATE, start: 2, length: 10, required: true }]
  - name: debit
    when: { start: 1, length: 1, values: [D] }
    messageKey: [id]
    fields:
      - { name: id, type: STRING, start: 2, length: 6, required: true }
      - { name: amount, type: DECIMAL, scale: 2, start: 8, length: 9 }
      - { name: day, from: head.day }
    validationRules:
      - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01" }
  - name: trailer
    when: { start: 1, length: 1, values: [T] }
    occurs: ONCE
    publish: false
    fields:
      - { name: count, type: INTEGER, start: 2, length: 6 }
      - { name: total, type: DECIMAL, scale: 2, start: 8, length: 9 }
fileRules:
  - { ruleId: count, ruleType: COUNT_EQUALS, of: debit, field: trailer.count }
  - { ruleId: total, ruleType: SUM_EQUALS, of: debit.amount, field: trailer.total }
  - { ruleId: ids, ruleType: UNIQUE, of: [debit.id] }
`,
  );
  const { code, stdout, stderr } = at.call(['samples', 'batches', '--out', 'specs/batches']);
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, /^wrote \d+ files to specs\/batches/);
  assert.is(at.call(['test', 'batches', '--update', '--require-coverage']).code, 0);
  const expected = (name: string) =>
    JSON.parse(readFileSync(at.path(`specs/batches/${name}.txt.expected.json`), 'utf8')) as {
      result: { status: string; fileIssues?: { ruleId: string; expected: string; actual: string }[] };
      errors: { recordType: string; messages: { code: string }[] }[];
    };
  assert.is(expected('valid').result.status, 'SUCCESS');
  const broken = expected('file-rule-total').result;
  assert.equal([broken.status, broken.fileIssues?.map(({ ruleId }) => ruleId)], ['FAILED', ['total']]);
  assert.not.equal(broken.fileIssues?.[0]?.expected, broken.fileIssues?.[0]?.actual);
  const codes = (name: string) => expected(name).errors.flatMap(({ messages }) => messages.map((issue) => issue.code));
  assert.equal(codes('file-rule-ids'), ['UNIQUE']);
  assert.equal(codes('surplus-trailer'), ['UNEXPECTED_RECORD']);
  assert.equal(codes('unknown-record-type'), ['UNKNOWN_RECORD_TYPE']);
});

test('samples of an XML header with lines, whose values precede the records', ({ at }) => {
  at.write(
    'specs/lines.yaml',
    `name: lines
format: XML
recordPath: /Orders/Order/Items/Line
fields:
  - { name: order, type: STRING, columnName: /Orders/Order/@id, required: true }
  - { name: customer, type: STRING, columnName: /Orders/Order/Head/Customer, required: true }
  - { name: sku, type: STRING, columnName: Sku, required: true }
  - { name: qty, type: INTEGER, columnName: Qty/Value, required: true }
validationRules:
  - { ruleId: positive, field: qty, ruleType: MIN_VALUE, value: "1" }
`,
  );
  const { code, stdout, stderr } = at.call(['samples', 'lines', '--out', 'specs/lines']);
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, /^wrote \d+ files to specs\/lines/);
  assert.is(at.call(['test', 'lines', '--update', '--require-coverage']).code, 0);
  const expected = (name: string) =>
    JSON.parse(readFileSync(at.path(`specs/lines/${name}.xml.expected.json`), 'utf8')) as {
      result: { status: string; failure?: { code: string } };
      errors: { messages: { ruleId: string }[] }[];
    };
  assert.is(expected('valid').result.status, 'SUCCESS');
  assert.is(expected('no-record-found').result.failure?.code, 'no_record_found');
  for (const field of ['order', 'customer', 'sku', 'qty'])
    assert.equal(
      expected(`required-${field}`).errors.map(({ messages }) => messages.map(({ ruleId }) => ruleId)),
      [[`required:${field}`]],
    );
});

test('test --json: the report as data', ({ at }) => {
  at.call(['test', '--update']);
  const { code, stdout } = at.call(['test', '--json']);
  const report = JSON.parse(stdout) as {
    passed: boolean;
    specs: { name: string; samples: { status: string }[]; coverage: { rules: number } }[];
  };
  assert.is(code, 0);
  assert.equal(
    [report.passed, report.specs.map(({ name, samples }) => [name, samples.map(({ status }) => status)])],
    [true, [['good', ['same']]]],
  );
});

test('test: exit code 1 for a spec with errors, 2 for an unknown spec, 3 for an expected result that is not JSON', ({
  at,
}) => {
  at.write('specs/good/a.csv.expected.json', '{');
  assert.is(at.call(['test']).code, 3);
  assert.is(at.call(['test', 'bad']).code, 2);
  at.write('specs/good.yaml', GOOD.replace('field: secret, ruleType', 'field: secrt, ruleType'));
  const wrong = at.call(['test']);
  assert.is(wrong.code, 1);
  assert.match(wrong.stderr, /unknown_field/);
});

for (const [name, text] of [
  ['good', GOOD],
  ['entries', ENTRIES],
] as const) {
  test(`samples: generates files of the ${name} spec with expected results, which the program confirms`, ({ at }) => {
    at.write(`specs/${name}.yaml`, text);
    const { code, stdout } = at.call(['samples', name, '--out', 'made', '--today', '2025-06-30']);
    assert.is(code, 0);
    assert.match(stdout, /^wrote \d+ files to made; manifest\.json describes each file\n$/);
    const manifest = JSON.parse(readFileSync(at.path('made/manifest.json'), 'utf8')) as {
      files: {
        file: string;
        breaks: { code: string; ruleId: string | null } | null;
        expected: { errors: unknown[] };
      }[];
    };
    assert.equal(
      readdirSync(at.path('made')).sort(),
      [...manifest.files.map(({ file }) => file), 'manifest.json'].sort(),
    );
    for (const ruleId of ['short', 'required:id'])
      assert.ok(
        manifest.files.some(({ breaks }) => breaks?.ruleId === ruleId),
        ruleId,
      );
    const valid = manifest.files.find(({ file }) => file.startsWith('valid.'));
    const broken = manifest.files.find(({ breaks }) => breaks?.ruleId === 'required:id');
    assert.is(at.call(['validate', '--spec', name, `made/${valid?.file}`]).code, 0);
    const refused = at.call(['validate', '--spec', name, `made/${broken?.file}`, '--json']);
    assert.is(refused.code, 1);
    assert.equal(
      (JSON.parse(refused.stdout) as { issueCounts: { ruleId: string; count: number }[] }).issueCounts.map(
        ({ ruleId, count }) => [ruleId, count],
      ),
      [['required:id', 1]],
    );
  });
}

test('samples: 2 for wrong usage, 3 for an invalid folder, 1 for a spec that no record satisfies', ({ at }) => {
  assert.is(at.call(['samples', 'good']).code, 2);
  assert.is(at.call(['samples', '--out', 'made']).code, 2);
  assert.is(at.call(['samples', 'good', '--out', 'made', '--today', '2025-02-30']).code, 2);
  at.write('file', '');
  assert.is(at.call(['samples', 'good', '--out', 'file/made']).code, 3);
  at.write('specs/one.yaml', ENTRIES.replace('name: entries', 'name: one').replace('/list/entry', '/entry'));
  const none = at.call(['samples', 'one', '--out', 'made']);
  assert.is(none.code, 1);
  assert.match(none.stderr, /^no file for a valid record: no document can contain several records/);
});

test('docs: Markdown for partners, with a generated example', ({ at }) => {
  at.write('specs/entries.yaml', ENTRIES);
  const { code, stdout } = at.call(['docs', 'entries']);
  assert.is(code, 0);
  assert.match(stdout, /^# entries$/m);
  assert.match(stdout, /^```xml\n<\?xml version="1\.0" encoding="UTF-8"\?>\n<list>$/m);
});

test('docs: schemas; a spec names the location of its own', ({ at }) => {
  const message = JSON.parse(at.call(['docs', 'good', '--schema']).stdout) as { properties: object };
  assert.equal(Object.keys(message.properties), ['id', 'secret']);
  const specs = at.call(['docs', '--spec-schema']);
  assert.is(specs.code, 0);
  assert.ok('fields' in (JSON.parse(specs.stdout) as { properties: object }).properties);
  assert.is(at.call(['docs']).code, 2);
  assert.is(at.call(['docs', 'good', '--spec-schema']).code, 2);
  assert.is(at.call(['docs', 'bad']).code, 2);
  rmSync(at.path('specs/good.yaml'));
  at.write('specs/good.yaml', GOOD.replace('type: INTEGER', 'type: INTEGR'));
  assert.is(at.call(['docs', 'good']).code, 1);
});

test.run();
