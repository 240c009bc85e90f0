import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A file with its spec and the path of its expected result. */
export interface Sample {
  /** The name in failure messages. */
  readonly name: string;
  readonly spec: SpecFile;
  readonly inputPath: string;
  readonly expectedPath: string;
  /** Whether the expected result contains all messages, or the first and last ones of a long file. */
  readonly hasAllEvents: boolean;
  /** The reference tables of the spec by their names. Absent: it has none. */
  readonly tables?: { readonly [name: string]: Uint8Array };
}

/** A spec's text and its path as in git, which determines its name. */
export interface SpecFile {
  readonly path: string;
  readonly text: string;
  readonly syntax: 'yaml' | 'json';
}

/**
 * Returns the folders beside this file: `spec.yaml` (or `spec.json`), the input (`input.csv`, `input.txt`, …),
 * `expected.json`. The folder `reference` of one contains the reference tables of its spec, each named like its table.
 */
export function findCases(folder: string): Sample[] {
  return foldersOf(folder).map((name) => {
    const files = readdirSync(join(folder, name));
    const syntax = files.includes('spec.json') ? 'json' : 'yaml';
    return {
      name,
      spec: { path: `${name}.${syntax}`, text: readFileSync(join(folder, name, `spec.${syntax}`), 'utf8'), syntax },
      inputPath: join(folder, name, files.find((file) => file.startsWith('input.')) ?? 'input.csv'),
      expectedPath: join(folder, name, 'expected.json'),
      hasAllEvents: true,
      ...(files.includes('reference') && { tables: readTables(join(folder, name, 'reference')) }),
    };
  });
}

function readTables(folder: string): { [name: string]: Uint8Array } {
  return Object.fromEntries(
    readdirSync(folder).map((file) => [basename(file, '.csv'), readFileSync(join(folder, file))]),
  );
}

/** Returns the sample files of the example specs: every file in `specs/<name>/` except the expected results. */
export function findSpecSamples(folder: string): Sample[] {
  return foldersOf(folder).flatMap((name) => {
    const path = join(folder, `${name}.yaml`);
    const spec: SpecFile = { path, text: readFileSync(path, 'utf8'), syntax: 'yaml' };
    const files = readdirSync(join(folder, name)).filter((file) => !file.endsWith('.expected.json'));
    return files.sort().map((file) => ({
      name: `specs/${name}/${file}`,
      spec,
      inputPath: join(folder, name, file),
      expectedPath: join(folder, name, `${file}.expected.json`),
      hasAllEvents: false,
    }));
  });
}

function foldersOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}
