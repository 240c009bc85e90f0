/** The program starts from scripts with the code that V8 has compiled. What it prints does not depend on that code. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findTestProgram } from '../support/runner/test-program.ts';

const shared = dirname((await findTestProgram()).program);
// Other tests use the program at the same time. The copy is beside it, because the packages are found from there.
const folder = `${shared}-compiled-parts`;
cpSync(shared, folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'specmill-parts-'));
process.on('exit', () => {
  for (const one of [folder, work]) rmSync(one, { recursive: true, force: true });
});
const compiled = join(folder, 'compiled');
const codes = readdirSync(compiled).filter((name) => name.endsWith('.code'));
const data = join(work, 'data');
const modules = join(data, 'modules');
const spec = join(work, 'small.yaml');
const file = join(work, 'small.csv');
writeFileSync(
  spec,
  'name: small\nformat: CSV\nfields:\n  - { name: id, type: STRING }\n  - { name: n, type: INTEGER }\n',
);
writeFileSync(file, 'id,n\na,1\nb,x\n');

function validate(): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'specmill.js'), 'validate', '--spec', spec, '--data', data, file],
    { encoding: 'utf8', env: { ...process.env, SPECMILL_STATE: join(work, 'state') } },
  );
  assert.is(stderr, '');
  assert.is(status, 1);
  return stdout.replace(/in \d+ ms/, '');
}

const expected = validate();
const codeOfModule = (): string => {
  const [name = ''] = readdirSync(modules).filter((one) => one.endsWith('.code'));
  return join(modules, name);
};

/** Inverts bits in the middle of a file. */
function damage(path: string): void {
  const content = readFileSync(path);
  const at = content.length >> 1;
  content[at] = (content[at] ?? 0) ^ 0x55;
  writeFileSync(path, content);
}

test('V8 accepts the code of each script, although the build had a fixed seed', () => {
  assert.equal(codes.sort(), ['compiler.code', 'main.code', 'start.code']);
  for (const name of codes) {
    const text = readFileSync(join(compiled, name.replace('.code', '.cjs')), 'latin1');
    const cachedData = readFileSync(join(compiled, name)).subarray(32);
    assert.is(new Script(text, { cachedData }).cachedDataRejected, false, name);
  }
});

test('the code of a module is stored when it is read from the cache, and used again', () => {
  assert.is(validate(), expected);
  const first = readFileSync(codeOfModule());
  assert.is(validate(), expected);
  assert.equal(readFileSync(codeOfModule()), first);
});

test('damaged code of a module is ignored and replaced, and so is code with the signature of another user', () => {
  const before = readFileSync(codeOfModule());
  damage(codeOfModule());
  assert.is(validate(), expected);
  assert.is(readFileSync(codeOfModule()).length > 1000, true);
  rmSync(join(work, 'state'), { recursive: true });
  validate();
  assert.is(validate(), expected);
  assert.not.equal(readFileSync(codeOfModule()).subarray(0, 32), before.subarray(0, 32));
});

test('a script that was changed is compiled again, although its length is the same', () => {
  const path = join(compiled, 'main.cjs');
  const text = readFileSync(path, 'latin1');
  assert.ok(text.includes('is not a command'));
  writeFileSync(path, text.replaceAll('is not a command', 'is NOT a command'), 'latin1');
  const { stderr } = spawnSync(process.execPath, [join(folder, 'specmill.js'), '--x'], { encoding: 'utf8' });
  assert.match(stderr, 'is NOT a command');
  writeFileSync(path, text, 'latin1');
});

test('V8 with other flags compiles the scripts again', () => {
  const help = (...flags: string[]) => execFileSync(process.execPath, [...flags, join(folder, 'specmill.js'), 'help']);
  assert.equal(help('--no-lazy'), help());
});

test('damaged, shortened and missing code of the program is ignored', () => {
  rmSync(data, { recursive: true });
  const help = () => execFileSync(process.execPath, [join(folder, 'specmill.js'), 'serve', '--help']).toString();
  const helpOfService = help();
  for (const name of codes) damage(join(compiled, name));
  assert.is(validate(), expected);
  assert.is(help(), helpOfService);
  for (const name of codes) writeFileSync(join(compiled, name), readFileSync(join(compiled, name)).subarray(0, 20));
  assert.is(validate(), expected);
  for (const name of codes) rmSync(join(compiled, name));
  assert.is(validate(), expected);
});

test.run();
