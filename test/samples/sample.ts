import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file with the spec that reads it, and the place where the expected outcome stands. */
export interface Sample {
  /** How a failing test calls it. */
  readonly name: string;
  readonly spec: SpecFile;
  readonly inputPath: string;
  readonly expectedPath: string;
  /** Whether the expectation tells all messages, or of a long file the first and the last. */
  readonly tellsAllEvents: boolean;
}

/** A spec's text, with the path that it would have in git: its name is the file's. */
export interface SpecFile {
  readonly path: string;
  readonly text: string;
  readonly syntax: 'yaml' | 'json';
}

/** The folders beside this file: `spec.yaml` (or `spec.json`), the input (`input.csv`, `input.txt`, …), `expected.json`. */
export function findCases(folder: string): Sample[] {
  return foldersOf(folder).map((name) => {
    const files = readdirSync(join(folder, name));
    const syntax = files.includes('spec.json') ? 'json' : 'yaml';
    return {
      name,
      spec: { path: `${name}.${syntax}`, text: readFileSync(join(folder, name, `spec.${syntax}`), 'utf8'), syntax },
      inputPath: join(folder, name, files.find((file) => file.startsWith('input.')) ?? 'input.csv'),
      expectedPath: join(folder, name, 'expected.json'),
      tellsAllEvents: true,
    };
  });
}

/** The sample files of the example specs: every file in `specs/<name>/` but the expectations themselves. */
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
      tellsAllEvents: false,
    }));
  });
}

function foldersOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}
