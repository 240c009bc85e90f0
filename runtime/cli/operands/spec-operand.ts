import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeSpecWarnings, type EncoderName } from '../../../compiler/formats.ts';
import type { SpecText } from '../../../compiler/index.ts';
import type { ReferenceInfo, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { bindTables, tablesOf } from '../../base/model/bound-tables.ts';
import { type LoadedModule, loadModule } from '../../state/registry/compile/load-module.ts';
import {
  isFolder,
  isSpecPath,
  listSpecFiles,
  readSpecFile,
  type SpecFile,
} from '../../state/registry/folder/spec-files.ts';
import { inputOf } from '../../state/registry/spec/registered-spec.ts';
import { gitSpecId, isApiSpecId } from '../../state/registry/spec/spec-id.ts';
import { findInFolder, tableFolderOf } from '../../state/reference/folder-tables.ts';
import { bindKeysFromEnvironment } from './mask-keys.ts';
import { loadTables, ReferenceFailure } from '../../state/reference/load-table.ts';
import { storeTable } from '../../state/reference/table-files.ts';
import type { StoredSpec } from '../../state/store/spec-store.ts';
import { formatDiagnostics, SpecError } from '../format/diagnostics.ts';
import { SystemFailure, UnknownWordError, UsageError } from '../command-line/failures.ts';
import { formatCounted } from '../format/numbers.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

/** The loaded module of a spec that was named on the command line. `id` is the UUID of the spec. */
export interface NamedSpec extends LoadedModule {
  id: string;
}

/**
 * The text of a spec that was named on the command line. `id` is its UUID if the spec was created over the API,
 * otherwise null.
 */
interface FoundSpec {
  input: SpecText;
  id: string | null;
}

/**
 * Compiles and loads the spec that an operand or `--spec` names. `encoder` is the encoding of its messages; absent: JSON. `publishes`: its masks have
 * their keys from the environment. `keepsTables`: its reference tables are stored in the data folder, for a run that resumes. Throws UsageError if there is no such spec,
 * SystemFailure if its file cannot be read, and SpecError if the spec has errors.
 */
export async function loadNamedSpec(
  named: string,
  settings: { specs: string; data: string },
  options: SpecLoading = {},
): Promise<NamedSpec> {
  return loadFoundSpec(await findSpec(named, settings), settings, options);
}

/** What a spec is loaded for; see loadNamedSpec(). */
interface SpecLoading {
  encoder?: EncoderName | undefined;
  publishes?: boolean;
  keepsTables?: boolean;
}

/** Compiles and loads a spec whose text is known. Throws like loadNamedSpec(). */
export async function loadFoundSpec(
  { input: plain, id }: FoundSpec,
  { specs, data }: { specs: string; data: string },
  { encoder, publishes = false, keepsTables = false }: SpecLoading = {},
): Promise<NamedSpec> {
  const input = encoder === undefined ? plain : { ...plain, encoder };
  const { loaded, diagnostics } = await loadModule(input, data);
  if (loaded === null) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    throw new SpecError(
      `${await formatDiagnostics(errors, input)}\n${input.path} has ${formatCounted(errors.length, 'error')}. The file was not read`,
    );
  }
  const keyed = publishes ? await bindKeysFromEnvironment(loaded.module, process.env) : loaded.module;
  const module = await bindFolderTables(keyed, input.path, { specs, ...(keepsTables && { keepIn: data }) });
  const spec = { ...module.spec, ...describeSpecWarnings(diagnostics) };
  return { ...loaded, module: { ...module, spec }, id: id ?? gitSpecId(loaded.module.spec.name) };
}

/**
 * Returns a module with the reference tables that its spec names, from the folder of the specs. Throws UsageError if one
 * cannot be used. `keepIn`: the data folder that gets copies of the tables. A spec without tables is returned as it is.
 */
export async function bindFolderTables(
  module: SpecModule,
  path: string,
  { specs, keepIn }: { specs: string; keepIn?: string },
): Promise<SpecModule> {
  const needed = module.spec.reference;
  if (needed === undefined) return module;
  const folder = tableFolderOf(path, specs);
  try {
    const find = async (info: ReferenceInfo) => {
      const file = await findInFolder(info, folder);
      if (keepIn !== undefined) await storeTable(keepIn, file);
      return file;
    };
    return bindTables(module, await loadTables(needed, find));
  } catch (error) {
    if (error instanceof ReferenceFailure) throw new UsageError(error.message, 'specmill check names what is wrong');
    throw error;
  }
}

