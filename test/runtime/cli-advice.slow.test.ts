import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from './specmill.ts';

const FIELDS = 'fields:\n  - { name: day, type: STRING }\n  - { name: sum, type: STRING, sensitive: true }\n';

const test = suite<{ at: Workplace }>('advice for common first mistakes');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/bank.yaml', `name: bank\nformat: CSV\n${FIELDS}`);
});
test.after.each(({ at }) => at.remove());

const hintOf = (stdout: string): string | undefined => /^ {2}hint: (.*)$/m.exec(stdout)?.[1];

test('a delimiter that the spec does not have', ({ at }) => {
  for (const [delimiter, written] of [
    [';', '";"'],
    ['\t', '"\\t"'],
    ['|', '"|"'],
  ] as const) {
    const { code, stdout } = at.call(['validate', '--spec', 'bank', '-'], {
      input: `day${delimiter}sum\n1${delimiter}2\n`,
    });
    assert.is(code, 1);
    assert.match(hintOf(stdout) ?? '', `add delimiter: ${written} to the spec`);
  }
  for (const input of ['day,total\n1,2\n', 'total\n1\n', 'day;x,sum;x\n']) {
    const { stdout } = at.call(['validate', '--spec', 'bank', '-'], { input });
    assert.match(stdout, 'MISSING_COLUMN');
    assert.is(hintOf(stdout), undefined, input);
  }
});

test('the hint is a member of the failure in JSON', ({ at }) => {
  const { stdout } = at.call(['validate', '--spec', 'bank', '-', '--json'], { input: 'day;sum\n1;2\n' });
  const { failure } = JSON.parse(stdout) as { failure: { code: string; hint?: string } };
  assert.is(failure.code, 'MISSING_COLUMN');
  assert.match(failure.hint ?? '', 'add delimiter: ";" to the spec');
});

test('an encoding that does not match the file', ({ at }) => {
  at.write('latin.csv', Buffer.from('day,sum\nM\xe4rz,1\n', 'latin1'));
  assert.match(hintOf(at.call(['validate', '--spec', 'bank', 'latin.csv']).stdout) ?? '', 'encoding: windows-1252');
  assert.is(hintOf(at.call(['validate', '--spec', 'bank', '-'], { input: 'day,sum\nMärz,1\nx\n' }).stdout), undefined);
});

test('a recordPath that does not occur in the file', ({ at }) => {
  at.write('specs/doc.yaml', `name: doc\nformat: XML\nrecordPath: /a/c\n${FIELDS}`);
  assert.match(
    hintOf(at.call(['validate', '--spec', 'doc', '-'], { input: '<a><b><day>1</day></b></a>' }).stdout) ?? '',
    /starts with the root element/,
  );
  assert.is(
    hintOf(at.call(['validate', '--spec', 'doc', '-'], { input: '<a><c><day>1</day></c></a>' }).stdout),
    undefined,
  );
});

test('a file without a record is a failure, or a warning with onNoRecords: WARNING', ({ at }) => {
  const spec = (name: string, line: string) =>
    at.write(
      `specs/${name}.yaml`,
      `name: ${name}\nformat: CSV\n${line}recordWhen: { column: day, values: [D] }\n${FIELDS}`,
    );
  spec('fatal', '');
  spec('warned', 'onNoRecords: WARNING\n');
  const run = (name: string) => at.call(['validate', '--spec', name, '-'], { input: 'day,sum\nX,1\n' });
  assert.is(run('fatal').code, 1);
  assert.match(run('fatal').stdout, /^FAILED[^]*no_record_found: the file has no record/m);
  assert.is(run('warned').code, 0);
  assert.match(run('warned').stdout, /^warning no_record_found: [^]*^SUCCESS/m);
});

test('a spec named without --spec', ({ at }) => {
  at.write('a.csv', 'day,sum\n');
  const { code, stderr } = at.call(['validate', 'bank', 'a.csv']);
  assert.is(code, 2);
  assert.match(stderr, /--spec is missing[^]*\n +did you mean --spec bank\?/);
  assert.match(at.call(['transform', 'bank', 'a.csv', '--out', '-']).stderr, /did you mean --spec bank\?/);
  assert.not.match(at.call(['transform', '--spec', 'bank', 'a.csv', 'b.csv']).stderr, /did you mean/);
});

test('messages of check and compile for a missing spec, a spec given twice, and a spec with errors', ({ at }) => {
  assert.is(at.call(['check', 'bank', 'specs/bank.yaml', './specs']).stderr, '1 spec checked: all valid\n');
  at.write('none/readme.txt', '');
  assert.equal(at.call(['check', '--specs', 'none']), { code: 0, stdout: '', stderr: 'no spec found in none\n' });
  at.write('specs/wrong.yaml', 'name: wrong\nformat: CSV\nfields: []\n');
  assert.match(at.call(['compile']).stderr, /\n1 spec compiled, 1 failed\n$/);
});

test.run();
