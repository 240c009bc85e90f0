import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Set by the build. */
declare const SPECMILL_BUILD_ID: string | undefined;

/**
 * Starts a worker thread. `file` is the path of its module below runtime/, without the extension. The build must list
 * the module as the entry point `threads/<name>`.
 */
export function startThread(file: string, options: WorkerOptions): Worker {
  const name = file.replace(/^.*\//, '');
  // The bundler removes the other branch, which is for the tests.
  if (typeof SPECMILL_BUILD_ID === 'string') return new Worker(findBuilt(name), options);
  else return startFromSources(file, name, options);
}

/** Starts a thread of sources, or of the build that test/run.ts passes: those start several times faster. */
function startFromSources(file: string, name: string, options: WorkerOptions): Worker {
  const built = process.env['SPECMILL_TEST_PROGRAM'];
  // The loader of the sources, which process.execArgv contains, cannot load a build.
  if (built !== undefined) return new Worker(join(built, 'threads', `${name}.js`), { ...options, execArgv: [] });
  // The sources are TypeScript, and a worker thread does not inherit the loader that runs them.
  const url = new URL(`../${file}.ts`, import.meta.url).href;
  // The path is resolved here, because a thread that runs from text resolves it against the working directory.
  const loader = import.meta.resolve('tsx/esm/api');
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(url)}); })`;
  return new Worker(start, { ...options, eval: true });
}

// The bundler places this module in the program's file or in a chunk in a subfolder.
function findBuilt(name: string): URL {
  const beside = new URL(`./threads/${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../threads/${name}.js`, import.meta.url);
}
