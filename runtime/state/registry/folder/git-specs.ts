import type { Log } from '../../../base/log/json-log.ts';
import { readCompiled, type SpecReader } from '../compile/compiled-spec.ts';
import { type BrokenFile, type FolderReading, readFolder } from './read-folder.ts';
import { type GitSpec, createGitSpec } from '../spec/registered-spec.ts';
import { createDiagnostic } from '../compile/spec-diagnostic.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecText } from '../../../../compiler/index.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';

/** A state of the specs folder without errors: all of its specs, compiled. */
export interface GitState {
  /**
   * Identifies the state: SHA-256 over the names and texts of all spec files, hexadecimal. Empty before the first state
   * is loaded.
   */
  state: string;
  /** The specs by id. */
  specs: ReadonlyMap<string, GitSpec>;
  /** When the state was loaded: ISO 8601, UTC. */
  since: string;
}

/** A state of the specs folder that is not in service because it has errors. */
export interface BrokenState {
  /** Identifies the state, as in GitState. Null if the folder cannot be read. */
  state: string | null;
  /** When the state was loaded: ISO 8601, UTC. */
  found: string;
  files: readonly BrokenFile[];
}

/** The result of reading the folder: a state without errors, or the errors. */
export type GitReading = { kind: 'good'; state: GitState } | { kind: 'broken'; broken: BrokenState };

/** Returns true if a spec that was created over the API has the name. */
export type IsTaken = (name: string) => boolean;

/** Reads and compiles all specs of the specs folder. Throws DiskFull if the disk is full. */
export async function readGitState(folder: string, reader: SpecReader): Promise<GitReading> {
  return compileState(await readFolder(folder), reader);
}

/**
 * Reads the state that was in service last from the data folder and compiles it. Returns null if no state is stored, or
 * if this version of the compiler finds errors in it. Throws DiskFull if the disk is full.
 */
export async function readStoredState(reader: SpecReader): Promise<GitState | null> {
  const stored = await readLastGood(reader.cache.folder);
  if (stored === null) return null;
  const reading = await compileState({ ...stored, brokenFiles: [] }, reader);
  return reading.kind === 'good' ? reading.state : null;
}

/**
 * Returns a broken state with a diagnostic for each spec of `state` that has the same name as a spec of the API.
 * Returns null if there is no such conflict.
 */
export function findNameConflicts({ state, specs }: GitState, isTaken: IsTaken): BrokenState | null {
  const taken = [...specs.values()].filter(({ name }) => isTaken(name));
  if (taken.length === 0) return null;
  return {
    state,
    found: now(),
    files: taken.map(({ name, compiled }) => ({
      file: compiled.input.path,
      diagnostics: [createDiagnostic('name_taken', { name, origin: 'api' }, '/name')],
    })),
  };
}

/** Stores a state of the specs folder in the data folder, for the next start. A failure is logged, not thrown. */
export async function storeState({ state, specs }: GitState, dataFolder: string, log: Log): Promise<void> {
  const inputs = [...specs.values()].map(({ compiled }) => compiled.input);
  await storeLastGood(dataFolder, { state, specs: inputs }).catch((error: unknown) =>
    log.warn('specs_not_kept', { message: String(error) }),
  );
}

/** Returns a state without specs. */
export function emptyState(): GitState {
  return { state: '', specs: new Map(), since: now() };
}

async function compileState(
  { state, specs: inputs, brokenFiles: found }: FolderReading,
  reader: SpecReader,
): Promise<GitReading> {
  const brokenFiles = [...found];
  const specs = new Map<string, GitSpec>();
  for (const input of inputs) {
    const reading = await readCompiled(input, reader);
    if (reading.kind === 'rejected') {
      brokenFiles.push({ file: input.path, diagnostics: reading.diagnostics });
    } else {
      const spec = createGitSpec(reading.compiled);
      specs.set(spec.id, spec);
    }
  }
  if (state === null || brokenFiles.length > 0)
    return { kind: 'broken', broken: { state, found: now(), files: brokenFiles } };
  return { kind: 'good', state: { state, specs, since: now() } };
}

function now(): string {
  return new Date().toISOString();
}

/** A state of the specs folder without errors, as it is stored for the next start. */
interface StoredState {
  state: string;
  specs: readonly SpecText[];
}

/**
 * Stores the state that is in service. The service uses it if the specs folder has errors at the next start. Throws the
 * system's errors.
 */
async function storeLastGood(dataFolder: string, stored: StoredState): Promise<void> {
  await replaceFile(pathIn(dataFolder), JSON.stringify(stored), { access: 'private' });
}

/** Returns the stored state. Returns null if none is stored, or if it cannot be read. */
async function readLastGood(dataFolder: string): Promise<StoredState | null> {
  try {
    // storeLastGood() wrote the file.
    return JSON.parse(await readFile(pathIn(dataFolder), 'utf8')) as StoredState;
  } catch {
    return null;
  }
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'specs-in-git.json');
}