/**
 * Reads the spec that an operand names: by name or id in the specs folder, by path, or by id among the specs of the
 * API. Throws UsageError if there is no such spec, and SystemFailure if its file cannot be read.
 */
export async function findSpec(named: string, { specs, data }: { specs: string; data: string }): Promise<FoundSpec> {
  const stored = isApiSpecId(named) ? await readStoredSpec(named.toLowerCase(), data) : null;
  if (stored !== null) return { input: inputOf(stored), id: stored.id };
  return { input: await readNamedSpec(await findSpecPath(named, specs), specs), id: null };
}

async function readStoredSpec(id: string, data: string): Promise<StoredSpec | null> {
  // The store loads SQLite, so it is imported only when it is needed.
  const { openStoreReader } = await import('../../state/store/open-store-reader.ts');
  const reader = await openStoreReader(data);
  try {
    return await reader.specs.get(id);
  } finally {
    await reader.close();
  }
}

/**
 * Returns the spec files that the operands name, each once. An operand is a file, a name in the specs folder `folder`,
 * or another folder. Without operands, returns all specs in `folder`. Throws UsageError if a name is unknown or
 * ambiguous, or if a folder cannot be listed. Does not check that a file exists.
 */
export async function findSpecs(operands: readonly string[], folder: string): Promise<SpecFile[]> {
  if (operands.length === 0) return listFolder(folder);
  const known = await listSpecFiles(folder).catch(() => []);
  const found = await Promise.all(
    operands.map(async (operand) => {
      // A name takes precedence over a folder of the same name, which contains the samples of the spec.
      if (!known.some(({ name }) => name === operand) && (await isFolder(operand))) return listFolder(operand);
      const path = await findSpecPath(operand, folder);
      return [{ name: path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''), path }];
    }),
  );
  return [...new Map(found.flat().map((file) => [resolve(file.path), file])).values()];
}

/**
 * Reads the file of a spec. If the file is directly in `folder`, or if `folder` is undefined, the spec must have the
 * name of the file. Throws UsageError if there is no file or it is not valid UTF-8, and SystemFailure if it cannot be
 * read.
 */
export async function readNamedSpec(path: string, folder?: string): Promise<SpecText> {
  try {
    return await readSpecFile(path, folder);
  } catch (error) {
    const code = systemCode(error);
    const message = `cannot read the spec ${path}: ${reasonOf(error)}`;
    if (code === undefined || code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR')
      throw new UsageError(message);
    throw new SystemFailure(message);
  }
}

/**
 * Returns the path of the spec that an operand names. The operand is a name or an id in the specs folder `folder`, or
 * already a path. Throws UsageError if a name is unknown or ambiguous. Does not check that a path exists.
 */
export async function findSpecPath(named: string, folder: string): Promise<string> {
  if (!isName(named)) return named;
  const known = await listSpecFiles(folder).catch(() => null);
  const byName = known?.filter(({ name }) => name === named) ?? [];
  const [first, second] =
    byName.length > 0 ? byName : (known?.filter(({ name }) => gitSpecId(name) === named.toLowerCase()) ?? []);
  if (second !== undefined)
    throw new UsageError(`${first?.path} and ${second.path} have the same name`, 'name one of them by its path');
  if (first !== undefined) return first.path;
  throw noSuchSpec(named, folder, known);
}

function noSuchSpec(named: string, folder: string, known: SpecFile[] | null): UsageError {
  if (known === null)
    return new UsageError(
      `there is no spec "${named}": the folder ${folder} does not exist`,
      'name the specs folder with --specs DIR, or use the path of a spec file',
    );
  const names = known.map(({ name }) => name);
  const some = names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')}, …`;
  const hint = names.length > 0 ? `the folder contains ${some}` : 'the folder contains no spec';
  return new UnknownWordError(`there is no spec "${named}" in ${folder}`, { written: named, known: names, hint });
}

async function listFolder(folder: string): Promise<SpecFile[]> {
  try {
    await readdir(folder);
    return await listSpecFiles(folder);
  } catch (error) {
    throw new UsageError(
      `cannot list the specs in ${folder}: ${reasonOf(error)}`,
      'name the specs folder with --specs DIR',
    );
  }
}

function isName(operand: string): boolean {
  return !/[/\\]/.test(operand) && !isSpecPath(operand);
}

/** Returns the function that gives samples some keys of the reference tables of a module. */
export function keysOfModule(module: SpecModule): (table: string) => readonly string[] {
  const tables = tablesOf(module)?.tables ?? {};
  return (name) => {
    const table = tables[name];
    return table === undefined || table instanceof Uint8Array ? [] : table.firstKeys;
  };
}
