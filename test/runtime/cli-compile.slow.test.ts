import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
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

const test = suite<{ at: Workplace }>('specmill compile');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/good.yaml', GOOD);
});
test.after.each(({ at }) => at.remove());

test('compile: modules and their types are written only if they change', ({ at }) => {
  const first = at.call(['compile']);
  assert.is(first.code, 0);
  assert.equal(readdirSync(at.path('generated'), { recursive: true }).sort(), [
    'dist',
    'dist/good.d.mts',
    'dist/good.d.ts',
    'dist/good.mjs',
    'good.fast.ts',
    'good.ts',
  ]);
  const before = statSync(at.path('generated/good.ts')).mtimeMs;
  assert.equal(at.call(['compile']), { code: 0, stdout: '', stderr: '1 spec compiled\n' });
  assert.is(statSync(at.path('generated/good.ts')).mtimeMs, before);
  assert.equal(
    [at.call(['compile', 'good', '--out', 'other/place']).code, existsSync(at.path('other/place/good.ts'))],
    [0, true],
  );
});

test('compile --check: reports missing, different and stale files, and writes nothing', ({ at }) => {
  const missing = at.call(['compile', '--check']);
  assert.is(missing.code, 1);
  assert.match(missing.stdout, /generated\/good\.ts is missing/);
  assert.not(existsSync(at.path('generated')));

  at.call(['compile']);
  rmSync(at.path('generated/dist'), { recursive: true });
  assert.is(at.call(['compile', '--check']).code, 0);

  writeFileSync(at.path('generated/good.ts'), '// other\n', { flag: 'a' });
  const other = at.call(['compile', '--check']);
  assert.equal([other.code, /good\.ts does not match its spec/.test(other.stdout)], [1, true]);
  assert.match(readFileSync(at.path('generated/good.ts'), 'utf8'), /other\n$/);

  at.call(['compile']);
  at.write('generated/gone.ts', 'export {};\n');
  const left = at.call(['compile', '--check']);
  assert.equal([left.code, /gone\.ts has no spec: delete it/.test(left.stdout)], [1, true]);
  assert.is(at.call(['compile', '--check', 'good']).code, 0, 'checking one spec ignores the others');
});

test('compile: a folder that cannot be created is reported, also on a read-only parent', ({ at }) => {
  at.write('file', '');
  for (const out of [at.path('file/in/it'), ...(existsSync('/proc/self') ? ['/proc/none/x'] : [])]) {
    const { code, stderr } = at.call(['compile', '--out', out]);
    assert.equal([code, /cannot (read|write) \S+good\.ts: /.test(stderr)], [3, true], stderr);
  }
});

test.run();
