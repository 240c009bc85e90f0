import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('init');

test.before.each((context) => {
  context.at = createWorkplace();
});
test.after.each(({ at }) => at.remove());

test('the new project passes check and test with full coverage', ({ at }) => {
  const { code, stdout, stderr } = at.call(['init', 'new project']);
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, /^wrote new project\/specs\/orders\.yaml\n[^]*\nNext: cd new project && npx specmill test\n$/);
  const tested = at.shell('cd "new project" && specmill check && specmill test --require-coverage');
  assert.equal(
    [tested.code, tested.stderr],
    [0, '1 spec checked: all valid\n1 spec; 1 sample: 1 passed; 5 of 5 rules and corrections exercised\n'],
  );
});

test('the workflow is valid YAML and runs the commands that the project passes', ({ at }) => {
  at.call(['init']);
  const workflow = parse(readFileSync(at.path('.github/workflows/specs.yml'), 'utf8')) as {
    jobs: { specs: { steps: { run?: string }[] } };
  };
  const commands = workflow.jobs.specs.steps.flatMap(({ run }) => (run?.startsWith('npx ') ? [run.slice(4)] : []));
  assert.equal(commands, ['specmill check --format github', 'specmill test --require-coverage']);
  for (const command of commands) assert.is(at.shell(command).code, 0);
});

test('an existing file is never overwritten, and then nothing is written', ({ at }) => {
  for (const path of ['specs/orders.yaml', '.github/workflows/specs.yml', 'specs/orders/orders.csv.expected.json']) {
    const folder = path.replaceAll('/', '-');
    at.write(join(folder, path), 'mine');
    const { code, stderr } = at.call(['init', folder]);
    assert.equal([code, stderr.includes(`${folder}/${path} already exists`)], [2, true], stderr);
    assert.is(readFileSync(at.path(join(folder, path)), 'utf8'), 'mine');
    const files = readdirSync(at.path(folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    assert.is(files.length, 1);
  }
  assert.not(existsSync(at.path('specs')));
});

test('a folder that cannot be written is exit code 3', ({ at }) => {
  at.write('file', '');
  assert.match(at.call(['init', 'file/in']).stderr, /cannot write to file\/in: a part of the path is not a folder/);
});

test.run();
