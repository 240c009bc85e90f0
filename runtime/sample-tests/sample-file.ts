import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Outcome } from './outcome.ts';

/** A sample file and the file with its expected result. */
export interface SampleFile {
  readonly path: string;
  readonly expectedPath: string;
}

const EXPECTED = '.expected.json';
/** Describes the samples that `specmill samples` wrote, and is none. */
const MANIFEST = 'manifest.json';

/** Returns the folder with the samples of a spec: `specs/payments/` for `specs/payments.yaml`. */
export function sampleFolderOf(specPath: string): string {
  return join(dirname(specPath), basename(specPath, extname(specPath)));
}

/**
 * Lists the samples in a folder, sorted by path; empty if there is no such folder. `manifest.json` is not a sample. Throws the system's other errors.
 */
export async function findSampleFiles(folder: string): Promise<SampleFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && isSampleName(entry.name))
    .map(({ name }) => ({ path: join(folder, name), expectedPath: join(folder, `${name}${EXPECTED}`) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isSampleName(name: string): boolean {
  return !name.startsWith('.') && name !== MANIFEST && !name.endsWith(EXPECTED);
}

/** Reads the expected result of a sample; null if there is none. Throws if the file is not valid JSON. */
export async function readExpected(path: string): Promise<Outcome | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  // JSON of another shape is reported as a difference.
  return text === null ? null : (JSON.parse(text) as Outcome);
}
