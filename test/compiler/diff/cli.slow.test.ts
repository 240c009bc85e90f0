import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Ended, createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace }>('specmill diff');

test.before.each((context) => {
  context.at = createWorkplace();
});
test.after.each(({ at }) => at.remove());

const orders = (rules: string, head = '') =>
  `name: orders\nformat: CSV\n${head}fields:\n  - { name: id, type: STRING }\n  - { name: amount, type: DECIMAL }\nvalidationRules:\n${rules}\n`;
const least = (value: string) => `  - { ruleId: least, field: amount, ruleType: MIN_VALUE, value: "${value}" }`;
const FILE = 'id,amount\na,0.50\nb,2.00\nc,x\n';

interface Report {
  breaking: boolean;
  changes: {
    code: string;
    axis: string;
    grade: string;
    path: string;
    before: unknown;
    after: unknown;
    message: string;
  }[];
  samples: {
    file: string;
    records: number;
    changed: number;
    byKind: Record<string, number>;
    first: { kind: string; record: number | null; line: number | null; before: unknown; after: unknown }[];
  }[];
}

const reportOf = ({ stdout }: Ended) => JSON.parse(stdout) as Report;
const isRefused = ({ code, stdout, stderr }: Ended, message: RegExp) => {
  assert.equal([code, stdout], [2, '']);
  assert.match(stderr, message);
  assert.not.match(stderr, /\n\s+at |node:internal|\.ts:/);
};

test('two files: the JSON output has exactly the documented members', ({ at }) => {
  at.write('a.yaml', orders(least('0.01')));
  at.write('b.yaml', orders(least('1')));
  at.write('b/file.csv', FILE);
  const ended = at.call(['diff', 'a.yaml', 'b.yaml', '--format', 'json']);
  assert.equal([ended.code, ended.stderr], [0, '']);
  const report = reportOf(ended);
  assert.equal(Object.keys(report), ['breaking', 'changes', 'samples']);
  assert.is(report.breaking, true);
  assert.equal(
    report.changes.map((change) => Object.keys(change)),
    [['code', 'axis', 'grade', 'path', 'before', 'after', 'message']],
  );
  assert.equal(report.changes[0], {
    code: 'rule_operand_changed',
    axis: 'verdict',
    grade: 'breaking',
    path: 'b.yaml#/validationRules/0/value',
    before: '0.01',
    after: '1',
    message:
      'rule "least": "amount" must be at least 1; previously it had to be at least 0.01; for example, "0.1" now gets a worse verdict',
  });
  const [sample] = report.samples;
  assert.equal(Object.keys(sample ?? {}), ['file', 'records', 'changed', 'byKind', 'first']);
  assert.equal(
    [sample?.file, sample?.records, sample?.changed, sample?.byKind],
    ['b/file.csv', 3, 1, { verdict_raised: 1 }],
  );
  assert.equal(
    sample?.first.map(({ kind, record, line, before }) => [kind, record, line, before]),
    [['verdict_raised', 1, 2, { verdict: 'none', issues: [] }]],
  );
});

test('exit codes: 1 only with --fail-on breaking and a breaking change', ({ at }) => {
  at.write('a.yaml', orders(least('0.01')));
  at.write('b.yaml', orders(least('1')));
  assert.is(at.call(['diff', 'a.yaml', 'b.yaml', '--no-samples']).code, 0);
  assert.is(at.call(['diff', 'a.yaml', 'b.yaml', '--no-samples', '--fail-on', 'breaking']).code, 1);
  assert.is(at.call(['diff', 'b.yaml', 'a.yaml', '--no-samples', '--fail-on', 'breaking']).code, 0);
  assert.is(at.call(['diff', 'a.yaml', 'a.yaml', '--no-samples', '--fail-on', 'breaking']).stdout, 'no change\n');
});

test('errors of either spec are reported with positions and exit code 1', ({ at }) => {
  at.write('a.yaml', orders(least('much')));
  at.write('b.yaml', orders(least('1').replace('amount', 'amonut')));
  const { code, stdout, stderr } = at.call(['diff', 'a.yaml', 'b.yaml']);
  assert.equal([code, stdout], [1, '']);
  assert.match(stderr, /^a\.yaml:7:\d+ invalid_operand: [^]*^b\.yaml:7:\d+ unknown_field: /m);
});

