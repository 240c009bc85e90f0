import { join } from 'node:path';
import { build } from 'esbuild';

/** Writes the program in which DuckDB copies a file, as plain JavaScript. Returns its path. */
export async function bundleDuckDb(cache: string): Promise<string> {
  const program = join(cache, 'duckdb.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'duckdb-process.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return program;
}
