import { join } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { isFolder, listSpecFiles } from '../../state/registry/folder/spec-files.ts';
import { sampleFolderOf } from '../../runs/sample-tests/sample-file.ts';
import type { ReferenceInfo } from '../../../compiler/kernel/model/contract.ts';
import { findInFolder, NO_FILE, tableFolderOf } from '../../state/reference/folder-tables.ts';
import { ReferenceFailure, type TableFile } from '../../state/reference/load-table.ts';
import { versionOfTable } from '../../state/reference/table-reader.ts';
import { UsageError } from '../command-line/failures.ts';
import { type FolderRevision, readRevision } from './git-revision.ts';
import { findSpecPath, readNamedSpec } from './spec-operand.ts';
import { reasonOf } from '../../base/files/error-reason.ts';

/** The old and the new versions of the specs to compare. */
export interface DiffOperands {
  readonly old: readonly SpecText[];
  readonly new: readonly SpecText[];
  /** Finds the files of reference tables: those of the old and of the new specs. */
  readonly tables: { readonly old: FindTable; readonly new: FindTable };
  /**
   * Whether exactly two specs are compared. They then count as two versions of one spec, even if their names differ.
   */
  readonly isPair: boolean;
  /**
   * Returns the path of the folder with the samples of a spec. `path` is the spec file of the new version. The folder
   * may not exist.
   */
  sampleFolderOf(spec: { readonly name: string; readonly path: string }): Promise<string>;
}

/** Finds the file of a reference table that the spec at a path names. Throws ReferenceFailure if there is none. */
export type FindTable = (table: Pick<ReferenceInfo, 'name' | 'file'>, specPath: string) => Promise<TableFile>;

/**
 * Reads the specs for `diff OLD NEW` or `diff REVISION`. Throws UsageError if a spec, a folder or the revision does not
 * exist. Throws SystemFailure if a file cannot be read or git cannot run.
 */
export async function readDiffOperands(
  [old = '', now]: readonly string[],
  { specs, samples }: { specs: string; samples: string | undefined },
): Promise<DiffOperands> {
  if (samples !== undefined && !(await isFolder(samples)))
    throw new UsageError(`--samples: the folder ${samples} does not exist`);
  if (now === undefined) {
    const revision = await readRevision(old, await knownFolder(specs));
    return {
      old: revision.specs,
      new: await readFolderSpecs(specs),
      tables: { old: tablesOfRevision(revision, old), new: tablesOfFolder(specs) },
      isPair: false,
      sampleFolderOf: besideSpecs(specs, samples),
    };
  }
  const areFolders = [await isFolder(old), await isFolder(now)];
  if (areFolders[0] !== areFolders[1])
    throw new UsageError(
      `${areFolders[0] ? old : now} is a folder and ${areFolders[0] ? now : old} is not`,
      'name two files or two folders',
    );
  if (areFolders[0])
    return {
      old: await readFolderSpecs(old),
      new: await readFolderSpecs(now),
      tables: { old: tablesOfFolder(old), new: tablesOfFolder(now) },
      isPair: false,
      sampleFolderOf: besideSpecs(specs, samples),
    };
  const [before, after] = [await readOne(old, specs), await readOne(now, specs)];
  return {
    old: [before],
    new: [after],
    tables: { old: tablesOfFolder(specs), new: tablesOfFolder(specs) },
    isPair: true,
    sampleFolderOf: samples === undefined ? besideSpecs(specs, undefined) : async () => samples,
  };
}

function tablesOfFolder(folder: string): FindTable {
  return (table, specPath) => findInFolder(table, tableFolderOf(specPath, folder));
}

function tablesOfRevision({ readFile }: FolderRevision, revision: string): FindTable {
  return async ({ name, file }) => {
    if (file === undefined) throw new ReferenceFailure(name, NO_FILE);
    const bytes = await readFile(file);
    if (bytes === null) throw new ReferenceFailure(name, `has no file ${file} in revision ${revision}`);
    return { version: await versionOfTable(bytes), read: async () => bytes };
  };
}

async function knownFolder(folder: string): Promise<string> {
  if (await isFolder(folder)) return folder;
  throw new UsageError(`the specs folder ${folder} does not exist`, 'name it with --specs DIR');
}

async function readFolderSpecs(folder: string): Promise<SpecText[]> {
  const files = await listSpecFiles(folder).catch((error: unknown) => {
    throw new UsageError(`cannot list the specs in ${folder}: ${reasonOf(error)}`);
  });
  return Promise.all(files.map(({ path, folder }) => readNamedSpec(path, folder)));
}

/**
 * Reads the spec that an operand names, by its name in the specs folder or by the path of a file. Outside of the specs
 * folder, the name of the spec may differ from that of the file.
 */
async function readOne(operand: string, specs: string): Promise<SpecText> {
  return readNamedSpec(await findSpecPath(operand, specs), specs);
}

/**
 * Creates the function that finds the samples of a spec. With --samples DIR, they are in DIR/<name>. Otherwise they are
 * in the folder next to the spec or, if there is none, in that of the specs folder.
 */
function besideSpecs(specs: string, samples: string | undefined): DiffOperands['sampleFolderOf'] {
  return async ({ name, path }) => {
    const beside = sampleFolderOf(path);
    // Only a spec outside of the specs folder can have a name that is not valid as a file name.
    if (!/^[a-z][a-z0-9-]*$/.test(name)) return beside;
    if (samples !== undefined) return join(samples, name);
    return (await isFolder(beside)) ? beside : join(specs, name);
  };
}
