import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The program that tests start: the shipped one, built from the current sources. It does not change during a run. */
export interface TestProgram {
  /** The path of specmill.js. */
  program: string;
  /** The id of the compiler in the program. */
  buildId: string;
  /** A folder for compiled modules, shared by the tests so that each spec is compiled once. */
  modules: string;
  /** A folder with an executable `specmill`. */
  bin: string;
}

/**
 * Returns the program of this test run. test/run.ts builds one for all of its test processes and passes its folder in
 * SPECMILL_TEST_PROGRAM. A test file that runs on its own builds its own.
 */
export async function findTestProgram(): Promise<TestProgram> {
  const folder = process.env['SPECMILL_TEST_PROGRAM'] ?? (await buildTestProgram());
  return {
    program: join(folder, 'specmill.js'),
    buildId: readFileSync(join(folder, 'build-id'), 'utf8'),
    modules: join(folder, 'modules'),
    bin: join(folder, 'bin'),
  };
}

/**
 * Builds the program into a folder that is removed when this process exits. Sets SPECMILL_TEST_PROGRAM for the processes
 * that this one starts. Returns the folder.
 */
export async function buildTestProgram(): Promise<string> {
  const folder = join(ROOT, 'dist', `test-${process.pid}`);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Plain JavaScript without types.
  const { buildProgram } = (await import(pathToFileURL(join(ROOT, 'runtime/build.mjs')).href)) as {
    buildProgram(folder: string): Promise<string>;
  };
  writeFileSync(join(folder, 'build-id'), await buildProgram(folder));
  for (const name of ['modules', 'bin']) mkdirSync(join(folder, name));
  // An executable, because a shell function is lost in a /bin/sh that the shell starts.
  const script = `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'specmill.js')}' "$@"\n`;
  writeFileSync(join(folder, 'bin/specmill'), script, { mode: 0o755 });
  // The key of the module cache is that of this test run, and not that of the person who runs it.
  process.env['SPECMILL_STATE'] ??= join(folder, 'state');
  process.env['SPECMILL_TEST_PROGRAM'] = folder;
  return folder;
}