test('wrong usage has exit code 2 and suggests a fix', ({ at }) => {
  at.write('specs/orders.yaml', orders(least('1')));
  at.write('a.yaml', orders(least('1')));
  isRefused(at.call(['diff']), /OLD is missing/);
  isRefused(at.call(['diff', 'a.yaml', 'specs/orders.yaml', 'more']), /unexpected operand "more"/);
  isRefused(at.call(['diff', 'a.yaml', 'specs']), /specs is a folder and a\.yaml is not/);
  isRefused(at.call(['diff', 'a.yaml', 'nothing.yaml']), /cannot read the spec nothing\.yaml/);
  isRefused(at.call(['diff', 'a.yaml', 'a.yaml', '--format', 'html']), /--format takes one of text, json, markdown/);
  isRefused(at.call(['diff', 'a.yaml', 'a.yaml', '--fail-on', 'neutral']), /--fail-on takes "breaking"/);
  isRefused(at.call(['diff', 'a.yaml', 'a.yaml', '--samples', 'none']), /--samples: the folder none does not exist/);
  isRefused(at.call(['diff', 'HEAD']), /\.\/specs is not in a git repository/);
});

test('two folders: added, removed, renamed and changed specs', ({ at }) => {
  for (const name of ['gone', 'was'])
    at.write(
      `old/${name}.yaml`,
      `name: ${name}\nformat: CSV\nfields:\n  - { name: ${name === 'was' ? 'key' : 'id'}, type: STRING }\n`,
    );
  for (const name of ['is', 'new'])
    at.write(
      `now/${name}.yaml`,
      `name: ${name}\nformat: CSV\nfields:\n  - { name: ${name === 'is' ? 'key' : 'other'}, type: STRING }\n`,
    );
  at.write('old/orders.yaml', orders(least('1')));
  at.write(
    'now/orders.json',
    JSON.stringify({
      name: 'orders',
      format: 'CSV',
      fields: [
        { name: 'id', type: 'STRING' },
        { name: 'amount', type: 'DECIMAL' },
      ],
      validationRules: [{ ruleId: 'least', field: 'amount', ruleType: 'MIN_VALUE', value: '0' }],
    }),
  );
  const { changes } = reportOf(at.call(['diff', 'old', 'now', '--format', 'json', '--no-samples']));
  assert.equal(
    changes.map(({ code, grade, path }) => [code, grade, path]),
    [
      ['spec_renamed', 'breaking', 'now/is.yaml#/name'],
      ['spec_added', 'compatible', 'now/new.yaml#'],
      ['rule_operand_changed', 'compatible', 'now/orders.json#/validationRules/0/value'],
      ['spec_removed', 'breaking', 'old/gone.yaml#'],
    ],
  );
});

