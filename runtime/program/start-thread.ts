import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Set by the build. */
declare const SPECMILL_BUILD_ID: string | undefined;

/**
 * Starts a thread of the program. `file` is its module below runtime/, without the ending; the build
 * has to know it as an entry point `threads/<name>`.
 */
export function startThread(file: string, options: WorkerOptions): Worker {
  if (typeof SPECMILL_BUILD_ID === 'string') return new Worker(findBuilt(file.replace(/^.*\//, '')), options);
  // The sources are TypeScript, and the loader that runs them does not follow into threads.
  const url = new URL(`../${file}.ts`, import.meta.url).href;
  // Resolved here: a thread's own text would look for it in the working directory.
  const loader = import.meta.resolve('tsx/esm/api');
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(url)}); })`;
  return new Worker(start, { ...options, eval: true });
}

// This module lies in the program's file or in one of its parts.
function findBuilt(name: string): URL {
  const beside = new URL(`./threads/${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../threads/${name}.js`, import.meta.url);
}
