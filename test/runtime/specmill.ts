import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { cacheKey, openModuleCache, storeCompiled } from '../../runtime/state/registry/compile/module-cache.ts';
import { readSpecFile } from '../../runtime/state/registry/folder/spec-files.ts';
import { findTestProgram } from '../support/runner/test-program.ts';
import { fakeModule } from './fake-module.ts';

const { program: testProgram, buildId, modules, bin } = await findTestProgram();
// Ended with the tests, because a failed test does not stop its program.
const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder in which a test calls the program. */
export interface Workplace {
  folder: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): string;
  /** Calls `specmill` with its output captured, so that neither stream is a terminal. */
  call(args: readonly string[], options?: { input?: string | Uint8Array; env?: Record<string, string> }): Ended;
  /** Runs a shell line in which `specmill` is the program. The exit code is that of the last command. */
  shell(line: string): Ended;
  /** Starts the program as a child process. */
  start(args: readonly string[]): ReturnType<typeof spawn>;
  /** Ends the started programs and removes the folder. */
  remove(): void;
}

/** The settings of the allocator in runtime/deploy. */
export const DEPLOYED_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

export interface WorkplaceOptions {
  /** Creates an empty module cache for tests of the cache or the compiler. By default all workplaces share one. */
  hasOwnModules?: boolean;
  /** Further environment variables of the programs. */
  env?: Readonly<Record<string, string>>;
  /** The path of another build. */
  program?: string;
}

export function createWorkplace({
  hasOwnModules = false,
  env: more = {},
  program = testProgram,
}: WorkplaceOptions = {}): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-cli-'));
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NODE_NO_WARNINGS: '1', ...more };
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
 * Stores the hand-written module in a workplace's cache as the module of `specs/fake.yaml`. Then a test of the command
 * line does not depend on the compiler. `data` is the data folder.
 */
export async function cacheFakeModule(workplace: Workplace, data = '.data'): Promise<void> {
  const path = workplace.write('specs/fake.yaml', 'not: a spec; its module is in the cache\n');
  const key = cacheKey(await readSpecFile(path, workplace.path('specs')), buildId);
  const { name, version } = fakeModule.spec;
  const spec = { name, format: 'CSV' as const, fields: [{ name: 'line', type: 'STRING' as const }] };
  await storeCompiled(
    await openModuleCache(workplace.path(data)),
    key,
    {
      name,
      version,
      spec,
      contents: { fields: [] },
      source: '',
      fastSource: null,
      sourceHash: '',
      esm: fakeEsm,
      dts: '',
    },
    [],
  );
}
