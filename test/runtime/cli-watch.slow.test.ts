import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const SPEC = 'name: good\nformat: CSV\nfields:\n  - { name: a, type: STRING }\n';

const test = suite<{ at: Workplace }>('--watch');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/good.yaml', SPEC);
});
test.after.each(({ at }) => at.remove());

/** Starts a command that watches. `runs` waits until it has run this often, and returns all of its output. */
function watch(at: Workplace, ...args: string[]) {
  const child = at.start([...args, '--watch']);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const runs = async (count: number) => {
    await eventually(() => output.split('waiting for changes').length > count);
    return output;
  };
  return { child, runs };
}

test('check runs again after each change and ends on SIGINT with 130', async ({ at }) => {
  const { child, runs } = watch(at, 'check');
  assert.match(await runs(1), /specs\/good\.yaml is valid/);
  at.write('specs/good.yaml', SPEC.replace('STRING', 'STRIN'));
  assert.match(await runs(2), /unknown_value/);
  at.write('specs/good.yaml', SPEC);
  assert.match(await runs(3), /is valid[^]*unknown_value[^]*is valid/);
  child.kill('SIGINT');
  assert.equal(await once(child, 'exit'), [130, null]);
});

test('a spec that is removed and written again does not end the watch', async ({ at }) => {
  const { child, runs } = watch(at, 'check', 'good');
  await runs(1);
  rmSync(at.path('specs/good.yaml'));
  assert.match(await runs(2), /there is no spec "good"/);
  at.write('specs/good.yaml', SPEC);
  assert.match(await runs(3), /there is no spec[^]*is valid/);
  child.kill('SIGTERM');
  assert.equal(await once(child, 'exit'), [143, null]);
});

test('test runs again after a change of a sample', async ({ at }) => {
  at.write('specs/good/a.csv', 'a\n1\n');
  at.call(['test', '--update']);
  const { runs } = watch(at, 'test');
  assert.match(await runs(1), /passed {3}a\.csv/);
  at.write('specs/good/a.csv', 'a\n2\n');
  assert.match(await runs(2), /differs {2}a\.csv/);
});

test('--watch and --update cannot be combined', ({ at }) => {
  assert.match(at.call(['test', '--watch', '--update']).stderr, /--watch and --update cannot be combined/);
});

test.run();
