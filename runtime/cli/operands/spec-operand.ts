import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { type LoadedModule, loadModule } from '../../registry/compile/load-module.ts';
import { isFolder, isSpecPath, listSpecFiles, readSpecFile, type SpecFile } from '../../registry/folder/spec-files.ts';
import { inputOf } from '../../registry/spec/registered-spec.ts';
import { gitSpecId, isApiSpecId } from '../../registry/spec/spec-id.ts';
import type { StoredSpec } from '../../store/spec-store.ts';
import { formatDiagnostics, WrongSpec } from '../format/diagnostics.ts';
import { SystemFailure, WrongUsage } from '../command-line/failures.ts';
import { nearestWord } from '../command-line/nearest.ts';
import { formatCounted } from '../format/numbers.ts';
import { reasonOf, systemCode } from '../../files/error-reason.ts';

/** A spec that was named on the command line, compiled. */
export interface NamedSpec extends LoadedModule {
  id: string;
}

/** A spec that was named, as text; and its id where the API gave it one. */
interface FoundSpec {
  input: SpecText;
  id: string | null;
}

/** The module of what `--spec` names: a spec of the folder by name or id, a path, or one of the API by its id. Throws where there is none or it has errors. */
export async function loadNamedSpec(
  named: string,
  { specs, data }: { specs: string; data: string },
): Promise<NamedSpec> {
  const { input, id } = await findSpec(named, { specs, data });
  const { loaded, diagnostics } = await loadModule(input, data);
  if (loaded === null) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    throw new WrongSpec(
      `${await formatDiagnostics(errors, input)}\n${input.path} has ${formatCounted(errors.length, 'error')}. The file was not read`,
    );
  }
  return { ...loaded, id: id ?? gitSpecId(loaded.module.spec.name) };
}

/** What a name, an id or a path stands for. Throws WrongUsage where there is none. */
export async function findSpec(named: string, { specs, data }: { specs: string; data: string }): Promise<FoundSpec> {
  const stored = isApiSpecId(named) ? await readStoredSpec(named.toLowerCase(), data) : null;
  if (stored !== null) return { input: inputOf(stored), id: stored.id };
  return { input: await readNamedSpec(await findSpecPath(named, specs), specs), id: null };
}

async function readStoredSpec(id: string, data: string): Promise<StoredSpec | null> {
  // SQLite is loaded where it is asked alone.
  const { openStoreReader } = await import('../../store/open-store.ts');
  const reader = await openStoreReader(data);
  try {
    return await reader.specs.get(id);
  } finally {
    await reader.close();
  }
}

/**
 * The specs that operands name: each a file, a name, or a folder; without operands all of the folder's. Each comes once.
 * Throws WrongUsage where there is none by that name.
 */
export async function findSpecs(operands: readonly string[], folder: string): Promise<SpecFile[]> {
  if (operands.length === 0) return listFolder(folder);
  const known = await listSpecFiles(folder).catch(() => []);
  const found = await Promise.all(
    operands.map(async (operand) => {
      // A spec's samples lie in a folder of its name: the spec is meant.
      if (!known.some(({ name }) => name === operand) && (await isFolder(operand))) return listFolder(operand);
      const path = await findSpecPath(operand, folder);
      return [{ name: path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''), path }];
    }),
  );
  return [...new Map(found.flat().map((file) => [resolve(file.path), file])).values()];
}

/** Reads a spec's file; one that cannot be read is told with its reason. */
export async function readNamedSpec(path: string, folder?: string): Promise<SpecText> {
  try {
    return await readSpecFile(path, folder);
  } catch (error) {
    const code = systemCode(error);
    const message = `cannot read the spec ${path}: ${reasonOf(error)}`;
    if (code === undefined || code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR')
      throw new WrongUsage(message);
    throw new SystemFailure(message);
  }
}

/** The path of the spec that an operand names: by its name or id in the folder, or by its path. Throws WrongUsage where there is none. */
export async function findSpecPath(named: string, folder: string): Promise<string> {
  if (!isName(named)) return named;
  const known = await listSpecFiles(folder).catch(() => null);
  const byName = known?.filter(({ name }) => name === named) ?? [];
  const [first, second] =
    byName.length > 0 ? byName : (known?.filter(({ name }) => gitSpecId(name) === named.toLowerCase()) ?? []);
  if (second !== undefined)
    throw new WrongUsage(`${first?.path} and ${second.path} have the same name`, 'name one of them by its path');
  if (first !== undefined) return first.path;
  throw new WrongUsage(...noSuchSpec(named, folder, known));
}

function noSuchSpec(named: string, folder: string, known: SpecFile[] | null): [message: string, hint: string] {
  if (known === null)
    return [
      `there is no spec "${named}": the folder ${folder} does not exist`,
      'name the specs folder with --specs DIR, or use the path of a spec file',
    ];
  const names = known.map(({ name }) => name);
  const near = nearestWord(named, names);
  const some = names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')}, …`;
  const hint =
    near !== null
      ? `did you mean ${near}?`
      : names.length > 0
        ? `the folder contains ${some}`
        : 'the folder contains no spec';
  return [`there is no spec "${named}" in ${folder}`, hint];
}

async function listFolder(folder: string): Promise<SpecFile[]> {
  try {
    await readdir(folder);
    return await listSpecFiles(folder);
  } catch (error) {
    throw new WrongUsage(
      `cannot list the specs in ${folder}: ${reasonOf(error)}`,
      'name the specs folder with --specs DIR',
    );
  }
}

function isName(operand: string): boolean {
  return !/[/\\]/.test(operand) && !isSpecPath(operand);
}
