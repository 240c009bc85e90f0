import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { openStore } from '../../runtime/state/store/open-store.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const GOOD = `name: good
format: CSV
fields:
  - { name: id, type: INTEGER, required: true }
  - { name: secret, type: STRING, sensitive: true }
correctionRules:
  - { ruleId: trim, field: secret, correctionType: TRIM }
validationRules:
  - { ruleId: short, field: secret, ruleType: MAX_LENGTH, value: 3, severity: WARNING }
`;
const WRONG = GOOD.replace('name: good', 'name: wrong').replace('field: secret, ruleType', 'field: secrt, ruleType');
const FILE = 'id,secret\n1,abc\nx,abcd\n3, hidden \n';

const test = suite<{ at: Workplace }>('check, compile and real modules');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/good.yaml', GOOD);
  context.at.write('a.csv', FILE);
});
test.after.each(({ at }) => at.remove());

test('check: the whole folder, diagnostics with positions, exit code 1 for an error', ({ at }) => {
  at.write('specs/good/sample.json', '{"not": "a spec"}');
  assert.equal(at.call(['check']), {
    code: 0,
    stdout: 'specs/good.yaml is valid\n',
    stderr: '1 spec checked: all valid\n',
  });
  at.write('specs/wrong.yaml', WRONG);
  const { code, stdout, stderr } = at.call(['check']);
  assert.equal([code, stderr], [1, '2 specs checked: 1 error, 0 warnings\n']);
  assert.match(stdout, /^specs\/wrong\.yaml:9:\d+ unknown_field: .*secrt.*$/m);
  assert.match(stdout, /secret/);
  assert.match(stdout, /^> +9 \| .*secrt/m);
});

test('check: by name, path or folder; an unknown name is reported with the known ones', ({ at }) => {
  at.write('specs/wrong.yaml', WRONG);
  at.write(
    'elsewhere/other.json',
    JSON.stringify({ name: 'other', format: 'CSV', fields: [{ name: 'a', type: 'STRING' }] }),
  );
  assert.is(at.call(['check', 'good']).code, 0);
  assert.is(
    at.call(['check', 'specs/good.yaml', 'elsewhere']).stdout,
    'specs/good.yaml is valid\nelsewhere/other.json is valid\n',
  );
  assert.is(at.call(['check', '--specs', 'elsewhere']).stdout, 'elsewhere/other.json is valid\n');
  const missing = at.call(['check', 'godo']);
  assert.is(missing.code, 2);
  assert.match(missing.stderr, /no spec "godo" in \.\/specs\n +did you mean good\?/);
  assert.is(at.call(['check', '--specs', 'no']).code, 2);
  assert.is(at.call(['check', 'no.yaml']).code, 2);
});

test('check: a spec that is not UTF-8, is a folder, or contains terminal escapes', ({ at }) => {
  at.write('specs/bytes.yaml', Buffer.from([0x6e, 0xff, 0xfe]));
  const bytes = at.call(['check', 'bytes']);
  assert.equal([bytes.code, bytes.stdout], [2, '']);
  assert.match(bytes.stderr, /bytes\.yaml: .*not valid UTF-8/);
  at.write('specs/steer.yaml', GOOD.replace('name: good', 'name: "st\\e[2Jeer"'));
  const steer = at.call(['check', 'steer']);
  assert.is(steer.code, 1);
  assert.not.match(steer.stdout + steer.stderr, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});

test('compile: a wrong spec is reported, the others are written', ({ at }) => {
  at.write('specs/wrong.yaml', WRONG);
  const { code, stderr } = at.call(['compile']);
  assert.is(code, 1);
  assert.match(stderr, /specs\/wrong\.yaml:9:\d+ unknown_field/);
  assert.equal([existsSync(at.path('generated/good.ts')), existsSync(at.path('generated/wrong.ts'))], [true, false]);
});

test('compile: a spec name cannot escape the output folder', ({ at }) => {
  at.write('specs/up.yaml', GOOD.replace('name: good', 'name: ../../up'));
  assert.is(at.call(['compile', 'up']).code, 1);
  assert.not(existsSync(at.path('generated')));
});

test('a spec with errors reads no file: exit code 1, the diagnostics on stderr', ({ at }) => {
  at.write('specs/wrong.yaml', WRONG);
  for (const call of [
    ['validate', '--spec', 'wrong', 'a.csv'],
    ['transform', '--spec', 'specs/wrong.yaml', 'a.csv', '--out', 'out'],
  ]) {
    const { code, stdout, stderr } = at.call(call);
    assert.equal([code, stdout], [1, '']);
    assert.match(
      stderr,
      /specs\/wrong\.yaml:9:\d+ unknown_field[^]*specs\/wrong\.yaml has 1 error\. The file was not read/,
    );
  }
  assert.not(existsSync(at.path('out')));
});

test('validate: a sensitive value appears in no output', ({ at }) => {
  const input = `${FILE}4,${'geheim'.repeat(3)}\n5,geheim,6\n`;
  const table = at.call(['validate', '--spec', 'good', '-'], { input });
  assert.is(table.code, 1);
  assert.match(table.stdout, /WARNING +secret +\(masked, length 18\)/);
  const json = at.call(['validate', '--spec', 'good', '-', '--json'], { input });
  assert.not.match(table.stdout + table.stderr + json.stdout + json.stderr, /geheim|hidden /);
  // The documented output format, parsed.
  const { errors } = JSON.parse(json.stdout) as ProcessingResult;
  assert.equal(errors.find(({ record }) => record === 4)?.messages[0]?.masked, true);
});

test('a large number of errors is counted exactly, however many are listed', ({ at }) => {
  const input = `id,secret\n${Array.from({ length: 2500 }, (_, i) => `${i % 5 === 0 ? 'x' : i},a`).join('\n')}\n`;
  const { stdout } = at.call(['validate', '--spec', 'good', '-', '--json', '--skip-invalid', '--error-limit', '7'], {
    input,
  });
  const result = JSON.parse(stdout) as ProcessingResult;
  assert.equal(
    [result.totalRecords, result.processedRecords, result.skippedRecords, result.failedRecords],
    [2500, 2000, 0, 500],
  );
  assert.equal(
    [result.errors.length, result.errorsTruncated, result.issueCounts.map(({ count }) => count)],
    [7, true, [500]],
  );
});

test('a module is compiled once; a damaged cache is rebuilt; a changed spec is compiled again', ({ at }) => {
  rmSync(at.path('.data'), { recursive: true });
  const validate = () => at.call(['validate', '--spec', 'good', 'a.csv', '--json']);
  assert.is(validate().code, 1);
  const cache = at.path('.data/modules');
  const modules = () => readdirSync(cache).filter((name) => name.endsWith('.mjs'));
  const [name = ''] = modules();
  const text = readFileSync(join(cache, name), 'utf8');
  const first = statSync(join(cache, name)).mtimeMs;
  assert.equal([validate().code, statSync(join(cache, name)).mtimeMs], [1, first]);

  writeFileSync(join(cache, name), text.slice(0, -100));
  assert.is(validate().code, 1);
  assert.is(readFileSync(join(cache, name), 'utf8'), text);
  for (const file of readdirSync(cache)) writeFileSync(join(cache, file), '');
  assert.is(validate().code, 1);

  at.write('specs/good.yaml', GOOD.replace('value: 3', 'value: 4'));
  assert.is(validate().code, 1);
  assert.is(modules().length, 2);
});

test('validate works without a usable data folder', ({ at }) => {
  at.write('file', '');
  const { code, stderr } = at.call(['validate', '--spec', 'good', 'a.csv', '--data', 'file/data']);
  assert.equal([code, stderr], [1, '']);
  mkdirSync(at.path('closed'));
  chmodSync(at.path('closed'), 0o500);
  assert.is(at.call(['validate', '--spec', 'good', 'a.csv', '--data', 'closed']).code, 1);
});

test('two specs with the same name: the message asks which one', ({ at }) => {
  at.write('specs/good.json', '{}');
  const { code, stderr } = at.call(['validate', '--spec', 'good', 'a.csv']);
  assert.is(code, 2);
  assert.match(stderr, /specs\/good\.json and specs\/good\.yaml have the same name[^]*by its path/);
  assert.is(at.call(['validate', '--spec', 'specs/good.yaml', 'a.csv']).code, 1);
});

test('a spec of the API is found by its id while a service uses the data folder', async ({ at }) => {
  const id = '3999c7b4-8142-49f3-8eb9-45101bb1dbd9';
  assert.match(at.call(['validate', '--spec', id, 'a.csv']).stderr, /there is no spec "3999c7b4/);
  const store = await openStore(at.path('.data'));
  try {
    const body = JSON.stringify({
      name: 'Of the API',
      format: 'CSV',
      onExtraColumns: 'IGNORE',
      fields: [{ name: 'id', type: 'STRING' }],
    });
    await store.specs.insert({ id, name: 'Of the API', body, version: 'not looked at' });
    const { code, stdout, stderr } = at.call(['validate', '--spec', id.toUpperCase(), 'a.csv', '--json']);
    assert.equal([code, stderr], [0, '']);
    const { specId, totalRecords } = JSON.parse(stdout) as ProcessingResult;
    assert.equal([specId, totalRecords], [id, 3]);
    assert.is(
      at.call(['transform', '--spec', id, 'a.csv', '--out', '-']).stdout,
      '{"id":"1"}\n{"id":"x"}\n{"id":"3"}\n',
    );
    assert.match(at.call(['docs', id]).stdout, /Of the API/);
  } finally {
    await store.close();
  }
});

test.run();
