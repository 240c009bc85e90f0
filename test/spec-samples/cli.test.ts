import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeWorkplace, type Workplace } from '../runtime/specmill.ts';

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
  context.at = makeWorkplace();
  context.at.write('specs/good.yaml', GOOD);
  context.at.write('specs/good/a.csv', FILE);
});
test.after.each(({ at }) => at.remove());

test('test: what nothing is expected of is new; --update writes it; then it is good', ({ at }) => {
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

test('test: what differs is shown line by line, without what is sensitive', ({ at }) => {
  at.call(['test', '--update']);
  at.write('specs/good.yaml', GOOD.replace('value: 3', 'value: 9'));
  const { code, stdout } = at.call(['test', 'good']);
  assert.is(code, 1);
  assert.match(stdout, /differs {2}a\.csv \(- expected, \+ actual\)/);
  assert.match(stdout, /^ +- .*MAX_LENGTH/m);
  assert.not.match(stdout, /hidden/);
});

test('test: --require-coverage asks for a sample of each rule and correction', ({ at }) => {
  at.write('specs/good/a.csv', 'id,secret\n1,abc\n');
  at.call(['test', '--update']);
  assert.is(at.call(['test']).code, 0);
  const { code, stdout } = at.call(['test', '--require-coverage']);
  assert.is(code, 1);
  assert.match(stdout, /not exercised {2}.*trim of secret/);
  assert.match(stdout, /not exercised {2}.*short of secret/);
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

test('test: a spec with errors is exit code 1, one that is not there 2, an expectation that is no JSON 3', ({ at }) => {
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
  test(`samples: files of the ${name} spec, and what is expected of each; the program says the same of them`, ({
    at,
  }) => {
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

test('samples: wrong usage is 2, a folder that cannot be 3, a spec that no record keeps 1', ({ at }) => {
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

test("docs: Markdown for the partner, with an example of the spec's own making", ({ at }) => {
  at.write('specs/entries.yaml', ENTRIES);
  const { code, stdout } = at.call(['docs', 'entries']);
  assert.is(code, 0);
  assert.match(stdout, /^# entries$/m);
  assert.match(stdout, /^```xml\n<\?xml version="1\.0" encoding="UTF-8"\?>\n<list>$/m);
});

test('docs: schemas; a spec says where its own is', ({ at }) => {
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
