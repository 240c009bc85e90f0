import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Outcome } from './outcome.ts';

/** A file beside a spec, and the place of what is expected of it. */
export interface SampleFile {
  readonly path: string;
  readonly expectedPath: string;
}

const EXPECTED = '.expected.json';

/** The folder of a spec's samples: `specs/payments/` beside `specs/payments.yaml`. */
export function sampleFolderOf(specPath: string): string {
  return join(dirname(specPath), basename(specPath, extname(specPath)));
}

/** The files of a folder of samples, by name; none where there is no folder. Throws the system's other errors. */
export async function findSampleFiles(folder: string): Promise<SampleFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith(EXPECTED))
    .map(({ name }) => ({ path: join(folder, name), expectedPath: join(folder, `${name}${EXPECTED}`) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What is expected of a sample; null where that is not written yet. Throws where the file is no JSON. */
export async function readExpected(path: string): Promise<Outcome | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  // What is not of this shape differs from what a run gives, and is told as that.
  return text === null ? null : (JSON.parse(text) as Outcome);
}
