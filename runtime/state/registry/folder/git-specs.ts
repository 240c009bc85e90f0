import type { Log } from '../../../base/log/json-log.ts';
import type { TableVersion } from '../../../base/model/bound-tables.ts';
import { bindGitTables, stateWithTables, type TableFolders, withTables } from './git-tables.ts';
import { type CompiledSpec, readCompiled, type SpecReader } from '../compile/compiled-spec.ts';
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
export type GitReading = ({ kind: 'good'; state: GitState } | { kind: 'broken'; broken: BrokenState }) & {
  /** The paths of the reference tables of the specs, relative to the folder. */
  tableFiles: readonly string[];
};

/** Returns true if a spec that was created over the API has the name. */
export type IsTaken = (name: string) => boolean;

/** Reads and compiles all specs of the specs folder. Throws DiskFull if the disk is full. */
export async function readGitState(folders: TableFolders, reader: SpecReader): Promise<GitReading> {
  return compileState(await readFolder(folders.folder), reader, (compiled) => bindGitTables(compiled, folders));
}

/**
 * Reads the state that was in service last from the data folder and compiles it. Returns null if no state is stored, or
 * if this version of the compiler finds errors in it. Throws DiskFull if the disk is full.
 */
export async function readStoredState(reader: SpecReader): Promise<GitState | null> {
  const stored = await readLastGood(reader.cache.folder);
  if (stored === null) return null;
  const { tables = {} } = stored;
  const bind: BindTables = async (compiled) => ({
    compiled: withTables(compiled, tables[compiled.spec.name] ?? []),
    diagnostics: [],
  });
  const reading = await compileState({ ...stored, brokenFiles: [] }, reader, bind);
  return reading.kind === 'good' ? { ...reading.state, state: stored.state } : null;
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
  const bound = [...specs.values()].flatMap(({ name, compiled: { module } }) =>
    module.tables === undefined ? [] : [[name, module.tables] as const],
  );
  const tables = bound.length === 0 ? {} : { tables: Object.fromEntries(bound) };
  await storeLastGood(dataFolder, { state, specs: inputs, ...tables }).catch((error: unknown) =>
    log.warn('specs_not_kept', { message: String(error) }),
  );
}

/** Returns a state without specs. */
export function emptyState(): GitState {
  return { state: '', specs: new Map(), since: now() };
}

/** Adds the versions of its reference tables to a compiled spec. */
type BindTables = (compiled: CompiledSpec) => ReturnType<typeof bindGitTables>;

async function compileState(
  { state, specs: inputs, brokenFiles: found }: FolderReading,
  reader: SpecReader,
  bind: BindTables,
): Promise<GitReading> {
  const brokenFiles = [...found];
  const specs = new Map<string, GitSpec>();
  for (const input of inputs) {
    const reading = await readCompiled(input, reader);
    if (reading.kind === 'rejected') {
      brokenFiles.push({ file: input.path, diagnostics: reading.diagnostics });
    } else {
      const { compiled, diagnostics } = await bind(reading.compiled);
      if (diagnostics.length > 0) brokenFiles.push({ file: input.path, diagnostics });
      const spec = createGitSpec(compiled);
      specs.set(spec.id, spec);
    }
  }
  const infos = [...specs.values()].flatMap(({ compiled }) => compiled.module.spec.reference ?? []);
  const tableFiles = [...new Set(infos.flatMap(({ file }) => file ?? []))];
  if (state === null || brokenFiles.length > 0)
    return { kind: 'broken', broken: { state, found: now(), files: brokenFiles }, tableFiles };
  const tables = [...specs.values()].map(({ compiled: { module } }) => module.tables ?? []);
  return { kind: 'good', state: { state: stateWithTables(state, tables), specs, since: now() }, tableFiles };
}

function now(): string {
  return new Date().toISOString();
}

/** A state of the specs folder without errors, as it is stored for the next start. */
interface StoredState {
  state: string;
  specs: readonly SpecText[];
  /** The versions of the reference tables of specs, by the names of the specs. Absent: there are none. */
  tables?: Readonly<Record<string, readonly TableVersion[]>>;
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
