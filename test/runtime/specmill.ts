import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { cacheKey, openModuleCache, storeCompiled } from '../../runtime/registry/compile/module-cache.ts';
import { readSpecFile } from '../../runtime/registry/folder/spec-files.ts';
import { fakeModule } from './fake-module.ts';

const root = resolve(import.meta.dirname, '../..');

// The program as it is shipped, of the sources as they are now: it starts at once, and does not change under a test.
const built = join(root, 'dist', `test-${process.pid}`);
// A started program does not outlive the test: one that failed has not stopped it.
const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(built, { recursive: true, force: true });
});
// Plain JavaScript, which has no types.
const { buildProgram } = (await import(pathToFileURL(join(root, 'runtime/build.mjs')).href)) as {
  buildProgram(folder: string): Promise<string>;
};
const buildId = await buildProgram(built);
const program = join(built, 'specmill.js');
// Compiled modules, for all workplaces that share them: the program compiles each spec once.
const modules = join(built, 'modules');
mkdirSync(modules);
// The key of the module cache is this test's own, and not that of the person who runs it.
process.env['SPECMILL_STATE'] ??= join(built, 'state');
// What a shell, and whatever a shell starts, finds by the name: a function would be lost where /bin/sh stands between.
const bin = join(built, 'bin');
mkdirSync(bin, { recursive: true });
writeFileSync(join(bin, 'specmill'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder of its own in which the program is called. */
export interface Workplace {
  folder: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): string;
  /** Calls `specmill` with its output caught, so that neither is a terminal. */
  call(args: readonly string[], options?: { input?: string | Uint8Array; env?: Record<string, string> }): Ended;
  /** A line for a shell, in which `specmill` is the program; its exit code is the last command's. */
  shell(line: string): Ended;
  /** The program as a child process, to be spoken to. */
  start(args: readonly string[]): ReturnType<typeof spawn>;
  /** Ends what was started and removes the folder. */
  remove(): void;
}

export interface WorkplaceOptions {
  /** Gives the workplace an empty module cache, for tests of the cache or the compiler. Otherwise all share one. */
  hasOwnModules?: boolean;
}

export function makeWorkplace({ hasOwnModules = false }: WorkplaceOptions = {}): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-cli-'));
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NODE_NO_WARNINGS: '1' };
  const path = (name: string) => join(folder, name);
  if (!hasOwnModules) {
    mkdirSync(path('.data'));
    symlinkSync(modules, path('.data/modules'));
  }
  const children: ChildProcess[] = [];
  return {
    folder,
    path,
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    call(args, { input = '', env: more = {} } = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        input,
        env: { ...env, ...more },
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      return { code: status, stdout, stderr };
    },
    shell(line) {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', line], {
        cwd: folder,
        env,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      return { code: status, stdout, stderr };
    },
    start(args) {
      const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
      children.push(child);
      started.add(child.once('exit', () => started.delete(child)));
      return child;
    },
    remove() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The hand-written module as a standalone ES module. */
export const fakeEsm =
  buildSync({
    stdin: {
      contents:
        'import { fakeModule } from "./fake-module.ts"; export const { spec, read, check, createTransformer } = fakeModule;',
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  }).outputFiles[0]?.text ?? '';

/**
 * Puts the hand-written module into a workplace's cache, as what `specs/fake.yaml` compiles to: then the
 * command line is tried for itself, and the compiler has no part in it. `data` is the data folder.
 */
export async function cacheFakeModule(workplace: Workplace, data = '.data'): Promise<void> {
  const path = workplace.write('specs/fake.yaml', 'not: a spec; its module is in the cache\n');
  const key = cacheKey(await readSpecFile(path, workplace.path('specs')), buildId);
  const { name, version, format } = fakeModule.spec;
  const spec = { name, format, fields: [{ name: 'line', type: 'STRING' as const }] };
  await storeCompiled(
    await openModuleCache(workplace.path(data)),
    key,
    { name, version, spec, source: '', fastSource: null, sourceHash: '', esm: fakeEsm, dts: '' },
    [],
  );
}
