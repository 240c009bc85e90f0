/** The build contains ts-morph with the code that V8 has compiled for it. The modules do not depend on that. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findTestProgram } from '../support/runner/test-program.ts';

const root = new URL('../../', import.meta.url).pathname;
const expected = readFileSync(join(root, 'generated/payments.ts'), 'utf8');
const shared = dirname((await findTestProgram()).program);
// Other tests use the program at the same time. The copy is beside it, because the packages are found from there.
const folder = `${shared}-ts-morph`;
cpSync(shared, folder, { recursive: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const program = join(folder, 'specmill.js');
/** The compiled code follows its SHA-256. */
const CHECKSUM_BYTES = 32;
const cache = join(folder, 'ts-morph/ts-morph.cache');

/** Compiles a spec with the built program in a process with options for V8, and returns the module. */
function compileWith(...options: string[]): string {
  const out = mkdtempSync(join(tmpdir(), 'specmill-ts-morph-'));
  try {
    const args = ['compile', 'payments', '--specs', join(root, 'specs'), '--out', out];
    execFileSync(process.execPath, [...options, program, ...args], { stdio: 'pipe' });
    return readFileSync(join(out, 'payments.ts'), 'utf8');
  } finally {
    rmSync(out, { recursive: true });
  }
}

test('the build has ts-morph as one file, and the code that V8 has compiled', () => {
  assert.ok(existsSync(cache));
  assert.is(compileWith(), expected);
});

test('V8 accepts the compiled code, although the build had a fixed seed', () => {
  const cachedData = readFileSync(cache).subarray(CHECKSUM_BYTES);
  const script = new Script(readFileSync(join(dirname(cache), 'ts-morph.cjs'), 'latin1'), { cachedData });
  assert.is(script.cachedDataRejected, false);
});

test('V8 with other flags rejects the compiled code, and the modules are the same', () => {
  assert.is(compileWith('--no-lazy'), expected);
});

test('damaged code is rejected, and the modules are the same', () => {
  const content = readFileSync(cache);
  // V8 itself crashes with such code.
  content[100_000] = (content[100_000] ?? 0) ^ 0x55;
  writeFileSync(cache, content);
  assert.is(compileWith(), expected);
  writeFileSync(cache, content.subarray(0, 100_000));
  assert.is(compileWith(), expected);
});

test('without the files, the package is loaded', () => {
  rmSync(dirname(cache), { recursive: true });
  assert.is(compileWith(), expected);
});

test.run();
