import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Outcome } from './outcome.ts';

/** A sample file and the path of the file with its expected result, which may not exist. */
export interface SampleFile {
  readonly path: string;
  readonly expectedPath: string;
}

const EXPECTED = '.expected.json';
/** A file that `specmill samples` writes into the folder. It is not a sample. */
const MANIFEST = 'manifest.json';

/**
 * Returns the path of the folder for the samples of a spec: `specs/payments` for `specs/payments.yaml`. The folder may
 * not exist.
 */
export function sampleFolderOf(specPath: string): string {
  return join(dirname(specPath), basename(specPath, extname(specPath)));
}

/**
 * Lists the samples directly in a folder, sorted by path. The list is empty if there is no such folder. Hidden files,
 * `.expected.json` files and `manifest.json` are not samples. Throws the system's other errors.
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

/**
 * Reads the file `path` with the expected result of a sample. Returns null if there is no such file. Throws SyntaxError
 * if the file is not valid JSON, and the system's errors.
 */
export async function readExpected(path: string): Promise<Outcome | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  // The type is not checked. JSON with other members is later reported as a difference.
  return text === null ? null : (JSON.parse(text) as Outcome);
}
