import { join } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { isFolder, listSpecFiles } from '../../registry/folder/spec-files.ts';
import { sampleFolderOf } from '../../sample-tests/sample-file.ts';
import { UsageError } from '../command-line/failures.ts';
import { readRevision } from './git-revision.ts';
import { findSpecPath, readNamedSpec } from './spec-operand.ts';
import { reasonOf } from '../../files/error-reason.ts';

/** The two versions of specs to compare. */
export interface DiffOperands {
  readonly old: readonly SpecText[];
  readonly new: readonly SpecText[];
  /** Whether two files are compared. Then the specs belong together even if their names differ. */
  readonly isPair: boolean;
  /** Returns the folder with the samples of a spec. `path` is the file of its new version. */
  sampleFolderOf(spec: { readonly name: string; readonly path: string }): Promise<string>;
}

/**
 * Reads the specs that `diff OLD NEW` or `diff REVISION` names. Throws UsageError if a spec or folder does not exist,
 * and SystemFailure if a file cannot be read.
 */
export async function readDiffOperands(
  [old = '', now]: readonly string[],
  { specs, samples }: { specs: string; samples: string | undefined },
): Promise<DiffOperands> {
  if (samples !== undefined && !(await isFolder(samples)))
    throw new UsageError(`--samples: the folder ${samples} does not exist`);
  if (now === undefined)
    return {
      old: await readRevision(old, await knownFolder(specs)),
      new: await readFolderSpecs(specs),
      isPair: false,
      sampleFolderOf: besideSpecs(specs, samples),
    };
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
      isPair: false,
      sampleFolderOf: besideSpecs(specs, samples),
    };
  const [before, after] = [await readOne(old, specs), await readOne(now, specs)];
  return {
    old: [before],
    new: [after],
    isPair: true,
    sampleFolderOf: samples === undefined ? besideSpecs(specs, undefined) : async () => samples,
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
  return Promise.all(files.map(({ path }) => readNamedSpec(path)));
}

/**
 * Reads the spec that an operand names: by its name in the specs folder, or by the path of a file. A file outside of
 * the specs folder can have any name.
 */
async function readOne(operand: string, specs: string): Promise<SpecText> {
  return readNamedSpec(await findSpecPath(operand, specs), specs);
}

/**
 * With --samples DIR: the folder DIR/<name>. Without: the folder next to the spec or, if there is none, in the specs
 * folder.
 */
function besideSpecs(specs: string, samples: string | undefined): DiffOperands['sampleFolderOf'] {
  return async ({ name, path }) => {
    const beside = sampleFolderOf(path);
    // A name that is not a valid file name comes from a spec outside the specs folder.
    if (!/^[a-z][a-z0-9-]*$/.test(name)) return beside;
    if (samples !== undefined) return join(samples, name);
    return (await isFolder(beside)) ? beside : join(specs, name);
  };
}
