import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The build defines this constant. It is undefined if the program runs from its sources. */
declare const SPECMILL_BUILD_ID: string | undefined;

/**
 * Starts a worker thread. `file` is the path of the thread's module below runtime/, without the extension. The build
 * must have an entry point `threads/<name>` for the module, where `<name>` is the last part of `file`.
 */
export function startThread(file: string, options: WorkerOptions): Worker {
  const name = file.replace(/^.*\//, '');
  // The bundler removes the second branch, which only runs from the sources.
  if (typeof SPECMILL_BUILD_ID === 'string') return new Worker(findBuilt(name), options);
  else return startFromSources(file, name, options);
}

/**
 * Starts a thread without a build. If the tests have made a build of the threads (SPECMILL_TEST_PROGRAM names its
 * folder), it is used, because it starts several times faster than the sources.
 */
function startFromSources(file: string, name: string, options: WorkerOptions): Worker {
  const built = process.env['SPECMILL_TEST_PROGRAM'];
  // `execArgv: []` removes the inherited loader for TypeScript sources, which cannot load a build.
  if (built !== undefined) return new Worker(join(built, 'threads', `${name}.js`), { ...options, execArgv: [] });
  // The sources are TypeScript. A worker thread does not inherit the loader for them and must register it.
  const url = new URL(`../../${file}.ts`, import.meta.url).href;
  // The path of the loader is resolved here. A thread that is started from text would resolve it against the working
  // directory.
  const loader = import.meta.resolve('tsx/esm/api');
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(url)}); })`;
  return new Worker(start, { ...options, eval: true });
}

// The bundler places this module in the program's file or in a chunk in a subfolder.
function findBuilt(name: string): URL {
  const beside = new URL(`./threads/${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../threads/${name}.js`, import.meta.url);
}