test('text and markdown: breaking changes come first, and file content is neither markup nor terminal control', ({
  at,
}) => {
  at.write('a.yaml', orders(least('0.01')));
  at.write(
    'b.yaml',
    orders(
      least('1'),
      'numbersAs: STRING\ndescription: Other\ncorrectionRules: [{ ruleId: up, field: id, correctionType: UPPER_CASE }]\n',
    ),
  );
  at.write('b/f.csv', 'id,amount\n"<b>@you|\x1b[31m",0.5\n');
  const text = at.call(['diff', 'a.yaml', 'b.yaml']).stdout;
  assert.match(
    text,
    /^b\.yaml\n {2}Grade +Axis +Code +Change\n {2}breaking +message +numbers_as_changed [^]*\n {2}breaking +verdict [^]*\n {2}neutral +verdict +description_changed/,
  );
  assert.match(text, / \(registry: FULL\)\n/);
  assert.match(text, /\n3 breaking, 0 compatible, 1 neutral; 1 of 1 sample record changes\n$/);
  const markdown = at.call(['diff', 'a.yaml', 'b.yaml', '--format', 'markdown']).stdout;
  assert.match(markdown, /^<!-- specmill diff -->\n### Specs: breaking\n\n3 breaking, 0 compatible, 1 neutral\.\n/);
  assert.match(markdown, /<details><summary>1 non-breaking change<\/summary>/);
  assert.match(markdown, /&#60;b&#62;&#64;you&#124;[^|]*→[^|]*&#60;B&#62;&#64;YOU&#124;/);
  for (const output of [text, markdown]) assert.not.match(output, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  for (const line of markdown.split('\n').filter((one) => one.startsWith('| ')))
    assert.ok([5, 6].includes(line.split('|').length - 1), line);
});

test('--samples: a folder with the files of one spec, or with a subfolder for each of several specs', ({ at }) => {
  at.write('old/orders.yaml', orders(least('0.01')));
  at.write('now/orders.yaml', orders(least('1')));
  at.write('samples/orders/x.csv', FILE);
  at.write('samples/orders/x.csv.expected.json', '{}');
  const folders = reportOf(at.call(['diff', 'old', 'now', '--samples', 'samples', '--format', 'json']));
  assert.equal(
    folders.samples.map(({ file, changed }) => [file, changed]),
    [['samples/orders/x.csv', 1]],
  );
  const files = reportOf(
    at.call(['diff', 'old/orders.yaml', 'now/orders.yaml', '--samples', 'samples/orders', '--format', 'json']),
  );
  assert.equal(files.samples, folders.samples);
});

test('text and markdown collapse equal cases of several files into one, with the changed members only', ({ at }) => {
  at.write('a.yaml', orders(least('0.01')));
  at.write(
    'b.yaml',
    orders(least('0.01')).replaceAll('amount', 'total').replace('type: DECIMAL', 'type: DECIMAL, columnName: amount'),
  );
  for (let number = 1; number <= 30; number++) at.write(`b/${String(number).padStart(2, '0')}.csv`, FILE);
  at.write('b/empty.csv', 'id,amount\n');
  const { stdout } = at.call(['diff', 'a.yaml', 'b.yaml']);
  assert.match(stdout, /^b\/01\.csv and 29 more files: 60 of 90 records change$/m);
  assert.match(stdout, /^ {5}60 {2}different event {2}record 1 \(line 2\) {2}\{"amount":0\.50\} → \{"total":0\.50\}$/m);
  assert.match(stdout, /^b\/empty\.csv: no record$/m);
  assert.ok(stdout.length < 1000, `${stdout.length} characters`);
  const markdown = at.call(['diff', 'a.yaml', 'b.yaml', '--format', 'markdown']).stdout;
  assert.match(markdown, /01\.csv<\/code> and 29 more files: 60 of 90 records change\./);
  assert.ok(markdown.length < 1500, `${markdown.length} characters`);
});

test('a changed reference table is a change of verdict, and each version of a spec reads its own tables', ({ at }) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: at.folder });
  const spec = (key: string) =>
    `name: pay\nformat: CSV\nreference:\n  codes: { file: reference/codes.csv, key: ${key} }\nfields:\n  - { name: code, type: STRING }\n  - { name: title, type: STRING, value: 'lookup("codes", code, "name")' }\nvalidationRules:\n  - { ruleId: known, field: code, ruleType: IN_REFERENCE, value: codes }\n`;
  at.write('specs/pay.yaml', spec('code'));
  at.write('specs/reference/codes.csv', 'code,name\nEUR,Euro\nUSD,Dollar\n');
  at.write('specs/pay/a.csv', 'code\nEUR\nUSD\nGBP\n');
  git('init', '-q');
  git('add', 'specs');
  git('commit', '-q', '-m', 'a table');
  const unchanged = at.call(['diff', 'HEAD']);
  assert.equal([unchanged.stdout, unchanged.stderr], ['no change\n', '']);
  at.write('specs/reference/codes.csv', 'code,name\nEUR,euro\nGBP,Pound\n');
  const changed = at.call(['diff', 'HEAD', '--format', 'json']);
  assert.is(changed.stderr, '');
  const { changes, samples } = reportOf(changed);
  assert.equal(
    changes.map(({ code, axis, grade, path }) => [code, axis, grade, path]),
    [['reference_table_changed', 'verdict', 'breaking', 'specs/pay.yaml#/reference/codes']],
  );
  assert.equal(
    samples.map(({ records, changed, byKind }) => [records, changed, byKind]),
    [[3, 3, { value: 3, verdict_raised: 1, verdict_lowered: 1 }]],
  );
  at.write('other/pay.yaml', spec('name'));
  const without = at.call(['diff', 'specs', 'other', '--samples', 'specs', '--format', 'json']);
  assert.match(
    without.stderr,
    /^the samples of other\/pay\.yaml were not compared: the reference table "codes" cannot/,
  );
  assert.equal(
    reportOf(without).changes.map(({ path, message }) => [path, message]),
    [['other/pay.yaml#/reference/codes/key', 'the key of the reference table "codes" is "name" instead of "code"']],
  );
});

test.run();
